// Package watched starts a factory for each namespace that appears, from the
// handler of another informer, and looks things up by namespace later.
package watched

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type tenant struct {
	factory informers.SharedInformerFactory
	secrets corelisters.SecretLister
	cancel  context.CancelFunc
}

type tenants struct {
	client kubernetes.Interface
	mu     sync.Mutex
	byName map[string]*tenant
}

func (ts *tenants) add(ctx context.Context, name string) {
	ctx, cancel := context.WithCancel(ctx)
	factory := informers.NewSharedInformerFactoryWithOptions(ts.client, 0, informers.WithNamespace(name))
	t := &tenant{factory: factory, secrets: factory.Core().V1().Secrets().Lister(), cancel: cancel}
	ts.mu.Lock()
	ts.byName[name] = t
	ts.mu.Unlock()
	t.factory.Start(ctx.Done())
	t.factory.WaitForCacheSync(ctx.Done())
}

func (ts *tenants) remove(name string) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t := ts.byName[name]; t != nil {
		t.cancel()
		delete(ts.byName, name)
	}
}

func (ts *tenants) watch(ctx context.Context) error {
	factory := informers.NewSharedInformerFactory(ts.client, 0)
	handled, err := factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { ts.add(ctx, obj.(*corev1.Namespace).Name) },
		DeleteFunc: func(obj any) {
			if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
				ts.remove(key)
			}
		},
	})
	if err != nil {
		return err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), handled.HasSynced) {
		return ctx.Err()
	}
	return nil
}

// Run counts the secrets of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	ts := &tenants{client: client, byName: make(map[string]*tenant)}
	if err := ts.watch(ctx); err != nil {
		return 0, err
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	secrets, err := ts.byName["shop"].secrets.List(labels.Everything())
	return len(secrets), err
}
