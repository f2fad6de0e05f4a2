// A dynamic type that cannot hold an informer is known by its type all the same,
// where a method of the interface is handed a factory: eager.prepare is followed,
// and there is no verdict, because pods are registered on the way that calls it.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type preparer interface {
	prepare(f informers.SharedInformerFactory)
}

type lazy struct {
	f informers.SharedInformerFactory
}

func (*lazy) prepare(informers.SharedInformerFactory) {}

type eager struct{}

func (*eager) prepare(f informers.SharedInformerFactory) { f.Core().V1().Pods().Lister() }

func Run(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	var p preparer = &lazy{f}
	if b {
		p = &eager{}
	}
	p.prepare(f)
	f.Start(stop)
	f.Core().V1().Pods().Lister()
}
