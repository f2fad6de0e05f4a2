// Package ctrlruntime is controller-runtime's cache API as a table: which
// types can be started and read, what their methods and functions do to a
// cache. It is the only package that knows controller-runtime's names.
//
// A method counts by where it is declared, so that interfaces which embed
// these, vendored copies, and every controller-runtime from v0.6 to v0.25
// count alike; a name alone never counts.
package ctrlruntime

import (
	"go/types"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
)

const root = "sigs.k8s.io/controller-runtime"

// Within reports whether a package belongs to controller-runtime.
func Within(path string) bool {
	path = clientgo.Path(path)
	return path == root || strings.HasPrefix(path, root+"/")
}

// IsRoot reports whether the package at path declares clients, so that whatever
// imports it may read with one. Before v0.25 it does not reach an informer.
func IsRoot(path string) bool { return clientgo.Path(path) == root+"/pkg/client" }

// A Role says what a type is.
type Role uint8

// The roles.
const (
	None    Role = iota
	Manager      // manager.Manager
	Cluster      // cluster.Cluster
	Cache        // cache.Cache, cache.Informers
	Reader       // client.Reader, client.Client: reads, and cannot start anything
)

func (r Role) String() string {
	return [...]string{"value", "manager", "cluster", "cache", "client"}[r]
}

// Holder reports whether the holder of such a value can start the cache.
func (r Role) Holder() bool { return r >= Manager && r <= Cache }

// RoleOf returns the role of an interface type.
func RoleOf(typ types.Type) Role {
	if typ == nil {
		return None
	}
	iface, ok := typ.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return None
	}
	role := None
	for m := range iface.Methods() {
		if m.Pkg() == nil || !Within(m.Pkg().Path()) {
			continue
		}
		r := None
		switch op := Methods[clientgo.FuncName(m)]; op {
		case Elect:
			r = Manager
		case GetCache:
			r = Cluster
		case Wait:
			r = Cache
		case Read:
			r = Reader
		}
		if r != None && (role == None || r < role) {
			role = r
		}
	}
	return role
}

// CanStart reports whether a stranger who holds a value of a type may start
// what is in it: an interface with a method Start, or one that says nothing.
// Whoever has a client.Reader reads.
func CanStart(typ types.Type) bool {
	iface, ok := typ.Underlying().(*types.Interface)
	if !ok {
		return true
	}
	if iface.NumMethods() == 0 {
		return true
	}
	for m := range iface.Methods() {
		switch m.Name() {
		case "Start", "GetCache":
			return true
		}
	}
	return RoleOf(typ) != Reader
}

// An Op is what a method does.
type Op uint8

// The ops.
const (
	Unknown   Op = iota
	Nothing      // to caches
	Start        // starts, and blocks
	Elect        // leads to a channel that is closed when caches have been synced
	GetClient    // returns a client that reads from the cache
	GetCache     // returns the cache
	Wait         // waits for the informers that there are
	Register     // makes an informer
	Read         // reads one object or a list
)

// Methods are those that matter, by their full names. Sources: the interfaces
// of controller-runtime v0.25.2, v0.15.3 and, for those of Manager before
// there was Cluster, v0.6.5.
var Methods = map[string]Op{
	"(" + root + "/pkg/manager.Manager).Start":   Start,
	"(" + root + "/pkg/manager.Manager).Elected": Elect,
	"(" + root + "/pkg/manager.Manager).Add":     Nothing,

	"(" + root + "/pkg/manager.Manager).GetClient":       GetClient,
	"(" + root + "/pkg/manager.Manager).GetCache":        GetCache,
	"(" + root + "/pkg/manager.Manager).GetFieldIndexer": Register,

	"(" + root + "/pkg/cluster.Cluster).Start":           Start,
	"(" + root + "/pkg/cluster.Cluster).GetClient":       GetClient,
	"(" + root + "/pkg/cluster.Cluster).GetCache":        GetCache,
	"(" + root + "/pkg/cluster.Cluster).GetFieldIndexer": Register,

	"(" + root + "/pkg/client.Reader).Get":  Read,
	"(" + root + "/pkg/client.Reader).List": Read,

	"(" + root + "/pkg/cache.Informers).Start":              Start,
	"(" + root + "/pkg/cache.Informers).WaitForCacheSync":   Wait,
	"(" + root + "/pkg/cache.Informers).GetInformer":        Register,
	"(" + root + "/pkg/cache.Informers).GetInformerForKind": Register,
	"(" + root + "/pkg/cache.Informers).RemoveInformer":     Register,
	"(" + root + "/pkg/client.FieldIndexer).IndexField":     Register,

	// The same in v0.25, where their package is another one.
	"(" + root + "/pkg/cache/cacheapi.Informers).Start":              Start,
	"(" + root + "/pkg/cache/cacheapi.Informers).WaitForCacheSync":   Wait,
	"(" + root + "/pkg/cache/cacheapi.Informers).GetInformer":        Register,
	"(" + root + "/pkg/cache/cacheapi.Informers).GetInformerForKind": Register,
	"(" + root + "/pkg/cache/cacheapi.Informers).RemoveInformer":     Register,
	"(" + root + "/pkg/cache/cacheapi.FieldIndexer).IndexField":      Register,
}

// OpOf returns what an interface method does. Methods of controller-runtime's
// interfaces that are not in the table do nothing to a cache; of others
// nothing is known.
func OpOf(m *types.Func) Op {
	if m == nil || m.Pkg() == nil {
		return Unknown
	}
	if op, ok := Methods[clientgo.FuncName(m)]; ok {
		return op
	}
	if Within(m.Pkg().Path()) {
		return Nothing
	}
	return Unknown
}

// Constructors are the functions that make something with a cache that is not
// started.
var constructors = map[string]Role{
	root + ".NewManager":      Manager,
	root + "/pkg/manager.New": Manager,
	root + "/pkg/cluster.New": Cluster,
	root + "/pkg/cache.New":   Cache,
}

// Makes returns what a function (or a variable that holds one) makes.
func Makes(obj types.Object) Role {
	if obj == nil || obj.Pkg() == nil {
		return None
	}
	return constructors[clientgo.Path(obj.Pkg().Path())+"."+obj.Name()]
}

// Live are the fields of the options of a manager or cluster that decide where
// its client reads, or what its cache is. Whoever sets one may have a client
// that needs no cache.
var live = map[string]bool{
	"NewClient": true, "NewCache": true, "ClientBuilder": true, "ClientDisableCacheFor": true, "DryRunClient": true,
}

// Live reports whether a field of manager.Options or cluster.Options decides
// where the client reads.
func Live(field string) bool { return live[field] }

// Wraps reports whether a function of package client returns a client that
// reads where its first argument does.
func Wraps(obj types.Object) bool {
	if obj == nil || obj.Pkg() == nil || clientgo.Path(obj.Pkg().Path()) != root+"/pkg/client" {
		return false
	}
	switch obj.Name() {
	case "NewNamespacedClient", "WithFieldOwner", "WithFieldValidation", "NewDryRunClient":
		return true
	}
	return false
}

// NewClient reports whether a function makes a client by client.Options.
func NewClient(obj types.Object) bool {
	if obj == nil || obj.Pkg() == nil || clientgo.Path(obj.Pkg().Path()) != root+"/pkg/client" {
		return false
	}
	return obj.Name() == "New" || obj.Name() == "NewWithWatch"
}

// IsType reports whether typ, or what it points to, is a named type of
// controller-runtime.
func IsType(typ types.Type, pkg, name string) bool {
	if p, ok := types.Unalias(typ).(*types.Pointer); ok {
		typ = p.Elem()
	}
	named, ok := types.Unalias(typ).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Name() == name && clientgo.Path(named.Obj().Pkg().Path()) == root+pkg
}

// Cached reports whether a client with a cache, and no further options, reads
// objects of a type from the cache: all but unstructured ones. An interface
// type does not say.
func Cached(typ types.Type) bool {
	if types.IsInterface(typ) {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(typ, true, nil, "UnstructuredContent")
	_, unstructured := obj.(*types.Func)
	return !unstructured
}

// Form is how a type of objects is read: each form of a kind has an informer
// of its own.
func Form(typ types.Type) string {
	switch {
	case !Cached(typ):
		return "unstructured"
	case strings.HasPrefix(named(typ), "k8s.io/apimachinery/pkg/apis/meta/v1.PartialObjectMetadata"):
		return "metadata"
	}
	return "structured"
}

// Kind is the name of an object's type, or of the objects in a list.
func Kind(typ types.Type) string {
	name := named(typ)
	return strings.TrimSuffix(name[strings.LastIndexByte(name, '.')+1:], "List")
}

func named(typ types.Type) string {
	if p, ok := types.Unalias(typ).(*types.Pointer); ok {
		typ = p.Elem()
	}
	n, ok := types.Unalias(typ).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return clientgo.Path(n.Obj().Pkg().Path()) + "." + n.Obj().Name()
}
