// Package events changes objects that controller-runtime's events hold: they are those in
// the cache.
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
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		before, ok := e.ObjectOld.(*corev1.Pod)
		if !ok {
			return false
		}
		pod := e.ObjectNew.(*corev1.Pod)
		if before.Status.Phase == pod.Status.Phase {
			return false
		}
		pod.Status.Message = "was " + string(before.Status.Phase) // want `Status.Message of the Pod that the handler is given, which is the one in the informer's cache.*\(cachemutation/handler-object\)`
		return c.Status().Update(context.TODO(), pod) == nil
	}}
}

// A Creations predicate marks new pods, and is a type.
type Creations struct {
	predicate.Funcs
	c client.Client
}

// NewCreations marks with a client.
func NewCreations(c client.Client) predicate.Predicate { return Creations{c: c} }

// Create marks a pod.
func (m Creations) Create(e event.CreateEvent) bool {
	pod, ok := e.Object.(*corev1.Pod)
	if !ok || pod.Labels[seen] != "" {
		return false
	}
	if pod.Labels == nil {
		pod.Labels = make(map[string]string) // want `Labels of the Pod that the handler is given.*\(cachemutation/handler-object\)`
	}
	pod.Labels[seen] = "true"
	return m.c.Update(context.TODO(), pod) == nil
}

// Noting is a predicate that leaves a note for the reconciler in the cache. It is wrong, for
// the note goes with the next event; but one on a copy would be lost at once.
func Noting() predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		pod, ok := e.ObjectNew.(*corev1.Pod)
		if !ok || pod.Annotations == nil {
			return false
		}
		pod.Annotations[seen] = "updated" // want `Annotations\["example.com/seen"\] of the Pod that the handler is given.*; later reads of the cache may count on it, so a copy alone may break them.*\(cachemutation/handler-object\)`
		return true
	}}
}

// A Reconciler reads the note.
type Reconciler struct{ client.Client }

// Reconcile deletes a pod that was updated.
func (r Reconciler) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil || pod.Annotations[seen] != "updated" {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	return reconcile.Result{}, r.Delete(ctx, &pod)
}

// Add adds a controller of pods.
func Add(mgr ctrl.Manager, r reconcile.Reconciler) error {
	c := mgr.GetClient()
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}, builder.WithPredicates(Marks(c), NewCreations(c), Noting())).Complete(r)
}
