package run

import (
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"example.com/gate"
)

func init() {
	c := config
	c.Early = early
	register("known", map[string]func() string{"136509": resync}, c)
	register("known", map[string]func() string{
		"117870": lateTransform, "124337": transformAgain, "119554": shutDown, "141079": drain, "run-twice": runTwice,
	}, config)
}

// resync is an informer with a resync period and a handler: the resync may come
// before the processor has started its listeners. Up to client-go v0.35 that can
// be for ever (kubernetes/kubernetes#136509): a notification is sent to a
// listener that is not running, under a read lock; the resync asks for the write
// lock; and the processor, which would start the listener, for another read lock.
func resync() string {
	informer := cache.NewSharedIndexInformer(pods(func() {}), &corev1.Pod{}, time.Second, cache.Indexers{})
	seen := make(chan struct{}, 100)
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(any) { seen <- struct{}{} },
	}); err != nil {
		return err.Error()
	}
	stop := make(chan struct{})
	defer close(stop)
	go gate.Child("informer", func() { informer.Run(stop) })()
	gate.Sleep("rest", 1500*time.Millisecond)
	if len(seen) != 1 {
		return "the handler has not seen the pod"
	}
	return ""
}

// lateTransform sets a transform while the informer starts: it has to be refused
// or to be used. Up to client-go v0.27 Run looks at it before it takes the lock
// under which it says that it has started (kubernetes/kubernetes#117870).
func lateTransform() string {
	informer := cache.NewSharedIndexInformer(pods(func() {}), &corev1.Pod{}, 0, cache.Indexers{})
	stop := make(chan struct{})
	defer close(stop)
	go gate.Child("informer", func() { informer.Run(stop) })()
	refused := informer.SetTransform(func(obj any) (any, error) {
		obj.(*corev1.Pod).Labels = map[string]string{"transformed": "yes"}
		return obj, nil
	})
	gate.Sleep("rest", time.Second)
	for _, obj := range informer.GetStore().List() {
		if refused == nil && obj.(*corev1.Pod).Labels == nil {
			return "the transform was taken, and the pod in the store has not been through it"
		}
	}
	return ""
}

// transformAgain counts how often a transform is given one and the same object,
// which it may change in place: once it is in the store, others read it. Up to
// client-go v0.30 a resync does so again (kubernetes/kubernetes#124337).
func transformAgain() string {
	informer := cache.NewSharedIndexInformer(pods(func() {}), &corev1.Pod{}, time.Second, cache.Indexers{})
	given := make(map[any]int)
	if err := informer.SetTransform(func(obj any) (any, error) {
		given[obj]++
		return obj, nil
	}); err != nil {
		return err.Error()
	}
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{}); err != nil {
		return err.Error()
	}
	stop := make(chan struct{})
	defer close(stop)
	go gate.Child("informer", func() { informer.Run(stop) })()
	gate.Sleep("rest", 1500*time.Millisecond)
	for _, n := range given {
		if n > 1 {
			return fmt.Sprintf("the transform was given an object of the store, which it had been given before: %d times", n)
		}
	}
	return ""
}

// shutDown gives up to wait for an item that nobody ends: ShutDown after
// ShutDownWithDrain, which its documentation allows. Up to client-go v0.28 the
// first may come when the other has looked whether it has to wait and does not
// wait yet, and then it waits for ever (kubernetes/kubernetes#119554).
func shutDown() string {
	queue := workqueue.New()
	queue.Add("till")
	queue.Get()
	go gate.Child("drain", queue.ShutDownWithDrain)()
	if _, shutDown := queue.Get(); !shutDown {
		return "an item comes that nobody has added"
	}
	queue.ShutDown()
	return ""
}

// drain shuts a queue down when there are two items, and one worker. As it is
// documented, ShutDownWithDrain returns when all items have been processed
// (kubernetes/kubernetes#141079).
func drain() string {
	queue := workqueue.New()
	queue.Add("till")
	queue.Add("shelf")
	done := 0
	go gate.Child("worker", func() {
		for {
			item, shutDown := queue.Get()
			if shutDown {
				return
			}
			done++
			queue.Done(item)
		}
	})()
	queue.ShutDownWithDrain()
	if done != 2 {
		return fmt.Sprintf("ShutDownWithDrain returns when %d of 2 items have been processed", done)
	}
	return ""
}

// runTwice runs an informer from two goroutines. The second one has to be
// refused.
func runTwice() string {
	lists := 0
	informer := cache.NewSharedIndexInformer(pods(func() { lists++ }), &corev1.Pod{}, 0, cache.Indexers{})
	stop := make(chan struct{})
	defer close(stop)
	go gate.Child("first", func() { informer.Run(stop) })()
	go gate.Child("second", func() { informer.Run(stop) })()
	gate.Sleep("rest", time.Second)
	if lists > 1 {
		return "it runs twice, with two reflectors"
	}
	return ""
}
