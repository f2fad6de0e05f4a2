package order_test

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// told makes a story of threads, each with its ways.
func told(t *testing.T, single bool, threads ...[]string) []story.Story {
	t.Helper()
	m := story.Moment{Act: story.ActRegister}
	for i, ways := range threads {
		th := story.Thread{ID: i}
		if i > 0 {
			th.Key = "Run#" + string(rune('0'+i))
		}
		for _, words := range ways {
			w := way(t, words)
			for _, e := range w {
				if e.Target {
					m.Act = e.Act
				}
			}
			th.Ways = append(th.Ways, w)
		}
		m.Threads = append(m.Threads, th)
	}
	return []story.Story{{ID: "story", Kind: "Pod", Single: single, Moments: []story.Moment{m}}}
}

// One way that is right refutes a report. A fix needs all of them.
func TestRight(t *testing.T) {
	was := []string{"start register!"}
	for _, tt := range []struct {
		name    string
		before  []string
		threads [][]string
		single  bool
		want    string // part of what is said; "" if the fix holds
	}{
		{name: "before Start", before: was, threads: [][]string{{"register! start"}}},
		{name: "not fixed", before: was, threads: [][]string{{"start register!"}}, want: "goes wrong in 1 of 1"},
		{name: "one way only", before: was, threads: [][]string{{"register! start", "start register!"}}, want: "goes wrong in 1 of 1"},
		{name: "one way only, the other first", before: was, threads: [][]string{{"start register!", "register! start"}}, want: "goes wrong in 1 of 1"},
		{name: "both ways", before: was, threads: [][]string{{"register! start", "start register! start"}}},
		{name: "in some interleaving only", before: was, threads: [][]string{{"go1 register!"}, {"start"}}, want: "goes wrong in"},
		{name: "in time, whatever the order", before: was, threads: [][]string{{"register! go1"}, {"start"}}},
		{name: "somebody may start it", before: was, threads: [][]string{{"register! start?"}}, want: "goes wrong in 1 of 1"},
		{name: "somebody may start it as well", before: was, threads: [][]string{{"start? register! start"}}},
		{name: "no way leads to it", before: was, threads: [][]string{{"start"}}, want: "some way does not lead to the informer"},
		{name: "it is gone on one way", before: was, threads: [][]string{{"register! start", "start"}}, want: "some way does not lead to the informer"},
		{name: "it was not on every way", before: []string{"start register!", "start"}, threads: [][]string{{"register! start", "start"}}},
		{name: "a way on which it failed", before: was, threads: [][]string{{"register! start", "leave"}}},
		{name: "it fails after the moment", before: was, threads: [][]string{{"register! start", "register! leave"}}},
		{name: "it fails, and was read", before: []string{"start read!"}, threads: [][]string{{"start sync read!", "start read! leave"}}, want: "goes wrong in"},
		{name: "a way on which the wait failed", before: []string{"start read!"}, threads: [][]string{{"start sync read!", "start sync"}}},
		{name: "blocked before the moment", before: []string{"read! start"}, threads: [][]string{{"sync read! start"}}, want: "blocks for ever"},
		{name: "blocked on one way", before: []string{"read! start"}, threads: [][]string{{"start sync read!", "sync read! start"}}, want: "blocks for ever"},
		{name: "it runs the informer itself", before: []string{"use!"}, single: true, threads: [][]string{{"use! RUN"}}},
		{name: "it runs the informer itself, before", before: []string{"read!"}, single: true, threads: [][]string{{"RUN read!"}}, want: "blocks for ever"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			why := order.Right(told(t, tt.single, tt.before), told(t, tt.single, tt.threads...))
			if (why == "") != (tt.want == "") || !strings.Contains(why, tt.want) {
				t.Errorf("got %q, want %q", why, tt.want)
			}
		})
	}
	if why := order.Right(told(t, false, was), nil); why == "" {
		t.Error("a fix holds, and there is no story of it")
	}
	two := append(told(t, false, was), told(t, false, was)...)
	if why := order.Right(two, told(t, false, []string{"register! start"})); !strings.Contains(why, "fewer moments") {
		t.Errorf("one of two moments is gone: %q", why)
	}
	cut := told(t, false, []string{"register! start"})
	cut[0].Moments[0].Cut = true
	if why := order.Right(told(t, false, was), cut); !strings.Contains(why, "too many ways") {
		t.Errorf("what was cut: %q", why)
	}
}

// Nothing may go wrong or block for ever that did not before, of no informer.
func TestSpoilt(t *testing.T) {
	for _, tt := range []struct {
		name          string
		before, after [][]string
		want          bool
	}{
		{"as before", [][]string{{"sync!"}}, [][]string{{"sync!"}}, false},
		{"it blocked before as well", [][]string{{"use sync!"}}, [][]string{{"sync!"}}, false},
		{"a wait for what runs later", [][]string{{"start sync!"}}, [][]string{{"sync! start"}}, true},
		{"on one of two ways", [][]string{{"start sync!"}}, [][]string{{"start sync!", "sync! start"}}, true},
		{"in a goroutine", [][]string{{"start go1"}, {"sync!"}}, [][]string{{"go1"}, {"sync!"}}, true},
		{"in a new goroutine", [][]string{{"start sync!"}}, [][]string{{"start sync! go1"}, {"RUN"}}, false},
		{"it runs the informer itself", [][]string{{"use!"}}, [][]string{{"use! RUN"}}, true},
		{"it is registered too late", [][]string{{"register! start"}}, [][]string{{"start register!"}}, true},
		{"so it was before", [][]string{{"use register! "}}, [][]string{{"start register!"}}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			why := order.Spoilt(told(t, false, tt.before...), told(t, false, tt.after...))
			if (why != "") != tt.want {
				t.Errorf("got %q, want something: %t", why, tt.want)
			}
		})
	}
}

// The fix of one branch is refused though the judge is silent about it, and so
// is that of the other one; that of both is not.
func TestHalfFixes(t *testing.T) {
	roots := checktest.Programs(t, checktest.Dir(t), "./startorder/eitherway")
	graph, err := checker.Analyze([]*analysis.Analyzer{engine.Analyzer}, roots, nil)
	if err != nil {
		t.Fatal(err)
	}
	pkg := graph.Roots[0].Result.(*engine.Package)
	var starts []analysis.TextEdit
	ast.Inspect(roots[0].Syntax[0], func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && strings.HasSuffix(types.ExprString(call.Fun), ".Start") {
			starts = append(starts, analysis.TextEdit{Pos: call.Pos(), End: call.Pos(), NewText: []byte("factory.Core().V1().Pods().Informer()\n")})
		}
		return true
	})
	if len(starts) != 2 {
		t.Fatalf("%d Starts", len(starts))
	}
	claim := order.Claims(pkg, func(v engine.Verdict) report.Finding { return report.Finding{Pos: v.Anchor.Pos} }, "late-registration")[0]
	try := func(edits ...analysis.TextEdit) gate.Outcome {
		c := claim
		c.Fixes = []analysis.SuggestedFix{{Message: "register", TextEdits: slices.Clone(edits)}}
		return gate.Gate{Pass: pkg.Pass()}.Decide([]gate.Claim{c})[0]
	}
	for i, e := range starts {
		if o := try(e); len(o.Fixes) > 0 || !strings.Contains(o.Refused, "goes wrong in 1 of 1") {
			t.Errorf("the fix of branch %d alone: %+v", i+1, o)
		}
	}
	if o := try(starts...); len(o.Fixes) == 0 {
		t.Errorf("the fix of both branches: %s", o.Refused)
	}
}
