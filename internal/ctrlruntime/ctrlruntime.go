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
		if !telling[m.Name()] || m.Pkg() == nil {
			continue
		}
		if narrow(m) {
			if role == None {
				role = Reader
			}
			continue
		}
		if !Within(m.Pkg().Path()) {
			continue
		}
		r := None
		switch Methods[clientgo.FuncName(m)] {
		case clientgo.OpElected:
			r = Manager
		case clientgo.OpCacheOf:
			r = Cluster
		case clientgo.OpWaitCache:
			r = Cache
		case clientgo.OpReadKind:
			r = Reader
		}
		if r != None && (role == None || r < role) {
			role = r
		}
	}
	return role
}

// narrow reports whether a method of an interface of the user's own is Get or List of
// client.Reader, by what it takes.
func narrow(m *types.Func) bool {
	sig := m.Signature()
	if Within(m.Pkg().Path()) || !sig.Variadic() || sig.Results().Len() != 1 {
		return false
	}
	opts, ok := types.Unalias(sig.Params().At(sig.Params().Len() - 1).Type()).(*types.Slice)
	switch {
	case !ok:
		return false
	case m.Name() == "Get":
		return sig.Params().Len() == 4 && IsType(opts.Elem(), "/pkg/client", "GetOption")
	case m.Name() == "List":
		return sig.Params().Len() == 3 && IsType(opts.Elem(), "/pkg/client", "ListOption")
	}
	return false
}

// telling are the names of the methods that say what a type is.
var telling = map[string]bool{"Elected": true, "GetCache": true, "WaitForCacheSync": true, "Get": true, "List": true}

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

// Methods are those that matter, by their full names. Sources: the interfaces
// of controller-runtime v0.25.2, v0.15.3 and, for those of Manager before
// there was Cluster, v0.6.5.
var Methods = map[string]clientgo.Op{
	"(" + root + "/pkg/manager.Manager).Start":   clientgo.OpStartCache,
	"(" + root + "/pkg/manager.Manager).Elected": clientgo.OpElected,
	"(" + root + "/pkg/manager.Manager).Add":     clientgo.OpLook,

	"(" + root + "/pkg/manager.Manager).GetClient":       clientgo.OpClient,
	"(" + root + "/pkg/manager.Manager).GetCache":        clientgo.OpCacheOf,
	"(" + root + "/pkg/manager.Manager).GetFieldIndexer": clientgo.OpRegisterKind,

	"(" + root + "/pkg/cluster.Cluster).Start":           clientgo.OpStartCache,
	"(" + root + "/pkg/cluster.Cluster).GetClient":       clientgo.OpClient,
	"(" + root + "/pkg/cluster.Cluster).GetCache":        clientgo.OpCacheOf,
	"(" + root + "/pkg/cluster.Cluster).GetFieldIndexer": clientgo.OpRegisterKind,

	"(" + root + "/pkg/client.Reader).Get":  clientgo.OpReadKind,
	"(" + root + "/pkg/client.Reader).List": clientgo.OpReadKind,

	"(" + root + "/pkg/cache.Informers).Start":              clientgo.OpStartCache,
	"(" + root + "/pkg/cache.Informers).WaitForCacheSync":   clientgo.OpWaitCache,
	"(" + root + "/pkg/cache.Informers).GetInformer":        clientgo.OpRegisterKind,
	"(" + root + "/pkg/cache.Informers).GetInformerForKind": clientgo.OpRegisterKind,
	"(" + root + "/pkg/cache.Informers).RemoveInformer":     clientgo.OpRegisterKind,
	"(" + root + "/pkg/client.FieldIndexer).IndexField":     clientgo.OpRegisterKind,

	// The same in v0.25, where their package is another one.
	"(" + root + "/pkg/cache/cacheapi.Informers).Start":              clientgo.OpStartCache,
	"(" + root + "/pkg/cache/cacheapi.Informers).WaitForCacheSync":   clientgo.OpWaitCache,
	"(" + root + "/pkg/cache/cacheapi.Informers).GetInformer":        clientgo.OpRegisterKind,
	"(" + root + "/pkg/cache/cacheapi.Informers).GetInformerForKind": clientgo.OpRegisterKind,
	"(" + root + "/pkg/cache/cacheapi.Informers).RemoveInformer":     clientgo.OpRegisterKind,
	"(" + root + "/pkg/cache/cacheapi.FieldIndexer).IndexField":      clientgo.OpRegisterKind,
}

// OpOf returns what an interface method does. Methods of controller-runtime's
// interfaces that are not in the table do nothing to a cache (OpLook); of others
// nothing is known (OpNone).
func OpOf(m *types.Func) clientgo.Op {
	if m == nil || m.Pkg() == nil {
		return clientgo.OpNone
	}
	if op, ok := Methods[clientgo.FuncName(m)]; ok {
		return op
	}
	switch {
	case Within(m.Pkg().Path()):
		return clientgo.OpLook
	case narrow(m):
		return clientgo.OpReadKind
	}
	return clientgo.OpNone
}

// OpByName is what a method does of something that is known to be a manager,
// cluster or cache, whatever narrow interface it is held in.
func OpByName(name string) clientgo.Op {
	switch name {
	case "Start":
		return clientgo.OpStartCache
	case "WaitForCacheSync":
		return clientgo.OpWaitCache
	case "Elected":
		return clientgo.OpElected
	case "GetClient":
		return clientgo.OpClient
	case "GetCache":
		return clientgo.OpCacheOf
	case "GetInformer", "GetInformerForKind", "RemoveInformer", "GetFieldIndexer", "IndexField":
		return clientgo.OpRegisterKind
	}
	return clientgo.OpNone
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
	"NewClient": true, "NewCache": true, "ClientBuilder": true, "ClientDisableCacheFor": true,
}

// Live reports whether a field of manager.Options, cluster.Options or
// client.Options decides where the client reads.
func Live(options types.Type, field string) bool {
	return live[field] || field == "Cache" && IsType(options, "/pkg/client", "Options")
}

// ReadsFirst reports whether a function reads an object with the client that it
// gets, and does no more if that fails: controllerutil.CreateOrUpdate does, which
// the package at the root has in variables.
func ReadsFirst(obj types.Object) bool {
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	if path := clientgo.Path(obj.Pkg().Path()); path != root && path != root+"/pkg/controller/controllerutil" {
		return false
	}
	return obj.Name() == "CreateOrUpdate" || obj.Name() == "CreateOrPatch"
}

// Disables reports whether a field of options lists objects that a client reads
// from the API server, by example.
func Disables(field string) bool { return field == "ClientDisableCacheFor" || field == "DisableFor" }

// BuildsCaches reports whether a function returns one that makes caches of
// controller-runtime's own (until v0.15).
func BuildsCaches(obj types.Object) bool {
	if obj == nil || obj.Pkg() == nil || clientgo.Path(obj.Pkg().Path()) != root+"/pkg/cache" {
		return false
	}
	return obj.Name() == "MultiNamespacedCacheBuilder" || obj.Name() == "BuilderWithOptions"
}

// Completes reports whether a method returns its receiver, options of a manager,
// with what a file says of ports, leader election and the like (until v0.18).
func Completes(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if !ok || fn.Name() != "AndFrom" && fn.Name() != "AndFromOrDie" || fn.Signature().Recv() == nil {
		return false
	}
	return IsType(fn.Signature().Recv().Type(), "/pkg/manager", "Options")
}

// HasClientOptions reports whether a field of the options of a manager or
// cluster holds client.Options.
func HasClientOptions(field string) bool { return field == "Client" }

// CacheField reports whether a field of options says how a cluster's cache is
// made.
func CacheField(options types.Type, field string) bool {
	return field == "Cache" && IsType(options, "/pkg/cluster", "Options")
}

// Strict reports whether a field of cache.Options says who has an informer.
func Strict(field string) bool {
	return field == "ReaderFailOnMissingInformer" || field == "NewInformer"
}

// ClientOptions reports whether a type is client.Options, or holds the reader
// in it.
func ClientOptions(typ types.Type) bool {
	return IsType(typ, "/pkg/client", "Options") || IsType(typ, "/pkg/client", "CacheOptions")
}

// ReaderField leads from client.Options to what the client reads from.
var ReaderField = []string{"Cache", "Reader"}

// NotStarted reports whether a type is the error of a read before Start.
func NotStarted(typ types.Type) bool { return IsType(typ, "/pkg/cache", "ErrCacheNotStarted") }

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

// Unstructured is the form of objects that are read live, unless from the cache
// itself.
const Unstructured = "unstructured"

// Structured is the form of objects whose type is their kind's own.
const Structured = "structured"

// Form is how a type of objects is read: each form of a kind has an informer
// of its own.
func Form(typ types.Type) string {
	switch {
	case !Cached(typ):
		return Unstructured
	case strings.HasPrefix(named(typ), "k8s.io/apimachinery/pkg/apis/meta/v1.PartialObjectMetadata"):
		return "metadata"
	}
	return Structured
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

// ReadsLive reports whether a method returns a reader that has no cache.
func ReadsLive(m *types.Func) bool {
	return m.Name() == "GetAPIReader" && m.Pkg() != nil && Within(m.Pkg().Path())
}

// NotStartedText are words of the error of a read through a cache that has not been started
// (pkg/cache/informer_cache.go, ErrCacheNotStarted).
const NotStartedText = "cache is not started"
