package program

import (
	"context"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func work(ctx context.Context, name string)

var running = map[string]context.CancelFunc{}

var limit time.Duration

func timeout() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), limit)
}

func limited() (context.Context, func()) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	return ctx, cancel
}

// notify is in another package, as that of os/signal.
func notify(context.Context) (context.Context, context.CancelFunc)

// of has the context of an object, which goes on.
func of(name string) (context.Context, context.CancelFunc) {
	return context.Background(), running[name]
}

func end(cancel context.CancelFunc) { cancel() }

func register(i cache.SharedInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		// What ends the context of one call is no work.
		AddFunc: func(obj interface{}) {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			work(ctx, obj.(*v1.Pod).Name)
		},
		// What ends what goes on for the object is.
		DeleteFunc: func(obj interface{}) {
			pod, ok := obj.(*v1.Pod)
			if !ok {
				return
			}
			cancel := running[pod.Name]
			cancel()
		},
	})
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		// Nor is it where the context comes from somewhere else.
		DeleteFunc: func(obj interface{}) {
			_, a := timeout()
			defer a()
			_, b := limited()
			defer b()
			_, c := context.WithCancelCause(context.Background())
			defer c(nil)
			_, d := context.WithCancel(context.Background())
			defer func() { d() }()
			_, e := notify(context.Background())
			defer e()
			f := context.CancelFunc(func() {})
			if limit > 0 {
				_, f = context.WithTimeout(context.Background(), limit)
			}
			defer f()
			_, g := context.WithCancel(context.Background())
			defer end(g)
			h := context.AfterFunc(context.Background(), func() {})
			defer h()
		},
	})
	_, stop := context.WithCancel(context.Background())
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		// It is where the context was there before.
		DeleteFunc: func(obj interface{}) {
			name := obj.(*v1.Pod).Name
			if cancel, ok := running[name]; ok {
				cancel()
			}
			_, own := of(name)
			own()
			end(running[name])
			stop()
		},
	})
}
