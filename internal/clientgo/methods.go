package clientgo

import (
	"go/types"
)

// A methodRow says what a method of a type with a role does.
type methodRow struct {
	op Op
	// byName: it does so whatever its type, for values that are held in a narrow
	// interface of somebody's own.
	byName bool
}

// AddEventHandler is what messages and stories call a method that adds a handler.
const AddEventHandler = "AddEventHandler"

// HasPeriod reports whether a method that adds a handler may be given a time after which it
// is told of everything again: AddEventHandlerWithResyncPeriod, AddEventHandlerWithOptions
// (client-go v0.32).
func HasPeriod(method string) bool {
	return method == AddEventHandler+"WithResyncPeriod" || method == AddEventHandler+"WithOptions"
}

// methods: each name of a method stands here once. A controller has those of an
// informer. Methods that are known by
// the role of their result (of groups, versions and listers) have no row.
// tools/cache/shared_informer.go and controller.go, informers/factory.go,
// v0.18 to v0.37.
var methods = map[Role]map[string]methodRow{
	Factory: {
		"Start":                       {OpStart, true},
		"StartWithContext":            {OpStart, true},
		"WaitForCacheSync":            {OpWait, true},
		"WaitForCacheSyncWithContext": {OpWait, true},
		"Shutdown":                    {OpShutdown, true},
		"ForResource":                 {OpForResource, false},
		"InformerFor":                 {OpInformerFor, false},
		"InformerName":                {OpLook, false},
	},
	Accessor: {
		"Informer":      {OpInformer, true},
		"TypedInformer": {OpInformer, true},
		"Lister":        {OpLister, true},
	},
	Informer: {
		"Run":                             {OpRun, true},
		"RunWithContext":                  {OpRun, true},
		"HasSynced":                       {OpHasSynced, true},
		"HasSyncedChecker":                {OpHasSynced, false},
		AddEventHandler:                   {OpAddHandler, true},
		"AddEventHandlerWithResyncPeriod": {OpAddHandler, true},
		"AddEventHandlerWithOptions":      {OpAddHandler, true},
		"AddTypedEventHandler":            {OpAddHandler, true},
		"GetStore":                        {OpStore, true},
		"GetIndexer":                      {OpStore, true},
		SetTransform:                      {OpConfigure, false},
		AddIndexers:                       {OpConfigure, false},
		SetWatchErrorHandler:              {OpConfigure, false},
		SetWatchErrorHandlerWithContext:   {OpConfigure, false},
		"GetController":                   {OpLook, false},
		"LastSyncResourceVersion":         {OpLook, false},
		"IsStopped":                       {OpLook, false},
		"RemoveEventHandler":              {OpLook, false},
	},
	Registration: {
		"HasSynced":        {OpDelivered, false},
		"HasSyncedChecker": {OpDelivered, false},
	},
}

// MethodOp classifies a method of a type that has a role. The answer holds
// for interfaces and for types of modelled packages; a hand-written type with
// the same shape is a wrapper, whose methods are followed instead.
func (t *Table) MethodOp(recv types.Type, name string) Op {
	role := t.RoleOf(recv)
	if role == Controller {
		role = Informer
	}
	if row, ok := methods[role][name]; ok {
		return row.op
	}
	result := func() Role {
		if sig := method(recv, name); sig != nil && sig.Results().Len() == 1 {
			return t.RoleOf(sig.Results().At(0).Type())
		}
		return None
	}
	switch role {
	case Factory:
		if sig := method(recv, name); sig != nil && isNiladic(sig) && result() == Group {
			return OpGroup
		}
	case Group:
		return OpVersion
	case Version:
		return OpAccessor
	case Accessor:
		// Of kcp's accessors, that of one cluster: it asks for the informer.
		if ofCluster(name) && result() == Accessor {
			return OpForResource
		}
	case Informer:
		if ofCluster(name) && result() == Informer {
			return OpInformer
		}
	case Lister:
		if result() == Lister {
			return OpNarrow
		}
		return OpRead
	}
	return OpNone
}

// A Step says how what a method returns belongs to what it is called on.
type Step uint8

// The steps.
const (
	NoStep     Step = iota
	StepSame        // it is the informer of that, its lister or its store
	StepPart        // it is that part of it which the method names: the same at each call
	StepNarrow      // it is a lister of one namespace
)

// StepOf returns the step of a method of the API that has no argument, or one namespace.
// A hand-written type of the same shape may make something new at each call.
func (t *Table) StepOf(recv types.Type, m *types.Func) Step {
	if !types.IsInterface(recv) {
		return NoStep
	}
	switch n := m.Signature().Params().Len(); t.MethodOp(recv, m.Name()) {
	case OpInformer, OpLister, OpStore:
		if n == 0 {
			return StepSame
		}
	case OpGroup, OpVersion, OpAccessor:
		if n == 0 {
			return StepPart
		}
	case OpNarrow:
		if n == 1 {
			return StepNarrow
		}
	}
	return NoStep
}

// ofCluster: methods of kcp's accessors and informers, which are of all clusters,
// that give what is of one (kcp-dev/client-go, informers and third_party/informers).
func ofCluster(name string) bool { return name == "Cluster" || name == "ClusterWithContext" }

// OpOf classifies a method by the role of the value and the method's name
// alone, for values that are held in a narrow interface of somebody's own.
func OpOf(role Role, name string) Op {
	if row := methods[role][name]; row.byName {
		return row.op
	}
	return OpNone
}

// taking are the methods of factories and informers, and of those of forks, that take
// something.
var taking = map[string]bool{
	"Start": true, "StartWithContext": true, "WaitForCacheSync": true, "WaitForCacheSyncWithContext": true, "InformerFor": true, "ForResource": true,
	"Run": true, "RunWithContext": true, "AddEventHandler": true, "AddEventHandlerWithResyncPeriod": true, "AddEventHandlerWithOptions": true, "RemoveEventHandler": true,
	"SetWatchErrorHandler": true, "SetWatchErrorHandlerWithContext": true, "SetTransform": true, "AddIndexers": true, "Cluster": true, "ClusterWithContext": true,
}

// Unlike reports whether a method of an interface that has the name of one that starts a
// factory or runs an informer is none: those get a stop channel or a context, and return
// nothing, and what is behind the interface is neither if it has methods that they lack.
func Unlike(of types.Type, fn *types.Func) bool {
	i, ok := of.Underlying().(*types.Interface)
	if !ok || OpOf(Factory, fn.Name()) != OpStart && OpOf(Informer, fn.Name()) != OpRun {
		return false
	}
	for m := range i.Methods() {
		if !taking[m.Name()] && m.Signature().Params().Len() > 0 {
			return true
		}
	}
	return unlike(fn)
}

// unlike is Unlike by the signature.
func unlike(fn *types.Func) bool {
	if fn.Signature().Params().Len() != 1 || fn.Signature().Results().Len() != 0 {
		return true
	}
	t := fn.Signature().Params().At(0).Type()
	if ch, ok := t.Underlying().(*types.Chan); ok {
		return ch.Dir() == types.SendOnly
	}
	return !types.IsInterface(t)
}

// AddsHandler reports whether methods of this name add a handler to an informer.
func AddsHandler(name string) bool { return methods[Informer][name].op == OpAddHandler }

// handlerFuncs are the functions of tools/cache that make an informer with its handler.
var handlerFuncs = map[string]bool{
	"NewInformer": true, "NewIndexerInformer": true, "NewTransformingInformer": true, "NewTransformingIndexerInformer": true, "NewInformerWithOptions": true,
}

// WithStore reports whether a constructor of this name returns the informer's
// store, and then what runs it.
func WithStore(name string) bool { return handlerFuncs[name] }

// Registers reports whether a call of a method or function of this name hands
// a handler to an informer. The name decides, so that the informer wrappers of
// all projects count (an embedded SharedIndexInformer, kcp's and istio's).
func Registers(fn *types.Func) bool {
	return AddsHandler(fn.Name()) || handlerFuncs[fn.Name()] && fn.Pkg() != nil && IsRoot(fn.Pkg().Path())
}

// storeReads are the methods of cache.Store and cache.Indexer that read what
// the informer has put there (tools/cache/store.go and index.go, v0.37.2).
var storeReads = map[string]bool{
	"List": true, "ListKeys": true, "Get": true, "GetByKey": true,
	"Index": true, "IndexKeys": true, "ListIndexFuncValues": true, "ByIndex": true,
}

// Reads reports whether a method of cache.Store or cache.Indexer reads what the
// informer has put there.
func Reads(name string) bool { return storeReads[name] }
