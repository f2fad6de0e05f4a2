// Package store changes what the informer's store returns for a key.
package store

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

// Run marks the pods that are ready to go.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	store := pods.Informer().GetStore()
	for _, key := range store.ListKeys() {
		obj, exists, err := store.GetByKey(key)
		if err != nil {
			return err
		}
		pod, ok := obj.(*corev1.Pod)
		if !exists || !ok {
			continue
		}
		pod.Spec.SchedulingGates = nil // want `the informer's cache.*\(cachemutation/cached-object\)`
		if _, err := client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
