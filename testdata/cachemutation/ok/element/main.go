// Package element changes a condition that it has copied out of the slice.
package element

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync patches the first condition.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	if len(pod.Status.Conditions) == 0 {
		return nil
	}
	condition := pod.Status.Conditions[0]
	condition.Status = corev1.ConditionTrue
	condition.Reason = "Checked"
	patch, err := json.Marshal(map[string]any{"status": map[string]any{"conditions": []corev1.PodCondition{condition}}})
	if err != nil {
		return err
	}
	_, err = client.CoreV1().Pods(pod.Namespace).Patch(ctx, pod.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{}, "status")
	return err
}
