// Package spawned changes the lister's object in a goroutine.
package spawned

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync marks a pod, and does not wait for the API server.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	var marking sync.WaitGroup
	marking.Add(1)
	go func() { // want `the informer's cache.*\(cachemutation/cached-object\)`
		defer marking.Done()
		mark(ctx, client, pod)
	}()
	marking.Wait()
	return nil
}

func mark(ctx context.Context, client kubernetes.Interface, pod *corev1.Pod) {
	pod.Labels["example.com/marked"] = "true"
	_, _ = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
}
