// Package latest keeps the handler that was made last in a variable, which a test reads.
package latest

import (
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/tools/cache"
)

type handler struct {
	factory dynamicinformer.DynamicSharedInformerFactory
	lister  cache.GenericLister
	stop    chan struct{}
}

var latest *handler

func newHandler(client dynamic.Interface, resource schema.GroupVersionResource) *handler {
	factory := dynamicinformer.NewDynamicSharedInformerFactory(client, 0)
	return &handler{factory: factory, lister: factory.ForResource(resource).Lister(), stop: make(chan struct{})}
}

func (h *handler) start() {
	h.factory.Start(h.stop)
	h.factory.WaitForCacheSync(h.stop)
}

// Resync ends what was begun last, and begins anew.
func Resync(client dynamic.Interface, resource schema.GroupVersionResource) {
	if latest != nil {
		close(latest.stop)
	}
	h := newHandler(client, resource)
	h.start()
	latest = h
}
