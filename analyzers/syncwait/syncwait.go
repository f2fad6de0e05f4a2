package syncwait

import (
	"flag"
	"fmt"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// Analyzer reports waits for caches that do not do what they are for.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        "find waits for informer caches that wait for nothing, come too early or come too late\n\nUntil a wait has returned true, listers may be empty or incomplete.",
	URL:        report.Base + name + ".md",
	Requires:   []*analysis.Analyzer{engine.Analyzer},
	Run:        run,
	ResultType: reflect.TypeFor[*report.Result](),
	Flags:      flags(),
}

const name = "syncwait"

// Rules that need no more than one call; those about an order are package flow's.
const (
	NothingAwaited  = "nothing-awaited"
	DuplicateSynced = "duplicate-synced"
	UncheckedResult = "unchecked-result"
)

var uncheckedResult bool

func flags() flag.FlagSet {
	var fs flag.FlagSet
	fs.BoolVar(&uncheckedResult, UncheckedResult, false, "also report waits whose result is dropped, though the stop channel may have been closed")
	return fs
}

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[engine.Analyzer].(*engine.Package)
	if pkg == nil {
		return new(report.Result), nil
	}
	src := fix.In(pass)
	claims := order.Claims(pkg, func(v engine.Verdict) report.Finding { return early(src, v) },
		judge.WaitBeforeStart, judge.ReadBeforeWait, judge.WorkerBeforeWait)
	return gate.Gate{Pass: pkg.Pass()}.Report(pass, append(claims, lone(pkg, pass, src)...)), nil
}

// early makes the finding of a wait or read that comes too early.
func early(src *fix.Source, v engine.Verdict) report.Finding {
	who := "the informer"
	if kind := v.Stories[0].Kind; kind != "" {
		who = "the " + kind + " informer"
	}
	f := report.Finding{}
	f.Pos, f.End = src.Range(v.Anchor.Pos)
	switch {
	case v.Rule == judge.WaitBeforeStart && v.Is(judge.OwnWait):
		f.Message = fmt.Sprintf("WaitForCacheSync waits only for informers that have been started, and the factory is started later (%s): it waits for nothing, and %s is read before it is synced; wait after Start",
			v.At(judge.Start).Where, who)
		f.Relate(v.At(judge.Start).Pos, "the factory is started here")
		f.Fixes = waitLater(src, v)
	case v.Rule == judge.WaitBeforeStart:
		f.Message = fmt.Sprintf("this waits for %s, which can only run when the wait is over (%s): it blocks for ever; start it before", who, v.At(judge.Start).Where)
		f.Relate(v.At(judge.Start).Pos, "what lets it run comes after the wait")
		f.Fixes = waitLater(src, v)
	case v.Rule == judge.WorkerBeforeWait:
		f.Message = fmt.Sprintf("the goroutine that begins here reads the store of %s (%s), and the wait for it comes only afterwards (%s): it may see nothing, or only a part; begin it after the wait",
			who, v.At(judge.Read).Where, v.At(judge.Wait).Where)
		f.Relate(v.At(judge.Read).Pos, "the goroutine reads here")
		f.Relate(v.At(judge.Wait).Pos, "the wait that comes too late")
		f.Fixes = workLater(src, v)
	case v.At(judge.Wait).Where != "":
		f.Message = fmt.Sprintf("the store of %s is read before the wait for it (%s): what is read is empty or incomplete; read it after the wait", who, v.At(judge.Wait).Where)
		f.Relate(v.At(judge.Wait).Pos, "the wait that comes too late")
		f.Fixes = waitEarlier(src, v)
	default:
		f.Message = fmt.Sprintf("the store of %s is read as soon as it is started (%s), without a wait: what is read is empty or incomplete; wait for its sync in between", who, v.At(judge.Start).Where)
		f.Relate(v.At(judge.Start).Pos, "it is started here")
		f.Fixes = waitEarlier(src, v)
	}
	return f
}
