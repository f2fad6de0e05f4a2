// Package reflection leaves the call of its Start methods to a framework that
// finds them by name.
package reflection

import (
	"context"
	"reflect"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A PodModule is a part of the program.
type PodModule struct {
	factory informers.SharedInformerFactory
	lister  corelisters.PodLister
}

// NewPodModule is called by the framework first.
func NewPodModule(client kubernetes.Interface) *PodModule {
	factory := informers.NewSharedInformerFactory(client, 0)
	return &PodModule{factory: factory, lister: factory.Core().V1().Pods().Lister()}
}

// StartModule is found by its name.
func (m *PodModule) StartModule(ctx context.Context) {
	m.factory.Start(ctx.Done())
	m.factory.WaitForCacheSync(ctx.Done())
}

// boot calls every method of a module whose name begins with Start.
func boot(ctx context.Context, module any) {
	value := reflect.ValueOf(module)
	for method := range value.Type().Methods() {
		if len(method.Name) > 5 && method.Name[:5] == "Start" {
			method.Func.Call([]reflect.Value{value, reflect.ValueOf(ctx)})
		}
	}
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	module := NewPodModule(client)
	boot(ctx, module)
	pods, err := module.lister.List(labels.Everything())
	return len(pods), err
}
