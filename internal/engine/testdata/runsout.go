// Waits with a time limit of their own whose result is dropped, and right ones beside them.
package p

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

func begin(client kubernetes.Interface, stop <-chan struct{}) (informers.SharedInformerFactory, listers.PodLister) {
	f := informers.NewSharedInformerFactory(client, 0)
	lister := f.Core().V1().Pods().Lister()
	f.Start(stop)
	return f, lister
}

// Patient is wrong, however long that is.
func Patient(ctx context.Context, client kubernetes.Interface, patience time.Duration, found chan<- int) {
	f, lister := begin(client, ctx.Done())
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	f.WaitForCacheSync(limited.Done())
	pods, _ := lister.List(labels.Everything())
	found <- len(pods)
}

// Twice is wrong: two waits share the limit.
func Twice(ctx context.Context, client kubernetes.Interface, found chan<- int) {
	f, lister := begin(client, ctx.Done())
	limited, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	f.WaitForCacheSync(limited.Done())
	_ = cache.WaitForCacheSync(limited.Done(), f.Core().V1().Pods().Informer().HasSynced)
	pods, _ := lister.List(labels.Everything())
	found <- len(pods)
}

// Timer is wrong: a goroutine closes the channel of the wait after a while.
func Timer(client kubernetes.Interface, stop <-chan struct{}, found chan<- int) {
	f, lister := begin(client, stop)
	over := make(chan struct{})
	go func() {
		select {
		case <-stop:
		case <-time.After(time.Second):
		}
		close(over)
	}()
	f.WaitForCacheSync(over)
	pods, _ := lister.List(labels.Everything())
	found <- len(pods)
}

// Cancelled has no limit.
func Cancelled(ctx context.Context, client kubernetes.Interface, found chan<- int) {
	f, lister := begin(client, ctx.Done())
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	f.WaitForCacheSync(inner.Done())
	pods, _ := lister.List(labels.Everything())
	found <- len(pods)
}

// Brief lives no longer than the wait.
func Brief(client kubernetes.Interface, found chan<- int) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	f, lister := begin(client, ctx.Done())
	f.WaitForCacheSync(ctx.Done())
	pods, _ := lister.List(labels.Everything())
	found <- len(pods)
}

// Flagged asks whether the goroutine has left word.
func Flagged(client kubernetes.Interface, stop <-chan struct{}, found chan<- int) {
	f, lister := begin(client, stop)
	over, late := make(chan struct{}), false
	go func() {
		time.Sleep(time.Second)
		late = true
		close(over)
	}()
	f.WaitForCacheSync(over)
	if late {
		return
	}
	pods, _ := lister.List(labels.Everything())
	found <- len(pods)
}

// Closed asks the channel.
func Closed(client kubernetes.Interface, stop <-chan struct{}, found chan<- int) {
	f, lister := begin(client, stop)
	over := make(chan struct{})
	go func() {
		time.Sleep(time.Second)
		close(over)
	}()
	f.WaitForCacheSync(over)
	select {
	case <-over:
		return
	default:
	}
	pods, _ := lister.List(labels.Everything())
	found <- len(pods)
}

// Released lets the wait go when something else is ready, too.
func Released(client kubernetes.Interface, stop <-chan struct{}, found chan<- int) {
	f, lister := begin(client, stop)
	over := make(chan struct{})
	go func() {
		<-stop
		close(over)
	}()
	f.WaitForCacheSync(over)
	pods, _ := lister.List(labels.Everything())
	found <- len(pods)
}

// Returned tells its caller that there is nothing.
func Returned(ctx context.Context, client kubernetes.Interface) int {
	f, lister := begin(client, ctx.Done())
	limited, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	f.WaitForCacheSync(limited.Done())
	pods, _ := lister.List(labels.Everything())
	return len(pods)
}

// Long gives it more than an hour.
func Long(ctx context.Context, client kubernetes.Interface, found chan<- int) {
	f, lister := begin(client, ctx.Done())
	limited, cancel := context.WithTimeout(ctx, 7200*time.Second)
	defer cancel()
	f.WaitForCacheSync(limited.Done())
	pods, _ := lister.List(labels.Everything())
	found <- len(pods)
}

// Handed does what comes afterwards with the same limit.
func Handed(ctx context.Context, client kubernetes.Interface, work func(context.Context, int)) {
	f, lister := begin(client, ctx.Done())
	limited, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	f.WaitForCacheSync(limited.Done())
	pods, _ := lister.List(labels.Everything())
	work(limited, len(pods))
}

// Expired asks the context.
func Expired(ctx context.Context, client kubernetes.Interface, found chan<- int) {
	f, lister := begin(client, ctx.Done())
	limited, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	f.WaitForCacheSync(limited.Done())
	if limited.Err() == nil {
		pods, _ := lister.List(labels.Everything())
		found <- len(pods)
	}
}

// Asked knows that it may be too few.
func Asked(ctx context.Context, client kubernetes.Interface, found chan<- int, all chan<- bool) {
	f, lister := begin(client, ctx.Done())
	limited, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	synced := cache.WaitForCacheSync(limited.Done(), f.Core().V1().Pods().Informer().HasSynced)
	pods, _ := lister.List(labels.Everything())
	found <- len(pods)
	all <- synced
}

// Adopted is told of whatever comes later by a handler.
func Adopted(ctx context.Context, client kubernetes.Interface, found chan<- int) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods()
	lister := pods.Lister()
	pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { found <- 1 }})
	f.Start(ctx.Done())
	limited, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	f.WaitForCacheSync(limited.Done())
	list, _ := lister.List(labels.Everything())
	found <- len(list)
}

// Warm reads, and does nothing with it.
func Warm(ctx context.Context, client kubernetes.Interface) {
	f, lister := begin(client, ctx.Done())
	limited, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	f.WaitForCacheSync(limited.Done())
	_, _ = lister.List(labels.Everything())
}
