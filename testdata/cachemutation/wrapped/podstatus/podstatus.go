// Package podstatus has helpers for the status of pods.
package podstatus

import (
	corev1 "k8s.io/api/core/v1"
)

// SetCondition sets a condition, and reports whether that is a change.
func SetCondition(pod *corev1.Pod, condition corev1.PodCondition) bool {
	old := find(&pod.Status, condition.Type)
	if old == nil {
		pod.Status.Conditions = append(pod.Status.Conditions, condition)
		return true
	}
	if old.Status == condition.Status && old.Reason == condition.Reason {
		return false
	}
	*old = condition
	return true
}

func find(status *corev1.PodStatus, kind corev1.PodConditionType) *corev1.PodCondition {
	for i := range status.Conditions {
		if status.Conditions[i].Type == kind {
			return &status.Conditions[i]
		}
	}
	return nil
}
