// Package informerfor registers pods with an informer of its own making; the
// lister that comes after Start finds that one.
package informerfor

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func newPods(client kubernetes.Interface, resync time.Duration) cache.SharedIndexInformer {
	return coreinformers.NewFilteredPodInformer(client, "shop", resync, cache.Indexers{}, nil)
}

// Run counts pods and services.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.InformerFor(&corev1.Pod{}, newPods)
	if _, err := factory.ForResource(schema.GroupVersionResource{Version: "v1", Resource: "services"}); err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())

	pods, err := factory.Core().V1().Pods().Lister().List(labels.Everything())
	if err != nil {
		return 0, err
	}
	services, err := factory.Core().V1().Services().Lister().List(labels.Everything())
	return len(pods) * len(services), err
}
