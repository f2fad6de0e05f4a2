// Package metadata gives a new object the metadata of a pod, and then a label
// of its own.
package metadata

import (
	"context"

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
	settings := &corev1.ConfigMap{ObjectMeta: pod.ObjectMeta, Data: map[string]string{"node": pod.Spec.NodeName}}
	settings.Name += "-settings"
	settings.ResourceVersion = ""
	settings.Labels["example.com/pod"] = pod.Name // want `the informer's cache.*\(cachemutation/shallow-copy\)`
	_, err = client.CoreV1().ConfigMaps(key.Namespace).Create(ctx, settings, metav1.CreateOptions{})
	return err
}
