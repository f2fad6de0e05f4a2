// Package atend notes in the lister's object, when it returns, how the work has
// ended.
package atend

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync deletes a pod that is idle.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	defer func() { // want `the informer's cache.*\(cachemutation/cached-object\)`
		pod.Annotations["example.com/seen"] = "true"
		_, _ = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	}()
	if pod.Annotations["example.com/idle"] != "true" {
		return nil
	}
	return client.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, metav1.DeleteOptions{})
}
