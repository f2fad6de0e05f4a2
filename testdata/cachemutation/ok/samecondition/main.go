// Package samecondition copies and changes under the same condition, which
// cannot have changed in between.
package samecondition

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync marks the pods that have failed.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	failed := pod.Status.Reason == "" && pod.Spec.NodeName == "node-1"
	if failed {
		pod = pod.DeepCopy()
	}
	name := pod.Namespace + "/" + pod.Name
	if failed {
		pod.Status.Reason = "NodeLost"
		pod.Status.Message = name + " was on a node that is lost"
	}
	if !failed {
		return nil
	}
	_, err = client.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{})
	return err
}
