// Package guarded starts its factory in a goroutine, through a helper that
// turns panics into log lines, after everything is registered.
package guarded

import (
	"context"
	"log"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func withFatalLogging(ctx context.Context, task func(context.Context) error) {
	defer func() {
		if r := recover(); r != nil {
			log.Fatalf("panic: %v", r)
		}
	}()
	if err := task(ctx); err != nil {
		log.Fatalf("fatal: %v", err)
	}
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	lister, informer := pods.Lister(), pods.Informer()
	go func() {
		withFatalLogging(ctx, func(ctx context.Context) error {
			factory.Start(ctx.Done())
			return nil
		})
	}()
	if ok := cache.WaitForCacheSync(ctx.Done(), informer.HasSynced); !ok {
		return 0, ctx.Err()
	}
	found, err := lister.List(labels.Everything())
	return len(found), err
}
