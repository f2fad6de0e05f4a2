// Functions as parameters: of a helper of the package, which calls what it gets,
// and in a map.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func with(f informers.SharedInformerFactory, do func(informers.SharedInformerFactory)) { do(f) }

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	with(f, func(f informers.SharedInformerFactory) { f.Start(stop) })
	with(f, func(f informers.SharedInformerFactory) { f.Core().V1().Pods().Lister() })
}

func Table(client kubernetes.Interface, stop <-chan struct{}, name string) {
	f := informers.NewSharedInformerFactory(client, 0)
	table := map[string]func(){
		"start": func() { f.Start(stop) },
		"pods":  func() { f.Core().V1().Pods().Lister() },
	}
	table[name]()
}
