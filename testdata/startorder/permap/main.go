// Package permap has two informers for each cluster, made when the cluster is
// added, and runs one of them.
package permap

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type clusters struct {
	mu      sync.Mutex
	nodes   map[string]cache.SharedIndexInformer
	pods    map[string]cache.SharedIndexInformer
	stopped map[string]chan struct{}
}

func newClusters() *clusters {
	return &clusters{
		nodes:   map[string]cache.SharedIndexInformer{},
		pods:    map[string]cache.SharedIndexInformer{},
		stopped: map[string]chan struct{}{},
	}
}

func (c *clusters) add(name string, client kubernetes.Interface) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.nodes[name]; ok {
		return
	}
	nodes := coreinformers.NewNodeInformer(client, 0, cache.Indexers{})
	pods := coreinformers.NewPodInformer(client, metav1.NamespaceAll, 0, cache.Indexers{}) // want `\(startorder/never-started\)`
	stop := make(chan struct{})
	c.nodes[name], c.pods[name], c.stopped[name] = nodes, pods, stop
	go nodes.Run(stop)
}

func (c *clusters) remove(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if stop, ok := c.stopped[name]; ok {
		close(stop)
	}
	delete(c.nodes, name)
	delete(c.pods, name)
	delete(c.stopped, name)
}

func (c *clusters) count(ctx context.Context, name string) (int, error) {
	c.mu.Lock()
	nodes, pods := c.nodes[name], c.pods[name]
	c.mu.Unlock()
	if !cache.WaitForCacheSync(ctx.Done(), nodes.HasSynced) {
		return 0, ctx.Err()
	}
	n := 0
	err := cache.ListAll(pods.GetStore(), labels.Everything(), func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok && pod.DeletionTimestamp == nil {
			n++
		}
	})
	return n, err
}

// Run counts the pods of one cluster.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	c := newClusters()
	c.add("one", client)
	defer c.remove("one")
	return c.count(ctx, "one")
}
