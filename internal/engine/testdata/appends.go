// What is appended to a slice is not seen through the slice that it was appended to. Where
// the result is only looked at (looked), the wait leaves the new one's factory out; where
// it is kept in the slice's place (kept), the wait is for both, one of which is not sure.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type cluster struct {
	f informers.SharedInformerFactory
}

func looked(client kubernetes.Interface, stop <-chan struct{}) {
	seed := &cluster{informers.NewSharedInformerFactory(client, 0)}
	some := []*cluster{seed}
	for _, c := range append(some, &cluster{informers.NewSharedInformerFactory(client, 0)}) {
		c.f.Start(stop)
	}
	for _, c := range some {
		c.f.WaitForCacheSync(stop)
	}
}

func kept(client kubernetes.Interface, stop <-chan struct{}) {
	seed := &cluster{informers.NewSharedInformerFactory(client, 0)}
	some := []*cluster{seed}
	some = append(some, &cluster{informers.NewSharedInformerFactory(client, 0)})
	for _, c := range some {
		c.f.Start(stop)
	}
	for _, c := range some {
		c.f.WaitForCacheSync(stop)
	}
}
