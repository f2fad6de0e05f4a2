// Package clonedmap builds a new object from some fields of a pod, with a copy
// of its labels.
package clonedmap

import (
	"context"
	"maps"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync keeps a config map beside each pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	settings := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name + "-settings", Labels: maps.Clone(pod.Labels)},
		Data:       map[string]string{"node": pod.Spec.NodeName},
	}
	settings.Labels["example.com/pod"] = pod.Name
	settings.Data["phase"] = string(pod.Status.Phase)
	_, err = client.CoreV1().ConfigMaps(key.Namespace).Create(ctx, settings, metav1.CreateOptions{})
	return err
}
