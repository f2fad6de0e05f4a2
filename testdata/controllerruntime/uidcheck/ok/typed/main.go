// Package typed has predicates, and a handler of events, that are types of its own, and
// miss nothing.
package typed

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Specs compares the UIDs as well.
type Specs struct{ predicate.Funcs }

// Update lets through what changes a spec, or is another object.
func (Specs) Update(e event.UpdateEvent) bool {
	return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() || e.ObjectOld.GetUID() != e.ObjectNew.GetUID()
}

// Changes lets no creation through: who creates the objects knows of them.
type Changes struct{ predicate.Funcs }

// Create lets nothing through.
func (Changes) Create(event.CreateEvent) bool { return false }

// Update compares the generations.
func (Changes) Update(e event.UpdateEvent) bool {
	return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration()
}

// Filled has its function for creations put in: nobody knows what it lets through.
type Filled struct{ predicate.Funcs }

// Update compares the generations.
func (Filled) Update(e event.UpdateEvent) bool {
	return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration()
}

// Held is asked about pods, which a finalizer holds.
type Held struct{ predicate.Funcs }

// Update compares the generations.
func (Held) Update(e event.UpdateEvent) bool {
	return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration()
}

// Hold adds the finalizer.
func Hold(pod *corev1.Pod) bool { return controllerutil.AddFinalizer(pod, "example.com/held") }

// Named is a predicate for others, who may ask another one beside it.
type Named struct{ predicate.Funcs }

var _ predicate.Predicate = Named{}

// Update compares the generations.
func (Named) Update(e event.UpdateEvent) bool {
	return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration()
}

// Enqueue queues the name of each pod whose spec has changed, or that is another one.
type Enqueue struct{}

// Create queues the name.
func (Enqueue) Create(_ context.Context, e event.CreateEvent, q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
	enqueue(e.Object, q)
}

// Update compares the UIDs as well.
func (Enqueue) Update(_ context.Context, e event.UpdateEvent, q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
	if e.ObjectOld.GetGeneration() == e.ObjectNew.GetGeneration() && e.ObjectOld.GetUID() == e.ObjectNew.GetUID() {
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

// Guarded compares UIDs before it asks another predicate.
type Guarded struct{ predicate.Predicate }

// Update lets through what is another object.
func (g Guarded) Update(e event.UpdateEvent) bool {
	return e.ObjectOld.GetUID() != e.ObjectNew.GetUID() || g.Predicate.Update(e)
}

// Inner is asked by Guarded alone.
type Inner struct{ predicate.Funcs }

// Update compares the generations.
func (Inner) Update(e event.UpdateEvent) bool {
	return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration()
}

// Always looks at the generations only if it is not set up to let everything through, as it
// always is.
type Always struct {
	predicate.Funcs
	all bool
}

// Update lets everything through.
func (a Always) Update(e event.UpdateEvent) bool {
	return a.all || e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration()
}

// AddGuarded adds controllers of their own.
func AddGuarded(mgr ctrl.Manager, r reconcile.Reconciler) error {
	if err := ctrl.NewControllerManagedBy(mgr).For(&appsv1.StatefulSet{}, builder.WithPredicates(&Always{all: true})).Complete(r); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.DaemonSet{}, builder.WithPredicates(Guarded{Inner{}})).Complete(r)
}

// Edited queues the name of each pod whose spec has changed, and is not asked about
// others: who creates and deletes them does the rest.
type Edited struct{}

// Create does nothing.
func (Edited) Create(context.Context, event.CreateEvent, workqueue.TypedRateLimitingInterface[reconcile.Request]) {
}

// Update compares the generations.
func (Edited) Update(_ context.Context, e event.UpdateEvent, q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
	if e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() {
		enqueue(e.ObjectNew, q)
	}
}

// Delete does nothing.
func (Edited) Delete(context.Context, event.DeleteEvent, workqueue.TypedRateLimitingInterface[reconcile.Request]) {
}

// Generic does nothing.
func (Edited) Generic(context.Context, event.GenericEvent, workqueue.TypedRateLimitingInterface[reconcile.Request]) {
}

// Watch adds a controller of pods that has them queued by both.
func Watch(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).Named("pods").Watches(&corev1.Pod{}, Enqueue{}).Watches(&corev1.Pod{}, Edited{}).Complete(r)
}

// Add adds controllers.
func Add(mgr ctrl.Manager, r reconcile.Reconciler, creates func(event.CreateEvent) bool) error {
	if err := ctrl.NewControllerManagedBy(mgr).For(&appsv1.Deployment{}, builder.WithPredicates(Specs{})).Complete(r); err != nil {
		return err
	}
	filled := Filled{predicate.Funcs{CreateFunc: creates}}
	if err := ctrl.NewControllerManagedBy(mgr).For(&appsv1.ReplicaSet{}, builder.WithPredicates(filled)).Complete(r); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}, builder.WithPredicates(Held{})).Owns(&corev1.Service{}, builder.WithPredicates(Changes{})).Complete(r)
}
