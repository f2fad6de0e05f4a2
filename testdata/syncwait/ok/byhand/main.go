// Package byhand runs an informer itself, and waits with its factory as well as for
// the informer, and with a factory that somebody else starts.
package byhand

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods, or the nodes if there are fewer.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	pods, err := asked(ctx, client)
	if err != nil {
		return 0, err
	}
	nodes, err := started(ctx, client)
	return min(pods, nodes), err
}

func asked(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	informer := pods.Informer()
	go informer.Run(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return 0, errors.New("stopped")
	}
	list, err := pods.Lister().List(labels.Everything())
	return len(list), err
}

// begin is how a factory begins.
var begin = informers.SharedInformerFactory.Start

func started(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes().Lister()
	begin(factory, ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	list, err := nodes.List(labels.Everything())
	return len(list), err
}
