// Package othertype puts two kinds of objects through one variable, and changes
// only the one that it has made.
package othertype

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync creates a config map for a pod, or does nothing.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	objs := []metav1.Object{pod, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name}}}
	for _, obj := range objs {
		settings, ok := obj.(*corev1.ConfigMap)
		if !ok {
			continue
		}
		settings.Data = map[string]string{"node": pod.Spec.NodeName}
		if _, err := client.CoreV1().ConfigMaps(settings.Namespace).Create(ctx, settings, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
