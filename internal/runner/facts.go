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
//
// Facts of packages go to those that import them directly, as go vet hands them
// on, and no further: what is known then does not depend on who else is analyzed.
type Facts struct {
	// Load, if not nil, returns the facts of a package when they are first
	// asked for.
	Load func(pkg *types.Package) []analysis.Fact

	mu       sync.RWMutex
	loaded   map[*types.Package]bool
	objects  map[objectKey]analysis.Fact
	packages map[*types.Package][]analysis.Fact // one of each type
}

type objectKey struct {
	obj types.Object
	typ reflect.Type
}

// NewFacts returns an empty store.
func NewFacts() *Facts {
	return &Facts{
		loaded: make(map[*types.Package]bool), objects: make(map[objectKey]analysis.Fact), packages: make(map[*types.Package][]analysis.Fact),
	}
}

// Bind makes a pass read and write these facts.
func (f *Facts) Bind(pass *analysis.Pass) {
	pkg, a := pass.Pkg, pass.Analyzer
	pass.ImportObjectFact = func(obj types.Object, ptr analysis.Fact) bool {
		f.mu.RLock()
		defer f.mu.RUnlock()
		return give(f.objects[objectKey{obj, reflect.TypeOf(ptr)}], ptr)
	}
	pass.ImportPackageFact = func(p *types.Package, ptr analysis.Fact) bool {
		if p != pkg && !slices.Contains(pkg.Imports(), p) {
			return false
		}
		f.load(p, pkg)
		f.mu.RLock()
		defer f.mu.RUnlock()
		all := f.packages[p]
		if i := indexOf(all, ptr); i >= 0 {
			return give(all[i], ptr)
		}
		return false
	}
	pass.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		if obj.Pkg() != pkg {
			panic(fmt.Sprintf("%s exports a fact for %s of another package", a.Name, obj))
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		f.objects[objectKey{obj, reflect.TypeOf(fact)}] = fact
	}
	pass.ExportPackageFact = func(fact analysis.Fact) { f.Set(pkg, fact) }
	pass.AllObjectFacts = func() []analysis.ObjectFact { return f.allObjects(a, pkg) }
	pass.AllPackageFacts = func() []analysis.PackageFact { return f.allPackages(a, pkg) }
}

// Set keeps a fact of a package, in place of one of the same type.
func (f *Facts) Set(pkg *types.Package, fact analysis.Fact) {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := f.packages[pkg]
	if i := indexOf(all, fact); i >= 0 {
		all[i] = fact
		return
	}
	f.packages[pkg] = append(all, fact)
}

// Drop forgets the facts of a package and its objects.
func (f *Facts) Drop(pkg *types.Package) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.packages, pkg)
	for key := range f.objects {
		if key.obj.Pkg() == pkg {
			delete(f.objects, key)
		}
	}
}

// indexOf returns where among some facts that of a type is, or -1.
func indexOf(all []analysis.Fact, like analysis.Fact) int {
	typ := reflect.TypeOf(like)
	return slices.IndexFunc(all, func(fact analysis.Fact) bool { return reflect.TypeOf(fact) == typ })
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
		f.Set(pkg, fact)
	}
}

// Of returns the facts of a package itself, by their types' names.
func (f *Facts) Of(pkg *types.Package) []analysis.Fact {
	f.mu.RLock()
	defer f.mu.RUnlock()
	all := slices.Clone(f.packages[pkg])
	slices.SortFunc(all, func(a, b analysis.Fact) int {
		return strings.Compare(reflect.TypeOf(a).String(), reflect.TypeOf(b).String())
	})
	return all
}

// give copies a fact to where ptr points, if there is one. Facts of unrelated
// packages cannot be asked for: an analyzer has no objects of theirs.
func give(fact, ptr analysis.Fact) bool {
	if fact == nil {
		return false
	}
	reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(fact).Elem())
	return true
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
	for pkg, facts := range f.packages {
		for _, fact := range facts {
			if visible[pkg] && hasFactType(a, reflect.TypeOf(fact)) {
				all = append(all, analysis.PackageFact{Package: pkg, Fact: fact})
			}
		}
	}
	return all
}

func hasFactType(a *analysis.Analyzer, typ reflect.Type) bool {
	return slices.ContainsFunc(a.FactTypes, func(f analysis.Fact) bool { return reflect.TypeOf(f) == typ })
}
