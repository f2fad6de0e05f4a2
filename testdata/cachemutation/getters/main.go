// Package getters takes what GetAnnotations returns for a copy: for typed
// objects it is the map itself.
package getters

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync pauses a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	anno := pod.GetAnnotations()
	anno["example.com/paused"] = "true" // want `the informer's cache.*\(cachemutation/cached-object\)`
	updated := pod.DeepCopy()
	updated.SetAnnotations(anno)
	_, err = client.CoreV1().Pods(updated.Namespace).Update(ctx, updated, metav1.UpdateOptions{})
	return err
}
