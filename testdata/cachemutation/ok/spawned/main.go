// Package spawned hands a goroutine a variable that has a copy by the time that
// it is told to begin.
package spawned

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
	begin, end := make(chan struct{}), make(chan error)
	go func() {
		<-begin
		pod.Labels["example.com/marked"] = "true"
		_, err := client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
		end <- err
	}()
	pod = pod.DeepCopy()
	close(begin)
	return <-end
}
