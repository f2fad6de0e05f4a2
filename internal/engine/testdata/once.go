// sync.Once runs its function before it returns, once or not at all: another call
// may have been the first. Silent.
package p

import (
	"sync"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	var once sync.Once
	once.Do(func() { f.Start(stop) })
	f.Core().V1().Pods().Lister()
}
