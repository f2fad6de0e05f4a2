// What a stranger gets is what he may do: with a factory start it, with an
// accessor register and run, with an informer run, with a lister nothing.
package p

import (
	"k8s.io/client-go/informers"
	corinf "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

var Factory func(informers.SharedInformerFactory)
var Accessor func(corinf.PodInformer)
var Informer func(cache.SharedIndexInformer)
var Lister func(listers.PodLister)

func GiveFactory(client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	Factory(f)
}

func GiveAccessor(client kubernetes.Interface) {
	pods := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods()
	pods.Lister()
	Accessor(pods)
}

func GiveInformer(client kubernetes.Interface) {
	i := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer()
	i.AddEventHandler(nil)
	Informer(i)
}

func GiveLister(client kubernetes.Interface) {
	Lister(informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Lister())
}
