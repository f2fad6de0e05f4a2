// Package elements replaces the elements of a list by copies before it changes
// them.
package elements

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

// Run marks the pods.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	all, err := pods.Lister().List(labels.Everything())
	if err != nil {
		return err
	}
	for i := range all {
		all[i] = all[i].DeepCopy()
	}
	for _, pod := range all {
		pod.Status.Phase = corev1.PodUnknown
		if _, err := client.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
