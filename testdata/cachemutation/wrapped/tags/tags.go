// Package tags has helpers for labels and for lists of containers.
package tags

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
)

// Add adds a tag to labels.
func Add(labels map[string]string, tag string) { labels["example.com/"+tag] = "true" }

// With returns labels with one more tag.
func With(labels map[string]string, tag string) map[string]string {
	out := maps.Clone(labels)
	Add(out, tag)
	return out
}

// Pin has every container run the image that is in the registry.
func Pin(containers []corev1.Container, registry string) {
	for i := range containers {
		containers[i].Image = registry + "/" + containers[i].Image
	}
}

// Registries counts the containers whose images are in a registry.
func Registries(containers []corev1.Container, registry string) (n int) {
	for _, c := range containers {
		c.Image = registry + "/" + c.Name
		if len(c.Image) > len(registry) {
			n++
		}
	}
	return n
}
