package order_test

import (
	"go/types"
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

// A failing run goes one path through the program, and comes by the line that is
// reported: where several branches start the factory it names the Start of its own.
func TestPaths(t *testing.T) {
	pass := stubtest.Load(t).Check(t, "example.com/p", "testdata/paths.go")
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
	verdicts := pass.ResultOf[engine.Analyzer].(*engine.Package).Verdicts()
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
