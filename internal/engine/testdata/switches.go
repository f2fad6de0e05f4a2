// A switch: all cases start, so there is one verdict, at the first. A type switch
// does not narrow what its variable may hold; here the loop around it silences.
package p

import (
	"k8s.io/client-go/informers"
	corinf "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}, n int) {
	f := informers.NewSharedInformerFactory(client, 0)
	switch n {
	case 0:
		f.Start(stop)
	case 1:
		f.Start(stop)
		fallthrough
	default:
		f.Start(stop)
	}
	f.Core().V1().Pods().Lister()
}

func Types(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods()
	for _, x := range []interface{}{f, pods} {
		switch x := x.(type) {
		case informers.SharedInformerFactory:
			x.Start(stop)
		case corinf.PodInformer:
			x.Lister()
		}
	}
}
