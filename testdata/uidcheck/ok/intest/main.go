// Package intest labels pods; its test plays a scheduler that writes each new pod once,
// which is enough there: no fake watch is lost.
package intest

import (
	"context"

	corev1 "k8s.io/api/core/v1"
)

// Pods are written through the API.
type Pods interface {
	Update(ctx context.Context, pod *corev1.Pod) (*corev1.Pod, error)
}

// Bind gives a copy of a pod a node, and writes it.
func Bind(ctx context.Context, pods Pods, pod *corev1.Pod, node string) error {
	bound := pod.DeepCopy()
	bound.Spec.NodeName = node
	_, err := pods.Update(ctx, bound)
	return err
}
