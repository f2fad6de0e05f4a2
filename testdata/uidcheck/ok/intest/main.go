// Package intest labels pods; its test plays a scheduler that writes each new pod once,
// which is enough there: no fake watch is lost.
package intest

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typed "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Bind gives a copy of a pod a node, and writes it.
func Bind(ctx context.Context, pods typed.PodInterface, pod *corev1.Pod, node string) error {
	bound := pod.DeepCopy()
	bound.Spec.NodeName = node
	_, err := pods.Update(ctx, bound, metav1.UpdateOptions{})
	return err
}
