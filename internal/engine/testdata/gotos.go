// Goto, and a continue to a label: control flow is that of the blocks, whatever
// word makes it.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if b {
		goto start
	}
	f.Core().V1().Pods().Lister()
start:
	f.Start(stop)
	f.Core().V1().Nodes().Lister()
}

func Label(client kubernetes.Interface, stop <-chan struct{}, n int) {
	f := informers.NewSharedInformerFactory(client, 0)
outer:
	for i := range n {
		for j := range n {
			if i == j {
				f.Start(stop)
				continue outer
			}
			f.Core().V1().Pods().Lister()
		}
	}
}
