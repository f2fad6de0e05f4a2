// Package exclusive runs in one of two modes. One starts and waits; the other
// waits before it starts, and nothing that the first does can help it.
package exclusive

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type setup struct {
	factory informers.SharedInformerFactory
	pods    corelisters.PodLister
}

func runAll(ctx context.Context, s *setup) (int, error) {
	s.factory.Start(ctx.Done())
	s.factory.WaitForCacheSync(ctx.Done())
	return count(s)
}

func runOne(ctx context.Context, s *setup) (int, error) {
	s.factory.WaitForCacheSync(ctx.Done()) // want `\(syncwait/wait-before-start\)`
	s.factory.Start(ctx.Done())
	return count(s)
}

func count(s *setup) (int, error) {
	pods, err := s.pods.List(labels.Everything())
	return len(pods), err
}

func run(ctx context.Context, client kubernetes.Interface, all bool) (int, error) {
	s := &setup{factory: informers.NewSharedInformerFactory(client, 0)}
	s.pods = s.factory.Core().V1().Pods().Lister()
	if all {
		return runAll(ctx, s)
	}
	return runOne(ctx, s)
}

// Run counts the pods both ways, and returns the smaller number.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	all, err := run(ctx, client, true)
	if err != nil {
		return 0, err
	}
	one, err := run(ctx, client, false)
	return min(all, one), err
}
