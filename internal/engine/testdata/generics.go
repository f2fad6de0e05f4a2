// A function with type parameters is followed, and so is a method of a generic
// type.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func start[F informers.SharedInformerFactory](f F, stop <-chan struct{}) { f.Start(stop) }

type box[T any] struct{ v T }

func (b *box[T]) get() T { return b.v }

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	start(f, stop)
	f.Core().V1().Pods().Lister()
}

func Box(client kubernetes.Interface, stop <-chan struct{}) {
	b := &box[informers.SharedInformerFactory]{informers.NewSharedInformerFactory(client, 0)}
	b.get().Start(stop)
	b.get().Core().V1().Pods().Lister()
}
