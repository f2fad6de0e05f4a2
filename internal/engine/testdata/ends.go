// A path that panics, exits or returns early leads no further. Of Exits and Early
// nothing is said: something starts the factory on some way.
package p

import (
	"os"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if b {
		f.Core().V1().Pods().Lister()
		panic("pods")
	}
	f.Start(stop)
	f.Core().V1().Pods().Lister()
}

func Exits(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if b {
		f.Start(stop)
		os.Exit(1)
	}
	f.Core().V1().Pods().Lister()
}

func Early(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	if b {
		return
	}
	f.Start(stop)
}
