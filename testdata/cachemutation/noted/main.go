// Package noted keeps a note of its own in the cache. It is wrong, for the note goes with
// the next event of the pod; but a note on a copy would be lost at once.
package noted

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

const drained = "example.com/drained"

// Sync deletes a pod, and notes that it has.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	if pod.Annotations != nil {
		pod.Annotations[drained] = "true" // want `Annotations\["example.com/drained"\] of the Pod in the informer's cache .*; later reads of the cache may count on it, so a copy alone may break them: let them find the change in the API server, or keep it elsewhere \(cachemutation/cached-object\)`
	}
	return client.CoreV1().Pods(key.Namespace).Delete(ctx, key.Name, metav1.DeleteOptions{})
}

// Drained reports whether Sync has seen to a pod.
func Drained(pods corelisters.PodLister, key cache.ObjectName) bool {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	return err == nil && pod.Annotations[drained] == "true"
}
