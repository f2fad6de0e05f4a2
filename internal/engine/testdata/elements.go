// Elements of a slice, an array, a map and a channel: one place for each
// container, so that what is in it has one more name, but is the same.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Slice(client kubernetes.Interface, stop <-chan struct{}) {
	all := []informers.SharedInformerFactory{informers.NewSharedInformerFactory(client, 0)}
	all[0].Start(stop)
	all[0].Core().V1().Pods().Lister()
}

func Append(client kubernetes.Interface, stop <-chan struct{}) {
	var all []informers.SharedInformerFactory
	all = append(all, informers.NewSharedInformerFactory(client, 0))
	all[0].Start(stop)
	all[0].Core().V1().Pods().Lister()
}

func Map(client kubernetes.Interface, stop <-chan struct{}) {
	all := make(map[string]informers.SharedInformerFactory)
	all["a"] = informers.NewSharedInformerFactory(client, 0)
	if f, ok := all["a"]; ok {
		f.Start(stop)
		f.Core().V1().Pods().Lister()
	}
}

func Channel(client kubernetes.Interface, stop <-chan struct{}) {
	ch := make(chan informers.SharedInformerFactory, 1)
	ch <- informers.NewSharedInformerFactory(client, 0)
	f := <-ch
	f.Start(stop)
	f.Core().V1().Pods().Lister()
}
