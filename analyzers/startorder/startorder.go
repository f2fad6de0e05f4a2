package startorder

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// Analyzer reports factories and informers that are started too early, beside
// their registration, or never. See doc.go for the rules.
var Analyzer = report.Analyzer("startorder",
	"find informers that are registered but never started\n\nAn informer that nothing starts fails silently: its lister stays empty, without an error or a log line.",
	run, []*analysis.Analyzer{engine.Analyzer})

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[engine.Analyzer].(*engine.Package)
	if pkg == nil {
		return new(report.Result), nil
	}
	src := fix.In(pass)
	claims := order.Claims(pkg, func(v engine.Verdict) report.Finding { return finding(src, v) },
		judge.LateRegistration, judge.ConcurrentRegistration, judge.NeverStarted)
	return gate.Gate{Pass: pkg.Pass()}.Report(pass, claims), nil
}

func finding(src *fix.Source, v engine.Verdict) report.Finding {
	var f report.Finding
	regs := v.Regs()
	f.Pos, f.End = src.Range(v.Anchor.Pos)
	switch v.Rule {
	case judge.LateRegistration:
		f.Message, f.Todo = late(src, v)
		f.Fixes = fixLate(src, v)
	case judge.ConcurrentRegistration:
		f.Message, f.Todo = concurrent(src, v)
		f.Fixes = fixConcurrent(src, v)
	case judge.NeverStarted:
		f.Relate(v.At(judge.Sibling).Pos, "another one is started here")
		for _, other := range v.Others {
			if birth := other.At(judge.Birth).Pos; birth != v.At(judge.Birth).Pos {
				f.Relate(birth, "this one is never started either")
			}
			regs = append(regs[:len(regs):len(regs)], other.Regs()...)
		}
		f.Message, f.Todo = never(src, v, regs)
		f.Fixes = fixNever(src, v)
	}
	related(&f, regs)
	return f
}

// related points at the first registrations that the anchor is too early for.
func related(f *report.Finding, regs []compose.Site) {
	for _, r := range regs {
		if len(f.Related) >= 4 {
			return
		}
		text := fmt.Sprintf("%s registers %s here", r.Call, r.Informer("an informer"))
		switch {
		case !r.Local:
			text = fmt.Sprintf("this leads to %s of %s at %s", r.Call, r.Informer("an informer"), r.Where)
		case r.Use:
			text = fmt.Sprintf("%s uses %s here", r.Call, r.Informer("an informer"))
		}
		f.Relate(r.Pos, text)
	}
}
