// A map in a hidden field of an object from outside: who fills it made it, and
// whoever reaches it is followed. One that was given is somebody else's as well.
package p

import (
	"k8s.io/client-go/tools/cache"
)

type C struct {
	own   map[string]cache.SharedIndexInformer
	given map[string]cache.SharedIndexInformer
}

func New(given map[string]cache.SharedIndexInformer) *C {
	return &C{own: map[string]cache.SharedIndexInformer{}, given: given}
}

func (c *C) Add(name string, lw cache.ListerWatcher) {
	inf := cache.NewSharedIndexInformer(lw, nil, 0, nil)
	c.own[name] = inf
	inf.GetStore()
}

func (c *C) AddGiven(name string, lw cache.ListerWatcher) {
	inf := cache.NewSharedIndexInformer(lw, nil, 0, nil)
	c.given[name] = inf
	inf.GetStore()
}
