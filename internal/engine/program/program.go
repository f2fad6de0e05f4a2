// Package program turns the SSA form of functions into protocol programs, whose
// language is package ir.
//
// The programs of a package, and those that they lead to in other packages, are
// its fact (Programs), so that an importer needs the facts of its direct
// imports only. This package knows nothing of what programs are composed to.
package program

import (
	"fmt"
	"go/token"
	"io"
	"maps"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/engine/callers"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/ssabuild"
)

// Analyzer computes the protocol programs of a package, and exports them.
// Its result is nil for a package that cannot reach an informer.
//
// It must not require buildssa: an analyzer with facts runs on every
// dependency, and SSA of all of them costs five times the memory. ssabuild
// builds it on demand, which is in packages that reach informers.
var Analyzer = &analysis.Analyzer{
	Name:       "informerflow",
	Doc:        "follow informers and factories (a helper of the informerlint checks)",
	Run:        run,
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
	ResultType: reflect.TypeFor[*Set](),
	FactTypes:  []analysis.Fact{(*Programs)(nil), (*callers.Fact)(nil)},
}

// A Set holds the programs that are known in one pass: those of the package,
// and by facts those of the packages below it.
type Set struct {
	pass     *analysis.Pass
	pkgPath  string
	fns      map[string]*ir.Fn
	types    map[string]*ir.TypeInfo
	globals  map[string][]string
	sole     map[string]map[string]string // see Fills
	imported map[string]importedFn
	itypes   map[string]importedType
	callers  map[string][]clientgo.Runner

	caches  bool // see Caches
	made    int
	unclear []Unclear
}

type importedFn struct {
	from *Programs
	i    int
	fn   *ir.Fn
	done bool
}

type importedType struct {
	from *Programs
	i    int
}

func run(pass *analysis.Pass) (any, error) {
	if !reaches(pass) {
		callers.Export(pass)
		return (*Set)(nil), nil
	}
	path := pass.Pkg.Path()
	if clientgo.Modelled(path) {
		// The table knows these; their programs would only be in the way.
		pass.ExportPackageFact(new(Programs))
		return (*Set)(nil), nil
	}
	if len(pass.Files) == 0 {
		return (*Set)(nil), nil // its source has errors: what it exports is lost
	}
	conf, err := config.For(pass)
	if err != nil {
		return nil, err
	}
	set := newSet(pass)
	pkg := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Package()
	if pkg == nil {
		return (*Set)(nil), nil // incomplete types: nothing certain can be said
	}
	table := clientgo.NewTable()
	b := newBuilder(pass.Fset, pkg, table)
	b.callers, b.declared = set.callers, conf.Functions()
	b.build()
	set.fns, set.types, set.globals, set.sole = b.fns, b.types, b.globals, b.fields.Sole()
	pass.ExportPackageFact(set.export())
	return set, nil
}

// reaches reports whether the package can reach an informer: it declares
// them, or a direct import carries the fact. Imports() of a package from
// export data is not its real import list, so facts are the right carrier.
func reaches(pass *analysis.Pass) bool {
	if clientgo.IsRoot(pass.Pkg.Path()) {
		return true
	}
	for _, imp := range pass.Pkg.Imports() {
		if clientgo.IsRoot(imp.Path()) || pass.ImportPackageFact(imp, new(Programs)) {
			return true
		}
	}
	return false
}

func newSet(pass *analysis.Pass) *Set {
	set := &Set{
		pass: pass, pkgPath: clientgo.Path(pass.Pkg.Path()),
		imported: make(map[string]importedFn), itypes: make(map[string]importedType),
		callers: make(map[string][]clientgo.Runner),
	}
	for _, imp := range pass.Pkg.Imports() {
		if runs := new(callers.Fact); pass.ImportPackageFact(imp, runs) {
			runs.AddTo(set.callers)
		}
		fact := new(Programs)
		if !pass.ImportPackageFact(imp, fact) {
			continue
		}
		set.take(fact)
	}
	return set
}

// take adds the programs of an imported package.
func (set *Set) take(fact *Programs) {
	for i, e := range fact.Fns {
		key := fact.Strings[e.Key]
		if _, dup := set.imported[key]; !dup {
			set.imported[key] = importedFn{from: fact, i: i}
		}
	}
	for i, body := range fact.Types {
		name := ir.TypeName(fact.Strings, body)
		if _, dup := set.itypes[name]; !dup {
			set.itypes[name] = importedType{from: fact, i: i}
		}
	}
}

// Lookup returns the program of a function, nil if it is not known.
func (set *Set) Lookup(key string) *ir.Fn {
	if fn, ok := set.fns[key]; ok {
		return fn
	}
	imp, ok := set.imported[key]
	if !ok {
		return nil
	}
	if !imp.done {
		imp.fn, imp.done = imp.decoded(), true
		set.imported[key] = imp
	}
	return imp.fn
}

// decoded is the program. That it is part of a fact is no reason to keep it: most of
// what a package may lead to is not led to by what is judged there.
func (imp *importedFn) decoded() *ir.Fn {
	if imp.done {
		return imp.fn
	}
	return ir.DecodeFn(imp.from.Strings, imp.from.Fns[imp.i])
}

func (set *Set) TypeInfo(name string) *ir.TypeInfo {
	if t, ok := set.types[name]; ok {
		return t
	}
	imp, ok := set.itypes[name]
	if !ok {
		return nil
	}
	t := ir.DecodeType(imp.from.Strings, imp.from.Types[imp.i])
	if set.types == nil {
		set.types = make(map[string]*ir.TypeInfo)
	}
	set.types[name] = t
	return t
}

// declAt names the function declaration around a position.
func (set *Set) declAt(pos token.Pos) string {
	for _, file := range set.pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			for _, d := range file.Decls {
				if d.Pos() <= pos && pos < d.End() {
					return fmt.Sprint(d.Pos())
				}
			}
		}
	}
	return ""
}

// Pass returns the pass that the programs are of: the one that has the facts of
// the packages below.
func (set *Set) Pass() *analysis.Pass { return set.pass }

// Fns returns the programs of the package itself, by key.
func (set *Set) Fns() map[string]*ir.Fn { return set.fns }

// Users returns the functions that refer to an unexported variable of the
// package; false if the variable may be used elsewhere as well.
func (set *Set) Users(global string) ([]string, bool) {
	who := set.globals[global]
	return who, who != nil
}

// Fills returns the function that alone fills a hidden field of a type of the
// package, by one statement, or without a type an unexported variable; "" if there
// is none.
func (set *Set) Fills(typ, field string) string { return set.sole[typ][field] }

// IsMain: the package is a program, which nothing imports.
func (set *Set) IsMain() bool { return set.pass.Pkg.Name() == "main" }

// OfTest reports whether a function is in a test file.
func (set *Set) OfTest(key string) bool {
	fn := set.Lookup(key)
	return fn != nil && fn.Test
}

// FillsVariables: some function alone fills a variable of the package.
func (set *Set) FillsVariables() bool { return len(set.sole[""]) > 0 }

// FillsVariable: the function alone fills a variable of the package.
func (set *Set) FillsVariable(fn string) bool {
	for _, by := range set.sole[""] {
		if by == fn {
			return true
		}
	}
	return false
}

// SameDecl reports whether two places of the package are in one declaration.
func (set *Set) SameDecl(a, b token.Pos) bool {
	da, db := set.declAt(a), set.declAt(b)
	return da != "" && da == db
}

// Write prints the programs of the package itself, sorted by key.
func (set *Set) Write(w io.Writer) {
	for _, key := range slices.Sorted(maps.Keys(set.fns)) {
		set.fns[key].Write(w)
	}
}
