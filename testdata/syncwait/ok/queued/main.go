// Package queued begins its worker before the wait: the worker has nothing to do until a handler gives it work.
package queued

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	pods  corelisters.PodLister
	queue workqueue.TypedRateLimitingInterface[cache.ObjectName]
	found chan int
}

func (c *controller) work() {
	name, shutdown := c.queue.Get()
	if shutdown {
		return
	}
	defer c.queue.Done(name)
	if pod, err := c.pods.Pods(name.Namespace).Get(name.Name); err == nil && pod != nil {
		c.found <- 1
	}
}

// Run counts the first pod that it hears of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	c := &controller{
		pods:  pods.Lister(),
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[cache.ObjectName]()),
		found: make(chan int, 1),
	}
	defer c.queue.ShutDown()
	_, err := pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if name, err := cache.ObjectToName(obj); err == nil {
			c.queue.Add(name)
		}
	}})
	if err != nil {
		return 0, err
	}
	go c.work()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return <-c.found, nil
}
