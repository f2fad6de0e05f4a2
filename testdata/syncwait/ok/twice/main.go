// Package twice names one HasSynced twice, and forgets none.
package twice

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := factory.Core().V1().Pods(), factory.Core().V1().Nodes()
	podInformer, nodeInformer := pods.Informer(), nodes.Informer()
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), podInformer.HasSynced, nodeInformer.HasSynced, podInformer.HasSynced) {
		return 0, errors.New("not synced")
	}
	if len(nodeInformer.GetStore().ListKeys()) == 0 {
		return 0, nil
	}
	list, err := pods.Lister().List(labels.Everything())
	return len(list), err
}
