// Package elsewhere gets a copy from another package, and changes that with
// helpers of others.
package elsewhere

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/cachemutation/wrapped/defaulting"
	"example.com/informers/cachemutation/wrapped/finalizer"
	"example.com/informers/cachemutation/wrapped/podcache"
	"example.com/informers/cachemutation/wrapped/podstatus"
)

// Sync pauses a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := podcache.New(pods).Own(key)
	if err != nil || pod == nil {
		return err
	}
	defaulting.Pod(pod)
	finalizer.Add(pod, "example.com/protect")
	if !podstatus.SetCondition(pod, corev1.PodCondition{Type: corev1.PodReady, Status: corev1.ConditionTrue, Reason: "Checked"}) {
		return nil
	}
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
