// Package fromserver changes what the server returns, which is in no cache.
package fromserver

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

// Run pauses all pods.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	list, err := client.CoreV1().Pods(metav1.NamespaceAll).List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for i := range list.Items {
		pod := &list.Items[i]
		cached, err := pods.Lister().Pods(pod.Namespace).Get(pod.Name)
		if err != nil || cached.Annotations["example.com/owner"] == "" {
			continue
		}
		pod.Annotations["example.com/paused"] = "true"
		pod, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
		if err != nil {
			return err
		}
		pod.Status.Reason = "Paused"
		if _, err := client.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
