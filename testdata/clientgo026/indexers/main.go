// Package indexers adds an index to an informer that runs: up to v0.29
// client-go refuses it, and there is no such index.
package indexers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods of the index.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().Pods().Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	informer.AddIndexers(cache.Indexers{"name": byName}) // want `\(latesetup/late-indexers\)`
	list, err := informer.GetIndexer().ByIndex("name", "till")
	return len(list), err
}

func byName(obj interface{}) ([]string, error) { return []string{obj.(*corev1.Pod).Name}, nil }
