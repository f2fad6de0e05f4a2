// Package client is the twin of controller-runtime's pkg/client: reads, from a
// cache or from the server.
package client

import (
	"fmt"
	"slices"

	"github.com/informerlint/informerlint/proof/twin/context"
	apierrors "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/api/errors"
	metav1 "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/apis/meta/v1"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/runtime"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/types"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/rest"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/apiserver"
)

// ObjectKey is client.ObjectKey.
type ObjectKey = types.NamespacedName

// An Object is client.Object. What it is filled with comes from Assign, which
// the twins of API types have.
type Object interface {
	metav1.Object
	Assign(from any)
}

// An ObjectList is client.ObjectList. Kind and Fill are of the twins of API types.
type ObjectList interface {
	Kind() string
	Fill(from []any)
}

// A ListOption has no effect: the world of a scenario has one namespace.
type ListOption interface{ ApplyToList() }

// InNamespace has no effect.
type InNamespace string

// ApplyToList does nothing.
func (InNamespace) ApplyToList() {}

// A GetOption has no effect.
type GetOption interface{ ApplyToGet() }

// A Reader reads objects.
type Reader interface {
	Get(ctx context.Context, key ObjectKey, obj Object, opts ...GetOption) error
	List(ctx context.Context, list ObjectList, opts ...ListOption) error
}

// A CreateOption, an UpdateOption and a DeleteOption have no effect.
type (
	CreateOption interface{ ApplyToCreate() }
	UpdateOption interface{ ApplyToUpdate() }
	DeleteOption interface{ ApplyToDelete() }
)

// A Writer writes objects.
type Writer interface {
	Create(ctx context.Context, obj Object, opts ...CreateOption) error
	Update(ctx context.Context, obj Object, opts ...UpdateOption) error
	Delete(ctx context.Context, obj Object, opts ...DeleteOption) error
}

// A Client is client.Client.
type Client interface {
	Reader
	Writer
}

// Options are client.Options.
type Options struct {
	Scheme *runtime.Scheme
	Cache  *CacheOptions
}

// CacheOptions say where a client reads. Of objects without a type there are none
// that could be read.
type CacheOptions struct {
	Reader       Reader
	DisableFor   []Object
	Unstructured bool
}

// New returns a client of the current world. It reads from its cache, if it
// has one, but for the kinds that it is told.
func New(_ *rest.Config, o Options) (Client, error) {
	if o.Cache == nil || o.Cache.Reader == nil {
		return Live{}, nil
	}
	c := cached{cache: o.Cache.Reader}
	for _, obj := range o.Cache.DisableFor {
		c.live = append(c.live, world.KindOf(obj))
	}
	return c, nil
}

// cached reads from a cache.
type cached struct {
	Live
	cache Reader
	live  []string // kinds that it reads from the API server as well
}

func (c cached) from(kind string) Reader {
	if slices.Contains(c.live, kind) {
		return c.Live
	}
	return c.cache
}

// Get reads an object.
func (c cached) Get(ctx context.Context, key ObjectKey, obj Object, opts ...GetOption) error {
	return c.from(world.KindOf(obj)).Get(ctx, key, obj, opts...)
}

// List reads all objects of a kind.
func (c cached) List(ctx context.Context, list ObjectList, opts ...ListOption) error {
	return c.from(list.Kind()).List(ctx, list, opts...)
}

// Live reads from the API server.
type Live struct{}

// Create is never come to: no program of the proof has a cache that it can read
// from before it writes.
func (Live) Create(context.Context, Object, ...CreateOption) error { return unwritten() }

// Update is like Create.
func (Live) Update(context.Context, Object, ...UpdateOption) error { return unwritten() }

// Delete is like Create.
func (Live) Delete(context.Context, Object, ...DeleteOption) error { return unwritten() }

func unwritten() error {
	world.Unsupported("a write of a program's own")
	return nil
}

// Get asks for an object. It takes one step.
func (Live) Get(ctx context.Context, key ObjectKey, obj Object, _ ...GetOption) error {
	kind := world.KindOf(obj)
	o := world.Current.Server.Get(kind, Key(key))
	if o == nil {
		return apierrors.Missing(kind, Key(key))
	}
	obj.Assign(world.Current.Typed(o))
	return ctx.Err()
}

// List asks for all objects of a kind. It waits until the server answers.
func (Live) List(ctx context.Context, list ObjectList, _ ...ListOption) error {
	switch world.Current.Server.List(list.Kind(), 0, ctx.Done(), func(all []*apiserver.Object, _ int) { list.Fill(Typed(all)) }) {
	case apiserver.Answered:
		return nil
	case apiserver.Refused:
		return fmt.Errorf("the list of %s was refused", list.Kind())
	default:
		return ctx.Err()
	}
}

// Key is how the reference server calls an object.
func Key(k ObjectKey) string {
	if k.Namespace == "" {
		return k.Name
	}
	return k.String()
}

// Typed are API objects for those of the reference server.
func Typed(all []*apiserver.Object) []any {
	out := make([]any, len(all))
	for i, o := range all {
		out[i] = world.Current.Typed(o)
	}
	return out
}
