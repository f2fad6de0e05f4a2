// Package createorupdate writes a pod before the manager is started, with a helper
// that reads it first.
package createorupdate

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run makes a pod and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "till"}}
	if _, err := controllerutil.CreateOrUpdate(ctx, mgr.GetClient(), pod, func() error { return nil }); err != nil { // want `CreateOrUpdate of Pod before the manager is started: it reads first, and the read fails, since its cache is not started; use a client without a cache, or call it after Start \(lazycache/read-before-sync\)`
		return 0, err
	}
	go mgr.Start(ctx)
	return 1, nil
}

// Label labels a pod and then runs the manager.
func Label(ctx context.Context, config *rest.Config) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return err
	}
	if err := label(ctx, mgr, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "till"}}); err != nil { // want `this call leads to CreateOrUpdate of Pod`
		return err
	}
	return mgr.Start(ctx)
}

// label does so with the variable that the package at the root has of it.
func label(ctx context.Context, mgr ctrl.Manager, pod *corev1.Pod) error {
	_, err := ctrl.CreateOrUpdate(ctx, mgr.GetClient(), pod, func() error {
		pod.Labels = map[string]string{"open": "yes"}
		return nil
	})
	return err
}

func ensure(ctx context.Context, c client.Client, name string) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name}}
	_, err := controllerutil.CreateOrUpdate(ctx, c, pod, func() error { return nil })
	return err
}

// First makes the first pod that it can: names in a list do not read elsewhere.
func First(ctx context.Context, config *rest.Config) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return err
	}
	for _, name := range []string{"till", "shelf"} {
		if err = ensure(ctx, mgr.GetClient(), name); err == nil { // want `this call leads to CreateOrUpdate of Pod`
			break
		}
	}
	if err != nil {
		return err
	}
	return mgr.Start(ctx)
}

// Either tries a second one, with the same client.
func Either(ctx context.Context, config *rest.Config) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return err
	}
	if err := ensure(ctx, mgr.GetClient(), "till"); err != nil { // want `this call leads to CreateOrUpdate of Pod`
		if err := ensure(ctx, mgr.GetClient(), "shelf"); err != nil {
			return err
		}
	}
	return mgr.Start(ctx)
}
