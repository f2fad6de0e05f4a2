// A dynamic type that cannot hold an informer has no register, and is forgotten
// where another that can arrives at the same interface: here eager.prepare is not
// followed, and the verdict is WRONG on the way on which it has registered pods.
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
