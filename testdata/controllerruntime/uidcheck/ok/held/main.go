// Package held adds a finalizer to what it reconciles. None of these objects is gone
// before the controller has seen it being deleted, with another generation.
package held

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// A Reconciler holds pods.
type Reconciler struct{ client.Client }

// Reconcile holds a pod until it is deleted.
func (r *Reconciler) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	changed := false
	if pod.DeletionTimestamp.IsZero() {
		changed = controllerutil.AddFinalizer(pod, "example.com/held")
	} else {
		changed = controllerutil.RemoveFinalizer(pod, "example.com/held")
	}
	if !changed {
		return reconcile.Result{}, nil
	}
	return reconcile.Result{}, r.Update(ctx, pod)
}

func specs() predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() }}
}

// Add adds a controller with a predicate for its own objects.
func (r *Reconciler) Add(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}, builder.WithPredicates(specs())).Complete(r)
}

// AddFiltered adds one with a filter, and no other objects.
func (r *Reconciler) AddFiltered(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithEventFilter(specs()).Complete(r)
}
