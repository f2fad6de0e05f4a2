// Package accessor gets the object from an accessor that does not copy it.
package accessor

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	client kubernetes.Interface
	pods   corelisters.PodLister
}

// Sync pauses a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	c := &controller{client, pods}
	return c.pause(ctx, key)
}

func (c *controller) pause(ctx context.Context, key cache.ObjectName) error {
	pod, err := c.pod(key)
	if err != nil || pod == nil {
		return err
	}
	pod.Annotations["example.com/paused"] = "true" // want `the informer's cache.*\(cachemutation/cached-object\)`
	_, err = c.client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

// pod returns nil if there is no such pod.
func (c *controller) pod(key cache.ObjectName) (*corev1.Pod, error) {
	pod, err := c.pods.Pods(key.Namespace).Get(key.Name)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("pod %s: %w", key, err)
	}
	return pod, nil
}
