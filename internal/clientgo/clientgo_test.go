package clientgo_test

import (
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/load"
)

// A release is a client-go with the numbers of its shapes, which were counted
// over its exported interfaces by another program.
type release struct {
	name                                   string
	dir                                    string // in testdata
	factories, groups, versions, accessors int
	// Since v0.37 accessors have typed twins.
	typed bool
}

// releases has the newest one; TestOldRelease looks at the oldest in the same way.
var releases = []release{{"v0.37.2", ".", 3, 21, 50, 295, true}}

// typesOf loads client-go as the module in dir requires it and returns all
// packages that were type-checked, by path.
func typesOf(t *testing.T, dir string) map[string]*types.Package {
	t.Helper()
	loadedMu.Lock()
	defer loadedMu.Unlock()
	if all := loaded[dir]; all != nil {
		return all
	}
	abs := filepath.Join(checktest.Dir(t), dir)
	if err := checktest.Download(abs); err != nil {
		t.Fatal(err)
	}
	patterns := []string{
		"k8s.io/client-go/informers/...", "k8s.io/client-go/dynamic/dynamicinformer", "k8s.io/client-go/metadata/metadatainformer",
		"k8s.io/client-go/tools/cache",
	}
	if dir == "." {
		// Programs, for the packages that they import: load leaves out what
		// does not reach informers by itself.
		patterns = append(patterns, "./startorder/errgroup", "./startorder/leader")
	}
	res, err := load.Packages(load.Config{Dir: abs}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.Problems {
		t.Fatalf("%s: %v", p.Package, p.Errors)
	}
	all := make(map[string]*types.Package)
	packages.Visit(res.Roots, nil, func(pkg *packages.Package) {
		if pkg.Types != nil {
			all[pkg.PkgPath] = pkg.Types
		}
	})
	loaded[dir] = all
	return all
}

var (
	loadedMu sync.Mutex
	loaded   = make(map[string]map[string]*types.Package)
)

// exported returns the exported type names of a package.
func exported(pkg *types.Package) []*types.TypeName {
	var names []*types.TypeName
	for _, name := range pkg.Scope().Names() {
		if tn, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && tn.Exported() && !tn.IsAlias() {
			names = append(names, tn)
		}
	}
	return names
}

func TestShapes(t *testing.T) {
	for _, r := range releases {
		t.Run(r.name, func(t *testing.T) {
			table := clientgo.NewTable()
			counts := make(map[clientgo.Role]int)
			for path, pkg := range typesOf(t, r.dir) {
				if !strings.HasPrefix(path, "k8s.io/client-go/") || strings.HasSuffix(path, "/internalinterfaces") {
					continue
				}
				for _, tn := range exported(pkg) {
					if types.IsInterface(tn.Type()) {
						counts[table.RoleOf(tn.Type())]++
					}
				}
			}
			for _, c := range []struct {
				role clientgo.Role
				want int
			}{
				{clientgo.Factory, r.factories}, {clientgo.Group, r.groups},
				{clientgo.Version, r.versions}, {clientgo.Accessor, r.accessors},
			} {
				if counts[c.role] != c.want {
					t.Errorf("%d interfaces have the shape of a %v, want %d", counts[c.role], c.role, c.want)
				}
			}
		})
	}
}

// What has nothing to do with informers has no role.
func TestNoRoleElsewhere(t *testing.T) {
	for _, r := range releases {
		table := clientgo.NewTable()
		looked := 0
		for path, pkg := range typesOf(t, r.dir) {
			if under(path, "k8s.io/client-go/informers", "k8s.io/client-go/listers", "k8s.io/client-go/tools/cache",
				"k8s.io/client-go/dynamic", "k8s.io/client-go/metadata", "example.com") {
				continue
			}
			for _, tn := range exported(pkg) {
				looked++
				for _, typ := range []types.Type{tn.Type(), types.NewPointer(tn.Type())} {
					if role := table.RoleOf(typ); role != clientgo.None {
						t.Errorf("client-go %s: %v has the role of a %v", r.name, typ, role)
					}
				}
			}
		}
		if looked < 1000 {
			t.Errorf("client-go %s: looked at %d types only", r.name, looked)
		}
	}
}

func under(path string, roots ...string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return path == root || strings.HasPrefix(path, root+"/")
	})
}

// An accessor and the type of the objects that its lister lists have one key.
func TestResourceKeys(t *testing.T) {
	for _, r := range releases {
		t.Run(r.name, func(t *testing.T) {
			table := clientgo.NewTable()
			keys := make(map[string]int)
			for path, pkg := range typesOf(t, r.dir) {
				if !under(path, "k8s.io/client-go/informers") {
					continue
				}
				for _, tn := range exported(pkg) {
					if table.RoleOf(tn.Type()) != clientgo.Accessor || tn.Name() == "GenericInformer" {
						continue
					}
					key := clientgo.Resource(tn.Type())
					object := listed(t, tn.Type())
					if want := clientgo.Resource(object); key == "" || key != want {
						t.Errorf("%v has the key %q, its objects %v have %q", tn.Type(), key, object, want)
					}
					keys[key]++
				}
			}
			accessors, twins := r.accessors-1, 1 // without GenericInformer
			if r.typed {
				twins = 2
			}
			if len(keys)*twins != accessors {
				t.Errorf("%d keys for %d accessors", len(keys), accessors)
			}
			for key, n := range keys {
				if n != twins {
					t.Errorf("%d accessors have the key %s", n, key)
				}
			}
		})
	}
	if got := clientgo.Kind("apps/v1.Deployment"); got != "Deployment" {
		t.Errorf("kind %q", got)
	}
}

// listed returns the type of object that the lister of an accessor lists.
func listed(t *testing.T, accessor types.Type) types.Type {
	t.Helper()
	lister := lookup(t, accessor, "Lister").Results().At(0).Type()
	list := lookup(t, lister, "List").Results().At(0).Type().(*types.Slice)
	return list.Elem()
}

func lookup(t *testing.T, typ types.Type, name string) *types.Signature {
	t.Helper()
	obj, _, _ := types.LookupFieldOrMethod(typ, true, nil, name)
	fn, ok := obj.(*types.Func)
	if !ok {
		t.Fatalf("%v has no method %s", typ, name)
	}
	return fn.Signature()
}

func named(t *testing.T, all map[string]*types.Package, path, name string) types.Object {
	t.Helper()
	pkg := all[path]
	if pkg == nil {
		t.Fatalf("%s is not loaded", path)
	}
	obj := pkg.Scope().Lookup(name)
	if obj == nil {
		t.Fatalf("there is no %s.%s", path, name)
	}
	return obj
}

func TestMethodOps(t *testing.T) {
	const cg = "k8s.io/client-go/"
	rows := []struct {
		path, typ, method string
		op                clientgo.Op
		since             bool // only in v0.37
	}{
		{"informers", "SharedInformerFactory", "Start", clientgo.OpStart, false},
		{"informers", "SharedInformerFactory", "StartWithContext", clientgo.OpStart, true},
		{"informers", "SharedInformerFactory", "WaitForCacheSync", clientgo.OpWait, false},
		{"informers", "SharedInformerFactory", "WaitForCacheSyncWithContext", clientgo.OpWait, true},
		{"informers", "SharedInformerFactory", "Shutdown", clientgo.OpShutdown, false},
		{"informers", "SharedInformerFactory", "ForResource", clientgo.OpForResource, false},
		{"informers", "SharedInformerFactory", "InformerFor", clientgo.OpInformerFor, false},
		{"informers", "SharedInformerFactory", "InformerName", clientgo.OpLook, true},
		{"informers", "SharedInformerFactory", "Core", clientgo.OpGroup, false},
		{"informers", "GenericInformer", "Informer", clientgo.OpInformer, false},
		{"informers", "GenericInformer", "Lister", clientgo.OpLister, false},
		{"informers/internalinterfaces", "SharedInformerFactory", "Start", clientgo.OpStart, false},
		{"informers/internalinterfaces", "SharedInformerFactory", "InformerFor", clientgo.OpInformerFor, false},
		{"informers/core", "Interface", "V1", clientgo.OpVersion, false},
		{"informers/core/v1", "Interface", "Pods", clientgo.OpAccessor, false},
		{"informers/core/v1", "PodInformer", "Informer", clientgo.OpInformer, false},
		{"informers/core/v1", "PodInformer", "Lister", clientgo.OpLister, false},
		{"informers/core/v1", "TypedPodInformer", "TypedInformer", clientgo.OpInformer, true},
		{"informers/core/v1", "TypedPodInformer", "Lister", clientgo.OpLister, true},
		{"dynamic/dynamicinformer", "DynamicSharedInformerFactory", "Start", clientgo.OpStart, false},
		{"dynamic/dynamicinformer", "DynamicSharedInformerFactory", "ForResource", clientgo.OpForResource, false},
		{"dynamic/dynamicinformer", "DynamicSharedInformerFactory", "WaitForCacheSync", clientgo.OpWait, false},
		{"metadata/metadatainformer", "SharedInformerFactory", "ForResource", clientgo.OpForResource, false},
		{"metadata/metadatainformer", "SharedInformerFactory", "Start", clientgo.OpStart, false},
		{"tools/cache", "SharedInformer", "Run", clientgo.OpRun, false},
		{"tools/cache", "SharedIndexInformer", "Run", clientgo.OpRun, false},
		{"tools/cache", "SharedIndexInformer", "RunWithContext", clientgo.OpRun, true},
		{"tools/cache", "SharedIndexInformer", "HasSynced", clientgo.OpHasSynced, false},
		{"tools/cache", "SharedIndexInformer", "HasSyncedChecker", clientgo.OpHasSynced, true},
		{"tools/cache", "SharedIndexInformer", "AddEventHandler", clientgo.OpAddHandler, false},
		{"tools/cache", "SharedIndexInformer", "AddEventHandlerWithResyncPeriod", clientgo.OpAddHandler, false},
		{"tools/cache", "SharedIndexInformer", "AddEventHandlerWithOptions", clientgo.OpAddHandler, true},
		{"tools/cache", "SharedIndexInformer", "GetStore", clientgo.OpStore, false},
		{"tools/cache", "SharedIndexInformer", "GetIndexer", clientgo.OpStore, false},
		{"tools/cache", "SharedIndexInformer", "AddIndexers", clientgo.OpConfigure, false},
		{"tools/cache", "SharedIndexInformer", "SetTransform", clientgo.OpConfigure, false},
		{"tools/cache", "SharedIndexInformer", "SetWatchErrorHandler", clientgo.OpConfigure, false},
		{"tools/cache", "SharedIndexInformer", "IsStopped", clientgo.OpLook, false},
		{"tools/cache", "SharedIndexInformer", "RemoveEventHandler", clientgo.OpLook, false},
		{"tools/cache", "Controller", "Run", clientgo.OpRun, false},
		{"tools/cache", "Controller", "HasSynced", clientgo.OpHasSynced, false},
		{"listers/core/v1", "PodLister", "List", clientgo.OpRead, false},
		{"listers/core/v1", "PodNamespaceLister", "Get", clientgo.OpRead, false},
		{"tools/cache", "GenericLister", "List", clientgo.OpRead, false},
		{"listers/core/v1", "PodLister", "Pods", clientgo.OpNarrow, false},
		{"tools/cache", "Store", "Add", clientgo.OpNone, false},
		{"tools/cache", "Indexer", "ByIndex", clientgo.OpNone, false},
		{"tools/cache", "Reflector", "Run", clientgo.OpNone, false},
	}
	for _, r := range releases {
		all, table := typesOf(t, r.dir), clientgo.NewTable()
		for _, row := range rows {
			if row.since && !r.typed {
				continue
			}
			typ := named(t, all, cg+row.path, row.typ).Type()
			lookup(t, typ, row.method)
			if op := table.MethodOp(typ, row.method); op != row.op {
				t.Errorf("client-go %s: %s.%s does %v, want %v", r.name, row.typ, row.method, op, row.op)
			}
		}
		// No method of an informer or factory is forgotten: an unknown one
		// would let the receiver escape.
		for _, full := range []struct{ path, typ string }{
			{"informers", "SharedInformerFactory"}, {"dynamic/dynamicinformer", "DynamicSharedInformerFactory"},
			{"metadata/metadatainformer", "SharedInformerFactory"}, {"tools/cache", "SharedIndexInformer"},
		} {
			typ := named(t, all, cg+full.path, full.typ).Type()
			for m := range typ.Underlying().(*types.Interface).Methods() {
				if table.MethodOp(typ, m.Name()) == clientgo.OpNone {
					t.Errorf("client-go %s: %s.%s is not in the table", r.name, full.typ, m.Name())
				}
			}
		}
	}
}

func TestFuncOps(t *testing.T) {
	const cg = "k8s.io/client-go/"
	for _, r := range releases {
		all, table := typesOf(t, r.dir), clientgo.NewTable()
		for _, row := range []struct {
			path, name string
			op         clientgo.Op
		}{
			{"informers", "NewSharedInformerFactory", clientgo.OpNewFactory},
			{"informers", "NewSharedInformerFactoryWithOptions", clientgo.OpNewFactory},
			{"informers", "NewFilteredSharedInformerFactory", clientgo.OpNewFactory},
			{"informers", "WithNamespace", clientgo.OpNone},
			{"dynamic/dynamicinformer", "NewDynamicSharedInformerFactory", clientgo.OpNewFactory},
			{"dynamic/dynamicinformer", "NewFilteredDynamicSharedInformerFactory", clientgo.OpNewFactory},
			{"metadata/metadatainformer", "NewSharedInformerFactory", clientgo.OpNewFactory},
			{"informers/core/v1", "NewPodInformer", clientgo.OpNewInformer},
			{"informers/core/v1", "NewFilteredPodInformer", clientgo.OpNewInformer},
			{"informers/core/v1", "New", clientgo.OpVersion},
			{"informers/core", "New", clientgo.OpGroup},
			{"tools/cache", "NewSharedIndexInformer", clientgo.OpNewInformer},
			{"tools/cache", "NewSharedInformer", clientgo.OpNewInformer},
			{"tools/cache", "NewInformer", clientgo.OpNewInformer},
			{"tools/cache", "NewIndexerInformer", clientgo.OpNewInformer},
			{"tools/cache", "NewStore", clientgo.OpNone},
			{"tools/cache", "NewReflector", clientgo.OpNone},
			{"tools/cache", "WaitForCacheSync", clientgo.OpWaitFor},
			{"tools/cache", "WaitForNamedCacheSync", clientgo.OpWaitFor},
			{"tools/cache", "MetaNamespaceKeyFunc", clientgo.OpNone},
		} {
			fn := named(t, all, cg+row.path, row.name).(*types.Func)
			if op := table.FuncOp(fn); op != row.op {
				t.Errorf("client-go %s: %s.%s does %v, want %v", r.name, row.path, row.name, op, row.op)
			}
		}
	}
}

// What the tables name exists, and takes a function where they say so. Names
// of modules that testdata does not require are left out.
func TestTablesNameWhatExists(t *testing.T) {
	all := typesOf(t, ".")
	funcs := make(map[string]*types.Func)
	for _, pkg := range all {
		for _, name := range pkg.Scope().Names() {
			switch obj := pkg.Scope().Lookup(name).(type) {
			case *types.Func:
				funcs[clientgo.FuncName(obj)] = obj
			case *types.TypeName:
				if n, ok := obj.Type().(*types.Named); ok {
					for m := range n.Methods() {
						funcs[clientgo.FuncName(m)] = m
					}
				}
			}
		}
	}
	known := func(name string) bool {
		path, _, _ := strings.Cut(strings.TrimLeft(name, "(*"), ")")
		slash := strings.LastIndex(path, "/")
		dot := strings.Index(path[slash+1:], ".")
		return all[path[:slash+1+dot]] != nil
	}

	checked := 0
	for name, runs := range clientgo.Runners {
		if !known(name) {
			t.Logf("not loaded: %s", name)
			continue
		}
		fn := funcs[name]
		if fn == nil {
			t.Errorf("there is no %s", name)
			continue
		}
		for _, r := range runs {
			checked++
			checkRunner(t, name, fn, r)
		}
		if !slices.Equal(clientgo.RunnersOf(fn), runs) {
			t.Errorf("%s is not found by its function", name)
		}
	}
	if checked < 30 {
		t.Errorf("only %d rows were checked", checked)
	}
	for name, h := range clientgo.Holders {
		fn := funcs[name]
		if fn == nil {
			t.Errorf("there is no %s", name)
			continue
		}
		res := fn.Signature().Results().At(h.Result).Type()
		if obj, _, _ := types.LookupFieldOrMethod(res, true, fn.Pkg(), h.Field); obj == nil {
			t.Errorf("the result of %s has no field %s", name, h.Field)
		}
	}
	for _, name := range slices.Concat(slices.Sorted(maps.Keys(clientgo.NoReturns)), slices.Sorted(maps.Keys(clientgo.AwaitNames))) {
		if known(name) && funcs[name] == nil {
			t.Errorf("there is no %s", name)
		}
	}
}

func checkRunner(t *testing.T, name string, fn *types.Func, r clientgo.Runner) {
	t.Helper()
	sig := fn.Signature()
	typ := types.Type(nil)
	switch {
	case r.Param < 0:
		typ = sig.Recv().Type()
	case r.Param < sig.Params().Len():
		typ = sig.Params().At(r.Param).Type()
	default:
		t.Errorf("%s has no parameter %d", name, r.Param)
		return
	}
	if r.Path != "" {
		for _, field := range strings.Split(r.Path, ".") {
			obj, _, _ := types.LookupFieldOrMethod(typ, true, fn.Pkg(), field)
			if obj == nil {
				t.Errorf("%s: %v has no field %s", name, typ, field)
				return
			}
			typ = obj.Type()
		}
	}
	if _, ok := typ.Underlying().(*types.Signature); !ok {
		t.Errorf("%s: parameter %d.%s is a %v, no function", name, r.Param, r.Path, typ)
	}
}

func TestPath(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"k8s.io/client-go/informers", "k8s.io/client-go/informers"},
		{"example.com/a/vendor/k8s.io/client-go/informers", "k8s.io/client-go/informers"},
		{"example.com/a/vendor/example.com/b/vendor/k8s.io/client-go/informers", "k8s.io/client-go/informers"},
		{"vendor/golang.org/x/net/http/httpguts", "golang.org/x/net/http/httpguts"},
		{"example.com/vendors/x", "example.com/vendors/x"},
	} {
		if got := clientgo.Path(c.path); got != c.want {
			t.Errorf("Path(%q) = %q, want %q", c.path, got, c.want)
		}
	}
	for path, want := range map[string]bool{
		"k8s.io/client-go/informers":                                    true,
		"example.com/a/vendor/k8s.io/client-go/tools/cache":             true,
		"k8s.io/client-gone":                                            false,
		"example.com/shop/generated/informers/externalversions":         true,
		"example.com/shop/generated/informers/externalversions/till/v1": true,
		"example.com/shop/informers":                                    false,
	} {
		if got := clientgo.Modelled(path); got != want {
			t.Errorf("Modelled(%q) = %v", path, got)
		}
	}
}
