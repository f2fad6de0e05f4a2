package program

import (
	"context"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func work(ctx context.Context, name string)

var running = map[string]context.CancelFunc{}

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
}
