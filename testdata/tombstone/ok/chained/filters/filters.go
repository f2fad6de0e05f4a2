// Package filters has filters that are put together.
package filters

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// All lets through what each of some filters lets through.
func All(some ...func(any) bool) func(any) bool {
	return func(obj any) bool {
		for _, f := range some {
			if !f(obj) {
				return false
			}
		}
		return true
	}
}

// Unlabelled lets objects without a label through, and no tombstones.
func Unlabelled(label string) func(any) bool {
	return func(obj any) bool {
		o, ok := obj.(metav1.Object)
		if !ok {
			return false
		}
		_, has := o.GetLabels()[label]
		return !has
	}
}

// IsObject lets objects through, and no tombstones.
func IsObject(obj any) bool {
	_, ok := obj.(metav1.Object)
	return ok
}
