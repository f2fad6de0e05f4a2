// Hidden fields of a receiver. What one statement of the package fills is what the
// method finds there (only); where several do (several), where the method looks first
// (looked), where it fills the field at times (sometimes), or where the address is taken
// (taken), something else may be there.
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
