// Package firstasked asks for its listers in goroutines. One of them has asked
// before the factory is started, the other one asks again afterwards; or both ask
// afterwards, and the factory is started once more.
package firstasked

import (
	"context"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	corev1 "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

func count(pods corev1.PodInformer) (int, error) {
	found, err := pods.Lister().List(labels.Everything())
	return len(found), err
}

// Run counts the pods in two goroutines, in two ways.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	if n, err := before(ctx, client); err != nil || n == 0 {
		return n, err
	}
	return again(ctx, client)
}

func before(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	asked, started := make(chan struct{}), make(chan struct{})
	var one, two int
	var group errgroup.Group
	group.Go(func() (err error) {
		pods.Informer()
		close(asked)
		<-started
		one, err = count(pods)
		return err
	})
	<-asked
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	close(started)
	group.Go(func() (err error) {
		two, err = count(pods)
		return err
	})
	err := group.Wait()
	return min(one, two), err
}

func again(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	factory.Core().V1().Nodes().Informer()
	factory.Start(ctx.Done())
	var group errgroup.Group
	for range 2 {
		group.Go(func() error {
			pods.Informer()
			factory.Start(ctx.Done())
			factory.WaitForCacheSync(ctx.Done())
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	return count(pods)
}
