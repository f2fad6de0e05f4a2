package latesetup

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// Analyzer reports settings that come after the start of their informer.
var Analyzer = report.Analyzer("latesetup",
	"find settings of an informer that come after its start\n\nSetTransform and SetWatchErrorHandler then return an error and do nothing; where the error is dropped, nobody hears of it.",
	run, []*analysis.Analyzer{engine.Analyzer},
	report.Optional{Rule: judge.DroppedRegistrationError, Usage: "also report handlers that are added after the start and whose error is dropped"},
)

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[engine.Analyzer].(*engine.Package)
	if pkg == nil {
		return new(report.Result), nil
	}
	rules := []string{judge.LateTransform, judge.LateWatchErrorHandler, judge.LateIndexers}
	if report.On(pass, judge.DroppedRegistrationError) {
		rules = append(rules, judge.DroppedRegistrationError)
	}
	src := fix.In(pass)
	claims := order.Claims(pkg, func(v engine.Verdict) report.Finding { return finding(pass, src, v) }, rules...)
	return gate.Gate{Pass: pkg.Pass()}.Report(pass, claims), nil
}

// lost is what the program does without the setting.
var lost = map[string]string{
	judge.LateTransform:         "objects are stored as they come",
	judge.LateWatchErrorHandler: "the handler is never told of an error",
	judge.LateIndexers:          "there is no such index",
}

func finding(pass *analysis.Pass, src *fix.Source, v engine.Verdict) report.Finding {
	call := v.At(judge.Setting).Call
	if v.At(judge.Setting).Where != v.Anchor.Where {
		call = fmt.Sprintf("%s (%s)", call, v.At(judge.Setting).Where)
	}
	who := v.At(judge.Setting).Informer("the informer")
	f := report.Finding{
		Message: fmt.Sprintf("%s comes after the start of %s (%s): as soon as that runs, it returns an error, which is dropped here, and %s",
			call, who, v.At(judge.Start).Where, lost[v.Rule]),
	}
	if v.Rule == judge.DroppedRegistrationError {
		f.Message = fmt.Sprintf("%s comes after the start of %s (%s): if that is stopped by then, the handler is not added and never called, and the error that says so is dropped here; look at it",
			call, who, v.At(judge.Start).Where)
	} else {
		f.Todo, f.Fixes = "call it before the start", moveUp(pass, src, v)
	}
	f.Pos, f.End = src.Range(v.Anchor.Pos)
	f.Relate(v.At(judge.Start).Pos, "this starts "+who)
	return f
}
