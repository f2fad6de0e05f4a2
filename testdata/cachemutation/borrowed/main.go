// Package borrowed adds to the labels of a pod, or to those of another one if it
// has none: a copy of one of the two pods would not be enough.
package borrowed

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

const model = "web-0"

// Sync makes a config map with the labels of a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	labels := pod.Labels
	if len(labels) == 0 {
		other, err := pods.Pods(key.Namespace).Get(model)
		if err != nil {
			return err
		}
		labels = other.Labels
	}
	labels["example.com/of"] = key.Name // want `the informer's cache.*\(cachemutation/cached-object\)`
	settings := newSettings(key, labels)
	_, err = client.CoreV1().ConfigMaps(key.Namespace).Create(ctx, settings, metav1.CreateOptions{})
	return err
}

func newSettings(key cache.ObjectName, labels map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name, Labels: labels}}
}
