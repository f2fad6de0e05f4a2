// Package client is the twin of controller-runtime's pkg/client: reads, from a
// cache or from the server.
package client

import (
	"fmt"

	"github.com/informerlint/informerlint/proof/twin/context"
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

// A Client is client.Client, as far as it reads.
type Client interface{ Reader }

// Options are client.Options.
type Options struct {
	Scheme *runtime.Scheme
	Cache  *CacheOptions
}

// CacheOptions say where a client reads.
type CacheOptions struct {
	Reader     Reader
	DisableFor []Object
}

// New returns a client of the current world. It reads from its cache, if it
// has one.
func New(_ *rest.Config, o Options) (Client, error) {
	if o.Cache == nil || o.Cache.Reader == nil {
		return Live{}, nil
	}
	if len(o.Cache.DisableFor) > 0 {
		world.Unsupported("a client that reads some kinds live")
	}
	return o.Cache.Reader, nil
}

// Live reads from the API server.
type Live struct{}

// Get asks for an object. It takes one step.
func (Live) Get(ctx context.Context, key ObjectKey, obj Object, _ ...GetOption) error {
	kind := world.KindOf(obj)
	o := world.Current.Server.Get(kind, Key(key))
	if o == nil {
		return fmt.Errorf("%s %q not found", kind, key)
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
