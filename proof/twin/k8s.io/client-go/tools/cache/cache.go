// Package cache is the twin of client-go's tools/cache: the reference informer
// behind the types that programs know.
package cache

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/proof/twin/context"
	metav1 "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/apis/meta/v1"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/labels"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/runtime"
	"github.com/informerlint/informerlint/proof/twin/world"
	ref "github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/sched"
)

// Handlers and their adapters are those of the reference runtime.
type (
	ResourceEventHandler              = ref.ResourceEventHandler
	ResourceEventHandlerFuncs         = ref.ResourceEventHandlerFuncs
	ResourceEventHandlerDetailedFuncs = ref.ResourceEventHandlerDetailedFuncs
	FilteringResourceEventHandler     = ref.FilteringResourceEventHandler
)

// DeletedFinalStateUnknown is the tombstone.
type DeletedFinalStateUnknown struct {
	Key string
	Obj any
}

// Indexers are indexes by their names. Those that an informer is made with have
// no effect; those that are added do.
type Indexers map[string]IndexFunc

// An IndexFunc is cache.IndexFunc.
type IndexFunc func(obj any) ([]string, error)

// InformerSynced reports whether something is synced.
type InformerSynced func() bool

// ResourceEventHandlerRegistration is what adding a handler gives.
type ResourceEventHandlerRegistration interface{ HasSynced() bool }

// A Store is an informer's store.
type Store interface {
	List() []any
	ListKeys() []string
	GetByKey(key string) (obj any, exists bool, err error)
}

// An Indexer is an informer's store.
type Indexer interface {
	Store
	ByIndex(name, value string) ([]any, error)
}

// A GenericLister is cache.GenericLister.
type GenericLister interface {
	List(selector labels.Selector) ([]runtime.Object, error)
}

// A SharedIndexInformer is an informer.
type SharedIndexInformer interface {
	AddEventHandler(h ResourceEventHandler) (ResourceEventHandlerRegistration, error)
	RemoveEventHandler(h ResourceEventHandlerRegistration) error
	GetStore() Store
	GetIndexer() Indexer
	HasSynced() bool
	IsStopped() bool
	Run(stop *sched.Chan[struct{}])
	RunWithContext(ctx context.Context)
	SetTransform(f TransformFunc) error
	SetWatchErrorHandler(h WatchErrorHandler) error
	SetWatchErrorHandlerWithContext(h WatchErrorHandlerWithContext) error
	AddIndexers(i Indexers) error
}

// A TransformFunc changes an object before it is stored.
type TransformFunc func(obj any) (any, error)

// Wrap is an informer of the reference runtime, registered at a line, as one
// that programs know.
func Wrap(r *ref.SharedIndexInformer, where string) SharedIndexInformer {
	world.Current.Note(r, where)
	return informer{ref: r}
}

type informer struct {
	ref    *ref.SharedIndexInformer
	source *source // nil: the server
}

func (i informer) AddEventHandler(h ResourceEventHandler) (ResourceEventHandlerRegistration, error) {
	if world.Current.Resyncs {
		world.Unsupported("a handler beside a resync period")
	}
	r, err := i.ref.AddEventHandler(handler{h})
	if err != nil || r == nil {
		return nil, err
	}
	return registration{r}, nil
}

func (i informer) RemoveEventHandler(h ResourceEventHandlerRegistration) error {
	i.ref.RemoveEventHandler(h.(registration).ref)
	return nil
}

func (i informer) GetStore() Store                    { return store{i.ref.GetStore()} }
func (i informer) GetIndexer() Indexer                { return store{i.ref.GetStore()} }
func (i informer) IsStopped() bool                    { return i.ref.IsStopped() }
func (i informer) RunWithContext(ctx context.Context) { i.Run(ctx.Done()) }

func (i informer) Run(stop *sched.Chan[struct{}]) {
	if i.source != nil {
		i.source.begin()
	}
	i.ref.Run(stop)
}

// AddIndexers adds indexes.
func (i informer) AddIndexers(indexers Indexers) error {
	typed := map[string]ref.IndexFunc{}
	for name, f := range indexers {
		typed[name] = func(obj any) []string {
			values, err := f(world.Current.Typed(obj))
			if err != nil {
				world.Unsupported("an index function that returns an error")
			}
			return values
		}
	}
	return i.ref.AddIndexers(typed)
}
func (i informer) HasSynced() bool { return ask(i.ref.Synced(), i.ref.HasSynced) }

// SetTransform supports transforms that change the object that they are given
// and return it, without an error.
func (i informer) SetTransform(f TransformFunc) error {
	return i.ref.SetTransform(func(obj any) (any, error) {
		defer done()
		typed := world.Current.Typed(obj)
		got, err := f(typed)
		if err != nil || got != typed {
			world.Unsupported("a transform that returns another object or an error")
		}
		return obj, nil
	})
}

type registration struct{ ref *ref.Registration }

func (r registration) HasSynced() bool { return ask(r.ref.Synced(), r.ref.HasSynced) }

// ask is a step that asks, unless somebody only wants to know what would be
// looked at.
func ask(b sched.Branch, step func() bool) bool {
	if p := world.Current.Probing; p != nil {
		p.Seen = append(p.Seen, b)
		return p.Answer(b)
	}
	return step()
}

// A handler gives a program's handler the objects that it knows.
type handler struct{ h ResourceEventHandler }

func (h handler) OnAdd(obj any, initial bool) {
	defer done()
	sched.Reached("add")
	h.h.OnAdd(world.Current.Typed(obj), initial)
}

func (h handler) OnUpdate(oldObj, newObj any) {
	defer done()
	before, after := world.Current.Typed(oldObj), world.Current.Typed(newObj)
	if before.(metav1.Object).GetUID() != after.(metav1.Object).GetUID() {
		sched.Reached("update with two UIDs")
	} else {
		sched.Reached("update")
	}
	h.h.OnUpdate(before, after)
}

func (h handler) OnDelete(obj any) {
	defer done()
	if t, ok := obj.(ref.DeletedFinalStateUnknown); ok {
		sched.Reached("tombstone")
		h.h.OnDelete(DeletedFinalStateUnknown{t.Key, world.Current.Typed(t.Obj)})
		return
	}
	sched.Reached("delete")
	h.h.OnDelete(world.Current.Typed(obj))
}

// done is where a handler returns to: no line of the program.
func done() { sched.Site("") }

type store struct{ ref *ref.Indexer }

// Indexed is the indexer that reads a store of the reference runtime.
func Indexed(of *ref.Indexer) Indexer { return store{of} }

// Reference is the store of the reference runtime behind an indexer.
func Reference(i Indexer) *ref.Indexer { return i.(store).ref }

func (s store) List() []any {
	list := s.ref.List()
	for i, o := range list {
		list[i] = world.Current.Typed(o)
	}
	return list
}

func (s store) ListKeys() []string { return s.ref.ListKeys() }

func (s store) GetByKey(key string) (any, bool, error) {
	obj, ok := s.ref.GetByKey(key)
	return world.Current.Typed(obj), ok, nil
}

func (s store) ByIndex(name, value string) ([]any, error) {
	list, err := s.ref.ByIndex(name, value)
	for i, o := range list {
		list[i] = world.Current.Typed(o)
	}
	return list, err
}

// ListAll calls a function for all that is in a store. It is one step, and selects
// nothing.
func ListAll(s Store, _ labels.Selector, f func(obj any)) error {
	for _, obj := range s.List() {
		f(obj)
	}
	return nil
}

// WaitForCacheSync waits until all conditions hold or stop is closed. A
// condition may be any function made of HasSynced calls, which is looked at instead of
// being asked again and again; one that takes a lock is asked. One that takes other
// steps of its own, or looks at nothing, is not supported.
func WaitForCacheSync(stop *sched.Chan[struct{}], synced ...InformerSynced) bool {
	if len(synced) == 0 {
		return ref.WaitForCacheSync(stop)
	}
	// What is looked at may depend on the answers: collect both ways.
	steps := len(sched.Current().Events())
	var seen []sched.Branch
	for _, answer := range []bool{true, false} {
		_, some, locks := tryProbe(synced, func(sched.Branch) bool { return answer })
		if locks {
			return poll(stop, synced)
		}
		seen = append(seen, some...)
	}
	if len(seen) == 0 || len(sched.Current().Events()) != steps {
		world.Unsupported("a condition of WaitForCacheSync that is not made of HasSynced")
	}
	all := sched.Branch{Name: "synced", Guard: func() bool {
		ok, _ := probe(synced, func(b sched.Branch) bool { return b.Guard() })
		return ok
	}}
	names := map[string]bool{}
	for _, b := range seen {
		if !names[b.Name] {
			names[b.Name] = true
			all.Acc = append(all.Acc, b.Acc...)
		}
	}
	return ref.WaitForCacheSync(stop, all)
}

// tryProbe is probe, unless a condition takes a lock.
func tryProbe(synced []InformerSynced, answer func(sched.Branch) bool) (ok bool, seen []sched.Branch, locks bool) {
	defer func() {
		switch r := recover(); r {
		case nil:
		case world.ErrLocks:
			locks = true
		default:
			panic(r)
		}
	}()
	ok, seen = probe(synced, answer)
	return ok, seen, false
}

// poll asks all conditions until they hold, as client-go does.
func poll(stop *sched.Chan[struct{}], synced []InformerSynced) bool {
	for slices.ContainsFunc(synced, func(f InformerSynced) bool { return !f() }) {
		if !world.Pause(stop) {
			return false
		}
	}
	return true
}

func probe(synced []InformerSynced, answer func(sched.Branch) bool) (ok bool, seen []sched.Branch) {
	p := &world.Probe{Answer: answer}
	before := world.Current.Probing
	world.Current.Probing = p
	defer func() { world.Current.Probing = before }()
	ok = true
	for _, f := range synced {
		ok = f() && ok
	}
	return ok, p.Seen
}

// WaitForNamedCacheSync is WaitForCacheSync.
func WaitForNamedCacheSync(_ string, stop *sched.Chan[struct{}], synced ...InformerSynced) bool {
	return WaitForCacheSync(stop, synced...)
}

// MetaNamespaceKeyFunc returns namespace/name, and an error for what is no
// object: a tombstone is none.
func MetaNamespaceKeyFunc(obj any) (string, error) {
	o, ok := obj.(metav1.Object)
	if !ok {
		return "", fmt.Errorf("object has no meta: %T", obj)
	}
	if o.GetNamespace() == "" {
		return o.GetName(), nil
	}
	return o.GetNamespace() + "/" + o.GetName(), nil
}

// SplitMetaNamespaceKey takes a key apart.
func SplitMetaNamespaceKey(key string) (namespace, name string, err error) {
	switch parts := strings.Split(key, "/"); len(parts) {
	case 1:
		return "", parts[0], nil
	case 2:
		return parts[0], parts[1], nil
	}
	return "", "", fmt.Errorf("unexpected key format: %q", key)
}

// DeletionHandlingMetaNamespaceKeyFunc also takes tombstones.
func DeletionHandlingMetaNamespaceKeyFunc(obj any) (string, error) {
	if d, ok := obj.(DeletedFinalStateUnknown); ok {
		return d.Key, nil
	}
	return MetaNamespaceKeyFunc(obj)
}
