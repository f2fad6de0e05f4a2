// Package processed has process functions that are right: they unwrap tombstones, or go
// by the key, or get none.
package processed

import (
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/wrapped/queues"
)

// Watch keeps the names of the pods.
func Watch(from cache.ListerWatcher) (*apiserver.View, cache.Store, cache.Controller) {
	c := &controller{view: apiserver.NewView(), store: cache.NewStore(cache.DeletionHandlingMetaNamespaceKeyFunc)}
	return c.view, c.store, c.of(from, c.unwraps)
}

// All are other ways to be right.
func All(from cache.ListerWatcher) (out []cache.Controller) {
	c := &controller{view: apiserver.NewView(), store: cache.NewStore(cache.DeletionHandlingMetaNamespaceKeyFunc)}
	c.fifo = cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KnownObjects: c.store})
	for _, process := range []cache.ProcessFunc{c.byKey, c.negated} {
		out = append(out, c.of(from, process))
	}
	return append(out, c.of(from, c.byKey), c.of(from, c.byQueue), c.of(from, c.negated), c.of(from, c.skips), c.of(from, c.inPlace), c.of(from, c.around(c.bare)),
		c.of(from, c.copied), c.of(from, c.converts), c.of(from, c.onlyAdds), c.of(from, c.oldest), c.of(from, c.refilled), c.of(from, c.switched), c.of(from, c.helped), c.of(from, c.sorted),
		c.of(from, c.elsewhere),
		c.transformed(from), c.atomic(from), c.replaced(from), c.lent(from), c.unknown(from), c.fed(from))
}

type controller struct {
	view  *apiserver.View
	store cache.Store
	fifo  *cache.DeltaFIFO
}

func (c *controller) of(from cache.ListerWatcher, process cache.ProcessFunc) cache.Controller {
	return cache.New(&cache.Config{
		Queue:         cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KnownObjects: c.store}),
		ListerWatcher: from,
		ObjectType:    &corev1.Pod{},
		Process:       process,
	})
}

func (c *controller) unwraps(obj any, _ bool) error {
	for _, d := range obj.(cache.Deltas) {
		switch d.Type {
		case cache.Sync, cache.Replaced, cache.Added, cache.Updated:
			if err := c.store.Add(d.Object); err != nil {
				return err
			}
			c.view.Set(d.Object.(*corev1.Pod).Name, "")
		case cache.Deleted:
			if err := c.store.Delete(d.Object); err != nil {
				return err
			}
			obj := d.Object
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				return errors.New("no pod")
			}
			c.view.Remove(pod.Name)
		}
	}
	return nil
}

func (c *controller) byKey(obj any, _ bool) error {
	for _, d := range obj.(cache.Deltas) {
		key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(d.Object)
		if err != nil {
			return err
		}
		if d.Type == cache.Deleted {
			c.view.Remove(key)
			continue
		}
		c.view.Set(key, d.Object.(*corev1.Pod).Spec.NodeName)
	}
	return nil
}

// byQueue asks the queue for the key, which knows tombstones.
func (c *controller) byQueue(obj any, _ bool) error {
	newest := obj.(cache.Deltas).Newest()
	key, err := c.fifo.KeyOf(newest.Object)
	if err != nil {
		return err
	}
	if newest.Type == cache.Deleted {
		c.view.Remove(key)
	} else {
		c.view.Set(key, newest.Object.(*corev1.Pod).Name)
	}
	return nil
}

func (c *controller) negated(obj any, _ bool) error {
	for _, d := range obj.(cache.Deltas) {
		if d.Type != cache.Deleted {
			c.view.Set(d.Object.(*corev1.Pod).Name, "")
			continue
		}
		if _, missed := d.Object.(cache.DeletedFinalStateUnknown); missed {
			d.Object = d.Object.(cache.DeletedFinalStateUnknown).Obj
		}
		c.view.Remove(d.Object.(*corev1.Pod).Name)
	}
	return nil
}

// skips asserts behind what leaves deletions out.
func (c *controller) skips(obj any, _ bool) error {
	for _, d := range obj.(cache.Deltas) {
		if d.Type == cache.Deleted {
			if err := c.store.Delete(d.Object); err != nil {
				return err
			}
			continue
		}
		c.view.Set(d.Object.(*corev1.Pod).Name, "")
	}
	return nil
}

// helped asks a helper which deltas are deletions.
func (c *controller) helped(obj any, _ bool) error {
	for _, d := range obj.(cache.Deltas) {
		if isGone(d.Type) {
			if err := c.store.Delete(d.Object); err != nil {
				return err
			}
			continue
		}
		c.view.Set(d.Object.(*corev1.Pod).Name, "")
	}
	return nil
}

func isGone(t cache.DeltaType) bool { return t == cache.Deleted }

// sorted looks the type up.
func (c *controller) sorted(obj any, _ bool) error {
	for _, d := range obj.(cache.Deltas) {
		if there[d.Type] {
			c.view.Set(d.Object.(*corev1.Pod).Name, "")
		}
	}
	return nil
}

var there = map[cache.DeltaType]bool{cache.Added: true, cache.Updated: true}

// inPlace opens the tombstones in the list first.
func (c *controller) inPlace(obj any, initial bool) error {
	deltas := obj.(cache.Deltas)
	for i := range deltas {
		if tombstone, ok := deltas[i].Object.(cache.DeletedFinalStateUnknown); ok {
			deltas[i].Object = tombstone.Obj
		}
	}
	return c.bare(deltas, initial)
}

// around opens them in front of any function.
func (c *controller) around(next cache.ProcessFunc) cache.ProcessFunc {
	return func(obj any, initial bool) error { return c.inPlace2(obj.(cache.Deltas), initial, next) }
}

func (c *controller) inPlace2(deltas cache.Deltas, initial bool, next cache.ProcessFunc) error {
	if tombstone, ok := deltas[len(deltas)-1].Object.(cache.DeletedFinalStateUnknown); ok {
		deltas[len(deltas)-1].Object = tombstone.Obj
	}
	return next(deltas, initial)
}

// elsewhere has them opened by another package.
func (c *controller) elsewhere(obj any, initial bool) error {
	deltas := obj.(cache.Deltas)
	queues.Open(deltas)
	return c.bare(deltas, initial)
}

// bare is for lists whose tombstones are open.
func (c *controller) bare(obj any, _ bool) error {
	for _, d := range obj.(cache.Deltas) {
		if d.Type == cache.Deleted {
			c.view.Remove(d.Object.(*corev1.Pod).Name)
		}
	}
	return nil
}

// copied makes another list.
func (c *controller) copied(obj any, initial bool) error {
	var out cache.Deltas
	for _, d := range obj.(cache.Deltas) {
		if tombstone, ok := d.Object.(cache.DeletedFinalStateUnknown); ok {
			d.Object = tombstone.Obj
		}
		out = append(out, d)
	}
	return c.bare(out, initial)
}

// refilled hands on a delta whose object it has recovered.
func (c *controller) refilled(obj any, _ bool) error {
	for _, d := range obj.(cache.Deltas) {
		if tombstone, ok := d.Object.(cache.DeletedFinalStateUnknown); ok {
			d.Object = tombstone.Obj
		}
		c.one(d)
	}
	return nil
}

func (c *controller) one(d cache.Delta) {
	if d.Type == cache.Deleted {
		c.view.Remove(d.Object.(*corev1.Pod).Name)
	}
}

func (c *controller) converts(obj any, _ bool) error {
	for _, d := range obj.(cache.Deltas) {
		meta, err := metaOf(d.Object)
		if err != nil {
			return err
		}
		if d.Type == cache.Deleted {
			c.view.Remove(meta.GetName())
		}
	}
	return nil
}

func metaOf(obj any) (metav1.Object, error) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return metaOf(tombstone.Obj)
	}
	meta, ok := obj.(metav1.Object)
	if !ok {
		return nil, fmt.Errorf("%T has no metadata", obj)
	}
	return meta, nil
}

// onlyAdds does nothing for a deletion.
func (c *controller) onlyAdds(obj any, _ bool) error {
	for _, d := range obj.(cache.Deltas) {
		switch d.Type {
		case cache.Added, cache.Replaced:
			c.view.Set(d.Object.(*corev1.Pod).Name, "")
		}
	}
	return nil
}

// oldest looks at what was there before the deletion, too.
func (c *controller) oldest(obj any, _ bool) error {
	deltas := obj.(cache.Deltas)
	if len(deltas) > 1 && deltas.Oldest().Type != cache.Deleted && deltas[0].Type == cache.Added {
		c.view.Remove(deltas.Oldest().Object.(*corev1.Pod).Name)
		c.view.Remove(deltas[0].Object.(*corev1.Pod).Name)
	}
	return nil
}

func (c *controller) switched(obj any, _ bool) error {
	for _, d := range obj.(cache.Deltas) {
		if d.Type != cache.Deleted {
			continue
		}
		switch gone := d.Object.(type) {
		case *corev1.Pod:
			c.view.Remove(gone.Name)
		case cache.DeletedFinalStateUnknown:
			c.view.Remove(gone.Obj.(*corev1.Pod).Name)
		}
	}
	return nil
}

// transformed: up to client-go v0.26 the transformer gets tombstones, and opens them.
func (c *controller) transformed(from cache.ListerWatcher) cache.Controller {
	return cache.New(&cache.Config{
		Queue: cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KnownObjects: c.store, Transformer: func(obj any) (any, error) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				return tombstone.Obj, nil
			}
			return obj, nil
		}}),
		ListerWatcher: from,
		Process: func(obj any, _ bool) error {
			for _, d := range obj.(cache.Deltas) {
				if d.Type == cache.Deleted {
					c.view.Remove(d.Object.(*corev1.Pod).Name)
				}
			}
			return nil
		},
	})
}

// atomic: such a queue makes no tombstones, but hands out the whole list.
func (c *controller) atomic(from cache.ListerWatcher) cache.Controller {
	return cache.New(&cache.Config{
		Queue:         cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{AtomicEvents: true}),
		ListerWatcher: from,
		Process: func(obj any, _ bool) error {
			for _, d := range obj.(cache.Deltas) {
				switch d.Type {
				case cache.ReplacedAll:
					all := d.Object.(cache.ReplacedAllInfo).Objects
					for _, o := range all {
						c.view.Set(o.(*corev1.Pod).Name, "")
					}
				case cache.SyncAll, cache.Bookmark:
				case cache.Deleted:
					c.view.Remove(d.Object.(*corev1.Pod).Name)
				}
			}
			return nil
		},
	})
}

// replaced puts another function in front.
func (c *controller) replaced(from cache.ListerWatcher) cache.Controller {
	config := &cache.Config{
		Queue:         cache.NewDeltaFIFO(cache.MetaNamespaceKeyFunc, c.store), //nolint:staticcheck // what older programs use
		ListerWatcher: from,
		Process: func(obj any, _ bool) error {
			for _, d := range obj.(cache.Deltas) {
				c.view.Remove(d.Object.(*corev1.Pod).Name)
			}
			return nil
		},
	}
	config.Process = c.around(config.Process)
	return cache.New(config)
}

// lent is changed before it is used.
func (c *controller) lent(from cache.ListerWatcher) cache.Controller {
	config := &cache.Config{
		Queue:         cache.NewDeltaFIFO(cache.MetaNamespaceKeyFunc, c.store), //nolint:staticcheck // what older programs use
		ListerWatcher: from,
		Process: func(obj any, _ bool) error {
			for _, d := range obj.(cache.Deltas) {
				c.view.Remove(d.Object.(*corev1.Pod).Name)
			}
			return nil
		},
	}
	queues.Opening(config)
	return cache.New(config)
}

// nothing is known to be there, so that nothing is found to be gone.
type nothing struct{ cache.Store }

func (nothing) ListKeys() []string { return nil }

func (c *controller) unknown(from cache.ListerWatcher) cache.Controller {
	return cache.New(&cache.Config{
		Queue:         cache.NewDeltaFIFO(cache.MetaNamespaceKeyFunc, nothing{c.store}), //nolint:staticcheck // what older programs use
		ListerWatcher: from,
		Process: func(obj any, _ bool) error {
			for _, d := range obj.(cache.Deltas) {
				if d.Type == cache.Deleted {
					c.view.Remove(d.Object.(*corev1.Pod).Name)
				}
			}
			return nil
		},
	})
}

// fed is not filled by lists: nothing is ever missed.
func (c *controller) fed(cache.ListerWatcher) cache.Controller {
	config := &cache.Config{
		Queue: cache.NewDeltaFIFO(cache.MetaNamespaceKeyFunc, c.store), //nolint:staticcheck // what older programs use
		Process: func(obj any, _ bool) error {
			for _, d := range obj.(cache.Deltas) {
				c.view.Remove(d.Object.(*corev1.Pod).Name)
			}
			return nil
		},
	}
	_ = config.Queue.Delete(&corev1.Pod{})
	return nil
}
