// Package chosen waits only where it has started something.
package chosen

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods, with a cache if that pays.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return run(ctx, client, true)
}

func run(ctx context.Context, client kubernetes.Interface, cached bool) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	if cached {
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
	}
	list, err := lister.List(labels.Everything())
	if err != nil || cached {
		return len(list), err
	}
	live, err := client.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return 0, err
	}
	return len(live.Items), nil
}
