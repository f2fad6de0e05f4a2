// Package optional has a factory only where it is configured, and asks for nil
// in the places that use it.
package optional

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type program struct {
	factory informers.SharedInformerFactory
	pods    corelisters.PodLister
}

func newProgram(client kubernetes.Interface) *program {
	p := &program{}
	if client != nil {
		p.factory = informers.NewSharedInformerFactory(client, 0)
	}
	if p.factory != nil {
		p.pods = p.factory.Core().V1().Pods().Lister()
	}
	return p
}

func (p *program) start(ctx context.Context) {
	if p.factory == nil {
		return
	}
	p.factory.Start(ctx.Done())
	p.factory.WaitForCacheSync(ctx.Done())
}

// Run counts the pods, if there is a cluster.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	p := newProgram(client)
	p.start(ctx)
	if p.pods == nil {
		return 0, nil
	}
	pods, err := p.pods.List(labels.Everything())
	return len(pods), err
}
