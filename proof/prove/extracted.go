package prove

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/check/kind"
	"github.com/informerlint/informerlint/internal/driver"
	"github.com/informerlint/informerlint/internal/fix/try"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/load"
	"github.com/informerlint/informerlint/internal/report"
	witness "github.com/informerlint/informerlint/internal/witness/cached"
	"github.com/informerlint/informerlint/proof/scenario"
)

// extracted makes the rows of checks whose programs are not compiled for the
// runtime: what is explored is what the check extracted from them, every way
// from the source of the reported object on, as it is and in the package with
// the check's own fix. (The programs themselves run on real client-go with its
// mutation detector: testdata/cacheprograms.)
func extracted(o Options) ([]*Row, error) {
	var rows []*Row
	for _, check := range kind.Checks(func(k kind.Kind) bool { return k == kind.Object }) {
		if o.Check != "" && o.Check != check {
			continue
		}
		some, err := extract(o.Root, check, "./"+check+"/...")
		if err != nil {
			return nil, err
		}
		rows = append(rows, some...)
	}
	return rows, nil
}

// extract runs a check on programs below testdata, beside an observer that
// explores what goes through its gate.
func extract(root, check string, patterns ...string) ([]*Row, error) {
	var mu sync.Mutex
	var rows []*Row
	dir := filepath.Join(root, "testdata")
	observe := func(pass *analysis.Pass, g gate.Gate, claims []gate.Claim, outcomes []gate.Outcome) {
		for i, out := range outcomes {
			if out.Unshown != "" {
				continue
			}
			row := &Row{Check: check, Rule: out.Rule, Property: kind.Of(check).Property()}
			file := pass.Fset.Position(out.Pos).Filename
			if name, err := filepath.Rel(dir, filepath.Dir(file)); err == nil {
				row.Scenario = filepath.ToSlash(name)
			}
			row.Wrapped = strings.Contains(row.Scenario, "/wrapped/")
			row.explore(g, claims[i].Case.(*witness.Case), out)
			mu.Lock()
			rows = append(rows, row)
			mu.Unlock()
		}
	}
	i := slices.IndexFunc(analyzers.All(), func(a *analysis.Analyzer) bool { return a.Name == check })
	observed := *analyzers.All()[i]
	observed.Requires = append(slices.Clip(observed.Requires), &analysis.Analyzer{
		Name: "observer", Doc: "explores what goes through the gate",
		Run:        func(*analysis.Pass) (any, error) { return gate.Observer(observe), nil },
		ResultType: reflect.TypeFor[gate.Observer](),
	})
	d, err := driver.New([]*analysis.Analyzer{&observed})
	if err != nil {
		return nil, err
	}
	res, err := load.Packages(load.Config{Dir: dir, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS="), Analyze: d.Package}, patterns...)
	if err != nil {
		return nil, err
	}
	for _, p := range res.Problems {
		return nil, fmt.Errorf("package %s: %v", p.Package, p.Errors)
	}
	if f := d.Failures(); len(f) > 0 {
		return nil, errors.New(strings.Join(f, "; "))
	}
	slices.SortFunc(rows, func(a, b *Row) int {
		return cmp.Or(strings.Compare(a.Rule, b.Rule), strings.Compare(a.Scenario, b.Scenario), strings.Compare(a.At, b.At))
	})
	for i := 1; i < len(rows); i++ {
		if rows[i].Scenario == rows[i-1].Scenario {
			rows[i].fail("there are two reports in it: only one has a row")
		}
	}
	return rows, nil
}

// explore counts the executions of a claim's ways, and of those with its fix.
func (r *Row) explore(g gate.Gate, c *witness.Case, out gate.Outcome) {
	posn := c.Fset.Position(out.Pos)
	r.At = fmt.Sprintf("%s:%d", filepath.Base(posn.Filename), posn.Line)
	if w := out.Witness; w != nil {
		r.Witness = &scenario.Trace{Kind: w.Property, Text: tell(w), Steps: len(w.Steps)}
	} else {
		r.fail("it has no witness")
	}
	sources := append([]*witness.Case{c}, c.Also...)
	var before, after []*track.Way
	for _, s := range sources {
		if len(s.Before) == 0 {
			before = append(before, s.Way)
		}
		before = append(before, s.Before...)
	}
	r.count(&r.Before, "before", before)
	defer r.judge()
	if len(out.Fixes) == 0 {
		r.NoFix = cmp.Or(out.Refused, "none is offered")
		if out.Refused == "" && out.Todo == "" {
			r.fail("it has no fix, and nobody says why")
		}
		return
	}
	pass, err := try.Edited(g.Pass, out.Fixes[0])
	if err != nil {
		r.fail("%v", err)
		return
	}
	for _, s := range sources {
		ways, why := s.Ways(&gate.Edited{Pass: pass, Cases: []gate.Case{c}})
		if why != "" {
			r.fail("after: %s", why)
			return
		}
		after = append(after, ways...)
	}
	r.count(&r.After, "after", after)
}

// judge judges the numbers of what was extracted.
func (r *Row) judge() {
	for _, x := range r.Before {
		if x.Violating == 0 {
			r.fail("before: none of %d classes violates", x.Classes)
		}
	}
	for _, x := range r.After {
		if x.Violating > 0 || x.Classes == 0 {
			r.fail("after: %d of %d classes violate", x.Violating, x.Classes)
		}
	}
}

func (r *Row) count(to *[]scenario.Result, when string, ways []*track.Way) {
	n, why := witness.CountOf(ways)
	if why != "" {
		r.fail("%s: %s", when, why)
		return
	}
	*to = []scenario.Result{{Minor: slices.Max(scenario.Minors), Classes: n.Classes, Violating: n.Violating, Complete: true}}
	switch {
	case n.Drops && n.NoDrops:
		r.Bound = "the watch may fail once where there is at most one request"
	case n.Drops:
		r.Bound = "the watch may fail once"
	default:
		r.Bound = "the watch does not fail"
	}
}

// tell writes a witness as text.
func tell(w *report.Witness) string {
	var b strings.Builder
	width := 0
	for _, s := range w.Steps {
		width = max(width, len(s.Thread))
	}
	for i, s := range w.Steps {
		fmt.Fprintf(&b, "%2d  %-*s  %s", i+1, width, s.Thread, s.Text)
		if s.Where != "" {
			fmt.Fprintf(&b, " (%s)", s.Where)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "    violation: %s\n", w.Property)
	return b.String()
}
