// Package predicate takes equal generations for no change. It only decides
// what is reconciled, and what it drops may be reconciled for another reason.
package predicate

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

func unchanged(e event.UpdateEvent) bool {
	return e.ObjectOld.GetGeneration() == e.ObjectNew.GetGeneration() // want `equal generations drop it here, and it waits until another watch or a requeue reconciles it; compare the UIDs as well \(uidcheck/generation-dropped\)`
}

// Add adds a controller that does not see when only the status has changed.
func Add(mgr ctrl.Manager, r reconcile.Reconciler) error {
	specs := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { return !unchanged(e) }}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}, builder.WithPredicates(specs)).Complete(r)
}
