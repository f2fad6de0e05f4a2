// What is complete in another package is reported there; what only this one
// completes, here.
package p

import (
	"example.com/lib"

	"k8s.io/client-go/kubernetes"
)

func UsesLost(client kubernetes.Interface) {
	lister := lib.Lost(client)
	_ = lister
}

func UsesLent(client kubernetes.Interface) {
	factory := lib.Lent(client)
	factory.Core().V1().Nodes().Lister()
}

func UsesReader(client kubernetes.Interface, stop <-chan struct{}) {
	read(lib.NewReader(client, stop))
}

func read(r interface{ Read() }) { r.Read() }
