// Package stores runs two informers of NewInformer side by side. What the one
// tells its handler is looked up in the store of the other, which has no Add
// handler that could make up for it.
package stores

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	pods, nodes cache.Controller
	nodeStore   cache.Store
	found       chan int
}

func newController(client kubernetes.Interface) *controller {
	c := &controller{found: make(chan int, 8)}
	_, c.pods = cache.NewInformer(cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListFunc: func(o metav1.ListOptions) (runtime.Object, error) {
			return client.CoreV1().Pods("").List(context.Background(), o)
		},
		WatchFunc: func(o metav1.ListOptions) (watch.Interface, error) {
			return client.CoreV1().Pods("").Watch(context.Background(), o)
		},
	}, client), &corev1.Pod{}, 0, cache.ResourceEventHandlerFuncs{AddFunc: c.added})
	c.nodeStore, c.nodes = cache.NewInformer(cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListFunc: func(o metav1.ListOptions) (runtime.Object, error) {
			return client.CoreV1().Nodes().List(context.Background(), o)
		},
		WatchFunc: func(o metav1.ListOptions) (watch.Interface, error) {
			return client.CoreV1().Nodes().Watch(context.Background(), o)
		},
	}, client), &corev1.Node{}, 0, cache.ResourceEventHandlerFuncs{UpdateFunc: func(_, _ any) {}})
	return c
}

func (c *controller) added(any) { c.place() }

func (c *controller) place() { c.found <- len(c.nodeStore.List()) }

func (c *controller) run(ctx context.Context) {
	go c.nodes.Run(ctx.Done())
	go c.pods.Run(ctx.Done()) // want `\(syncwait/handler-before-wait\)`
}

// Run counts the nodes when the first pod is there.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	c := newController(client)
	c.run(ctx)
	select {
	case n := <-c.found:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
