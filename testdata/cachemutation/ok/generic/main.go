// Package generic changes a copy in a function for objects of any type, and a
// structure that such a function got by value.
package generic

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync marks a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	changed(pod.ObjectMeta, func(meta *metav1.ObjectMeta) { meta.Name = "other" })
	pod = pod.DeepCopy()
	mark(pod)
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

func mark[T metav1.Object](obj T) {
	obj.SetLabels(map[string]string{"example.com/marked": "true"})
}

func changed[T any](old T, change func(*T)) T {
	change(&old)
	return old
}
