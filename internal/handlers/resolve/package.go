// Package resolve finds the functions that are given to informers as event
// handlers: which of them are the Add, Update, Delete and filter functions of
// one registration, and where nothing more can be said because something
// unknown stands around them.
package resolve

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/handlers/apart"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/keep"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssabuild"
)

// Analyzer finds the handlers of a package. Its result is nil for a package
// without any.
var Analyzer = &analysis.Analyzer{
	Name:       "informerhandlers",
	Doc:        "resolve informer event handlers (a helper of the informerlint checks)",
	Run:        analyze,
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
	FactTypes:  []analysis.Fact{(*Facts)(nil), (*apart.Facts)(nil), (*keep.Facts)(nil)},
	ResultType: reflect.TypeFor[*Package](),
}

// Package is what is known of the handlers of one package.
type Package struct {
	Groups []*registered.Group // in the order of their positions

	Machine *interp.Machine

	pass    *analysis.Pass
	lazy    *ssabuild.Lazy
	unknown []*registered.Group // that are not seen to get to an informer

	mu    sync.Mutex // several checks may note at the same time
	notes []note
}

// A note says why a line is not reported.
type note struct {
	pos  token.Pos
	text string
}

// Functions are those of the package, function literals too.
func (p *Package) Functions() []*ssa.Function { return p.lazy.Functions() }

// Needs reports whether anything that is known of the package's handlers comes
// from a function: whether it was interpreted, or led to a handler.
func (p *Package) Needs(fn *ast.FuncDecl) bool {
	return p.Machine.Needs(fn)
}

// Incomplete reports whether a function of this package would have had to be
// looked into that has no body.
func (p *Package) Incomplete() bool {
	return p.Machine.Incomplete()
}

// Pass returns the pass that found the handlers: the one whose facts count.
func (p *Package) Pass() *analysis.Pass { return p.pass }

// Note keeps why something at a position is not reported.
func (p *Package) Note(pos token.Pos, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.notes = append(p.notes, note{pos, text})
}

// Why returns the notes about a line, and which handlers it belongs to.
func (p *Package) Why(file string, line int) (out []string) {
	if p == nil {
		return nil
	}
	defer func() { out = append(out, p.parts(file, line)...) }()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.notes {
		if posn := p.pass.Fset.Position(n.pos); posn.Filename == file && posn.Line == line {
			out = append(out, n.text)
		}
	}
	return out
}

// Program returns the program of one of the groups.
func (p *Package) Program(g *registered.Group) *interp.Program { return p.Machine.Program(g) }

func analyze(pass *analysis.Pass) (any, error) {
	below := importFacts(pass)
	lazy := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy)
	if kept := keep.Find(pass, lazy); len(kept) > 0 {
		pass.ExportPackageFact(&keep.Facts{Funcs: kept})
	}
	if !below.reaches {
		apart.Export(pass, lazy)
		return (*Package)(nil), nil
	}
	own := &Facts{}
	defer func() { pass.ExportPackageFact(own) }()
	// Packages whose behaviour is in the table only pass on that informers are below.
	if clientgo.Modelled(pass.Pkg.Path()) || !worthwhile(pass, below) {
		return (*Package)(nil), nil
	}
	p, err := find(pass, below, lazy, own)
	return p, err
}

// Again finds the handlers of a package that was edited in memory. It exports
// no facts.
func Again(pass *analysis.Pass) (*Package, error) {
	lazy, err := ssabuild.Analyzer.Run(pass)
	if err != nil {
		return nil, err
	}
	return find(pass, importFacts(pass), lazy.(*ssabuild.Lazy), nil)
}

// find finds the handlers of a package, and fills in its facts if they are
// wanted. The result is nil if there are none.
func find(pass *analysis.Pass, below *imported, lazy *ssabuild.Lazy, facts *Facts) (*Package, error) {
	conf, err := config.For(pass)
	if err != nil {
		return nil, err
	}
	if lazy.Package() == nil {
		return nil, nil
	}
	in := interp.For(pass, lazy, interp.Known{Helpers: below.helpers, Keepers: keep.Import(pass), KeyVars: below.vars, Declared: conf.Functions()})
	res := newResolver(in, pass, lazy, below, conf.Functions())
	groups := res.resolve()
	if facts != nil {
		*facts = res.facts()
	}
	if len(groups) == 0 {
		return nil, nil
	}
	return &Package{Groups: groups, Machine: in, pass: pass, lazy: lazy, unknown: res.unknown}, nil
}

// worthwhile reports whether a package can hold handlers, or helpers that
// handlers of other packages may call. Only for these SSA is built.
func worthwhile(pass *analysis.Pass, below *imported) bool {
	for _, imp := range pass.Pkg.Imports() {
		if clientgo.IsHandlerPackage(imp.Path()) {
			return true
		}
	}
	for _, obj := range pass.TypesInfo.Uses {
		if obj.Pkg() == nil || obj.Pkg() == pass.Pkg {
			continue
		}
		if below.names[clientgo.Path(obj.Pkg().Path())+"."+obj.Name()] {
			return true
		}
		// A type of the package's own with OnDelete, which needs nothing of client-go's cache.
		if fn, ok := obj.(*types.Func); ok && clientgo.IsCache(obj.Pkg()) && clientgo.AddsHandler(fn.Name()) {
			return true
		}
	}
	return apart.MayHelp(pass)
}
