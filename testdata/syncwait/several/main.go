// Package several runs three informers, waits for one of them, and reads the
// others.
package several

import (
	"context"
	"errors"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the nodes, if there is a service.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()
	services := factory.Core().V1().Services().Informer()
	nodes := factory.Core().V1().Nodes().Informer()
	go pods.Run(ctx.Done())
	go services.Run(ctx.Done())
	go nodes.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced) { // want `nothing waits for the Node informer.*, and for that of the Service informer \(read at .*\(syncwait/never-awaited\)`
		return 0, errors.New("not synced")
	}
	if len(services.GetStore().List()) == 0 {
		return 0, nil
	}
	return len(nodes.GetStore().List()), nil
}
