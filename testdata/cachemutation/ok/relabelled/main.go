// Package relabelled gives a copy the labels of another object of the cache, and
// then a clone of them.
package relabelled

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

const model = "web-0"

// Sync labels a pod as another one is, and as used.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	from, err := pods.Pods(key.Namespace).Get(model)
	if err != nil {
		return err
	}
	pod = pod.DeepCopy()
	pod.Labels = from.Labels
	pod.Labels = labels.Merge(pod.Labels, labels.Set{"example.com/as": model})
	pod.Labels["example.com/used"] = "true"
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
