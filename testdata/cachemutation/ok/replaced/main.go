// Package replaced replaces the one element of a list that it changes.
package replaced

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

// Run marks a pod.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	all, err := pods.Lister().List(labels.Everything())
	if err != nil {
		return err
	}
	for i, pod := range all {
		if pod.Name != "web-0" {
			continue
		}
		all[i] = pod.DeepCopy()
		all[i].Labels["example.com/chosen"] = "true"
		if _, err := client.CoreV1().Pods(all[i].Namespace).Update(ctx, all[i], metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
