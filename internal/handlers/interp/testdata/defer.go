package program

import (
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type store struct {
	mu   sync.Mutex
	pods map[string]*v1.Pod
}

func done(name string)

func register(i cache.SharedInformer) {
	s := &store{pods: make(map[string]*v1.Pod)}
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj interface{}) {
			s.mu.Lock()
			defer s.mu.Unlock() // no work
			pod := obj.(*v1.Pod)
			defer done(pod.Name) // taken to run at once
			s.pods[pod.Name] = pod
		},
		DeleteFunc: func(obj interface{}) {
			// What recover leads to is not followed: nothing is known of a tombstone.
			defer func() {
				if recover() != nil {
					done("")
				}
			}()
			delete(s.pods, obj.(*v1.Pod).Name)
		},
	})
}
