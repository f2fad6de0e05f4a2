package order_test

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/stubtest"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// verdicts are those of a program of testdata, on stubs of client-go.
func verdicts(t *testing.T, file string) []engine.Verdict {
	t.Helper()
	pass := stubtest.Load(t).Check(t, "example.com/p", file)
	pass.ImportPackageFact = func(p *types.Package, fact analysis.Fact) bool {
		_, programs := fact.(*program.Programs)
		return programs && clientgo.Modelled(p.Path())
	}
	for _, a := range []*analysis.Analyzer{ssabuild.Analyzer, program.Analyzer, engine.Analyzer} {
		res, err := a.Run(pass)
		if err != nil {
			t.Fatal(err)
		}
		pass.ResultOf[a] = res
	}
	return pass.ResultOf[engine.Analyzer].(*engine.Package).Verdicts()
}

// A failing run goes one path through the program, and comes by the line that is
// reported: where several branches start the factory it names the Start of its own.
func TestPaths(t *testing.T) {
	verdicts := verdicts(t, "testdata/paths.go")
	if len(verdicts) != 4 {
		t.Fatalf("%d verdicts, want one for Leaves, one for Either, two for Each", len(verdicts))
	}
	for _, v := range verdicts {
		start := v.At(judge.Start).Where
		w, why := order.Reproduce(&v)
		if w == nil {
			t.Errorf("%s cannot be shown: %s", v.Anchor.Where, why)
			continue
		}
		for _, s := range w.Steps {
			if strings.HasPrefix(s.Text, "factory.Start") && s.Where != start {
				t.Errorf("%s at %s: the run starts the factory at %s, not at %s", v.Rule, v.Anchor.Where, s.Where, start)
			}
		}
	}
}

// A goroutine below the one that registers too late registers again, and waits before it:
// that hides nothing, and is no step of the failing run. It is behind a wait that does
// not end there.
func TestAgain(t *testing.T) {
	verdicts := slices.DeleteFunc(verdicts(t, "testdata/again.go"), func(v engine.Verdict) bool { return v.Rule != judge.ConcurrentRegistration })
	if len(verdicts) != 2 {
		t.Fatalf("%d verdicts, want one for each function", len(verdicts))
	}
	for _, v := range verdicts {
		w, why := order.Reproduce(&v)
		if w == nil {
			t.Errorf("%s cannot be shown: %s", v.Anchor.Where, why)
			continue
		}
		at := v.Regs()[0].Where
		for _, s := range w.Steps {
			if strings.HasPrefix(s.Text, "register") && s.Where != at {
				t.Errorf("%s: the run registers at %s, not at %s:\n%s", v.Anchor.Where, s.Where, at, text(w))
			}
		}
	}
}
