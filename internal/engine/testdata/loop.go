// Run starts in each round what was registered in it, and nodes after the loop,
// which may have had no round: silent. Made makes a factory in each round: it stands
// for several, and no story is told of it.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}, n int) {
	f := informers.NewSharedInformerFactory(client, 0)
	for i := 0; i < n; i++ {
		f.Core().V1().Pods().Lister()
		f.Start(stop)
	}
	f.Core().V1().Nodes().Lister()
}

func Made(client kubernetes.Interface, stop <-chan struct{}, n int) {
	for range n {
		f := informers.NewSharedInformerFactory(client, 0) // stands for several
		f.Start(stop)
		f.Core().V1().Pods().Lister()
	}
}
