// Package ssabuild builds the SSA form of a package at most once, and only
// when somebody asks for it.
package ssabuild

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Analyzer gives a package's SSA on demand.
//
// It is not buildssa, because an analyzer with facts that requires buildssa
// builds SSA for every dependency: five times the memory. This one has run
// when its Lazy exists, and costs nothing until SSA is asked for.
var Analyzer = &analysis.Analyzer{
	Name:       "informerssa",
	Doc:        "build SSA on demand (a helper of the informerlint checks)",
	Run:        func(pass *analysis.Pass) (any, error) { return &Lazy{pass: pass}, nil },
	ResultType: reflect.TypeFor[*Lazy](),
}

// Lazy is the SSA of one package, once somebody asks.
type Lazy struct {
	pass *analysis.Pass
	once sync.Once
	pkg  *ssa.Package
	fns  []*ssa.Function
}

// Of is the SSA of a package that no driver runs, or of some of its files.
func Of(pass *analysis.Pass) *Lazy { return &Lazy{pass: pass} }

// Package returns the SSA package. Analyzers of one package may ask at the
// same time. It is nil if the package's types are incomplete, because it or
// what it imports has errors: then there is nothing to say about it.
func (l *Lazy) Package() *ssa.Package {
	l.once.Do(l.build)
	return l.pkg
}

// Functions returns the functions and methods that the package declares, each
// followed by the function literals in it, in source order.
func (l *Lazy) Functions() []*ssa.Function {
	l.once.Do(l.build)
	return l.fns
}

func (l *Lazy) build() {
	pass := l.pass
	if len(pass.Files) == 0 || len(pass.TypeErrors) > 0 {
		return
	}
	defer func() {
		// A driver may analyze a package whose imports could not be loaded;
		// go/ssa expects complete types and panics.
		if recover() != nil {
			l.pkg, l.fns = nil, nil
		}
	}()
	prog := ssa.NewProgram(pass.Fset, 0)
	prog.SetNoReturn(clientgo.NoReturn)
	used := usedObjects(pass)
	for _, p := range pass.Pkg.Imports() {
		prog.CreatePackage(p, []*ast.File{{Name: ast.NewIdent(p.Name()), Decls: used.declare(p)}}, used.info, true)
	}
	l.pkg = prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	l.pkg.Build()
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		l.fns = append(l.fns, fn)
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	// Literals outside functions ("var handler = cache.ResourceEventHandlerFuncs{...}").
	if init := l.pkg.Func("init"); init != nil {
		add(init)
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok {
				if obj, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
					if fn := prog.FuncValue(obj); fn != nil {
						add(fn)
					}
				}
			}
		}
	}
}

// An objects holds the functions, methods and variables of other packages that
// a package uses.
type objects struct {
	of   map[*types.Package][]*ast.Ident
	info *types.Info // what the identifiers stand for
}

func usedObjects(pass *analysis.Pass) *objects {
	used := &objects{of: make(map[*types.Package][]*ast.Ident), info: &types.Info{Defs: make(map[*ast.Ident]types.Object)}}
	seen := make(map[types.Object]bool)
	for _, obj := range pass.TypesInfo.Uses {
		switch o := obj.(type) {
		case *types.Func:
			obj = o.Origin()
			if recv := o.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
				continue
			}
		case *types.Var:
			if o.IsField() {
				continue
			}
		default:
			continue
		}
		if pkg := obj.Pkg(); pkg != nil && pkg != pass.Pkg && !seen[obj] {
			seen[obj] = true
			id := ast.NewIdent(obj.Name())
			used.of[pkg] = append(used.of[pkg], id)
			used.info.Defs[id] = obj
		}
	}
	return used
}

// declare returns a declaration of what is used of a package, for
// ssa.Program.CreatePackage, which without one makes a function for every method
// of every type: for k8s.io/api/core/v1 alone some ten thousand, and more work
// than the SSA of most packages that import it. In a declaration of constants it
// looks at nothing but the objects of the names (go/ssa/create.go); methods that
// are not in it are made when they are asked for.
func (o *objects) declare(p *types.Package) []ast.Decl {
	if len(o.of[p]) == 0 {
		return nil
	}
	return []ast.Decl{&ast.GenDecl{Tok: token.CONST, Specs: []ast.Spec{&ast.ValueSpec{Names: o.of[p]}}}}
}
