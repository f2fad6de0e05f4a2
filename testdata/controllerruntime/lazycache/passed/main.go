// Package passed hands the error of a read in a goroutine to somebody who gives up, or
// does something else. Nothing reads once more.
package passed

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods in several ways.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	return 0, errors.Join(logged(ctx, config), waited(ctx, config), parts(ctx, config), shared(ctx, config), wrapped(ctx, config), twice(ctx, config))
}

func manager(config *rest.Config) (ctrl.Manager, error) {
	return ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
}

func count(ctx context.Context, from client.Reader) (int, error) {
	var pods corev1.PodList
	if err := from.List(ctx, &pods); err != nil {
		return 0, err
	}
	return len(pods.Items), nil
}

// logged prints it.
func logged(ctx context.Context, config *rest.Config) error {
	mgr, err := manager(config)
	if err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { // want `leads to List of Pod \(passed/main.go:\d+\) in a goroutine started before the manager.*\(lazycache/read-before-sync\)`
		_, err := count(ctx, mgr.GetClient())
		failed <- err
	}()
	prepare()
	go mgr.Start(ctx)
	if err := <-failed; err != nil {
		fmt.Println(err)
	}
	return nil
}

// waited gives up, at the latest after a second.
func waited(ctx context.Context, config *rest.Config) error {
	mgr, err := manager(config)
	if err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { // want `leads to List of Pod`
		_, err := count(ctx, mgr.GetClient())
		failed <- err
	}()
	prepare()
	go mgr.Start(ctx)
	select {
	case err := <-failed:
		if err != nil {
			return fmt.Errorf("count: %w", err)
		}
	case <-time.After(time.Second):
		return errors.New("too late")
	}
	return nil
}

type result struct {
	n   int
	err error
}

// parts sends both results.
func parts(ctx context.Context, config *rest.Config) error {
	mgr, err := manager(config)
	if err != nil {
		return err
	}
	results := make(chan result, 1)
	go func() { // want `leads to List of Pod`
		n, err := count(ctx, mgr.GetClient())
		results <- result{n, err}
	}()
	prepare()
	go mgr.Start(ctx)
	r := <-results
	if r.err != nil {
		return r.err
	}
	fmt.Println(r.n)
	return nil
}

// shared has a variable.
func shared(ctx context.Context, config *rest.Config) error {
	mgr, err := manager(config)
	if err != nil {
		return err
	}
	var failed error
	done := make(chan struct{})
	go func() { // want `leads to List of Pod`
		defer close(done)
		_, failed = count(ctx, mgr.GetClient())
	}()
	prepare()
	go mgr.Start(ctx)
	<-done
	return failed
}

// wrapped says more of it, on the channel of somebody who ends it all.
func wrapped(ctx context.Context, config *rest.Config) error {
	mgr, err := manager(config)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	failed := make(chan error, 1)
	go seed(ctx, mgr.GetClient(), failed) // want `leads to List of Pod`
	go func() {
		if err := <-failed; err != nil {
			fmt.Println(err)
			cancel()
		}
	}()
	prepare()
	go mgr.Start(ctx)
	<-ctx.Done()
	return nil
}

func seed(ctx context.Context, from client.Reader, failed chan<- error) {
	if _, err := count(ctx, from); err != nil {
		failed <- fmt.Errorf("seed: %w", err)
	}
}

// twice reads twice, each time too early.
func twice(ctx context.Context, config *rest.Config) error {
	mgr, err := manager(config)
	if err != nil {
		return err
	}
	done := make(chan struct{})
	go func() { // want `leads to List of Pod`
		defer close(done)
		show(ctx, mgr.GetClient())
		show(ctx, mgr.GetClient())
	}()
	prepare()
	go mgr.Start(ctx)
	<-done
	return nil
}

func show(ctx context.Context, from client.Reader) {
	n, err := count(ctx, from)
	fmt.Println(n, err)
}

// prepare takes its time, as the set-up of controllers does.
func prepare() { time.Sleep(100 * time.Millisecond) }
