// Package seed fills stores of others.
package seed

import (
	corev1 "k8s.io/api/core/v1"

	"example.com/informers/handlersync/ok/across/stores"
)

// Fill puts pods into a store.
func Fill(s *stores.Plain, pods ...*corev1.Pod) {
	for _, pod := range pods {
		s.Set(pod)
	}
}

// FillEmbeds puts pods into a store with another one in it.
func FillEmbeds(s *stores.Embeds, pods ...*corev1.Pod) {
	for _, pod := range pods {
		s.Set(pod)
	}
}
