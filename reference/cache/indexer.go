package cache

import (
	"fmt"
	"sort"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/sched"
)

// An Indexer is an informer's store. Its methods are single steps, as if under
// the lock of the real one; what they return is shared and must not be changed.
type Indexer struct {
	obj     sched.Object
	items   map[string]*apiserver.Object
	before  map[string]*apiserver.Object // what they were before a list, see replaceAll
	indexes map[string]IndexFunc
	sorted  []string // see keys
}

// An IndexFunc gives the values under which an object is found.
type IndexFunc func(obj any) []string

func newIndexer() *Indexer {
	x := indexers.Take()
	*x = Indexer{obj: sched.NewObject("store"), items: sched.Emptied(x.items), before: sched.Emptied(x.before), indexes: sched.Emptied(x.indexes), sorted: x.sorted}
	return x
}

func (x *Indexer) reads() sched.Access { return sched.Access{Obj: &x.obj, Mode: sched.Read} }

// GetByKey returns an object.
func (x *Indexer) GetByKey(key string) (obj any, exists bool) {
	sched.Do("get "+key, func() {
		if o := x.items[key]; o != nil {
			obj, exists = o, true
		}
		sched.Note(func() string { return fmt.Sprint(obj) })
	}, x.reads())
	return obj, exists
}

// List returns all objects. Its order, which client-go leaves open, is by key.
func (x *Indexer) List() (list []any) {
	sched.Do("list", func() {
		list = x.snapshot()
		sched.Note(func() string { return fmt.Sprint(list) })
	}, x.reads())
	return list
}

// ListKeys returns the keys of all objects.
func (x *Indexer) ListKeys() (keys []string) {
	for _, obj := range x.List() {
		keys = append(keys, keyOf(obj))
	}
	return keys
}

// ByIndex returns the objects that an index finds under a value.
func (x *Indexer) ByIndex(index, value string) (list []any, err error) {
	sched.Do("list by "+index, func() {
		f := x.indexes[index]
		if f == nil {
			err = fmt.Errorf("index with name %s does not exist", index)
			return
		}
		for _, obj := range x.snapshot() {
			for _, v := range f(obj) {
				if v == value {
					list = append(list, obj)
					break
				}
			}
		}
	}, x.reads())
	return list, err
}

// keys are valid until they are asked for again.
func (x *Indexer) keys() []string {
	keys := x.sorted[:0]
	for k := range x.items {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	x.sorted = keys
	return keys
}

func (x *Indexer) snapshot() []any {
	list := make([]any, 0, len(x.items))
	for _, k := range x.keys() {
		list = append(list, x.items[k])
	}
	return list
}

// Object is what stands for the store in sched.Always.
func (x *Indexer) Object() *sched.Object { return &x.obj }

// Now returns the content without a step, for checks at the end.
func (x *Indexer) Now() []any { return x.snapshot() }
