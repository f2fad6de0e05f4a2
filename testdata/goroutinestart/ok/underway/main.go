// Package underway asks the factory when one of its informers has synced: Start, which
// has started that one, has the factory's lock until it has started all of them.
package underway

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := factory.Core().V1().Pods(), factory.Core().V1().Nodes()
	lister, informer := nodes.Lister(), pods.Informer()
	go factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return 0, errors.New("pods not synced")
	}
	for typ, ok := range factory.WaitForCacheSync(ctx.Done()) {
		if !ok {
			return 0, errors.New(typ.String() + " not synced")
		}
	}
	all, err := lister.List(labels.Everything())
	return len(all), err
}
