// Package fleet has a watcher for each namespace: one loop makes them, the next
// one starts their factories, and the third one takes the listers.
package fleet

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

type watcher struct {
	factory informers.SharedInformerFactory
	pods    listers.PodLister
}

func newWatcher(client kubernetes.Interface, namespace string) *watcher {
	return &watcher{factory: informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))}
}

func start(ctx context.Context, watchers map[string]*watcher) {
	for _, w := range watchers {
		w.factory.Start(ctx.Done())
	}
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	watchers := make(map[string]*watcher)
	for _, namespace := range []string{metav1.NamespaceAll} {
		watchers[namespace] = newWatcher(client, namespace)
	}
	start(ctx, watchers) // want `\(startorder/late-registration\)`
	for _, w := range watchers {
		w.pods = w.factory.Core().V1().Pods().Lister()
		w.factory.WaitForCacheSync(ctx.Done())
	}
	n := 0
	for _, w := range watchers {
		found, err := w.pods.List(labels.Everything())
		if err != nil {
			return 0, err
		}
		n += len(found)
	}
	return n, nil
}
