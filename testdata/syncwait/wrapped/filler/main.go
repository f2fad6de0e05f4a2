// Package filler reads the lister in a function of another package, before the
// wait.
package filler

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/syncwait/wrapped/filler/table"
)

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	t := table.New(factory.Core().V1().Nodes().Lister())
	factory.Start(ctx.Done())
	if err := t.Fill(); err != nil { // want `\(syncwait/read-before-wait\)`
		return 0, err
	}
	factory.WaitForCacheSync(ctx.Done())
	return t.Len(), nil
}
