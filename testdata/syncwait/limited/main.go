// Package limited waits for its pods, and leaves out two informers: a ConfigMap
// that it does without until a handler brings it, and the nodes that it counts.
package limited

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type counter struct {
	limit atomic.Int64

	configs     corelisters.ConfigMapLister
	podsSynced  cache.InformerSynced
	nodes       corelisters.NodeLister
	nodesSynced cache.InformerSynced
}

func newCounter(configs coreinformers.ConfigMapInformer, pods coreinformers.PodInformer, nodes coreinformers.NodeInformer) (*counter, error) {
	c := &counter{
		configs:     configs.Lister(),
		podsSynced:  pods.Informer().HasSynced,
		nodes:       nodes.Lister(),
		nodesSynced: nodes.Informer().HasSynced,
	}
	_, err := configs.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if config, ok := obj.(*corev1.ConfigMap); ok {
			c.limited(config)
		}
	}})
	return c, err
}

func (c *counter) limited(config *corev1.ConfigMap) {
	if n, err := strconv.ParseInt(config.Labels["limit"], 10, 64); err == nil {
		c.limit.Store(n)
	}
}

// adopt takes the limit that there is by now.
func (c *counter) adopt() {
	if config, err := c.configs.ConfigMaps("default").Get("counter"); err == nil {
		c.limited(config)
	}
}

// count counts the nodes, up to the limit if there is one by now.
func (c *counter) count(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.podsSynced) { // want `nothing asks c.nodesSynced.*what reads c.nodes may.*\(syncwait/forgotten-synced\)`
		return 0, errors.New("not synced")
	}
	go wait.Until(c.adopt, time.Minute, ctx.Done())
	nodes, err := c.nodes.List(labels.Everything())
	if limit := int(c.limit.Load()); limit > 0 && limit < len(nodes) {
		return limit, err
	}
	return len(nodes), err
}

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	core := factory.Core().V1()
	c, err := newCounter(core.ConfigMaps(), core.Pods(), core.Nodes())
	if err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	return c.count(ctx)
}
