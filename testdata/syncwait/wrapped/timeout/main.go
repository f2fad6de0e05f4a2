// Package timeout gives its factory a moment, in a helper that drops what the wait returns.
package timeout

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// begin starts the factory, and waits a moment.
func begin(ctx context.Context, factory informers.SharedInformerFactory, patience time.Duration) error {
	factory.Start(ctx.Done())
	over := make(chan struct{})
	go func() {
		time.Sleep(patience)
		close(over)
	}()
	factory.WaitForCacheSync(over)
	return nil
}

// Run tells the number of nodes.
func Run(ctx context.Context, client kubernetes.Interface, patience time.Duration, found chan<- int) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Nodes().Lister()
	if err := begin(ctx, factory, patience); err != nil {
		return err
	}
	list, err := lister.List(labels.Everything()) // want `lister.List reads the store of the Node informer even if the wait for it \(main.go:22\) has run out of time, for its result is dropped.*\(syncwait/read-before-wait\)`
	if err != nil {
		return fmt.Errorf("nodes: %w", err)
	}
	found <- len(list)
	return nil
}
