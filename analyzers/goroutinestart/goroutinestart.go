package goroutinestart

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// Analyzer reports a Start in a goroutine that races the factory's own wait, and a Run
// without one in front of its informer's wait.
var Analyzer = report.Analyzer("goroutinestart",
	"find factories that are started in a goroutine and awaited beside it, and informers that are run without one\n\nStart does not block; in a goroutine it races with WaitForCacheSync, which then waits for nothing. "+
		"An informer's Run blocks until it is stopped.",
	run, []*analysis.Analyzer{engine.Analyzer},
	report.Optional{Rule: judge.RedundantGo, Usage: "also report a goroutine around Start that races with nothing"},
)

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[engine.Analyzer].(*engine.Package)
	if pkg == nil {
		return new(report.Result), nil
	}
	src := fix.In(pass)
	racing := make(map[string]bool)
	claims := order.Claims(pkg, func(v engine.Verdict) report.Finding {
		racing[v.Anchor.Where] = true
		f := finding(src, v)
		f.Message, f.Todo = racesWait(src, v)
		f.Related = []analysis.RelatedInformation{{Pos: v.At(judge.Wait).Pos, Message: "this waits only for informers that have been started"}}
		return f
	}, judge.StartRacesWait)
	claims = append(claims, order.Claims(pkg, func(v engine.Verdict) report.Finding { return blocks(pass.TypesInfo, src, v) }, judge.MissingGo)...)
	if report.On(pass, judge.RedundantGo) {
		for _, v := range pkg.Verdicts() {
			if v.Rule == judge.RedundantGo && !racing[v.Anchor.Where] {
				f := finding(src, v)
				f.Message = "factory.Start does not block: the goroutine around it is needless"
				f.Rule = v.Rule
				claims = append(claims, gate.Claim{Finding: f, Case: &order.Style{Package: pkg, Count: redundant}, Style: true})
			}
		}
	}
	for i := range claims {
		claims[i].Calls = true
	}
	return gate.Gate{Pass: pkg.Pass()}.Report(pass, claims), nil
}

// racesWait says what runs beside what, in the words of the function that has to
// change.
func racesWait(src *fix.Source, v engine.Verdict) (message, todo string) {
	start, wait := v.At(judge.Start), v.At(judge.Wait)
	awaits := cmp.Or(src.Callee(wait.Via), "WaitForCacheSync")
	spawned := src.Callee(v.Anchor.Pos)
	if v.Is(judge.Direct) || v.Is(judge.OnlyStarts) && spawned == "" {
		return fmt.Sprintf("%s runs in a goroutine, so %s (%s) may run first and wait for nothing, and listers are read while they are empty. Start does not block", cmp.Or(spawned, "Start"), awaits, wait.Where),
			"call it without go"
	}
	who, before := "this goroutine", "before the go statement"
	if spawned != "" {
		who, before = spawned, "before "+spawned
		if p := src.At(v.Anchor.Pos); p != nil {
			if _, stmt := p.Stmt.(*ast.GoStmt); stmt {
				before = "before go " + spawned
			}
		}
	}
	return fmt.Sprintf("%s starts the factory (%s) in a goroutine, so %s (%s) may run first and wait for nothing, and listers are read while they are empty", who, start.Where, awaits, wait.Where),
		"start the factory " + before
}

// blocks makes the finding of a Run that what comes after it was to go on beside.
func blocks(info *types.Info, src *fix.Source, v engine.Verdict) report.Finding {
	run, wait := cmp.Or(src.Callee(v.Anchor.Pos), "Run"), v.At(judge.Wait)
	f := report.Finding{
		Message: fmt.Sprintf("%s blocks until it is stopped, so %s (%s) and what comes after it run only then", run, cmp.Or(src.Callee(wait.Pos), "the wait"), wait.Where),
		Todo:    "call it with go",
		Related: []analysis.RelatedInformation{{Pos: wait.Pos, Message: "this wait is reached only when the informer has been stopped"}},
	}
	f.Pos, f.End = src.Range(v.Anchor.Pos)
	if p := src.At(v.Anchor.Pos); p != nil {
		if es, ok := p.Stmt.(*ast.ExprStmt); ok {
			if call, ok := ast.Unparen(es.X).(*ast.CallExpr); ok && call == p.Call && staysAfter(info, p, wait.Pos) {
				f.Fixes = fix.Suggest("Run the informer in a goroutine", fix.Replace(es, "go "+p.Text(call)))
			}
		}
	}
	return f
}

// staysAfter: with go in front of Run the function does not end sooner than what it has
// begun is meant to: it goes on to wait for the stop; or it begins nothing, and has no
// deferred call that would tell somebody of its end, or cause it.
func staysAfter(info *types.Info, p *fix.Place, wait token.Pos) bool {
	begins := false
	ast.Inspect(p.Func, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == p.Func
		case *ast.DeferStmt:
			begins = true
		case *ast.GoStmt:
			begins = begins || n.Pos() > wait
		}
		return true
	})
	return !begins || slices.ContainsFunc(p.List[p.I+1:], func(st ast.Stmt) bool { return waitsFor(info, p.Call.Args, st) })
}

// waitsFor: the statement lasts until the stop that Run was given.
func waitsFor(info *types.Info, run []ast.Expr, st ast.Stmt) bool {
	es, ok := st.(*ast.ExprStmt)
	if !ok || len(run) != 1 {
		return false
	}
	stop := strings.TrimSuffix(types.ExprString(run[0]), ".Done()")
	is := func(e ast.Expr) bool { return strings.TrimSuffix(types.ExprString(e), ".Done()") == stop }
	switch x := ast.Unparen(es.X).(type) {
	case *ast.UnaryExpr:
		return x.Op == token.ARROW && is(x.X)
	case *ast.CallExpr:
		fn := typeutil.StaticCallee(info, x)
		if fn == nil || !clientgo.OfWait(fn) {
			return false
		}
		_, again := clientgo.PeriodOf(fn)
		return again && slices.ContainsFunc(x.Args, is)
	}
	return false
}

// redundant counts the goroutines around Start that race with nothing.
func redundant(pkg *engine.Package, _ *analysis.Pass) (n int) {
	for _, v := range pkg.Verdicts() {
		if v.Rule == judge.RedundantGo {
			n++
		}
	}
	return n
}

func finding(src *fix.Source, v engine.Verdict) report.Finding {
	f := report.Finding{Fixes: append(dropGo(src, v), startFirst(src, v)...)}
	f.Pos, f.End = src.Range(v.Anchor.Pos)
	return f
}

// startFirst starts the factory before the goroutine that does. A literal's Start
// moves; that of a function stays, for others may call it: a second Start finds
// nothing to do.
func startFirst(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	p := src.At(v.Anchor.Pos)
	if p == nil || v.Rule != judge.StartRacesWait {
		return nil
	}
	if _, ok := p.Stmt.(*ast.GoStmt); !ok {
		return nil
	}
	var lines []string
	var moved []analysis.TextEdit
	for _, each := range append([]engine.Verdict{v}, v.Others...) {
		start := each.At(judge.Start)
		if !start.Local {
			return nil
		}
		inner := src.At(start.Pos)
		line := p.Outside(inner)
		if line == "" {
			return nil
		}
		if slices.Contains(lines, line) {
			continue
		}
		if inner.Goroutine() != nil { // nobody else runs the literal
			text, gone := inner.Moving(inner.I, line)
			line, moved = text, append(moved, gone)
		}
		lines = append(lines, line)
	}
	return fix.Suggest("Start the factory before the goroutine", append(moved, p.Before(lines...))...)
}

// dropGo calls Start in the goroutine's place. Only where the goroutine does
// nothing else: what follows Start may block, and then go is right.
func dropGo(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	p := src.At(v.Anchor.Pos)
	if p == nil {
		return nil
	}
	g, ok := p.Stmt.(*ast.GoStmt)
	if !ok || !v.Is(judge.OnlyStarts) {
		return nil
	}
	text := p.Text(g.Call)
	switch fun := ast.Unparen(g.Call.Fun).(type) {
	case *ast.FuncLit:
		if len(g.Call.Args) > 0 || len(fun.Body.List) != 1 {
			return nil
		}
		es, ok := fun.Body.List[0].(*ast.ExprStmt)
		if !ok {
			return nil
		}
		text = p.Text(es.X) + p.LineComments(g)
	default:
		if !v.Is(judge.Direct) {
			return nil // a function whose other statements are not known here
		}
	}
	return fix.Suggest("Call Start without go", fix.Replace(g, text))
}
