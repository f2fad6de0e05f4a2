// A function that runs at some time or never may help: silent. A sleep awaits
// nobody, and the goroutine signals nothing, so that it puts nothing in order.
package p

import (
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	time.AfterFunc(time.Second, func() { f.Start(stop) })
	f.Core().V1().Pods().Lister()
}

func Sleeps(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go f.Start(stop)
	time.Sleep(time.Second)
	f.Core().V1().Pods().Lister()
}
