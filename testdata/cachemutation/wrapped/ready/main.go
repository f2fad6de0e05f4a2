// Package ready sets a condition with a helper of another package.
package ready

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/cachemutation/wrapped/podstatus"
)

// Sync marks a pod as ready.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	if !podstatus.SetCondition(pod, corev1.PodCondition{Type: corev1.PodReady, Status: corev1.ConditionTrue, Reason: "Checked"}) { // want `the informer's cache.*\(cachemutation/cached-object\)`
		return nil
	}
	_, err = client.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{})
	return err
}
