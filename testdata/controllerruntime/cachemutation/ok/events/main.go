// Package events changes copies of what controller-runtime's events hold.
package events

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const seen = "example.com/seen"

// Marks is a predicate that marks pods whose phase has changed.
func Marks(c client.Client) predicate.Predicate {
	return predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool {
			obj := e.Object.DeepCopyObject().(client.Object)
			obj.SetLabels(map[string]string{seen: "true"})
			return c.Update(context.TODO(), obj) == nil
		},
		UpdateFunc: func(e event.UpdateEvent) bool {
			before, pod := e.ObjectOld.(*corev1.Pod), e.ObjectNew.(*corev1.Pod).DeepCopy()
			if before.Status.Phase == pod.Status.Phase {
				return false
			}
			pod.Status.Message = "was " + string(before.Status.Phase)
			return c.Status().Update(context.TODO(), pod) == nil
		},
		DeleteFunc: func(e event.DeleteEvent) bool {
			var names []string
			names = append(names, e.Object.GetName())
			e.Object = &corev1.Pod{} // the event is the predicate's own
			e.Object.SetName(names[0])
			return true
		},
	}
}

// Add adds a controller of pods.
func Add(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}, builder.WithPredicates(Marks(mgr.GetClient()))).Complete(r)
}
