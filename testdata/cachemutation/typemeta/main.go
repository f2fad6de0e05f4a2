// Package typemeta fills in the kind that client-go leaves empty, for a
// reference to the pod.
package typemeta

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync reports that a pod was seen.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	pod.Kind = "Pod" // want `the informer's cache.*\(cachemutation/typemeta\)`
	event := &corev1.Event{
		ObjectMeta:     metav1.ObjectMeta{Namespace: pod.Namespace, GenerateName: pod.Name},
		InvolvedObject: corev1.ObjectReference{Kind: pod.Kind, Namespace: pod.Namespace, Name: pod.Name},
		Reason:         "Seen",
	}
	_, err = client.CoreV1().Events(event.Namespace).Create(ctx, event, metav1.CreateOptions{})
	return err
}
