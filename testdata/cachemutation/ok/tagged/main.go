// Package tagged hands parts of the lister's object to helpers that copy what
// they return, or change only what they have copied.
package tagged

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/cachemutation/wrapped/tags"
)

// Sync tags a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	labels := tags.With(pod.Labels, "checked")
	if tags.Registries(pod.Spec.Containers, "registry.example.com") == 0 {
		return nil
	}
	tags.Add(labels, "pinned")
	pod = pod.DeepCopy()
	pod.Labels = labels
	tags.Pin(pod.Spec.Containers, "registry.example.com")
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
