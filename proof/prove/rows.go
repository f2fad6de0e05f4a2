package prove

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/proof/scenario"
)

// A Row is what was seen of one scenario.
type Row struct {
	Check, Rule, Scenario string
	Wrapped, Right        bool
	Property, Bound       string
	NoFix                 string // why there is no mended program
	Since, Until          int    `json:",omitempty"` // the minor versions that the program is about; 0: no limit
	Before                []scenario.Result
	After                 []scenario.Result `json:",omitempty"` // of the mended program
	Witness               *scenario.Trace   // the simplest violating execution of the program as it is
	At                    string            // the line of the diagnostic, or of its statement, in that execution
	Failures              []string          // why the row is not green
}

// OK reports whether the row shows what it has to.
func (r *Row) OK() bool { return len(r.Failures) == 0 }

func (r *Row) fail(format string, args ...any) {
	r.Failures = append(r.Failures, fmt.Sprintf(format, args...))
}

// Options say which rows to make.
type Options struct {
	Root   string
	Check  string                       // "": all
	Only   func(scenario.Scenario) bool // nil: all
	Minors []int                        // nil: scenario.Minors

	sources sources // if they are loaded already
}

func (o Options) open(list []scenario.Scenario) (sources, error) {
	if o.sources != nil {
		return o.sources, nil
	}
	return open(o.Root, list)
}

func (o Options) scenarios() []scenario.Scenario {
	var list []scenario.Scenario
	for _, s := range scenario.All() {
		if (o.Check == "" || s.Check == o.Check) && (o.Only == nil || o.Only(s)) {
			list = append(list, s)
		}
	}
	return list
}

// Rows makes the rows of the reference runtime: first those about what is
// extracted from programs, unless only some scenarios are wanted.
func Rows(ctx context.Context, o Options) ([]*Row, error) {
	var rows []*Row
	if o.Only == nil {
		var err error
		if rows, err = extracted(o); err != nil {
			return nil, err
		}
	}
	list := o.scenarios()
	if len(list) == 0 {
		if len(rows) == 0 {
			return nil, fmt.Errorf("there is no scenario of a check %q", o.Check)
		}
		return rows, nil
	}
	minors := o.Minors
	if minors == nil {
		minors = scenario.Minors
	}
	m, err := o.open(list)
	if err != nil {
		return nil, err
	}
	w, err := newWorkshop(o.Root, m)
	if err != nil {
		return nil, err
	}
	defer w.close()

	var requests []scenario.Request
	flaws := make(map[string]*flaw)
	rowOf := make(map[string]*Row)
	for i, s := range list {
		row := &Row{Check: s.Check, Rule: s.Rule, Scenario: s.Name(), Wrapped: s.Wrapped, Right: s.Right,
			Property: s.Property(), Bound: s.Bound(), NoFix: s.NoFix, Since: s.Since, Until: s.Until}
		rows = append(rows, row)
		more, f := row.requests(w, s, fmt.Sprintf("s%03d", i), minorsOf(s, minors))
		for _, q := range more {
			rowOf[q.Program] = row
			if q.Goals == nil {
				flaws[q.Program] = f
			}
		}
		requests = append(requests, more...)
	}
	if len(requests) == 0 {
		return rows, nil
	}
	if err := w.build(ctx); err != nil {
		return nil, err
	}
	err = w.run(ctx, requests, func(r scenario.Response) error {
		row := rowOf[r.Program]
		if r.Error != "" {
			row.fail("%s", r.Error)
			return nil
		}
		if f := flaws[r.Program]; f != nil {
			row.before(r.Results, f)
		} else {
			row.after(r.Results)
		}
		return nil
	})
	return rows, err
}

// minorsOf are those of some versions that a scenario is about, the newest first; if
// it is about none of them, the newest that it is about.
func minorsOf(s scenario.Scenario, minors []int) []int {
	in := func(list []int) []int {
		return slices.DeleteFunc(slices.Clone(list), func(m int) bool { return !s.In(m) })
	}
	some := in(minors)
	if len(some) == 0 {
		some = []int{slices.Max(in(scenario.Minors))}
	}
	newest := slices.Max(some)
	return append([]int{newest}, slices.DeleteFunc(some, func(m int) bool { return m == newest })...)
}

// requests rewrites a scenario's program as it is and as its fix leaves it, and
// says what to search. Those whose goals count are for what is right.
func (r *Row) requests(w *workshop, s scenario.Scenario, key string, minors []int) ([]scenario.Request, *flaw) {
	m := w.sources.of(s)
	bad, fixed := key+"/bad", key+"/fixed"
	if s.Right {
		if found := m.FindingsIn(s.Dir); len(found) > 0 {
			r.fail("%s is reported: %s", s.Name(), found[0].Message)
			return nil, nil
		}
		if err := w.add(fixed, s, nil); err != nil {
			r.fail("rewriting: %v", err)
			return nil, nil
		}
		return []scenario.Request{{Program: fixed, Name: s.Name(), Minors: minors, Goals: s.Goals, Trace: true, Compare: true}}, nil
	}
	f, err := examine(m, s)
	if err != nil {
		r.fail("%v", err)
		return nil, nil
	}
	if err := w.add(bad, s, nil); err != nil {
		r.fail("rewriting: %v", err)
		return nil, nil
	}
	requests := []scenario.Request{{Program: bad, Name: s.Name(), Minors: minors, Trace: true, Compare: true, Flagged: f.primary}}
	if s.NoFix != "" {
		return requests, f
	}
	if err := w.add(fixed, s, f.fixed); err != nil {
		r.fail("rewriting the fixed program: %v", err)
		return requests, f
	}
	return append(requests, scenario.Request{Program: fixed, Name: s.Name(), Minors: minors, Goals: s.Goals, Trace: true, Compare: true}), f
}

// before judges what was seen of the program as it is.
func (r *Row) before(results []scenario.Result, f *flaw) {
	r.Before = results
	for _, x := range results {
		r.supported("before", x)
		if !x.SameBySleep {
			r.fail("before, 0.%d: a search by sleep sets alone sees other classes", x.Minor)
		}
		if !x.Complete {
			r.fail("before, 0.%d: the search is not complete: %s", x.Minor, x.Why)
		}
		if x.Violating == 0 {
			r.fail("before, 0.%d: none of %d classes violates", x.Minor, x.Classes)
		} else if len(x.Innocent) > 0 {
			r.fail("before, 0.%d: nothing violates in a world with %s", x.Minor, strings.Join(x.Innocent, ", nor with "))
		}
	}
	r.Witness = results[0].Shortest
	results[0].Shortest = nil
	if r.Witness == nil {
		return
	}
	for _, lines := range [][]string{f.primary, f.related} {
		for _, at := range lines {
			if slices.Contains(r.Witness.Sites, at) {
				r.At = at
				return
			}
		}
	}
	r.fail("the violating execution does not come to %s", strings.Join(append(f.primary, f.related...), ", "))
}

// after judges what was seen of the mended program.
func (r *Row) after(results []scenario.Result) {
	r.After = results
	for _, x := range results {
		r.supported("after", x)
		if !x.SameBySleep {
			r.fail("after, 0.%d: a search by sleep sets alone sees other classes", x.Minor)
		}
		if !x.Complete {
			r.fail("after, 0.%d: the search is not complete: %s", x.Minor, x.Why)
		}
		if x.Violating > 0 {
			r.fail("after, 0.%d: %d of %d classes violate: %s: %s", x.Minor, x.Violating, x.Classes, x.Kinds, strings.Join(x.Messages, "; "))
			if x.Shortest != nil {
				r.fail("%s", x.Shortest.Text)
			}
		}
		if len(x.Missing) > 0 {
			r.fail("after, 0.%d: not reached: %q", x.Minor, x.Missing)
		}
		if x.Classes == 0 {
			r.fail("after, 0.%d: no execution", x.Minor)
		}
	}
}

// supported fails the row if an execution needed what the twins do not have,
// or raced: then the search says nothing.
func (r *Row) supported(when string, x scenario.Result) {
	for i, kind := range x.Kinds {
		if strings.Contains(x.Messages[i], "proof: not supported") || kind == "race" {
			r.fail("%s, 0.%d: %s: %s", when, x.Minor, kind, x.Messages[i])
		}
	}
}
