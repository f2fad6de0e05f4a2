// Package compare compares objects for others.
package compare

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// Same reports whether both are one object.
func Same(a, b metav1.Object) bool { return a.GetUID() == b.GetUID() }

// Splitting makes a handler that calls remove and add where the UIDs differ.
func Splitting(handler cache.ResourceEventHandlerFuncs) cache.ResourceEventHandler {
	inner := handler.UpdateFunc
	handler.UpdateFunc = func(old, obj any) {
		a, aok := old.(metav1.Object)
		b, bok := obj.(metav1.Object)
		if aok && bok && !Same(a, b) {
			handler.DeleteFunc(old)
			handler.AddFunc(obj)
			return
		}
		inner(old, obj)
	}
	return handler
}
