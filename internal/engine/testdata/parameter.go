// A factory from outside: its life is not wholly visible, so nothing is said.
package p

import "k8s.io/client-go/informers"

func Start(f informers.SharedInformerFactory, stop <-chan struct{}) {
	f.Start(stop)
	f.Core().V1().Pods().Lister()
}
