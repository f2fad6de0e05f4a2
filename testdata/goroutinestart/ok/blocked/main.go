// Package blocked runs informers itself where that is right.
package blocked

import (
	"context"
	"errors"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods; the informer has a goroutine of its own, in which it is followed by
// nothing but a line.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	informer, lister := pods.Informer(), pods.Lister()
	go func() {
		informer.Run(ctx.Done())
		fmt.Println("stopped")
	}()
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return 0, errors.New("not synced")
	}
	list, err := lister.List(labels.Everything())
	return len(list), err
}

// Snapshot runs the informer for a while, and looks at what it has by then.
func Snapshot(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	informer, lister := pods.Informer(), pods.Lister()
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	informer.Run(short.Done())
	if !cache.WaitForCacheSync(short.Done(), informer.HasSynced) {
		return 0, errors.New("not synced within a second")
	}
	list, err := lister.List(labels.Everything())
	return len(list), err
}

// First runs the informer until its handler has seen one pod.
func First(client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	informer, lister := pods.Informer(), pods.Lister()
	stop := make(chan struct{})
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { close(stop) }}); err != nil {
		return 0, err
	}
	informer.Run(stop)
	if !cache.WaitForCacheSync(stop, informer.HasSynced) {
		return 0, errors.New("not synced")
	}
	list, err := lister.List(labels.Everything())
	return len(list), err
}

// Started has the factory start the informer: a second Run returns at once.
func Started(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	informer, lister := pods.Informer(), pods.Lister()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	informer.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return 0, errors.New("not synced")
	}
	list, err := lister.List(labels.Everything())
	return len(list), err
}

// Told says at the end whether it was synced.
func Told(ctx context.Context, client kubernetes.Interface) {
	informer := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer()
	informer.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		fmt.Println("never synced")
	}
}
