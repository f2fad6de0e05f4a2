// Package records keeps what its importers' handlers get. It imports nothing of client-go.
package records

import (
	corev1 "k8s.io/api/core/v1"

	"example.com/informers/apiserver"
)

// Seen is for pods that there are.
func Seen(view *apiserver.View, obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		view.Set(pod.Name, "")
	}
}

// Gone is for pods that are gone.
func Gone(view *apiserver.View, obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		view.Remove(pod.Name)
	}
}
