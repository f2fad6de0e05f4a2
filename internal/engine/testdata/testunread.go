// A file that serves tests, by its name. A constructor takes more listers than a
// test of one of its methods reads, and the test calls it after Start.
package p

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type tested struct {
	pods  corelisters.PodLister
	nodes corelisters.NodeLister
}

func newTested(pods coreinformers.PodInformer, nodes coreinformers.NodeInformer) *tested {
	return &tested{pods: pods.Lister(), nodes: nodes.Lister()}
}

func (c *tested) countPods() int {
	pods, _ := c.pods.List(labels.Everything())
	return len(pods)
}

func (c *tested) countNodes() int {
	nodes, _ := c.nodes.List(labels.Everything())
	return len(nodes)
}

func start(client kubernetes.Interface, stop <-chan struct{}) *tested {
	f := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := f.Core().V1().Pods(), f.Core().V1().Nodes()
	pods.Informer()
	f.Start(stop)
	cache.WaitForCacheSync(stop, pods.Informer().HasSynced)
	return newTested(pods, nodes)
}

func startForPods(client kubernetes.Interface, stop <-chan struct{}) *tested {
	f := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := f.Core().V1().Pods(), f.Core().V1().Nodes()
	pods.Informer()
	f.Start(stop)
	cache.WaitForCacheSync(stop, pods.Informer().HasSynced)
	return newTested(pods, nodes)
}

// ReadsPods says nothing: the nodes are never read.
func ReadsPods(client kubernetes.Interface, stop <-chan struct{}) int {
	return startForPods(client, stop).countPods()
}

// ReadsNodes gets none, whatever there is.
func ReadsNodes(client kubernetes.Interface, stop <-chan struct{}) int {
	return start(client, stop).countNodes()
}

// Handles is told of nothing.
func Handles(client kubernetes.Interface, stop <-chan struct{}, h cache.ResourceEventHandler) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(stop)
	f.Core().V1().Nodes().Informer().AddEventHandler(h)
}

// ReadsNodesInSubtest gets none, whatever there is: run is t.Run.
func ReadsNodesInSubtest(client kubernetes.Interface, stop <-chan struct{}, run func(string, func())) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(stop)
	c := newTested(f.Core().V1().Pods(), f.Core().V1().Nodes())
	for _, name := range []string{"a", "b"} {
		run(name, func() { println(c.countNodes()) })
	}
}
