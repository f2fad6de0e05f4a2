// Package ownlister reads through a lister of its own, which copies.
package ownlister

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type copies struct{ corelisters.PodLister }

func (c copies) Pods(namespace string) corelisters.PodNamespaceLister {
	return namespaced{c.PodLister.Pods(namespace)}
}

type namespaced struct{ corelisters.PodNamespaceLister }

func (n namespaced) Get(name string) (*corev1.Pod, error) {
	pod, err := n.PodNamespaceLister.Get(name)
	if err != nil {
		return nil, err
	}
	return pod.DeepCopy(), nil
}

// Sync labels a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pods = copies{pods}
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	if pod.Labels == nil {
		pod.Labels = make(map[string]string)
	}
	pod.Labels["example.com/checked"] = "true"
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
