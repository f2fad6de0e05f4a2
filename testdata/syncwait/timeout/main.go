// Package timeout gives its cache a moment, does not ask whether that was enough, and tells
// how many nodes there are.
package timeout

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run tells the number of nodes.
func Run(ctx context.Context, client kubernetes.Interface, patience time.Duration, found chan<- int) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes()
	lister, informer := nodes.Lister(), nodes.Informer()
	factory.Start(ctx.Done())

	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cache.WaitForCacheSync(limited.Done(), informer.HasSynced)
	list, err := lister.List(labels.Everything()) // want `lister.List reads the store of the Node informer even if the wait for it \(main.go:25\) has run out of time, for its result is dropped.*\(syncwait/read-before-wait\)`
	if err != nil {
		return fmt.Errorf("nodes: %w", err)
	}
	found <- len(list)
	return nil
}
