// Package recovered changes the lister's object only if the work panics, and it
// does not.
package recovered

import (
	"context"
	"fmt"

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
	defer func() {
		if r := recover(); r != nil {
			pod.Annotations["example.com/failed"] = fmt.Sprint(r)
		}
	}()
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod.DeepCopy(), metav1.UpdateOptions{})
	return err
}
