package startorder

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

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
var Analyzer = &analysis.Analyzer{
	Name:       "startorder",
	Doc:        "find informers that are registered but never started\n\nAn informer that nothing starts fails silently: its lister stays empty, without an error or a log line.",
	URL:        report.Base + "startorder.md",
	Requires:   []*analysis.Analyzer{engine.Analyzer},
	Run:        run,
	ResultType: reflect.TypeFor[*report.Result](),
}

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
	are, empty := "it is", "its lister"
	if len(v.Regs()) > 1 {
		are, empty = "they are", "what they feed"
	}
	switch v.Rule {
	case judge.LateRegistration:
		f.Message = fmt.Sprintf("factory.Start runs before %s: %s never started, so %s stays empty; call Start after it, or register before Start",
			registers(v.Regs()), are, empty)
		f.Fixes = fixLate(src, v)
	case judge.ConcurrentRegistration:
		f.Message = fmt.Sprintf("factory.Start runs in a goroutine beside %s: if the goroutine is first, %s never started and %s stays empty; call Start, without go, after it",
			registers(v.Regs()), are, empty)
		f.Fixes = fixConcurrent(src, v)
	case judge.NeverStarted:
		for _, other := range v.Others {
			regs = append(regs[:len(regs):len(regs)], other.Regs()...)
		}
		f.Message = never(v, kinds(regs))
		f.Fixes = fixNever(src, v)
	}
	related(&f, regs)
	return f
}

// never says that nothing starts what feeds informers of some kinds.
func never(v engine.Verdict, who string) string {
	where := v.At(judge.Birth).Where
	if len(v.Others) > 0 {
		where = fmt.Sprintf("%s and %d more", where, len(v.Others))
	}
	msg := fmt.Sprintf("nothing starts the factory made at %s: its %s informers never run, so what reads them sees nothing; start it", where, who)
	if v.Is(judge.StandAlone) {
		msg = fmt.Sprintf("nothing runs the %s informer made at %s: its store stays empty and its handlers are never called; run it", who, where)
	}
	if v.At(judge.Sibling).Where != "" && v.At(judge.Sibling).Where != v.Anchor.Where {
		msg += fmt.Sprintf(" (%s starts another one)", v.At(judge.Sibling).Where)
	}
	return msg
}

// registers says what registers too late, and where.
func registers(regs []compose.Site) string {
	s := fmt.Sprintf("%s registers %s (%s)", regs[0].Call, regs[0].Informer("an informer"), regs[0].Where)
	if len(regs) > 1 {
		s = fmt.Sprintf("%s and %d more", s, len(regs)-1)
	}
	return s
}

func kinds(regs []compose.Site) string {
	var out []string
	for _, r := range regs {
		if r.Kind != "" && !slices.Contains(out, r.Kind) {
			out = append(out, r.Kind)
		}
	}
	if len(out) > 3 {
		out = append(out[:3], fmt.Sprintf("%d more", len(out)-3))
	}
	return strings.Join(out, ", ")
}

// related points at the first registrations that the anchor is too early for.
func related(f *report.Finding, regs []compose.Site) {
	for _, r := range regs {
		if len(f.Related) == 3 {
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
