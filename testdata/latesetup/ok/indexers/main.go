// Package indexers adds an index to an informer that runs: client-go takes it
// since v0.30, and indexes what is there.
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
	informer.AddIndexers(cache.Indexers{"name": func(obj any) ([]string, error) { return []string{obj.(*corev1.Pod).Name}, nil }})
	list, err := informer.GetIndexer().ByIndex("name", "till")
	return len(list), err
}
