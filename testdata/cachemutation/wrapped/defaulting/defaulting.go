// Package defaulting fills in what the user has left out. It knows no
// informers.
package defaulting

import (
	corev1 "k8s.io/api/core/v1"
)

// Pod sets the defaults of a pod.
func Pod(pod *corev1.Pod) {
	if pod.Spec.EnableServiceLinks == nil {
		pod.Spec.EnableServiceLinks = new(true)
	}
	for i := range pod.Spec.Containers {
		container(&pod.Spec.Containers[i])
	}
}

func container(c *corev1.Container) {
	if c.ImagePullPolicy == "" {
		c.ImagePullPolicy = corev1.PullIfNotPresent
	}
}
