// A mutex may put threads in order, but does not say in which: silent, and the
// story lets it order them either way.
package p

import (
	"sync"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	var mu sync.Mutex
	go func() {
		mu.Lock()
		f.Start(stop)
		mu.Unlock()
	}()
	mu.Lock()
	f.Core().V1().Pods().Lister()
	mu.Unlock()
}
