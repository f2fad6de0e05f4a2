// Package finalizer has helpers for finalizers.
package finalizer

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Add adds a finalizer, and reports whether it was missing.
func Add(obj metav1.Object, name string) bool {
	old := obj.GetFinalizers()
	if slices.Contains(old, name) {
		return false
	}
	obj.SetFinalizers(append(slices.Clone(old), name))
	return true
}
