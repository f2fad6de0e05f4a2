package clientgo

import (
	"go/types"
	"strings"
)

// An Op is what a call does in the informer protocol.
type Op uint8

// The operations. "Recv" is the receiver, or the first argument of a function.
const (
	OpNone        Op = iota
	OpNewFactory     // the result is a new factory, nothing registered
	OpNewInformer    // the result is a new informer of no factory: the caller must run it
	OpGroup          // Recv (factory) to group accessor; registers nothing
	OpVersion        // Recv (group) to version accessor; registers nothing
	OpAccessor       // Recv (version) to accessor; registers nothing
	OpForResource    // Recv (factory): registers the resource at once
	OpInformerFor    // Recv (factory): registers the type of the object at once
	OpInformer       // Recv (accessor).Informer(): registers
	OpLister         // Recv (accessor).Lister(): registers
	OpStart          // Recv (factory).Start: starts what is registered; does not block
	OpWait           // Recv (factory).WaitForCacheSync: waits for what is started
	OpShutdown       // Recv (factory).Shutdown
	OpRun            // Recv (informer).Run: runs it; blocks until stop
	OpHasSynced      // Recv (informer).HasSynced
	OpAddHandler     // Recv (informer).AddEventHandler*
	OpStore          // Recv (informer).GetStore or GetIndexer
	OpConfigure      // Recv (informer).SetTransform, AddIndexers, ...
	OpLook           // any other method of an informer or lister: no effect on the protocol
	OpWaitFor        // cache.WaitForCacheSync(stop, synced...) and its named and context forms
	OpNarrow         // Recv (lister).Pods(namespace), ByNamespace: a lister of the same informer
	OpRead           // Recv (lister, store or indexer) is read: List, Get, ByIndex, ...
	OpDelivered      // Recv (registration).HasSynced: its handler has seen the first list

	// The operations of controller-runtime's caches: package ctrlruntime has
	// their rows. "Recv" is a manager, cluster, cache, or a client of one.

	OpNewCache     // the result is a new manager, cluster or cache that nobody has started
	OpStartCache   // Recv.Start: runs its informers, and blocks
	OpWaitCache    // Recv (cache).WaitForCacheSync: waits for Start, and then for the informers that there are
	OpElected      // Recv (manager).Elected: leads to a channel that is closed when caches have been synced
	OpRegisterKind // Recv makes an informer of a kind: GetInformer, IndexField
	OpReadKind     // Recv reads objects of a kind: Get, List. Makes the informer, too
	OpClient       // Recv (manager, cluster).GetClient: reads from the cache
	OpCacheOf      // Recv (manager, cluster).GetCache
	OpReader       // Recv as something that only reads: client.Reader(cache)
	OpClientOf     // the result is a client that reads from Recv: client.New with Cache.Reader
	OpBehind       // somebody looks what is behind Recv: r.(interface{ Start(ctx) error })
	OpKeep         // Recv goes to controller-runtime's own builders and controllers: they read and register
)

func (o Op) String() string {
	return [...]string{"none", "newFactory", "newInformer", "group", "version", "accessor", "forResource", "informerFor",
		"informer", "lister", "start", "wait", "shutdown", "run", "hasSynced", "addHandler", "store", "configure", "look", "waitFor", "narrow", "read", "delivered",
		"newCache", "startCache", "waitCache", "elected", "registerKind", "readKind", "client", "cacheOf", "reader", "clientOf", "behind", "keep"}[o]
}

// Makes reports whether the result of an operation is new, so that its whole
// life may be visible.
func (o Op) Makes() bool { return o == OpNewFactory || o == OpNewInformer || o == OpNewCache }

// FuncOp classifies a package-level function.
func (t *Table) FuncOp(fn *types.Func) Op {
	if fn.Pkg() == nil {
		return OpNone
	}
	path, name, sig := Path(fn.Pkg().Path()), fn.Name(), fn.Signature()
	if path == "k8s.io/client-go/tools/cache" {
		switch name {
		case "WaitForCacheSync", "WaitForNamedCacheSync", "WaitForNamedCacheSyncWithContext", "WaitFor":
			return OpWaitFor
		}
	}
	if !strings.HasPrefix(name, "New") || sig.Results().Len() == 0 || !generated(fn) {
		return OpNone
	}
	for res := range sig.Results().Variables() {
		switch t.RoleOf(res.Type()) {
		case Factory:
			return OpNewFactory
		case Informer, Controller:
			return OpNewInformer
		case Group:
			return OpGroup
		case Version:
			return OpVersion
		}
	}
	return OpNone
}

// generated reports whether fn is client-go's own or made by informer-gen:
// its package is modelled, or declares the generator's option type.
func generated(fn *types.Func) bool {
	if Modelled(fn.Pkg().Path()) {
		return true
	}
	scope := fn.Pkg().Scope()
	return scope.Lookup("SharedInformerOption") != nil && scope.Lookup("SharedInformerFactory") != nil
}

// Primitive reports whether the methods of a type are known by role: it is an
// interface, or declared in a modelled or generated package.
func Primitive(typ types.Type) bool {
	typ = types.Unalias(typ)
	if p, ok := typ.(*types.Pointer); ok {
		typ = types.Unalias(p.Elem())
	}
	if types.IsInterface(typ) {
		return true
	}
	named, ok := typ.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	if Modelled(named.Obj().Pkg().Path()) {
		return true
	}
	scope := named.Obj().Pkg().Scope()
	return scope.Lookup("SharedInformerOption") != nil && scope.Lookup("SharedInformerFactory") != nil
}
