// Package relay knows an index of another package, and keeps it right.
package relay

import (
	corev1 "k8s.io/api/core/v1"

	"example.com/informers/uidcheck/wrapped/entries"
)

// A Relay knows the pods by their names.
type Relay struct {
	pods  *entries.Index
	known map[string]*corev1.Pod
}

// New makes a relay for an index.
func New(pods *entries.Index) *Relay {
	return &Relay{pods: pods, known: make(map[string]*corev1.Pod)}
}

// Seen takes note of a pod.
func (r *Relay) Seen(pod *corev1.Pod) {
	if before, ok := r.known[pod.Name]; ok && before.UID != pod.UID {
		r.pods.Take(before)
	}
	r.known[pod.Name] = pod
}
