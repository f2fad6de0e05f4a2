package syncwait

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/sequence"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// Analyzer reports waits for caches that do not do what they are for.
var Analyzer = report.Analyzer(name,
	"find waits for informer caches that wait for nothing, come too early or come too late\n\nUntil a wait has returned true, listers may be empty or incomplete.",
	run, []*analysis.Analyzer{engine.Analyzer},
	report.Optional{Rule: UncheckedResult, Usage: "also report waits whose result is dropped, though the stop channel may have been closed"},
	report.Optional{Rule: PartialWait, Usage: "also report waits of controllers that leave out an informer that the constructor is given, though the caller may wait for it"},
)

const name = "syncwait"

// Rules that need no more than one call; those about an order are the judge's.
const (
	NothingAwaited  = "nothing-awaited"
	DuplicateSynced = "duplicate-synced"
	ForgottenSynced = "forgotten-synced"
	UncheckedResult = "unchecked-result"
	PartialWait     = "partial-wait"
)

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[engine.Analyzer].(*engine.Package)
	if pkg == nil {
		return new(report.Result), nil
	}
	src := fix.In(pass)
	claims := order.Claims(pkg, func(v engine.Verdict) report.Finding { return early(src, v) },
		judge.WaitBeforeStart, judge.ReadBeforeWait, judge.WorkerBeforeWait, judge.NeverAwaited, judge.HandlerBeforeWait)
	alone := append(lone(pkg, pass, src), partial(pkg, pass, claims)...)
	return gate.Gate{Pass: pkg.Pass()}.Report(pass, append(withoutThose(claims, alone), alone...)), nil
}

// withoutThose leaves out what a wait forgets where the wait itself shows it: it
// is given nothing, or the same twice.
func withoutThose(claims, alone []gate.Claim) []gate.Claim {
	return slices.DeleteFunc(claims, func(c gate.Claim) bool {
		return slices.ContainsFunc(alone, func(a gate.Claim) bool {
			left, ok := a.Case.(*order.Left)
			return ok && neverAwaitedBy(c, left)
		})
	})
}

// neverAwaitedBy: the claim is of informers that another says the wait leaves out.
func neverAwaitedBy(c gate.Claim, left *order.Left) bool {
	of, ok := c.Case.(*order.Case)
	return ok && c.Rule == judge.NeverAwaited && of.Verdict.LeftBy != "" && !slices.ContainsFunc(append([]engine.Verdict{of.Verdict}, of.Verdict.Others...), func(v engine.Verdict) bool {
		return v.LeftBy != left.Package.WaitAt(left.Pos) || !slices.ContainsFunc(v.Stories, left.About)
	})
}

func informer(v engine.Verdict) string {
	if kind := v.Stories[0].Kind; kind != "" {
		return "the " + kind + " informer"
	}
	return "the informer"
}

// others names what else the same wait leaves out, or the same call reads.
func others(v engine.Verdict, and string) (text string) {
	for i, o := range v.Others {
		if i == 3 {
			return text + fmt.Sprintf(", %d more", len(v.Others)-i)
		}
		at := o.At(judge.Read)
		text += fmt.Sprintf("%s%s (read at %s)", and, informer(o), cmp.Or(strings.Trim(at.Elsewhere(), " ()"), at.Where))
		and = ", "
	}
	return text
}

// early makes the finding of a wait or read that comes too early.
func early(src *fix.Source, v engine.Verdict) report.Finding {
	who := informer(v)
	call := cmp.Or(src.Callee(v.Anchor.Pos), "this")
	f := report.Finding{}
	f.Pos, f.End = src.Range(v.Anchor.Pos)
	switch {
	case v.Rule == judge.WaitBeforeStart:
		f.Message = fmt.Sprintf("%s waits for %s, which is started only when the wait is over (%s): it cannot succeed, and blocks until it is stopped", call, who, v.At(judge.Start).Where)
		f.Todo = "start it before"
		does := "what lets it run comes after the wait"
		if v.Is(judge.OwnWait) {
			f.Message = fmt.Sprintf("%s waits only for informers that have been started, and the factory is started only later (%s): it waits for nothing, and %s is not synced when it returns",
				call, v.At(judge.Start).Where, who)
			f.Todo, does = "wait after Start", "the factory is started here"
		}
		f.Relate(v.At(judge.Start).Pos, does)
		f.Fixes = fix.Suggest("Wait after Start", sequence.WaitLater(src.At(v.Anchor.Pos), starting(src, v))...)
	case v.Rule == judge.HandlerBeforeWait:
		f.Message = fmt.Sprintf("the informer run here calls its Add handler, which reads the store of %s (%s); nothing waits for that one, so the handler may find nothing there: wait for its HasSynced first",
			who, v.At(judge.Read).Where)
		f.Relate(v.At(judge.Start).Pos, "the informer that is read is started here")
		f.Relate(v.At(judge.Read).Pos, "the handler reads here")
		f.Fixes = waitBetween(src, v)
	case v.Rule == judge.NeverAwaited && v.Is(judge.NoWait):
		f.Message = fmt.Sprintf("nothing waits for %s, which is started at %s: %s reads its store (%s) and may find nothing, or only a part",
			who, v.At(judge.Start).Where, cmp.Or(src.Worker(v.Anchor.Pos, clientgo.OfWait), "the goroutine started here"), v.At(judge.Read).Where)
		f.Todo = "wait for its HasSynced first"
		f.Relate(v.At(judge.Start).Pos, "it is started here")
		f.Relate(v.At(judge.Read).Pos, "its store is read here")
		f.Fixes = waitBetween(src, v)
	case v.Rule == judge.NeverAwaited:
		names, todo, wait := "covers only others", "wait for its HasSynced too", awaitToo
		switch {
		case v.Is(judge.OfAnother):
			names, todo, wait = "is for another factory", "wait for its factory too", waitBetween
		case v.Is(judge.OwnWait):
			names, todo, wait = "covers only what the factory has started, which is nothing", "wait for its HasSynced", waitBetween
		}
		if !v.Any(judge.ToldBefore) { // otherwise a handler reads as early as before
			f.Fixes = wait(src, v)
		}
		f.Message = fmt.Sprintf("nothing waits for %s: the wait (%s) %s, so what reads its store (%s) may see nothing, or only a part; %s",
			who, v.At(judge.Wait).Where, names, v.At(judge.Read).Where, todo+others(v, ", and for that of "))
		f.Relate(v.At(judge.Start).Pos, "it is started here")
		f.Relate(v.At(judge.Wait).Pos, "the wait that leaves it out")
		f.Relate(v.At(judge.Read).Pos, "its store is read here")
	case v.Rule == judge.WorkerBeforeWait:
		worker := cmp.Or(src.Worker(v.Anchor.Pos, clientgo.OfWait), "the goroutine started here")
		f.Message = fmt.Sprintf("%s reads the store of %s (%s) in a goroutine, and the wait for it comes later (%s): it may see nothing, or only a part",
			worker, who, v.At(judge.Read).Where, v.At(judge.Wait).Where)
		f.Todo = "start the goroutine after the wait"
		f.Relate(v.At(judge.Read).Pos, "the goroutine reads here")
		f.Relate(v.At(judge.Wait).Pos, "the wait that comes too late")
		f.Fixes = fix.Suggest("Start the goroutine after the wait", sequence.WorkLater(src.At(v.Anchor.Pos), src.At(v.At(judge.Wait).Pos))...)
	case v.At(judge.Wait).Where != "":
		f.Message = fmt.Sprintf("%s reads the store of %s%s before the wait for it (%s): the result is empty or incomplete", call, who, v.Anchor.Elsewhere()+others(v, ", and of "), v.At(judge.Wait).Where)
		f.Todo = "read it after the wait"
		f.Relate(v.At(judge.Wait).Pos, "the wait that comes too late")
		f.Fixes = waitEarlier(src, v)
	default:
		f.Message = fmt.Sprintf("%s reads the store of %s%s right after its start (%s), without a wait: the result is empty or incomplete", call, who, v.Anchor.Elsewhere()+others(v, ", and of "), v.At(judge.Start).Where)
		f.Todo = "wait for its HasSynced in between"
		f.Relate(v.At(judge.Start).Pos, "it is started here")
		f.Fixes = waitEarlier(src, v)
	}
	return f
}

func starting(src *fix.Source, v engine.Verdict) *fix.Place {
	return sequence.Starting(src.At(v.At(judge.Start).Pos), v.At(judge.Start).Call)
}

// awaitToo gives the wait all that it leaves out.
func awaitToo(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	var runs []*fix.Place
	for _, each := range append([]engine.Verdict{v}, v.Others...) {
		runs = append(runs, src.At(each.At(judge.Start).Pos))
	}
	informers, edits := sequence.AwaitToo(src.At(v.At(judge.Wait).Pos), runs...)
	return fix.Suggest("Wait for "+strings.Join(informers, ", "), edits...)
}

// waitEarlier moves the wait before the read, or adds one where there is none.
func waitEarlier(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	if !v.At(judge.Wait).Pos.IsValid() {
		if v.Is(judge.Aside) {
			return nil // it may have a time limit, which a wait here would not have
		}
		return waitBetween(src, v)
	}
	return fix.Suggest("Wait before the read", sequence.WaitEarlier(src.At(v.Anchor.Pos), starting(src, v), src.At(v.At(judge.Wait).Pos))...)
}

func waitBetween(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	return fix.Suggest("Wait until "+informer(v)+" has synced", sequence.WaitBetween(src, starting(src, v), src.At(v.Anchor.Pos))...)
}
