// Package clientgo is the informer API as a table: which types are factories,
// accessors, informers and so on, what their methods do to the informer
// protocol, and which functions run a function argument, and when.
//
// It is the only package that knows client-go's names. Types are known by
// their shape (method set), never by their import path, so that generated
// "externalversions" packages of any project, the dynamic and metadata
// factories, vendored copies and every client-go from v0.18 to v0.37 count
// alike. Where a path is compared, everything up to the last "/vendor/" has
// been cut off (Path).
package clientgo

import (
	"go/types"
	"strings"
)

// A Role says what a type is in the informer protocol.
type Role uint8

// The roles. The letters in parentheses are those of the shapes that
// Table.RoleOf tests.
const (
	None         Role = iota
	Factory           // a shared informer factory: Start, WaitForCacheSync, ForResource
	Group             // factory.Core(): leads to versions
	Version           // factory.Core().V1(): leads to accessors
	Accessor          // factory.Core().V1().Pods(), or GenericInformer: Informer() and Lister()
	Informer          // SharedInformer, SharedIndexInformer and all supersets
	Controller        // cache.Controller: what cache.NewInformer returns besides the store
	Lister            // reads the store of an informer
	Synced            // cache.InformerSynced
	Registration      // what AddEventHandler returns, from client-go v0.27 on
)

func (r Role) String() string {
	return [...]string{"none", "factory", "group", "version", "accessor", "informer", "controller", "lister", "synced", "registration"}[r]
}

// Runs reports whether the holder of a value of this role can register, start
// or run something with it. A lister or HasSynced function only looks.
func (r Role) Runs() bool { return r >= Factory && r <= Controller }

// Path cuts everything up to and including the last "/vendor/" off an import
// path, so that vendored packages of a GOPATH tree compare equal to their
// originals.
func Path(path string) string {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		return path[i+len("/vendor/"):]
	}
	return strings.TrimPrefix(path, "vendor/")
}

// Modelled reports whether the behaviour of a package is in this table, so
// that its source is never analysed: client-go itself, controller-runtime and
// generated informer packages of any project.
func Modelled(path string) bool {
	path = Path(path)
	switch {
	case under(path, "k8s.io/client-go"), under(path, "sigs.k8s.io/controller-runtime"),
		under(path, "k8s.io/apimachinery"), under(path, "k8s.io/apiserver"), under(path, "k8s.io/api"):
		return true
	}
	return strings.HasSuffix(path, "/externalversions") || strings.Contains(path, "/externalversions/") ||
		strings.HasSuffix(path, "/internalinterfaces")
}

// Std reports whether an import path is of the standard library, by its first
// element: a module of the user's own may be called anything else, and need not have
// a dot in its name.
func Std(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return std[first]
}

// std are the first elements of the paths of the standard library and of the go
// command's own packages, as of Go 1.26.
var std = func() map[string]bool {
	set := make(map[string]bool)
	for _, name := range strings.Fields("archive bufio builtin bytes cmd cmp compress container context crypto database debug embed encoding errors " +
		"expvar flag fmt go hash html image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv " +
		"strings structs sync syscall testing text time unicode unique unsafe vendor weak") {
		set[name] = true
	}
	return set
}()

// IsRoot reports whether the package at path declares informers, so that
// whatever imports it can reach them.
func IsRoot(path string) bool { return Path(path) == "k8s.io/client-go/tools/cache" }

// IsCache is IsRoot for a package.
func IsCache(p *types.Package) bool { return IsRoot(p.Path()) }

func under(path, root string) bool {
	return path == root || strings.HasPrefix(path, root+"/")
}

// A Table answers questions about the types of one analysis pass. Answers are
// kept, so a Table must not outlive the pass.
type Table struct {
	roles map[types.Type]Role
	empty bool
}

// NewTable returns an empty table.
func NewTable() *Table { return &Table{roles: make(map[types.Type]Role)} }

// EmptyTable returns a table that knows no types: for programs in which
// informers are not followed.
func EmptyTable() *Table { return &Table{empty: true} }

// RoleOf returns the role of a type, by its method set (addressable, so that
// pointer methods count for values as well).
func (t *Table) RoleOf(typ types.Type) Role {
	if typ == nil || t.empty {
		return None
	}
	typ = types.Unalias(typ)
	if r, ok := t.roles[typ]; ok {
		return r
	}
	t.roles[typ] = None // for types that lead back to themselves
	r := t.role(typ)
	t.roles[typ] = r
	return r
}

func (t *Table) role(typ types.Type) Role {
	base := typ
	if p, ok := typ.Underlying().(*types.Pointer); ok {
		base = types.Unalias(p.Elem())
		if types.IsInterface(base) {
			return None
		}
	}
	if named, ok := base.(*types.Named); ok {
		obj := named.Obj()
		if obj.Pkg() != nil && obj.Name() == "InformerSynced" && IsRoot(obj.Pkg().Path()) {
			return Synced
		}
		if obj.Name() == registration && isRegistration(named) {
			return Registration
		}
	}
	switch base.Underlying().(type) {
	case *types.Interface, *types.Struct:
	default:
		return None
	}
	switch {
	case t.isInformer(typ):
		return Informer
	case t.isController(typ):
		return Controller
	case t.isFactory(typ):
		return Factory
	case t.isAccessor(typ):
		return Accessor
	case isLister(typ):
		return Lister
	case t.leadsTo(typ, Accessor):
		return Version
	case t.leadsTo(typ, Version):
		return Group
	}
	return None
}

// SI: Run(stop), HasSynced() bool, GetStore() _, AddEventHandler(_) with any
// results (none up to v0.25, two since v0.26).
func (t *Table) isInformer(typ types.Type) bool {
	run, synced := method(typ, "Run"), method(typ, "HasSynced")
	if run == nil || synced == nil || !takesStop(run) || !isPredicate(synced) {
		return false
	}
	add, store := method(typ, "AddEventHandler"), method(typ, "GetStore")
	return add != nil && add.Params().Len() == 1 && store != nil && store.Params().Len() == 0 && store.Results().Len() == 1
}

// cache.Controller: Run(stop), HasSynced() bool, LastSyncResourceVersion() string.
func (t *Table) isController(typ types.Type) bool {
	run, synced, last := method(typ, "Run"), method(typ, "HasSynced"), method(typ, "LastSyncResourceVersion")
	return run != nil && synced != nil && last != nil && takesStop(run) && isPredicate(synced) &&
		last.Params().Len() == 0 && last.Results().Len() == 1
}

// F: Start(stop), WaitForCacheSync(stop) map[K]bool, ForResource(_) (TI[, error]).
// The narrow internalinterfaces.SharedInformerFactory (Start, InformerFor)
// counts as well: generated constructors take it.
func (t *Table) isFactory(typ types.Type) bool {
	start := method(typ, "Start")
	if start == nil || !takesStop(start) || start.Results().Len() != 0 {
		return false
	}
	if wait := method(typ, "WaitForCacheSync"); wait != nil && takesStop(wait) && wait.Results().Len() == 1 {
		if _, ok := wait.Results().At(0).Type().Underlying().(*types.Map); ok {
			if res := method(typ, "ForResource"); res != nil && res.Params().Len() == 1 && res.Results().Len() >= 1 {
				return t.RoleOf(res.Results().At(0).Type()) == Accessor
			}
			// client-go's generated factories always have ForResource; a
			// hand-written holder with Start and WaitForCacheSync is not a
			// factory but a wrapper, which is followed instead.
			return false
		}
	}
	if informerFor := method(typ, "InformerFor"); informerFor != nil && types.IsInterface(typ) {
		return informerFor.Params().Len() == 2 && informerFor.Results().Len() == 1 &&
			t.RoleOf(informerFor.Results().At(0).Type()) == Informer
	}
	return false
}

// TI: Informer() SII, Lister() _.
func (t *Table) isAccessor(typ types.Type) bool {
	inf, lister := method(typ, "Informer"), method(typ, "Lister")
	return inf != nil && lister != nil && isNiladic(inf) && isNiladic(lister) &&
		t.RoleOf(inf.Results().At(0).Type()) == Informer
}

// V and G: an interface whose every method is niladic with one result of the
// next role.
func (t *Table) leadsTo(typ types.Type, next Role) bool {
	iface, ok := typ.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return false
	}
	for m := range iface.Methods() {
		sig := m.Signature()
		if !isNiladic(sig) || t.RoleOf(sig.Results().At(0).Type()) != next {
			return false
		}
	}
	return true
}

// A lister has List(selector) ([]T, error) and reads only. cache.Indexer and
// cache.Store are stores and have other methods.
func isLister(typ types.Type) bool {
	if !types.IsInterface(typ) {
		return false
	}
	list := method(typ, "List")
	return list != nil && list.Params().Len() == 1 && list.Results().Len() == 2 &&
		strings.HasSuffix(typeName(list.Params().At(0).Type()), "/labels.Selector")
}

// method returns the signature of an exported method of typ, or nil.
func method(typ types.Type, name string) *types.Signature {
	obj, _, _ := types.LookupFieldOrMethod(typ, true, nil, name)
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	return fn.Signature()
}

func isNiladic(sig *types.Signature) bool {
	return sig.Params().Len() == 0 && sig.Results().Len() == 1
}

func isPredicate(sig *types.Signature) bool {
	if !isNiladic(sig) {
		return false
	}
	b, ok := sig.Results().At(0).Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// takesStop: one parameter, any receivable channel of empty struct.
func takesStop(sig *types.Signature) bool {
	if sig.Params().Len() != 1 {
		return false
	}
	ch, ok := sig.Params().At(0).Type().Underlying().(*types.Chan)
	if !ok || ch.Dir() == types.SendOnly {
		return false
	}
	st, ok := ch.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

// typeName returns the path-qualified name of a named type, without vendor
// prefix, or "".
func typeName(typ types.Type) string {
	if p, ok := types.Unalias(typ).(*types.Pointer); ok {
		typ = p.Elem()
	}
	named, ok := types.Unalias(typ).(*types.Named)
	if !ok {
		return ""
	}
	obj := named.Obj()
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return Path(obj.Pkg().Path()) + "." + obj.Name()
}

// Resource returns the key by which a factory tells resources apart, as
// "group/version.Kind", for an accessor or object type: the last two elements
// of the declaring package's path and the name without "Typed" and "Informer".
// informer-gen puts the accessor of k8s.io/api/apps/v1.Deployment at
// .../apps/v1.DeploymentInformer, so both give "apps/v1.Deployment". It
// returns "" where the type does not say (GenericInformer).
func Resource(typ types.Type) string {
	name := typeName(typ)
	path, base, ok := cutLast(name, ".")
	if !ok || base == "GenericInformer" || base == "Object" {
		return ""
	}
	if s := strings.TrimSuffix(base, "Informer"); s != base {
		base = strings.TrimPrefix(s, "Typed")
		if method(typ, "Cluster") != nil {
			base = strings.TrimSuffix(base, "Cluster") // kcp's, of all clusters
		}
	}
	head, version, ok := cutLast(path, "/")
	if !ok {
		return ""
	}
	_, group, ok := cutLast(head, "/")
	if !ok {
		group = head
	}
	return group + "/" + version + "." + base
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// Kind returns the last part of a resource key: "apps/v1.Deployment" gives
// "Deployment".
func Kind(resource string) string {
	if _, kind, ok := cutLast(resource, "."); ok {
		return kind
	}
	return resource
}
