// What a function reads that does nothing else has no frame: the call is the read,
// by the path that leads to the lister. The wait for pods does not ask for nodes.
package p

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	v1 "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type table struct{ nodes v1.NodeLister }

func (t *table) fill() { t.count() }

func (t *table) count() { t.nodes.List(labels.Everything()) }

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := f.Core().V1().Pods().Informer(), f.Core().V1().Nodes()
	t := &table{nodes.Lister()}
	go pods.Run(stop)
	go nodes.Informer().Run(stop)
	cache.WaitForCacheSync(stop, func() bool { return pods.HasSynced() })
	t.fill()
}
