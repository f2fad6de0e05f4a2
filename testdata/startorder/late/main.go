// Package late takes its pod lister only after Start: no informer for pods is
// running, so the lister stays empty.
package late

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run says how many pods there are for each node.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodeLister := factory.Core().V1().Nodes().Lister()
	factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
	factory.WaitForCacheSync(ctx.Done())

	podLister := factory.Core().V1().Pods().Lister()
	nodes, err := nodeLister.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	pods, err := podLister.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	return len(pods) / len(nodes), nil
}
