// Package accessor changes what an accessor returns, which is a copy.
package accessor

import (
	"context"

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
	pod, err := c.pod(key)
	if err != nil || pod == nil {
		return err
	}
	pod.Annotations["example.com/paused"] = "true"
	_, err = c.client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

// pod returns a pod that the caller may change, nil if there is none.
func (c *controller) pod(key cache.ObjectName) (*corev1.Pod, error) {
	pod, err := c.shared(key)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return pod.DeepCopy(), nil
}

func (c *controller) shared(key cache.ObjectName) (*corev1.Pod, error) {
	return c.pods.Pods(key.Namespace).Get(key.Name)
}
