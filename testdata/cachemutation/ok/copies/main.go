// Package copies changes the copies that it has collected, in a slice and in a
// map.
package copies

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
	var copies []*corev1.Pod
	byName := make(map[string]*corev1.Pod)
	for _, pod := range all {
		pod := pod.DeepCopy()
		copies = append(copies, pod)
		byName[pod.Name] = pod
	}
	for _, pod := range copies {
		pod.Finalizers = nil
	}
	if pod, ok := byName["web-0"]; ok {
		pod.Labels["example.com/chosen"] = "true"
	}
	for _, pod := range copies {
		if _, err := client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
