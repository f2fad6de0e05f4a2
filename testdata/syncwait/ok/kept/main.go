// Package kept keeps HasSynced functions that nothing asks, and need not.
package kept

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type counter struct {
	pods             corelisters.PodLister
	podsSynced       cache.InformerSynced
	nodes            corelisters.NodeLister
	nodesSynced      cache.InformerSynced
	namespaces       corelisters.NamespaceLister // nothing reads it
	namespacesSynced cache.InformerSynced
	secrets          corelisters.SecretLister
	secretsSynced    cache.InformerSynced
	configs          corelisters.ConfigMapLister
	configsSynced    cache.InformerSynced
	services         corelisters.ServiceLister
	servicesSynced   cache.InformerSynced // left over
	synced           []cache.InformerSynced
	seen             chan string
}

func newCounter(factory informers.SharedInformerFactory) (*counter, error) {
	c := &counter{seen: make(chan string, 10)}
	pods, nodes := factory.Core().V1().Pods(), factory.Core().V1().Nodes()
	c.pods, c.podsSynced = pods.Lister(), pods.Informer().HasSynced
	c.nodes, c.nodesSynced = nodes.Lister(), nodes.Informer().HasSynced
	c.namespaces = factory.Core().V1().Namespaces().Lister()
	c.namespacesSynced = factory.Core().V1().Namespaces().Informer().HasSynced

	// Each secret that a read has missed is told of later.
	secrets := factory.Core().V1().Secrets()
	c.secrets = secrets.Lister()
	c.secretsSynced = secrets.Informer().HasSynced
	if _, err := secrets.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.secretAdded}); err != nil {
		return nil, err
	}
	services := factory.Core().V1().Services()
	c.services, c.servicesSynced = services.Lister(), services.Informer().HasSynced
	c.synced = append(c.synced, services.Informer().HasSynced)

	configs := factory.Core().V1().ConfigMaps()
	c.configs = configs.Lister()
	c.configsSynced = configs.Informer().HasSynced
	return c, c.follow(configs)
}

func (c *counter) follow(configs coreinformers.ConfigMapInformer) error {
	_, err := configs.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		if all, err := c.configs.List(labels.Everything()); err == nil && len(all) > 0 {
			c.secretAdded(all[0])
		}
	}})
	return err
}

func (c *counter) secretAdded(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	if _, err := c.secrets.Secrets("default").Get(key); err == nil {
		c.seen <- key
	}
}

func (c *counter) count(ctx context.Context) (int, error) {
	synced := []cache.InformerSynced{c.podsSynced}
	if !cache.WaitForCacheSync(ctx.Done(), append(synced, c.nodesSynced)...) {
		return 0, errors.New("not synced")
	}
	if !cache.WaitForCacheSync(ctx.Done(), c.synced...) {
		return 0, errors.New("not synced")
	}
	if services, err := c.services.List(labels.Everything()); err != nil || len(services) > 100 {
		return 0, err
	}
	pods, err := c.pods.List(labels.Everything())
	if err != nil || len(pods) == 0 {
		return 0, err
	}
	nodes, err := c.nodes.List(labels.Everything())
	return len(nodes), err
}

// Run counts the nodes, if there are pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c, err := newCounter(factory)
	if err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	return c.count(ctx)
}
