// Package permap keeps the informers of its clusters in maps, and runs them
// elsewhere: in a method that takes all of a map, by a caller who gets the map, or
// by whoever has given it.
package permap

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type member struct {
	pods cache.SharedIndexInformer
}

type clusters struct {
	pods    map[string]cache.SharedIndexInformer
	handed  map[string]cache.SharedIndexInformer
	given   map[string]cache.SharedIndexInformer
	members map[string]*member
	list    []cache.SharedIndexInformer
	other   map[string]cache.SharedIndexInformer
}

func newClusters(given map[string]cache.SharedIndexInformer) *clusters {
	c := &clusters{
		pods:    map[string]cache.SharedIndexInformer{},
		handed:  map[string]cache.SharedIndexInformer{},
		members: map[string]*member{},
		given:   given,
	}
	c.other = c.pods
	return c
}

func newInformer(client kubernetes.Interface) cache.SharedIndexInformer {
	return coreinformers.NewPodInformer(client, metav1.NamespaceAll, 0, cache.Indexers{})
}

func (c *clusters) add(client kubernetes.Interface) {
	c.pods["one"] = newInformer(client)
}

func (c *clusters) addHanded(client kubernetes.Interface) {
	c.handed["one"] = newInformer(client)
	_, _ = c.handed["one"].AddEventHandler(cache.ResourceEventHandlerFuncs{})
}

func (c *clusters) addGiven(client kubernetes.Interface) {
	informer := newInformer(client)
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{})
	c.given["one"] = informer
}

func (c *clusters) addMember(client kubernetes.Interface) {
	m := &member{pods: newInformer(client)}
	_, _ = m.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{})
	c.members["one"] = m
}

func (c *clusters) addToList(client kubernetes.Interface) {
	informer := newInformer(client)
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{})
	c.list = append(c.list, informer)
}

func (c *clusters) all() map[string]cache.SharedIndexInformer { return c.handed }

func (c *clusters) runListed(stop <-chan struct{}) {
	for _, informer := range c.list {
		go informer.Run(stop)
	}
}

func (c *clusters) run(stop <-chan struct{}) {
	for _, informer := range c.other {
		go informer.Run(stop)
	}
	for _, m := range c.members {
		go m.pods.Run(stop)
	}
}

// Run counts quintuples of pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	given := map[string]cache.SharedIndexInformer{}
	c := newClusters(given)
	c.add(client)
	c.addHanded(client)
	c.addGiven(client)
	c.addMember(client)
	c.addToList(client)
	c.run(ctx.Done())
	c.runListed(ctx.Done())
	go c.all()["one"].Run(ctx.Done())
	go given["one"].Run(ctx.Done())

	product := 1
	for _, informer := range []cache.SharedIndexInformer{c.pods["one"], c.handed["one"], given["one"], c.members["one"].pods, c.list[0]} {
		if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
			return 0, ctx.Err()
		}
		pods := 0
		if err := cache.ListAll(informer.GetStore(), labels.Everything(), func(obj any) {
			if _, ok := obj.(*corev1.Pod); ok {
				pods++
			}
		}); err != nil {
			return 0, err
		}
		product *= pods
	}
	return product, nil
}
