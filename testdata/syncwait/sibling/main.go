// Package sibling runs two informers, waits for one of them, and reads the other.
package sibling

import (
	"context"
	"errors"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()
	nodes := factory.Core().V1().Nodes().Informer()
	go pods.Run(ctx.Done())
	go nodes.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced) { // want `nothing waits for the Node informer.*\(syncwait/never-awaited\)`
		return 0, errors.New("not synced")
	}
	return len(nodes.GetStore().List()), nil
}
