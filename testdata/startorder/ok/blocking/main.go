// Package blocking ends a function with informer.Run, which returns when the
// program stops; what comes after it is for that moment.
package blocking

import (
	"context"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// watchSettings blocks until ctx is done.
func watchSettings(ctx context.Context, client kubernetes.Interface, changed func(*corev1.ConfigMap)) {
	informer := coreinformers.NewConfigMapInformer(client, "shop", 0, cache.Indexers{})
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if settings, ok := obj.(*corev1.ConfigMap); ok {
				changed(settings)
			}
		},
	}); err != nil {
		log.Print(err)
		return
	}
	informer.Run(ctx.Done())
	log.Print("settings are no longer watched")
}

// watchPods blocks until ctx is done and stops the program then.
func watchPods(ctx context.Context, client kubernetes.Interface, stop func()) {
	pods := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer()
	go func() {
		pods.Run(ctx.Done())
		stop()
	}()
}

// Run waits for the first settings.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	found := make(chan *corev1.ConfigMap)
	watchPods(ctx, client, cancel)
	go watchSettings(ctx, client, func(settings *corev1.ConfigMap) {
		select {
		case found <- settings:
		case <-ctx.Done():
		}
	})
	select {
	case <-found:
		return 1, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
