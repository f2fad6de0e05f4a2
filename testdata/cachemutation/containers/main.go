// Package containers sets the images in place.
package containers

import (
	"context"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync pins the images of a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	for i := range pod.Spec.Containers {
		c := &pod.Spec.Containers[i]
		if !strings.Contains(c.Image, "@") {
			c.Image += "@sha256:0123" // want `the informer's cache.*\(cachemutation/cached-object\)`
		}
	}
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
