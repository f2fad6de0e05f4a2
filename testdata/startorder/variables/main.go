// Package variables keeps its factory in a variable of the package. It is started
// before one of its informers is registered.
package variables

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

var (
	factory informers.SharedInformerFactory
	pods    corelisters.PodLister
)

func setUp(client kubernetes.Interface) {
	factory = informers.NewSharedInformerFactory(client, 0)
	pods = factory.Core().V1().Pods().Lister()
}

func begin(ctx context.Context) {
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
}

// Run counts the nodes, if there is a pod.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	setUp(client)
	begin(ctx) // want `begin starts the factory before factory.Core\(\).V1\(\).Nodes\(\).Lister\(\) registers the Node informer.*\(startorder/late-registration\)`
	everything := labels.Everything()
	nodes := factory.Core().V1().Nodes().Lister()
	if found, err := pods.List(everything); err != nil || len(found) == 0 {
		return 0, err
	}
	found, err := nodes.List(everything)
	return len(found), err
}
