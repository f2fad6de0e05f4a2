package syncwait

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/sequence"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/waits"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// lone claims what is wrong with a wait as it stands, whatever comes before and
// after it.
func lone(pkg *engine.Package, pass *analysis.Pass, src *fix.Source) (out []gate.Claim) {
	unchecked := report.On(pass, UncheckedResult)
	dropping := func(_ *engine.Package, pass *analysis.Pass) int { return waits.Dropping(pass) }
	all := waits.Find(pass)
	for _, k := range waits.ForgottenBy(all) {
		out = append(out, gate.Claim{Case: leaving(pkg, k.Wait, k.Calls), Finding: forgotten(k)})
	}
	for _, p := range waits.TwiceBy(all) {
		out = append(out, gate.Claim{Case: leaving(pkg, p.Wait, p.Calls), Finding: duplicate(*p.Twice)})
	}
	for _, w := range all {
		if could, one := w.Nothing(); len(could) > 0 {
			out = append(out, gate.Claim{Case: leaving(pkg, w, w.Calls(could...)), Finding: nothing(src, w, could, one)})
		}
		for _, d := range w.Duplicates() {
			out = append(out, gate.Claim{Case: leaving(pkg, w, d.Calls), Finding: duplicate(d)})
		}
		if unchecked && w.Dropped() {
			out = append(out, gate.Claim{Case: &order.Style{Package: pkg, Count: dropping, Alike: true}, Style: true, Finding: dropped(pass, src, w)})
		}
	}
	return out
}

// partial claims, if asked to, what a wait leaves out of the informers that a
// constructor is given. Where the program is followed, an order claims it.
func partial(pkg *engine.Package, pass *analysis.Pass, claims []gate.Claim) (out []gate.Claim) {
	if !report.On(pass, PartialWait) {
		return nil
	}
	for _, p := range waits.PartialBy(waits.Find(pass)) {
		left := leaving(pkg, p.Wait, p.Calls)
		if !p.Either && p.Twice == nil && !slices.ContainsFunc(claims, func(c gate.Claim) bool { return neverAwaitedBy(c, left) }) {
			out = append(out, gate.Claim{Case: left, Finding: partially(p)})
		}
	}
	return out
}

func leaving(pkg *engine.Package, w *waits.Wait, of []token.Pos) *order.Left {
	return &order.Left{Package: pkg, Pos: w.Call.Lparen, Of: of, Count: waits.LeavingOut}
}

func nothing(src *fix.Source, w *waits.Wait, could []string, one string) report.Finding {
	given, todo := w.Given()
	f := report.Finding{
		Pos: w.Call.Pos(), End: w.Call.End(), Rule: NothingAwaited,
		Message: src.Callee(w.Call.Lparen) + " is given " + given + " and returns true at once: what is read afterwards may be empty or incomplete",
		Todo:    fmt.Sprintf("%s the HasSynced of what is used afterwards (%s)", todo, strings.Join(could, ", ")),
	}
	if one != "" {
		thing, _, _ := strings.Cut(strings.TrimSuffix(one, "..."), ".HasSynced")
		f.Fixes = fix.Suggest("Wait for "+thing, fix.Insert(w.Call.Args[len(w.Call.Args)-1].End(), ", "+one))
	}
	return f
}

func duplicate(d waits.Duplicate) report.Finding {
	f := report.Finding{
		Pos: d.Arg.Pos(), End: d.Arg.End(), Rule: DuplicateSynced,
		Message: fmt.Sprintf("%s is awaited twice, and %s is not awaited at all: its lister may be read before it is synced", d.Text, strings.Join(d.Forgotten, ", ")),
		Todo:    "wait for " + strings.Join(d.Forgotten, ", ") + " in its place",
		Related: []analysis.RelatedInformation{{Pos: d.First.Pos(), Message: "the first time"}},
	}
	if len(d.Forgotten) == 1 {
		f.Fixes = fix.Suggest("Wait for "+d.Forgotten[0], fix.Replace(d.Arg, d.Forgotten[0]))
	}
	return f
}

func forgotten(k waits.Forgotten) report.Finding {
	f := report.Finding{
		Pos: k.Wait.Call.Pos(), End: k.Wait.Call.End(), Rule: ForgottenSynced,
		Message: fmt.Sprintf("nothing asks %s, which is kept beside what this wait asks, so what reads %s may see nothing, or only a part", k.Text, k.Lister),
		Todo:    "wait for it too",
	}
	if k.Beside != nil {
		f.Fixes = fix.Suggest("Wait for "+k.Text, fix.Insert(k.Beside.End(), ", "+k.Text))
	}
	return f
}

func partially(p waits.Partial) report.Finding {
	f := report.Finding{
		Pos: p.Wait.Call.Pos(), End: p.Wait.Call.End(), Rule: PartialWait,
		Message: fmt.Sprintf("this wait asks some of the informers that %s is given, and not %s: unless the caller waits for that one, what reads %s may see nothing, or only a part", p.Constructor, p.Informer, p.Read),
		Todo:    "wait for it too",
	}
	if p.Beside != nil {
		f.Fixes = fix.Suggest("Wait for "+p.Informer, fix.Insert(p.Beside.End(), p.Ask))
		f.Relate(p.Beside.Pos(), "another of them is asked here")
	}
	return f
}

func dropped(pass *analysis.Pass, src *fix.Source, w *waits.Wait) report.Finding {
	f := report.Finding{
		Pos: w.Call.Pos(), End: w.Call.End(), Rule: UncheckedResult,
		Message: "the result of the wait is dropped: if the stop channel is closed first, what follows reads caches that are not synced; leave the function then",
	}
	p := src.At(w.Call.Lparen)
	if p == nil || !w.Alone(p.Stmt) {
		return f
	}
	f.Fixes = fix.Suggest("Leave if it fails", sequence.LeaveUnsynced(p, pass.TypesInfo.TypeOf(w.Call), w.Factory)...)
	return f
}
