// Package typed has predicates, and a handler of events, that are types of its own.
package typed

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Specs lets through what changes a spec, and all else that is not an update.
type Specs struct{ predicate.Funcs }

// Update compares the generations.
func (Specs) Update(e event.UpdateEvent) bool {
	return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() // want `equal generations drop it here.*\(uidcheck/generation-dropped\)`
}

// Every is asked for each notification by a method of its own.
type Every struct{ names map[string]bool }

// Create lets through what has a name that is known.
func (f *Every) Create(e event.CreateEvent) bool { return f.names[e.Object.GetName()] }

// Delete lets everything through.
func (*Every) Delete(event.DeleteEvent) bool { return true }

// Generic lets nothing through.
func (*Every) Generic(event.GenericEvent) bool { return false }

// Update compares the generations, but not while a pod goes.
func (*Every) Update(e event.UpdateEvent) bool {
	if e.ObjectNew.GetDeletionTimestamp() != nil {
		return true
	}
	return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() // want `equal generations drop it here.*\(uidcheck/generation-dropped\)`
}

// Enqueue queues the name of each pod whose spec has changed.
type Enqueue struct{}

var _ handler.EventHandler = Enqueue{}

// Create queues the name.
func (Enqueue) Create(_ context.Context, e event.CreateEvent, q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
	enqueue(e.Object, q)
}

// Update compares the generations.
func (Enqueue) Update(_ context.Context, e event.UpdateEvent, q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
	if e.ObjectOld.GetGeneration() == e.ObjectNew.GetGeneration() { // want `equal generations drop it here; compare the UIDs as well \(uidcheck/generation-dropped\)`
		return
	}
	enqueue(e.ObjectNew, q)
}

// Delete queues the name.
func (Enqueue) Delete(_ context.Context, e event.DeleteEvent, q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
	enqueue(e.Object, q)
}

// Generic does nothing.
func (Enqueue) Generic(context.Context, event.GenericEvent, workqueue.TypedRateLimitingInterface[reconcile.Request]) {
}

func enqueue(obj client.Object, q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
	q.Add(reconcile.Request{NamespacedName: client.ObjectKeyFromObject(obj)})
}

// Watch adds a controller of pods that has them queued by Enqueue.
func Watch(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).Named("pods").Watches(&corev1.Pod{}, Enqueue{}).Complete(r)
}

// Add adds controllers of pods and deployments.
func Add(mgr ctrl.Manager, r reconcile.Reconciler, names map[string]bool) error {
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}, builder.WithPredicates(Specs{})).Complete(r); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.Deployment{}, builder.WithPredicates(&Every{names})).Owns(&corev1.Pod{}, builder.WithPredicates(Specs{})).Complete(r)
}
