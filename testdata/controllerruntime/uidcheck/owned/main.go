// Package owned has filters for objects that a finalizer holds and for others at once,
// and for others alone.
package owned

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Hold adds a finalizer to a pod.
func Hold(pod *corev1.Pod) bool { return controllerutil.AddFinalizer(pod, "example.com/held") }

// Add adds a controller that watches deployments as well.
func Add(mgr ctrl.Manager, r reconcile.Reconciler) error {
	specs := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() // want `\(uidcheck/generation-dropped\)`
	}}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithEventFilter(specs).Owns(&appsv1.Deployment{}).Complete(r)
}

// AddOther adds a controller of objects that nothing holds.
func AddOther(mgr ctrl.Manager, r reconcile.Reconciler) error {
	specs := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() // want `\(uidcheck/generation-dropped\)`
	}}
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.Deployment{}).WithEventFilter(specs).Complete(r)
}
