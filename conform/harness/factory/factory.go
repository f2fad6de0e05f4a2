// Package factory gives the harness client-go's shared informer factory without
// a client: either package informers as it is, with everything that it imports,
// or its factory.go alone, see conform/slim.
package factory

import (
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// New returns a factory.
func New(resync time.Duration) SharedInformerFactory {
	return newSharedInformerFactory(nil, resync)
}

// InformerFor returns the factory's informer for the type of a sample.
func InformerFor(f SharedInformerFactory, sample runtime.Object, make func(resync time.Duration) cache.SharedIndexInformer) cache.SharedIndexInformer {
	var newFunc newInformerFunc = func(_ client, resync time.Duration) cache.SharedIndexInformer { return make(resync) }
	return f.InformerFor(sample, newFunc)
}
