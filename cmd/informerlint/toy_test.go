package main

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// The toy check stands in for the real ones where the subject of a test is
// the command: it reports "go x.Start(...)" and calls of functions that do
// that, which it knows by facts, so that findings depend on bodies in other
// packages. It also reports calls of functions that are known to call their
// function argument, and panics or fails where a test wants it to.
var toy = &analysis.Analyzer{
	Name:      "toystart",
	Doc:       "toystart: report go x.Start()\n\nOnly for tests.",
	Run:       runToy,
	FactTypes: []analysis.Fact{(*startsFact)(nil), (*callsFact)(nil)},
}

// toyQuiet is a second check, to be switched on and off.
var toyQuiet = &analysis.Analyzer{
	Name: "toyquiet",
	Doc:  "toyquiet: report functions called Quiet",
	Run: func(pass *analysis.Pass) (any, error) {
		for _, file := range pass.Files {
			for _, decl := range file.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok && fn.Name.Name == "Quiet" {
					pass.Report(analysis.Diagnostic{Pos: fn.Name.Pos(), Category: "loud", Message: "not so quiet (toyquiet/loud)"})
				}
			}
		}
		return nil, nil
	},
}

var toyExtra bool

func toyRegistry() []*analysis.Analyzer {
	if toy.Flags.Lookup("extra") == nil {
		toy.Flags.BoolVar(&toyExtra, "extra", false, "report calls of Start without go as well")
	}
	return []*analysis.Analyzer{toyQuiet, toy}
}

// startsFact: the function starts something in a goroutine.
type startsFact struct{}

func (*startsFact) AFact() {}

// callsFact: the function calls a parameter of its own.
type callsFact struct{}

func (*callsFact) AFact() {}

func runToy(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			if fn.Name.Name == "TriggerPanic" {
				panic("the toy was asked to")
			}
			obj := pass.TypesInfo.Defs[fn.Name]
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					if isStart(n.Call) {
						pass.ExportObjectFact(obj, new(startsFact))
						pass.Report(analysis.Diagnostic{
							Pos: n.Pos(), End: n.End(), Category: "race", Message: "start in a goroutine (toystart/race)",
							Related:        []analysis.RelatedInformation{{Pos: fn.Pos(), Message: "in this function"}},
							SuggestedFixes: []analysis.SuggestedFix{{Message: "Drop go", TextEdits: []analysis.TextEdit{{Pos: n.Pos(), End: n.Call.Pos()}}}},
						})
						return false
					}
				case *ast.CallExpr:
					toyCall(pass, obj, n)
				}
				return true
			})
		}
	}
	return nil, nil
}

func toyCall(pass *analysis.Pass, in types.Object, call *ast.CallExpr) {
	if toyExtra && isStart(call) {
		pass.Report(analysis.Diagnostic{Pos: call.Pos(), Category: "extra", Message: "start (toystart/extra)"})
	}
	var id *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return
	}
	switch callee := pass.TypesInfo.Uses[id].(type) {
	case *types.Func:
		if pass.ImportObjectFact(callee.Origin(), new(startsFact)) {
			pass.Report(analysis.Diagnostic{Pos: call.Pos(), Category: "far", Message: callee.Name() + " starts something in a goroutine (toystart/far)"})
		}
		if pass.ImportObjectFact(callee.Origin(), new(callsFact)) {
			pass.Report(analysis.Diagnostic{Pos: call.Pos(), Category: "calls", Message: callee.Name() + " calls its argument (toystart/calls)"})
		}
	case *types.Var:
		if _, ok := callee.Type().Underlying().(*types.Signature); ok && in != nil && in.Pkg() == callee.Pkg() {
			pass.ExportObjectFact(in, new(callsFact))
		}
	}
}

func isStart(call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Start"
}
