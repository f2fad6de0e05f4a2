package goroutinestart

import (
	"flag"
	"fmt"
	"go/ast"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/mend"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// Analyzer reports a Start in a goroutine that races the factory's own wait.
var Analyzer = &analysis.Analyzer{
	Name:       "goroutinestart",
	Doc:        "find factories that are started in a goroutine and awaited beside it\n\nStart does not block; in a goroutine it races with WaitForCacheSync, which then waits for nothing.",
	URL:        report.Base + "goroutinestart.md",
	Requires:   []*analysis.Analyzer{engine.Analyzer},
	Run:        run,
	ResultType: reflect.TypeFor[*report.Result](),
	Flags:      flags(),
}

var redundantGo bool

func flags() flag.FlagSet {
	var fs flag.FlagSet
	fs.BoolVar(&redundantGo, "redundant-go", false, "also report a goroutine around Start that races with nothing")
	return fs
}

func run(pass *analysis.Pass) (any, error) {
	res := new(report.Result)
	pkg := pass.ResultOf[engine.Analyzer].(*engine.Package)
	if pkg == nil {
		return res, nil
	}
	shown := order.Reproduced(pkg, judge.StartRacesWait)
	racing := make(map[string]bool)
	for _, v := range shown {
		racing[v.Anchor.Where] = true
	}
	if report.On(pass, "goroutinestart", judge.RedundantGo, redundantGo) {
		for _, v := range pkg.Verdicts() {
			if v.Rule == judge.RedundantGo && !racing[v.Anchor.Where] {
				shown = append(shown, order.Shown{Verdict: v})
			}
		}
	}
	findings := make([]report.Finding, len(shown))
	for i, v := range shown {
		f := report.Finding{Rule: v.Rule, Fixes: dropGo(pass, v.Verdict), Message: "factory.Start does not block: the goroutine around it is for nothing"}
		f.Pos, f.End = mend.Range(pass, v.Anchor.Pos)
		if v.Rule == judge.StartRacesWait {
			f.Message = fmt.Sprintf("factory.Start runs in a goroutine, so WaitForCacheSync (%s) may come first: it then waits for nothing, and listers are read empty; Start does not block, call it without go", v.At(judge.Wait).Where)
			f.Related = []analysis.RelatedInformation{{Pos: v.At(judge.Wait).Pos, Message: "this waits only for informers that have been started"}}
		}
		findings[i] = f
	}
	order.Finish(pkg, shown, findings)
	for _, f := range findings {
		res.Report(pass, "goroutinestart", f)
	}
	return res, nil
}

// dropGo calls Start in the goroutine's place. Only where the goroutine does
// nothing else: what follows Start may block, and then go is right.
func dropGo(pass *analysis.Pass, v engine.Verdict) []analysis.SuggestedFix {
	p := mend.At(pass, v.Anchor.Pos)
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
	return []analysis.SuggestedFix{{
		Message:   "Call Start without go",
		TextEdits: []analysis.TextEdit{mend.Replace(g, text)},
	}}
}
