package main

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/report"
)

// The toy check stands in for the real ones where the subject of a test is
// the command: it reports "go x.Start(...)" and calls of functions that do
// that, which it knows by facts, so that findings depend on bodies in other
// packages. It also reports calls of functions that are known to call their
// function argument, and panics or fails where a test wants it to.
var toy = &analysis.Analyzer{
	Name:       "toystart",
	Doc:        "toystart: report go x.Start()\n\nOnly for tests.",
	Run:        runToy,
	ResultType: reflect.TypeFor[*report.Result](),
	FactTypes:  []analysis.Fact{(*startsFact)(nil), (*callsFact)(nil)},
}

// toyQuiet is a second check, to be switched on and off.
var toyQuiet = &analysis.Analyzer{
	Name:       "toyquiet",
	Doc:        "toyquiet: report functions called Quiet",
	ResultType: reflect.TypeFor[*report.Result](),
	Run: func(pass *analysis.Pass) (any, error) {
		res := new(report.Result)
		for _, file := range pass.Files {
			for _, decl := range file.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok && fn.Name.Name == "Quiet" {
					res.Report(pass, "toyquiet", report.Finding{Pos: fn.Name.Pos(), Rule: "loud", Message: "not so quiet"})
				}
			}
		}
		return res, nil
	},
}

var toyExtra bool

func toyRegistry() []*analysis.Analyzer {
	if toy.Flags.Lookup("extra") == nil {
		toy.Flags.BoolVar(&toyExtra, "extra", false, "report calls of Start without go as well")
	}
	return []*analysis.Analyzer{toyQuiet, toy}
}

// startsFact: these functions start something in a goroutine.
type startsFact struct{ Funcs []string }

func (*startsFact) AFact() {}

// callsFact: these functions call a parameter of their own.
type callsFact struct{ Funcs []string }

func (*callsFact) AFact() {}

func runToy(pass *analysis.Pass) (any, error) {
	if _, err := config.For(pass); err != nil {
		return nil, err
	}
	res := new(report.Result)
	starts, calls := new(startsFact), new(callsFact)
	defer func() {
		if len(starts.Funcs) > 0 {
			pass.ExportPackageFact(starts)
		}
		if len(calls.Funcs) > 0 {
			pass.ExportPackageFact(calls)
		}
	}()
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
						starts.Funcs = append(starts.Funcs, fullName(obj))
						res.Report(pass, "toystart", report.Finding{
							Pos: n.Pos(), End: n.End(), Rule: "race", Message: "start in a goroutine",
							Related: []analysis.RelatedInformation{{Pos: fn.Pos(), Message: "in this function"}},
							Fixes:   []analysis.SuggestedFix{{Message: "Drop go", TextEdits: []analysis.TextEdit{{Pos: n.Pos(), End: n.Call.Pos()}}}},
							Witness: toyWitness(fn, n),
						})
						return false
					}
				case *ast.CallExpr:
					if toyCall(pass, res, obj, n, *starts, *calls) {
						calls.Funcs = append(calls.Funcs, fullName(obj))
					}
				}
				return true
			})
		}
	}
	return res, nil
}

// toyWitness is made up, but has a step of each kind: with a position, in
// another package, and without a place.
func toyWitness(fn *ast.FuncDecl, n *ast.GoStmt) *report.Witness {
	if fn.Name.Name != "Race" {
		return nil
	}
	return &report.Witness{
		Property: "what is started has been registered", Classes: 6, Violating: 2, Bound: "1 object, 0 faults",
		Steps: []report.Step{
			{Thread: "main", Text: "the goroutine begins", Pos: n.Pos()},
			{Thread: "goroutine", Text: "Start runs", Pos: n.Call.Pos()},
			{Thread: "main", Text: "the helper returns", Where: "lib/lib.go:3"},
			{Thread: "the API server", Text: "sends an event"},
		},
	}
}

func fullName(obj types.Object) string {
	if fn, ok := obj.(*types.Func); ok {
		return fn.Origin().FullName()
	}
	return ""
}

// toyCall looks at one call, and says whether it calls a parameter of in. Starts and
// calls are what is known of the package itself.
func toyCall(pass *analysis.Pass, res *report.Result, in types.Object, call *ast.CallExpr, starts startsFact, calls callsFact) bool {
	if toyExtra && isStart(call) {
		res.Report(pass, "toystart", report.Finding{Pos: call.Pos(), Rule: "extra", Message: "start"})
	}
	var id *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return false
	}
	switch callee := pass.TypesInfo.Uses[id].(type) {
	case *types.Func:
		if callee.Pkg() == nil {
			return false
		}
		if callee.Pkg() != pass.Pkg {
			starts, calls = startsFact{}, callsFact{}
			pass.ImportPackageFact(callee.Pkg(), &starts)
			pass.ImportPackageFact(callee.Pkg(), &calls)
		}
		if slices.Contains(starts.Funcs, fullName(callee)) {
			res.Report(pass, "toystart", report.Finding{Pos: call.Pos(), Rule: "far", Message: callee.Name() + " starts something in a goroutine"})
		}
		if slices.Contains(calls.Funcs, fullName(callee)) {
			res.Report(pass, "toystart", report.Finding{Pos: call.Pos(), Rule: "calls", Message: callee.Name() + " calls its argument"})
		}
	case *types.Var:
		_, ok := callee.Type().Underlying().(*types.Signature)
		return ok && in != nil && in.Pkg() == callee.Pkg()
	}
	return false
}

func isStart(call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Start"
}
