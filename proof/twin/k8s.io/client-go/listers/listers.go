// Package listers is the twin of client-go's generic lister.
package listers

import (
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/api/errors"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/labels"
	twin "github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/tools/cache"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
)

// A Lister reads the store of one kind, of all namespaces or of one.
type Lister[T any] struct {
	kind, namespace string
	store           *cache.Indexer
}

// New returns a lister of all namespaces.
func New[T any](kind string, store twin.Indexer) Lister[T] {
	return Lister[T]{kind, "", twin.Reference(store)}
}

// In is the lister of one namespace.
func (l Lister[T]) In(namespace string) Lister[T] {
	l.namespace = namespace
	return l
}

// List returns all objects. It is one step, and it never fails.
func (l Lister[T]) List(labels.Selector) ([]T, error) {
	var list []T
	for _, obj := range l.store.List() {
		if ns, _ := world.Split(obj.(*apiserver.Object).Key); l.namespace == "" || ns == l.namespace {
			list = append(list, world.Current.Typed(obj).(T))
		}
	}
	return list, nil
}

// Get returns an object by its name.
func (l Lister[T]) Get(name string) (T, error) {
	key := name
	if l.namespace != "" {
		key = l.namespace + "/" + name
	}
	if obj, ok := l.store.GetByKey(key); ok {
		return world.Current.Typed(obj).(T), nil
	}
	var none T
	return none, errors.Missing(l.kind, name)
}
