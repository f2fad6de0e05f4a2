// Package callback changes the lister's object in a function that a helper calls
// for each container.
package callback

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync notes the image of each container.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	eachContainer(pod, func(c *corev1.Container) { // want `the informer's cache.*\(cachemutation/cached-object\)`
		pod.Annotations["example.com/"+c.Name] = c.Image
	})
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

func eachContainer(pod *corev1.Pod, do func(*corev1.Container)) {
	for i := range pod.Spec.Containers {
		do(&pod.Spec.Containers[i])
	}
}
