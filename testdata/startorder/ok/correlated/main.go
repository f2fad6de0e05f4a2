// Package correlated asks the same more than once, and what is asked changes in
// between or does not: each time a factory is started that has all of its informers.
package correlated

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type options struct{ pods, ready bool }

// Run counts the pods both ways, and returns the smaller number.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	one, err := Wanted(ctx, client, &options{pods: true})
	if err != nil {
		return 0, err
	}
	other, err := Toggled(ctx, client, &options{})
	return min(one, other), err
}

// Wanted starts, waits and reads if pods are wanted.
func Wanted(ctx context.Context, client kubernetes.Interface, opts *options) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	var lister corelisters.PodLister
	if opts.pods {
		lister = factory.Core().V1().Pods().Lister()
		factory.Start(ctx.Done())
	}
	if lister == nil {
		return 0, nil
	}
	factory.WaitForCacheSync(ctx.Done())
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}

func (o *options) toggle() { o.ready = !o.ready }

// Toggled asks a field that has another value the second time.
func Toggled(ctx context.Context, client kubernetes.Interface, opts *options) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	if opts.ready {
		factory.Start(ctx.Done()) // for somebody else's informers
	}
	opts.toggle()
	if !opts.ready {
		return 0, nil
	}
	lister := factory.Core().V1().Pods().Lister()
	return started(ctx, factory, lister, opts)
}

// started starts what has been registered, unless the factory is not ready any more.
func started(ctx context.Context, factory informers.SharedInformerFactory, lister corelisters.PodLister, opts *options) (int, error) {
	opts.toggle()
	if !opts.ready {
		factory.Start(ctx.Done())
	}
	factory.WaitForCacheSync(ctx.Done())
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
