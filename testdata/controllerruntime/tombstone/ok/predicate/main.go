// Package predicate drops deletions that nobody has to hear of, or none.
package predicate

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

func known(e event.DeleteEvent) bool { return !e.DeleteStateUnknown }

// Own adds a controller that owns nothing: an object of its own is gone.
func Own(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithEventFilter(predicate.Funcs{DeleteFunc: known}).Complete(r)
}

// For adds a controller whose own objects alone are asked about.
func For(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}, builder.WithPredicates(predicate.Funcs{DeleteFunc: known})).
		Owns(&appsv1.Deployment{}).
		Complete(r)
}

// Watched adds a controller that watches its own objects a second time.
func Watched(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("watched").
		Watches(&corev1.ConfigMap{}, &handler.EnqueueRequestForObject{}, builder.WithPredicates(predicate.Funcs{DeleteFunc: known})).
		Complete(r)
}

// Either lets the others through by another predicate.
func Either(mgr ctrl.Manager, r reconcile.Reconciler) error {
	all := predicate.Funcs{DeleteFunc: func(event.DeleteEvent) bool { return true }}
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		Owns(&appsv1.Deployment{}, builder.WithPredicates(predicate.Or(all, predicate.Funcs{DeleteFunc: known}))).
		Complete(r)
}

// Opposite lets only those through that the watch missed: what it has seen go, somebody
// else takes care of.
func Opposite(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		Owns(&appsv1.Deployment{}, builder.WithPredicates(predicate.Funcs{DeleteFunc: func(e event.DeleteEvent) bool { return e.DeleteStateUnknown }})).
		Complete(r)
}

// None drops every deletion.
func None(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		Owns(&appsv1.Deployment{}, builder.WithPredicates(predicate.Funcs{DeleteFunc: func(event.DeleteEvent) bool { return false }})).
		Complete(r)
}

// Marked drops a deletion that the watch missed under a condition: of an object that was
// being deleted, the owner has heard.
func Marked(mgr ctrl.Manager, r reconcile.Reconciler) error {
	marked := predicate.Funcs{DeleteFunc: func(e event.DeleteEvent) bool {
		return !e.DeleteStateUnknown || e.Object.GetDeletionTimestamp() == nil
	}}
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		Owns(&appsv1.Deployment{}, builder.WithPredicates(marked)).
		Complete(r)
}
