// Package setters replaces the labels with the setter of the metadata.
package setters

import (
	"context"
	"maps"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync gives a pod the labels that it should have.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	want := map[string]string{"app": pod.Labels["app"], "example.com/managed": "true"}
	if maps.Equal(pod.Labels, want) {
		return nil
	}
	pod.SetLabels(want) // want `the informer's cache.*\(cachemutation/cached-object\)`
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
