package main

import (
	"flag"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/report/finding"
)

// An inquiry collects what is known of some lines.
type inquiry struct {
	places     []place
	answers    [][]string
	looked     []bool // the package of the line was analyzed
	incomplete bool
}

func (q *inquiry) add(i int, text string) {
	if !slices.Contains(q.answers[i], text) {
		q.answers[i] = append(q.answers[i], text)
	}
}

// ask analyzes the packages in some directories: once as a run would, and once
// more with all optional rules if nothing is reported of a line. What is
// reported comes first in an answer.
func (q *inquiry) ask(s streams, o *options, dirs []string) error {
	o.cache = cacheOff // results are kept without what analyzers know of lines
	pr := startProgress(s.err)
	var mu sync.Mutex
	known := make([][]string, len(q.places))
	patterns := []string{"."}
	patterns = append(patterns, dirs[1:]...)
	ans, err := analyze(o, o.checks(), patterns, pr, func(pkg *packages.Package, _ *analysis.Analyzer, result any) {
		for i, p := range q.places {
			if holds(pkg, p.file) {
				said := reasons(result, p.file, p.line)
				mu.Lock()
				q.looked[i] = true
				known[i] = append(known[i], said...)
				mu.Unlock()
			}
		}
	})
	pr.stop()
	if err != nil {
		return err
	}
	reported := q.reported(ans)
	if restore := switchOn(o.checks()); restore != nil {
		if !reported {
			more, err := analyze(o, o.checks(), patterns, nil, nil)
			if err == nil {
				q.optional(more, ans)
			}
		}
		restore()
	}
	for i := range known {
		slices.Sort(known[i])
		for _, text := range known[i] {
			q.add(i, text)
		}
	}
	q.incomplete = tellProblems(s, ans.res, ans.failed, o.verbose)
	return nil
}

// reported adds the findings that a line is part of, and says whether each line
// is itself reported or suppressed.
func (q *inquiry) reported(ans *answer) bool {
	all := true
	for i, p := range q.places {
		here := false
		for _, f := range ans.found {
			if p.at(f.Posn) {
				here = true
				q.add(i, "it is reported: "+f.Message)
			}
		}
		for _, f := range ans.suppressed {
			if p.at(f.Posn) {
				here = true
				q.add(i, "a comment suppresses it ("+f.Directive.Text+"): "+f.Message)
			}
		}
		for _, f := range ans.found {
			for _, text := range partOf(f, p) {
				q.add(i, text)
			}
		}
		all = all && here
	}
	return all
}

// partOf says which part of a finding a line is that is not where it is
// reported.
func partOf(f finding.Finding, p place) (out []string) {
	if p.at(f.Posn) {
		return nil
	}
	where := fmt.Sprintf("%s:%d", finding.Relative(f.Posn.Filename), f.Posn.Line)
	if first, last := finding.Range(f.Fset, f.Pos, f.End); first.Filename == p.file && first.Line < p.line && p.line <= last.Line {
		out = append(out, fmt.Sprintf("it is part of what is reported at %s: %s", where, f.Message))
	}
	for _, r := range f.Related {
		if p.at(f.Fset.Position(r.Pos)) {
			out = append(out, fmt.Sprintf("the finding at %s is about it, too: %s: %s", where, r.Message, f.Message))
		}
	}
	if f.Witness == nil || len(out) > 0 {
		return out
	}
	for _, step := range f.Witness.Steps {
		if step.Pos.IsValid() && p.at(f.Fset.Position(step.Pos)) {
			return append(out, fmt.Sprintf("it is a step of the failing run of the finding at %s (%s: %s): %s", where, step.Thread, step.Text, f.Message))
		}
	}
	return out
}

// optional adds what only an optional rule reports.
func (q *inquiry) optional(more, ans *answer) {
	for i, p := range q.places {
		for _, f := range more.found {
			same := func(g finding.Finding) bool { return g.Posn == f.Posn && g.Rule() == f.Rule() }
			if p.at(f.Posn) && !slices.ContainsFunc(ans.found, same) {
				by := "the optional rule -" + f.Check + "." + f.Category
				if c, ok := analyzers.Find(f.Check); ok && c.Analyzer.Flags.Lookup(f.Category) == nil {
					by = f.Category + ", with what the optional rules of " + f.Check + " assume,"
				}
				q.add(i, fmt.Sprintf("only %s reports it: %s", by, f.Message))
			}
		}
	}
}

// switchOn switches on the optional rules of some checks that are off: boolean
// flags. It returns what switches them off again; nil if there are none.
func switchOn(checks []*analysis.Analyzer) (restore func()) {
	var off []flag.Value
	for _, a := range checks {
		a.Flags.VisitAll(func(f *flag.Flag) {
			if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() && f.Value.String() == "false" && f.Value.Set("true") == nil {
				off = append(off, f.Value)
			}
		})
	}
	if off == nil {
		return nil
	}
	return func() {
		for _, v := range off {
			v.Set("false") // a boolean flag takes it
		}
	}
}
