// Functions of a package below are followed by its facts. One of a package without
// facts is a stranger, which may start what it gets.
package p

import (
	"example.com/elsewhere"
	"example.com/lib"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	m := lib.New(client)
	m.Run(stop)
	m.Factory.Core().V1().Pods().Lister()
}

func Helper(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	lib.StartAll(f, stop)
	f.Core().V1().Pods().Lister()
}

func Caller(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	lib.Twice(func() { f.Start(stop) })
	f.Core().V1().Pods().Lister()
}

func Unknown(client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	elsewhere.Take(f)
}
