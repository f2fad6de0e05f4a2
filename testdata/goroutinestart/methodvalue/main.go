// Package methodvalue passes both Start and WaitForCacheSync around as values.
package methodvalue

import (
	"context"
	"errors"
	"reflect"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func await(ctx context.Context, wait func(<-chan struct{}) map[reflect.Type]bool) error {
	for _, ok := range wait(ctx.Done()) {
		if !ok {
			return errors.New("a cache did not sync")
		}
	}
	return nil
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	start := factory.Start
	go start(ctx.Done()) // want `\(goroutinestart/start-races-wait\)`
	if err := await(ctx, factory.WaitForCacheSync); err != nil {
		return 0, err
	}

	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
