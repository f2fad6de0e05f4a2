// Package callers finds the functions that run a function argument, in packages
// that reach no informer ("util.Go(func() {...})"): when they run it. It needs
// no SSA, for nearly every package of a build is such a package.
package callers

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Fact says of the functions of a package when they run their function arguments.
type Fact struct {
	Entries []Entry
}

// An Entry says that Fn runs its parameter Param in mode Mode.
type Entry struct {
	Fn    string
	Param int
	Mode  int
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

func (f *Fact) String() string { return "runs function arguments" }

// AddTo adds what the fact says, by function.
func (f *Fact) AddTo(m map[string][]clientgo.Runner) {
	for _, e := range f.Entries {
		m[e.Fn] = append(m[e.Fn], clientgo.Runner{Param: e.Param, Mode: clientgo.Mode(e.Mode)})
	}
}

// Export looks, without SSA, at the exported functions of a package
// that take a function, and tells when they run it. A parameter that is used
// for anything but calls says nothing: such a function stays unknown.
func Export(pass *analysis.Pass) {
	if path := clientgo.Path(pass.Pkg.Path()); clientgo.Std(path) || clientgo.Modelled(path) {
		return
	}
	fact := new(Fact)
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || fd.Body == nil || !fd.Name.IsExported() || !hasFuncParam(fd) {
				continue
			}
			obj, ok := pass.TypesInfo.Defs[fd.Name].(*types.Func)
			if !ok {
				continue
			}
			fact.Entries = append(fact.Entries, callsParams(pass.TypesInfo, fd, obj)...)
		}
	}
	if len(fact.Entries) > 0 {
		slices.SortFunc(fact.Entries, func(a, b Entry) int { return strings.Compare(a.Fn, b.Fn) })
		pass.ExportPackageFact(fact)
	}
}

func hasFuncParam(fd *ast.FuncDecl) bool {
	for _, p := range fd.Type.Params.List {
		if _, ok := p.Type.(*ast.FuncType); ok {
			return true
		}
	}
	return false
}

// funcParams are the parameters of a function that are functions, with their place.
func funcParams(fn *types.Func) map[types.Object]int {
	index := make(map[types.Object]int)
	for i := range fn.Signature().Params().Len() {
		p := fn.Signature().Params().At(i)
		if _, ok := p.Type().Underlying().(*types.Signature); ok {
			index[p] = i
		}
	}
	return index
}

// repeats: a loop is around a node, or a label is there to which a goto may lead.
func repeats(body *ast.BlockStmt, at ast.Node) (yes bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			yes = yes || n.Pos() <= at.Pos() && at.End() <= n.End()
		case *ast.LabeledStmt:
			yes = true
		}
		return !yes
	})
	return yes
}

// callsParams returns the function parameters that fd calls directly (now, or single if
// there is one such call) or in a goroutine (concurrent), and does nothing else with.
func callsParams(info *types.Info, fd *ast.FuncDecl, fn *types.Func) []Entry {
	index := funcParams(fn)
	const mixed = -2
	mode := make(map[int]int)
	note := func(param, m int) {
		if old, ok := mode[param]; ok && old != m {
			m = mixed
		}
		mode[param] = m
	}
	several := make(map[int]bool) // called at two places, or in what may be a loop
	called := func(param, m int, at ast.Node) {
		_, before := mode[param]
		several[param] = several[param] || before || repeats(fd.Body, at)
		note(param, m)
	}
	var walk func(n ast.Node, m int)
	walk = func(n ast.Node, m int) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				if lit, ok := n.Call.Fun.(*ast.FuncLit); ok {
					walk(lit.Body, int(clientgo.Concurrent))
				} else if id, ok := n.Call.Fun.(*ast.Ident); ok {
					if p, ok := index[info.Uses[id]]; ok {
						note(p, int(clientgo.Concurrent))
					}
				}
				for _, a := range n.Call.Args {
					walk(a, m)
				}
				return false
			case *ast.FuncLit:
				walk(n.Body, mixed) // when that literal runs is not known
				return false
			case *ast.CallExpr:
				if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok {
					if p, ok := index[info.Uses[id]]; ok {
						called(p, m, n)
						for _, a := range n.Args {
							walk(a, m)
						}
						return false
					}
				}
			case *ast.Ident:
				if p, ok := index[info.Uses[n]]; ok {
					note(p, mixed)
				}
			}
			return true
		})
	}
	walk(fd.Body, int(clientgo.Now))
	var out []Entry
	for p := range fn.Signature().Params().Len() {
		if m, ok := mode[p]; ok && m >= 0 {
			if m == int(clientgo.Now) && !several[p] {
				m = int(clientgo.Single)
			}
			out = append(out, Entry{Fn: clientgo.FuncName(fn), Param: p, Mode: m})
		}
	}
	return out
}
