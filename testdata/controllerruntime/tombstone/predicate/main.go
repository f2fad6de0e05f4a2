// Package predicate drops deletions of owned objects that the watch missed.
package predicate

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Filtered adds a controller with a filter for all that it watches.
func Filtered(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithEventFilter(Known()).
		Owns(&appsv1.Deployment{}).
		Complete(r)
}

func Known() predicate.Predicate {
	return predicate.Funcs{DeleteFunc: func(e event.DeleteEvent) bool {
		return !e.DeleteStateUnknown // want `the predicate drops every deletion that the watch missed \(DeleteStateUnknown\), so what is gone is not created again until something else has its owner reconciled: let these deletions through \(tombstone/filter-rejects\)`
	}}
}

// Owned adds a controller with a predicate for what it owns.
func Owned(mgr ctrl.Manager, r reconcile.Reconciler) error {
	labelled := predicate.Funcs{DeleteFunc: func(e event.DeleteEvent) bool {
		if e.DeleteStateUnknown { // want `\(tombstone/filter-rejects\)`
			return false
		}
		return e.Object.GetLabels()["app"] != ""
	}}
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		Owns(&appsv1.Deployment{}, builder.WithPredicates(labelled)).
		Complete(r)
}

// Watched adds a controller that has the owner of a pod reconciled.
func Watched(mgr ctrl.Manager, r reconcile.Reconciler) error {
	seen := predicate.And(predicate.ResourceVersionChangedPredicate{}, predicate.Funcs{DeleteFunc: func(e event.DeleteEvent) bool {
		return !e.DeleteStateUnknown // want `\(tombstone/filter-rejects\)`
	}})
	owner := handler.EnqueueRequestForOwner(mgr.GetScheme(), mgr.GetRESTMapper(), &corev1.ConfigMap{})
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		Watches(&corev1.Pod{}, owner, builder.WithPredicates(seen)).
		Complete(r)
}

// Both adds a controller that hears of the deletions of what is labelled.
func Both(mgr ctrl.Manager, r reconcile.Reconciler) error {
	before := predicate.Funcs{DeleteFunc: func(e event.DeleteEvent) bool {
		return !e.DeleteStateUnknown && e.Object.GetLabels()["app"] != "" // want `\(tombstone/filter-rejects\)`
	}}
	after := predicate.Funcs{DeleteFunc: func(e event.DeleteEvent) bool {
		return e.Object.GetLabels()["app"] != "" && !e.DeleteStateUnknown // want `\(tombstone/filter-rejects\)`
	}}
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		Owns(&appsv1.Deployment{}, builder.WithPredicates(before)).
		Owns(&corev1.Service{}, builder.WithPredicates(after)).
		Complete(r)
}

// Helped adds a controller whose predicate asks another function.
func Helped(mgr ctrl.Manager, r reconcile.Reconciler) error {
	labelled := predicate.Funcs{DeleteFunc: func(e event.DeleteEvent) bool {
		return e.Object.GetLabels()["app"] != "" && confirmed(e)
	}}
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		Owns(&appsv1.Deployment{}, builder.WithPredicates(labelled)).
		Complete(r)
}

func confirmed(e event.DeleteEvent) bool {
	return !e.DeleteStateUnknown // want `\(tombstone/filter-rejects\)`
}

// Traced adds controllers whose predicates tell somebody before they ask, and ask a function
// that is asked by others: what that one says is no fix's business.
func Traced(mgr ctrl.Manager, r reconcile.Reconciler, told func(string)) error {
	trace := predicate.Funcs{DeleteFunc: func(e event.DeleteEvent) bool {
		if seen(e) {
			told(e.Object.GetName())
		}
		return !e.DeleteStateUnknown // want `\(tombstone/filter-rejects\)`
	}}
	listed := predicate.Funcs{DeleteFunc: func(e event.DeleteEvent) bool {
		return slices.Contains([]string{"web", "shop"}, e.Object.GetName()) && !e.DeleteStateUnknown // want `\(tombstone/filter-rejects\)`
	}}
	ask := predicate.Funcs{DeleteFunc: func(e event.DeleteEvent) bool {
		return seen(e)
	}}
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		Owns(&appsv1.Deployment{}, builder.WithPredicates(trace)).
		Owns(&corev1.Service{}, builder.WithPredicates(ask)).
		Owns(&corev1.Secret{}, builder.WithPredicates(listed)).
		Complete(r)
}

func seen(e event.DeleteEvent) bool {
	return !e.DeleteStateUnknown // want `\(tombstone/filter-rejects\)`
}
