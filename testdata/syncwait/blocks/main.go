// Package blocks waits for an informer that would only run after the wait.
package blocks

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
	pods := factory.Core().V1().Pods()
	lister, synced := pods.Lister(), pods.Informer().HasSynced
	if !cache.WaitForCacheSync(ctx.Done(), synced) { // want `\(syncwait/wait-before-start\)`
		return 0, errors.New("not synced")
	}
	factory.Start(ctx.Done())

	list, err := lister.List(labels.Everything())
	return len(list), err
}
