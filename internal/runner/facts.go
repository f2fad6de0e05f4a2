package runner

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// Facts are what analyzers know of packages and objects. The methods may be
// called at the same time, if the imports of a package have been analyzed
// before it.
type Facts struct {
	// Load, if not nil, returns the facts of a package when they are first
	// asked for.
	Load func(pkg *types.Package) []analysis.Fact

	mu       sync.RWMutex
	loaded   map[*types.Package]bool
	objects  map[objectKey]analysis.Fact
	packages map[packageKey]analysis.Fact
}

type objectKey struct {
	obj types.Object
	typ reflect.Type
}

type packageKey struct {
	pkg *types.Package
	typ reflect.Type
}

// NewFacts returns an empty store.
func NewFacts() *Facts {
	return &Facts{
		loaded: make(map[*types.Package]bool), objects: make(map[objectKey]analysis.Fact), packages: make(map[packageKey]analysis.Fact),
	}
}

// Bind makes a pass read and write these facts.
func (f *Facts) Bind(pass *analysis.Pass) {
	pkg, a := pass.Pkg, pass.Analyzer
	pass.ImportObjectFact = func(obj types.Object, ptr analysis.Fact) bool {
		return get(f, f.objects, objectKey{obj, reflect.TypeOf(ptr)}, ptr)
	}
	pass.ImportPackageFact = func(p *types.Package, ptr analysis.Fact) bool {
		f.load(p, pkg)
		return get(f, f.packages, packageKey{p, reflect.TypeOf(ptr)}, ptr)
	}
	pass.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		if obj.Pkg() != pkg {
			panic(fmt.Sprintf("%s exports a fact for %s of another package", a.Name, obj))
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		f.objects[objectKey{obj, reflect.TypeOf(fact)}] = fact
	}
	pass.ExportPackageFact = func(fact analysis.Fact) { f.set(pkg, fact) }
	pass.AllObjectFacts = func() []analysis.ObjectFact { return f.allObjects(a, pkg) }
	pass.AllPackageFacts = func() []analysis.PackageFact { return f.allPackages(a, pkg) }
}

func (f *Facts) set(pkg *types.Package, fact analysis.Fact) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.packages[packageKey{pkg, reflect.TypeOf(fact)}] = fact
}

// load loads the facts of a package that is not the one under analysis.
func (f *Facts) load(pkg, own *types.Package) {
	if f.Load == nil || pkg == own {
		return
	}
	f.mu.Lock()
	known := f.loaded[pkg]
	f.loaded[pkg] = true
	f.mu.Unlock()
	if known {
		return
	}
	for _, fact := range f.Load(pkg) {
		f.set(pkg, fact)
	}
}

// Of returns the facts of a package itself, by their types' names.
func (f *Facts) Of(pkg *types.Package) []analysis.Fact {
	f.mu.RLock()
	defer f.mu.RUnlock()
	var all []analysis.Fact
	for key, fact := range f.packages {
		if key.pkg == pkg {
			all = append(all, fact)
		}
	}
	slices.SortFunc(all, func(a, b analysis.Fact) int {
		return strings.Compare(reflect.TypeOf(a).String(), reflect.TypeOf(b).String())
	})
	return all
}

// get copies a fact to where ptr points. Facts of unrelated packages cannot be
// asked for: an analyzer has no objects of theirs.
func get[K comparable](f *Facts, facts map[K]analysis.Fact, key K, ptr analysis.Fact) bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	fact, ok := facts[key]
	if ok {
		reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(fact).Elem())
	}
	return ok
}

// reach returns a package and all that it imports.
func reach(pkg *types.Package) map[*types.Package]bool {
	all := make(map[*types.Package]bool)
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		if !all[p] {
			all[p] = true
			for _, imp := range p.Imports() {
				visit(imp)
			}
		}
	}
	visit(pkg)
	return all
}

func (f *Facts) allObjects(a *analysis.Analyzer, pkg *types.Package) []analysis.ObjectFact {
	f.mu.RLock()
	defer f.mu.RUnlock()
	visible := reach(pkg)
	var all []analysis.ObjectFact
	for key, fact := range f.objects {
		if visible[key.obj.Pkg()] && hasFactType(a, key.typ) {
			all = append(all, analysis.ObjectFact{Object: key.obj, Fact: fact})
		}
	}
	return all
}

func (f *Facts) allPackages(a *analysis.Analyzer, pkg *types.Package) []analysis.PackageFact {
	f.mu.RLock()
	defer f.mu.RUnlock()
	visible := reach(pkg)
	var all []analysis.PackageFact
	for key, fact := range f.packages {
		if visible[key.pkg] && hasFactType(a, key.typ) {
			all = append(all, analysis.PackageFact{Package: key.pkg, Fact: fact})
		}
	}
	return all
}

func hasFactType(a *analysis.Analyzer, typ reflect.Type) bool {
	return slices.ContainsFunc(a.FactTypes, func(f analysis.Fact) bool { return reflect.TypeOf(f) == typ })
}
