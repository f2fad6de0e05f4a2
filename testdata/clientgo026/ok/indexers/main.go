// Package indexers adds an index in time, and looks at the error of one that
// may come too late.
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
	informer.AddIndexers(cache.Indexers{"name": byName})
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	if err := informer.AddIndexers(cache.Indexers{"again": byName}); err != nil {
		list, err := informer.GetIndexer().ByIndex("name", "till")
		return len(list), err
	}
	list, err := informer.GetIndexer().ByIndex("again", "till")
	return len(list), err
}

func byName(obj interface{}) ([]string, error) { return []string{obj.(*corev1.Pod).Name}, nil }
