package startorder

import (
	"fmt"
	"reflect"
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
	claims := order.Claims(pkg, func(v engine.Verdict) report.Finding { return finding(pass, v) },
		judge.LateRegistration, judge.ConcurrentRegistration, judge.NeverStarted)
	return gate.Gate{Pass: pkg.Pass()}.Report(pass, claims), nil
}

func finding(pass *analysis.Pass, v engine.Verdict) report.Finding {
	var f report.Finding
	switch v.Rule {
	case judge.LateRegistration:
		f = late(pass, v)
	case judge.ConcurrentRegistration:
		f = concurrent(pass, v)
	case judge.NeverStarted:
		f = never(pass, v)
	}
	f.Pos, f.End = fix.Range(pass, v.Anchor.Pos)
	return f
}

func late(pass *analysis.Pass, v engine.Verdict) report.Finding {
	return report.Finding{
		Message: fmt.Sprintf("factory.Start runs before %s: %s never started, so %s stays empty; call Start after it, or register before Start",
			registers(v.Regs), areOnly(v.Regs), listers(v.Regs)),
		Related: related(v.Regs),
		Fixes:   fixLate(pass, v),
	}
}

func concurrent(pass *analysis.Pass, v engine.Verdict) report.Finding {
	return report.Finding{
		Message: fmt.Sprintf("factory.Start runs in a goroutine beside %s: if the goroutine is first, %s never started and %s stays empty; call Start, without go, after it",
			registers(v.Regs), areOnly(v.Regs), listers(v.Regs)),
		Related: related(v.Regs),
		Fixes:   fixConcurrent(pass, v),
	}
}

func never(pass *analysis.Pass, v engine.Verdict) report.Finding {
	var regs []compose.Site
	for _, each := range append([]engine.Verdict{v}, v.Others...) {
		regs = append(regs, each.Regs...)
	}
	who, where := kinds(regs), v.Birth.Where
	if len(v.Others) > 0 {
		where = fmt.Sprintf("%s and %d more", where, len(v.Others))
	}
	msg := fmt.Sprintf("nothing starts the factory made at %s: its %s informers never run, so what reads them sees nothing; start it", where, who)
	if v.Single {
		msg = fmt.Sprintf("nothing runs the %s informer made at %s: its store stays empty and its handlers are never called; run it", who, where)
	}
	if v.Sibling.Where != "" && v.Sibling.Where != v.Anchor.Where {
		msg += fmt.Sprintf(" (%s starts another one)", v.Sibling.Where)
	}
	return report.Finding{Message: msg, Related: related(regs), Fixes: fixNever(pass, v)}
}

// registers says what registers too late, and where.
func registers(regs []compose.Site) string {
	r := regs[0]
	s := fmt.Sprintf("%s registers %s (%s)", r.Call, informer(r), r.Where)
	if len(regs) > 1 {
		s = fmt.Sprintf("%s and %d more", s, len(regs)-1)
	}
	return s
}

func informer(r compose.Site) string {
	if r.Kind == "" {
		return "an informer"
	}
	return "the " + r.Kind + " informer"
}

func areOnly(regs []compose.Site) string {
	if len(regs) > 1 {
		return "they are"
	}
	return "it is"
}

func listers(regs []compose.Site) string {
	if len(regs) > 1 {
		return "what they feed"
	}
	return "its lister"
}

func kinds(regs []compose.Site) string {
	var out []string
	for _, r := range regs {
		k := r.Kind
		if k == "" {
			continue
		}
		dup := false
		for _, o := range out {
			dup = dup || o == k
		}
		if !dup {
			out = append(out, k)
		}
	}
	if len(out) > 3 {
		out = append(out[:3], fmt.Sprintf("%d more", len(out)-3))
	}
	return strings.Join(out, ", ")
}

// related points at the first registrations that the anchor leaves behind.
func related(regs []compose.Site) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	for _, r := range regs {
		if len(out) == 3 {
			break
		}
		if !r.Pos.IsValid() {
			continue
		}
		text := fmt.Sprintf("%s registers %s here", r.Call, informer(r))
		if r.Use {
			text = fmt.Sprintf("%s uses %s here", r.Call, informer(r))
		}
		if !r.Local {
			text = fmt.Sprintf("this leads to %s of %s at %s", r.Call, informer(r), r.Where)
		}
		out = append(out, analysis.RelatedInformation{Pos: r.Pos, Message: text})
	}
	return out
}
