// Package shallow copies the structure, which shares its maps with the lister's
// object.
package shallow

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync labels a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	updated := *pod
	updated.Labels["example.com/managed"] = "true" // want `the informer's cache.*\(cachemutation/shallow-copy\)`
	_, err = client.CoreV1().Pods(updated.Namespace).Update(ctx, &updated, metav1.UpdateOptions{})
	return err
}
