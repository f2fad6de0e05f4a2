// Package created changes a pod that it is about to create. Objects of the cache
// have a UID, which tells one that is new.
package created

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

const shop = "example.com/shop"

// Sync sees to it that there is a pod, and that it belongs to the shop.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if errors.IsNotFound(err) {
		pod = &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	} else if err != nil {
		return err
	}
	return upsert(ctx, client, pod)
}

func upsert(ctx context.Context, client kubernetes.Interface, pod *corev1.Pod) error {
	if pod.UID == "" {
		pod.Labels = map[string]string{shop: "yes"}
		_, err := client.CoreV1().Pods(pod.Namespace).Create(ctx, pod, metav1.CreateOptions{})
		return err
	}
	if pod.Labels[shop] == "yes" {
		return nil
	}
	copied := pod.DeepCopy()
	metav1.SetMetaDataLabel(&copied.ObjectMeta, shop, "yes")
	_, err := client.CoreV1().Pods(pod.Namespace).Update(ctx, copied, metav1.UpdateOptions{})
	return err
}
