// Hidden fields of a receiver. What one statement of the package fills is what the
// method finds there (only); where several do (several), where the method looks first
// (looked), where it fills the field at times (sometimes), or where the address is taken
// (taken), something else may be there. What restart finds before it fills the field (left)
// is what an earlier call has left there: nothing is said of it.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type keeper struct {
	client  kubernetes.Interface
	only    informers.SharedInformerFactory
	several informers.SharedInformerFactory
	looked  informers.SharedInformerFactory
	taken   informers.SharedInformerFactory

	sometimes informers.SharedInformerFactory
	ready     bool

	left informers.SharedInformerFactory
}

func (k *keeper) runOnly(stop <-chan struct{}) {
	k.only = informers.NewSharedInformerFactory(k.client, 0)
	k.startOnly(stop)
}

func (k *keeper) startOnly(stop <-chan struct{}) { k.only.Start(stop) }

func (k *keeper) runSeveral(stop <-chan struct{}) {
	k.several = informers.NewSharedInformerFactory(k.client, 0)
	k.several.Start(stop)
}

func (k *keeper) use(f informers.SharedInformerFactory) { k.several = f }

func (k *keeper) runLooked(stop <-chan struct{}) {
	if k.looked != nil {
		return
	}
	k.looked = informers.NewSharedInformerFactory(k.client, 0)
	k.looked.Start(stop)
}

func (k *keeper) runSometimes(stop <-chan struct{}) {
	if !k.ready {
		k.sometimes = informers.NewSharedInformerFactory(k.client, 0)
		k.ready = true
	}
	k.sometimes.Start(stop)
}

func (k *keeper) runTaken(stop <-chan struct{}) {
	k.taken = informers.NewSharedInformerFactory(k.client, 0)
	fill(&k.taken)
	k.taken.Start(stop)
}

func fill(*informers.SharedInformerFactory) {}

func (k *keeper) restart(stop <-chan struct{}) {
	k.look()
	k.again()
	k.left.Start(stop)
	k.left.WaitForCacheSync(stop)
}

func (k *keeper) look() { k.left.Core().V1().Pods().Lister() }

func (k *keeper) again() { k.left = informers.NewSharedInformerFactory(k.client, 0) }
