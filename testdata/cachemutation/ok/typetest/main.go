// Package typetest copies what the store has as soon as it knows its type.
package typetest

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

// Run opens the gates of the pods.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	store := pods.Informer().GetStore()
	for _, key := range store.ListKeys() {
		obj, exists, err := store.GetByKey(key)
		if err != nil {
			return err
		}
		if !exists {
			continue
		}
		pod, ok := obj.(*corev1.Pod)
		if ok {
			pod = pod.DeepCopy()
		} else {
			pod = &corev1.Pod{}
		}
		pod.Spec.SchedulingGates = nil
		if _, err := client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
