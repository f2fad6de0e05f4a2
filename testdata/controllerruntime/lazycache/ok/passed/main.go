// Package passed hands the error of a read in a goroutine to somebody who looks at it,
// and reads again.
package passed

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods in several ways, and then once more.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	for _, f := range []func(context.Context, *rest.Config) (int, error){Again, Live, Whole, Told, Param, Shared, Within, Grouped, Joined} {
		if _, err := f(ctx, config); err != nil {
			return 0, err
		}
	}
	for _, f := range []func(context.Context, *rest.Config) error{Twice, Slept, Postponed, Here} {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		if err := f(ctx, config); err != nil {
			return 0, err
		}
	}
	mgr, err := manager(config)
	if err != nil {
		return 0, err
	}
	return count(ctx, mgr.GetAPIReader())
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

// Again counts once more if the goroutine could not.
func Again(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := manager(config)
	if err != nil {
		return 0, err
	}
	failed := make(chan error, 1)
	go func() {
		_, err := count(ctx, mgr.GetClient())
		failed <- err
	}()
	go mgr.Start(ctx)
	if err := <-failed; err != nil {
		time.Sleep(time.Second)
		return count(ctx, mgr.GetClient())
	}
	return 0, nil
}

// Live asks the API server then.
func Live(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := manager(config)
	if err != nil {
		return 0, err
	}
	failed := make(chan error, 1)
	go func() {
		var pods corev1.PodList
		failed <- mgr.GetClient().List(ctx, &pods)
	}()
	go mgr.Start(ctx)
	select {
	case err := <-failed:
		if err != nil {
			return count(ctx, mgr.GetAPIReader())
		}
	case <-ctx.Done():
	}
	return 0, nil
}

type result struct {
	n   int
	err error
}

// Whole sends both results.
func Whole(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := manager(config)
	if err != nil {
		return 0, err
	}
	results := make(chan result, 1)
	go func() {
		n, err := count(ctx, mgr.GetClient())
		results <- result{n, err}
	}()
	go mgr.Start(ctx)
	r := <-results
	if r.err != nil {
		if !mgr.GetCache().WaitForCacheSync(ctx) {
			return 0, ctx.Err()
		}
		return count(ctx, mgr.GetClient())
	}
	return r.n, nil
}

// Told closes a channel if it has failed.
func Told(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := manager(config)
	if err != nil {
		return 0, err
	}
	failed := make(chan struct{})
	go func() {
		if _, err := count(ctx, mgr.GetClient()); err != nil {
			close(failed)
		}
	}()
	go mgr.Start(ctx)
	select {
	case <-failed:
		return count(ctx, mgr.GetAPIReader())
	case <-time.After(time.Second):
	}
	return 0, nil
}

func warm(ctx context.Context, from client.Reader, failed chan<- error) {
	if _, err := count(ctx, from); err != nil {
		failed <- fmt.Errorf("warm: %w", err)
		return
	}
	close(failed)
}

// Param has the channel as a parameter.
func Param(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := manager(config)
	if err != nil {
		return 0, err
	}
	failed := make(chan error)
	go warm(ctx, mgr.GetClient(), failed)
	go mgr.Start(ctx)
	for err := range failed {
		fmt.Println(err)
		time.Sleep(time.Second)
		go warm(ctx, mgr.GetClient(), failed)
	}
	return 0, nil
}

// Shared looks at a variable that the goroutine has set.
func Shared(ctx context.Context, config *rest.Config) (n int, err error) {
	mgr, err := manager(config)
	if err != nil {
		return 0, err
	}
	var failed error
	done := make(chan struct{})
	go func() {
		defer close(done)
		n, failed = count(ctx, mgr.GetClient())
	}()
	go mgr.Start(ctx)
	<-done
	if failed != nil {
		time.Sleep(time.Second)
		return count(ctx, mgr.GetClient())
	}
	return n, nil
}

// Within waits for the goroutine for a second, and then reads itself.
func Within(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := manager(config)
	if err != nil {
		return 0, err
	}
	counted := make(chan int, 1)
	go func() {
		if n, err := count(ctx, mgr.GetClient()); err == nil {
			counted <- n
		}
	}()
	go mgr.Start(ctx)
	select {
	case n := <-counted:
		return n, nil
	case <-time.After(time.Second):
		return count(ctx, mgr.GetClient())
	}
}

// Grouped waits with a WaitGroup.
func Grouped(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := manager(config)
	if err != nil {
		return 0, err
	}
	var wg sync.WaitGroup
	var failed error
	wg.Add(1)
	go func() {
		defer wg.Done()
		_, failed = count(ctx, mgr.GetClient())
	}()
	go mgr.Start(ctx)
	wg.Wait()
	if failed != nil {
		return count(ctx, mgr.GetAPIReader())
	}
	return 0, nil
}

// Joined has a group that returns the error.
func Joined(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := manager(config)
	if err != nil {
		return 0, err
	}
	var group errgroup.Group
	group.Go(func() error {
		_, err := count(ctx, mgr.GetClient())
		return err
	})
	go mgr.Start(ctx)
	if err := group.Wait(); err != nil {
		return count(ctx, mgr.GetAPIReader())
	}
	return 0, nil
}

// Twice counts a second time, a second later, whatever has come of the first.
func Twice(ctx context.Context, config *rest.Config) error {
	mgr, err := manager(config)
	if err != nil {
		return err
	}
	go show(ctx, mgr.GetClient())
	time.AfterFunc(time.Second, func() { show(ctx, mgr.GetClient()) })
	return mgr.Start(ctx)
}

func show(ctx context.Context, from client.Reader) {
	n, err := count(ctx, from)
	fmt.Println(n, err)
}

// Slept does so in the goroutine.
func Slept(ctx context.Context, config *rest.Config) error {
	mgr, err := manager(config)
	if err != nil {
		return err
	}
	go func() {
		show(ctx, mgr.GetClient())
		time.Sleep(time.Second)
		show(ctx, mgr.GetClient())
	}()
	return mgr.Start(ctx)
}

// Postponed has the goroutine try again a second later.
func Postponed(ctx context.Context, config *rest.Config) error {
	mgr, err := manager(config)
	if err != nil {
		return err
	}
	go func() {
		if _, err := count(ctx, mgr.GetClient()); err != nil {
			time.AfterFunc(time.Second, func() { show(ctx, mgr.GetClient()) })
		}
	}()
	return mgr.Start(ctx)
}

// Here does so where the manager has begun.
func Here(ctx context.Context, config *rest.Config) error {
	mgr, err := manager(config)
	if err != nil {
		return err
	}
	go show(ctx, mgr.GetClient())
	go mgr.Start(ctx)
	time.Sleep(time.Second)
	show(ctx, mgr.GetClient())
	<-ctx.Done()
	return nil
}
