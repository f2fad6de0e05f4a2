package passed

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	ctrlmanager "sigs.k8s.io/controller-runtime/pkg/manager"
)

// Said sends whether it could.
func Said(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	ok := make(chan bool, 1)
	go func() {
		_, err := count(ctx, mgr.GetClient())
		ok <- err == nil
	}()
	go mgr.Start(ctx)
	if !<-ok {
		return count(ctx, mgr.GetAPIReader())
	}
	return 0, nil
}

type app struct {
	failed chan bool
	errs   chan error
	err    error
	mu     sync.Mutex
	mgr    ctrl.Manager
}

// Denied sends whether it could not.
func Denied(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	a := &app{failed: make(chan bool, 1), mgr: mgr}
	go a.read(ctx)
	go mgr.Start(ctx)
	if <-a.failed {
		return count(ctx, mgr.GetAPIReader())
	}
	return 0, nil
}

func (a *app) read(ctx context.Context) {
	_, err := count(ctx, a.mgr.GetClient())
	a.failed <- err != nil
}

// Locked keeps the error in a field, under a lock.
func Locked(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	a := &app{mgr: mgr}
	go func() {
		_, err := count(ctx, mgr.GetClient())
		a.mu.Lock()
		a.err = err
		a.mu.Unlock()
	}()
	go mgr.Start(ctx)
	time.Sleep(time.Second)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err != nil {
		return count(ctx, mgr.GetAPIReader())
	}
	return 0, nil
}

// Flagged sets a variable if it has failed.
func Flagged(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	bad := false
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, err := count(ctx, mgr.GetClient()); err != nil {
			bad = true
		}
	}()
	go mgr.Start(ctx)
	<-done
	if bad {
		return count(ctx, mgr.GetAPIReader())
	}
	return 0, nil
}

// Counted sets one if it has not.
func Counted(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	n := -1
	done := make(chan struct{})
	go func() {
		defer close(done)
		if k, err := count(ctx, mgr.GetClient()); err == nil {
			n = k
		}
	}()
	go mgr.Start(ctx)
	<-done
	if n < 0 {
		return count(ctx, mgr.GetAPIReader())
	}
	return n, nil
}

// Caused ends a context with the error.
func Caused(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	rctx, cancel := context.WithCancelCause(ctx)
	go func() {
		_, err := count(ctx, mgr.GetClient())
		cancel(err)
	}()
	go mgr.Start(ctx)
	<-rctx.Done()
	if err := context.Cause(rctx); !errors.Is(err, context.Canceled) {
		return count(ctx, mgr.GetAPIReader())
	}
	return 0, nil
}

// Atomic sets an atomic.
func Atomic(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	var failed atomic.Bool
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		if _, err := count(ctx, mgr.GetClient()); err != nil {
			failed.Store(true)
		}
	}()
	go mgr.Start(ctx)
	wg.Wait()
	if failed.Load() {
		return count(ctx, mgr.GetAPIReader())
	}
	return 0, nil
}

// Gathered appends the error.
func Gathered(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	var errs []error
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		if _, err := count(ctx, mgr.GetClient()); err != nil {
			errs = append(errs, err)
		}
	}()
	go mgr.Start(ctx)
	wg.Wait()
	if len(errs) > 0 {
		return count(ctx, mgr.GetAPIReader())
	}
	return 0, nil
}

// CalledBack calls back.
func CalledBack(ctx context.Context, config *rest.Config) error {
	mgr, _ := manager(config)
	go load(ctx, mgr.GetClient(), func(err error) {
		if err != nil {
			time.Sleep(time.Second)
			_, err = count(ctx, mgr.GetAPIReader())
			fmt.Println(err)
		}
	})
	return mgr.Start(ctx)
}

func load(ctx context.Context, c client.Client, then func(error)) {
	_, err := count(ctx, c)
	then(err)
}

type future[T any] struct{ ch chan outcome[T] }
type outcome[T any] struct {
	val T
	err error
}

func async[T any](f func() (T, error)) *future[T] {
	fu := &future[T]{ch: make(chan outcome[T], 1)}
	go func() {
		v, err := f()
		fu.ch <- outcome[T]{v, err}
	}()
	return fu
}

func (f *future[T]) wait() (T, error) { o := <-f.ch; return o.val, o.err }

// Future has a generic future.
func Future(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	fu := async(func() (int, error) { return count(ctx, mgr.GetClient()) })
	go mgr.Start(ctx)
	n, err := fu.wait()
	if err != nil {
		return count(ctx, mgr.GetAPIReader())
	}
	return n, nil
}

// Mapped keeps the error in a map.
func Mapped(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	errs := make(map[string]error)
	done := make(chan struct{})
	go func() {
		_, errs["pods"] = count(ctx, mgr.GetClient())
		close(done)
	}()
	go mgr.Start(ctx)
	<-done
	for range errs {
		if errs["pods"] != nil {
			return count(ctx, mgr.GetAPIReader())
		}
	}
	return 0, nil
}

// Queued queues a function that reads once more.
func Queued(ctx context.Context, config *rest.Config) error {
	mgr, _ := manager(config)
	again := make(chan func(), 10)
	go func() {
		if _, err := count(ctx, mgr.GetClient()); err != nil {
			again <- func() { _, _ = count(ctx, mgr.GetClient()) }
		}
	}()
	go func() {
		for f := range again {
			time.Sleep(time.Second)
			f()
		}
	}()
	return mgr.Start(ctx)
}

// Switched asks the error in a switch.
func Switched(ctx context.Context, config *rest.Config) error {
	mgr, _ := manager(config)
	errs := make(chan error, 1)
	go func() { _, err := count(ctx, mgr.GetClient()); errs <- err }()
	go mgr.Start(ctx)
	for {
		select {
		case err := <-errs:
			switch {
			case err == nil:
				return nil
			case errors.Is(err, context.Canceled):
				return err
			default:
				time.AfterFunc(time.Second, func() { _, err := count(ctx, mgr.GetClient()); errs <- err })
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Heard tells a runnable.
func Heard(ctx context.Context, config *rest.Config) error {
	mgr, _ := manager(config)
	errs := make(chan error, 1)
	go func() { _, err := count(ctx, mgr.GetClient()); errs <- err }()
	_ = mgr.Add(ctrlmanager.RunnableFunc(func(ctx context.Context) error {
		if err := <-errs; err != nil {
			_, err := count(ctx, mgr.GetClient())
			return err
		}
		return nil
	}))
	return mgr.Start(ctx)
}

func (a *app) refresh() {
	_, err := count(context.Background(), a.mgr.GetClient())
	fmt.Println(err)
}

// Timed has a timer read again.
func Timed(ctx context.Context, config *rest.Config) error {
	mgr, _ := manager(config)
	a := &app{mgr: mgr}
	go a.refresh()
	time.AfterFunc(time.Second, a.refresh)
	return mgr.Start(ctx)
}

// InRunnable has a runnable do so.
func InRunnable(ctx context.Context, config *rest.Config) error {
	mgr, _ := manager(config)
	a := &app{mgr: mgr}
	go a.refresh()
	_ = mgr.Add(ctrlmanager.RunnableFunc(func(context.Context) error { a.refresh(); return nil }))
	return mgr.Start(ctx)
}

// Beside has another goroutine do so.
func Beside(ctx context.Context, config *rest.Config) error {
	mgr, _ := manager(config)
	a := &app{mgr: mgr}
	go a.refresh()
	go func() {
		time.Sleep(time.Second)
		a.refresh()
	}()
	return mgr.Start(ctx)
}

// Elected does so when elected.
func Elected(ctx context.Context, config *rest.Config) error {
	mgr, _ := manager(config)
	a := &app{mgr: mgr}
	go a.refresh()
	go func() {
		<-mgr.Elected()
		a.refresh()
	}()
	return mgr.Start(ctx)
}

// Ticked has a ticker do so.
func Ticked(ctx context.Context, config *rest.Config) error {
	mgr, _ := manager(config)
	a := &app{mgr: mgr}
	go a.refresh()
	go func() {
		for range time.Tick(5 * time.Second) {
			a.refresh()
		}
	}()
	return mgr.Start(ctx)
}

// Polled looks a second later.
func Polled(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	got := make(chan int, 1)
	go func() {
		n, err := count(ctx, mgr.GetClient())
		if err != nil {
			return
		}
		got <- n
	}()
	go mgr.Start(ctx)
	time.Sleep(time.Second)
	select {
	case n := <-got:
		return n, nil
	default:
		return count(ctx, mgr.GetAPIReader())
	}
}

// TimedOut waits for a second, by a context.
func TimedOut(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	got := make(chan int, 1)
	go func() {
		n, err := count(ctx, mgr.GetClient())
		if err != nil {
			return
		}
		got <- n
	}()
	go mgr.Start(ctx)
	tctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	select {
	case n := <-got:
		return n, nil
	case <-tctx.Done():
	}
	return count(ctx, mgr.GetAPIReader())
}

func soon(ch <-chan struct{}) bool {
	select {
	case <-ch:
		return true
	case <-time.After(time.Second):
		return false
	}
}

// Soon has a helper wait for a second.
func Soon(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	read := make(chan struct{})
	go func() {
		if _, err := count(ctx, mgr.GetClient()); err == nil {
			close(read)
		}
	}()
	go mgr.Start(ctx)
	if !soon(read) {
		return count(ctx, mgr.GetAPIReader())
	}
	return 0, nil
}

func readInto(ctx context.Context, c client.Reader, into *error, wg *sync.WaitGroup) {
	defer wg.Done()
	_, *into = count(ctx, c)
}

// Pointed gets a pointer to the error.
func Pointed(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	var err error
	var wg sync.WaitGroup
	wg.Add(1)
	go readInto(ctx, mgr.GetClient(), &err, &wg)
	go mgr.Start(ctx)
	wg.Wait()
	if err != nil {
		return count(ctx, mgr.GetAPIReader())
	}
	return 0, nil
}

type base struct{ errs chan error }
type server struct {
	base
	c client.Reader
}

func (s *server) run(ctx context.Context) {
	var pods corev1.PodList
	s.errs <- s.c.List(ctx, &pods)
}

// Embedded has the channel in a structure that is embedded.
func Embedded(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	s := &server{base{make(chan error, 1)}, mgr.GetClient()}
	go s.run(ctx)
	go mgr.Start(ctx)
	for err := range s.errs {
		if err == nil {
			break
		}
		go s.run(ctx)
	}
	return 0, nil
}

// Nil sends nil.
func Nil(ctx context.Context, config *rest.Config) (int, error) {
	mgr, _ := manager(config)
	got := make(chan *corev1.PodList, 1)
	go func() {
		var pods corev1.PodList
		if err := mgr.GetClient().List(ctx, &pods); err != nil {
			got <- nil
			return
		}
		got <- &pods
	}()
	go mgr.Start(ctx)
	pods := <-got
	if pods == nil {
		return count(ctx, mgr.GetAPIReader())
	}
	return len(pods.Items), nil
}
