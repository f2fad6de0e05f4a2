package program

import (
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/engine/cachecall"
	"github.com/informerlint/informerlint/internal/ssabuild"
)

// CacheAnalyzer computes the programs of functions that concern
// controller-runtime's managers, clusters and caches, and exports them. They are
// programs of their own, so that what reaches no such thing costs nothing, and
// what has both is not too large to follow for either. Its result is nil for a
// package that does not import controller-runtime.
var CacheAnalyzer = &analysis.Analyzer{
	Name:       "cacheflow",
	Doc:        "follow controller-runtime's caches (a helper of the informerlint checks)",
	Run:        runCaches,
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
	ResultType: reflect.TypeFor[*Set](),
	FactTypes:  []analysis.Fact{(*CachePrograms)(nil)},
}

// CachePrograms is what Programs is, of the functions that concern
// controller-runtime's caches.
type CachePrograms struct{ Programs }

func (*CachePrograms) String() string { return "cache programs" }

// MayExportCaches reports whether a package that reaches no informer may export
// CachePrograms, by its path and what it imports: controller-runtime.
func MayExportCaches(path string, imports []string) bool {
	return !ctrlruntime.Within(path) && slices.ContainsFunc(imports, ctrlruntime.Within)
}

// An Unclear is a constructor's call of which it is not certain where its client
// reads.
type Unclear struct {
	Pos token.Pos
	Why string
}

func runCaches(pass *analysis.Pass) (any, error) {
	if ctrlruntime.Within(pass.Pkg.Path()) || len(pass.Files) == 0 || !usesControllerRuntime(pass) {
		return (*Set)(nil), nil
	}
	conf, err := config.For(pass)
	if err != nil {
		return nil, err
	}
	pkg := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Package()
	if pkg == nil {
		return (*Set)(nil), nil // incomplete types: nothing certain can be said
	}
	set := newCacheSet(pass)
	b := newBuilder(pass.Fset, pkg, clientgo.EmptyTable())
	b.caches, b.leads, b.calls = true, make(map[types.Type]bool), cachecall.Of(pkg)
	b.declared = conf.Functions()
	b.build()
	set.fns, set.types, set.globals = b.fns, b.types, b.globals
	set.made, set.unclear = b.made, b.unclear
	if programs := set.export(); len(programs.Fns) > 0 {
		pass.ExportPackageFact(&CachePrograms{*programs})
	}
	return set, nil
}

// usesControllerRuntime reports whether a package imports controller-runtime
// itself. Others can only hold what is made elsewhere, and whatever they do is
// not known.
func usesControllerRuntime(pass *analysis.Pass) bool {
	for _, imp := range pass.Pkg.Imports() {
		if ctrlruntime.Within(imp.Path()) {
			return true
		}
	}
	return false
}

func newCacheSet(pass *analysis.Pass) *Set {
	set := &Set{
		pass: pass, pkgPath: clientgo.Path(pass.Pkg.Path()), caches: true,
		imported: make(map[string]importedFn), itypes: make(map[string]importedType),
	}
	for _, imp := range pass.Pkg.Imports() {
		fact := new(CachePrograms)
		if pass.ImportPackageFact(imp, fact) {
			set.take(&fact.Programs)
		}
	}
	return set
}

// Caches reports whether the programs are about controller-runtime's caches.
func (set *Set) Caches() bool { return set.caches }

// Path is the import path of the package.
func (set *Set) Path() string { return set.pkgPath }

// Constructors counts the calls in the package that make a cache, a cluster or a
// manager, and lists those of which no more is known.
func (set *Set) Constructors() (made int, unclear []Unclear) { return set.made, set.unclear }
