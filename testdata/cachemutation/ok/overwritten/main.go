// Package overwritten keeps some elements of a list in the list's own slice.
package overwritten

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

// Run notes how many pods are on a node.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	all, err := pods.Lister().List(labels.Everything())
	if err != nil {
		return err
	}
	on := all[:0]
	for _, pod := range all {
		if pod.Spec.NodeName == "node-1" {
			on = append(on, pod)
		}
	}
	clear(all[len(on):])

	summary := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: metav1.NamespaceDefault, Name: "summary"}, Data: map[string]string{"node-1": strconv.Itoa(len(on))}}
	_, err = client.CoreV1().ConfigMaps(summary.Namespace).Create(ctx, summary, metav1.CreateOptions{})
	return err
}
