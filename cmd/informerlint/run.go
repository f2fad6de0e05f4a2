package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/delivered"
	"github.com/informerlint/informerlint/internal/driver"
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/load"
)

// run is the main mode: load, analyze, print or fix.
func run(s streams, args []string) int {
	fs, o := newFlags("run")
	patterns, err := parse(fs, o, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return help(s, nil)
	case err != nil:
		return complain(s, "%v", err)
	}
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}

	filter, err := newFilter(o)
	if err != nil {
		return complain(s, "%v", err)
	}
	if o.reportUnused {
		reportUnused()
	}

	pr := startProgress(s.err)
	var sum survey
	ans, err := examine(o, o.checks(), patterns, pr, sum.observe)
	pr.stop()
	if err != nil {
		return complain(s, "%v", err)
	}
	res, all := ans.res, ans.found
	found := filter.apply(s, ans)

	code := output(s, o, ans, found)
	if tellProblems(s, res, ans.failed) {
		code = exitTrouble
		if a := advice(o.dir, patterns, listErrors(res.Problems)); a != "" {
			fmt.Fprintf(s.err, "informerlint: %s\n", a)
		}
	}
	if o.verbose || code == exitClean && len(res.Roots) == 0 && isTerminal(s.err) {
		fmt.Fprintf(s.err, "informerlint: analyzed %d of %d packages (%d without informers), %d loaded, %d findings\n",
			len(res.Roots), res.Matched, res.Matched-len(res.Roots)-fatal(res.Problems), res.Loaded, len(found))
		if o.verbose {
			if n := len(all) - len(found); n > 0 || len(ans.suppressed) > 0 {
				fmt.Fprintf(s.err, "informerlint: not shown: %d suppressed by comments, %d by -baseline or -new-from\n", len(ans.suppressed), n)
			}
			fmt.Fprintf(s.err, "informerlint: %s\n", sum.Survey)
			if sum.caches.Made > 0 {
				fmt.Fprintf(s.err, "informerlint: %s\n", sum.caches)
			}
			if sum.delivered.Registrations > 0 {
				fmt.Fprintf(s.err, "informerlint: %s\n", sum.delivered)
			}
		}
	}
	return code
}

// observer sees the results of analyzers on the packages that were asked for.
type observer func(pkg *packages.Package, a *analysis.Analyzer, result any)

// analyze loads what the patterns name and runs the checks on it. Beside the
// findings it returns what went wrong in the analyzers themselves.
func analyze(o *options, checks []*analysis.Analyzer, patterns []string, pr *progress, observe observer) (*load.Result, []finding, []string, error) {
	ans, err := examine(o, checks, patterns, pr, observe)
	if err != nil {
		return nil, nil, nil, err
	}
	return ans.res, ans.found, ans.failed, nil
}

// An answer is all that an analysis gives.
type answer struct {
	res        *load.Result
	found      []finding
	suppressed []finding // by comments
	failed     []string  // what went wrong in the analyzers themselves
}

// examine does the work of analyze.
func examine(o *options, checks []*analysis.Analyzer, patterns []string, pr *progress, observe observer) (*answer, error) {
	if o.dir != "" {
		if st, err := os.Stat(o.dir); err != nil || !st.IsDir() {
			return nil, fmt.Errorf("-C %s: no such directory", o.dir)
		}
	}
	d, err := driver.New(checks)
	if err != nil {
		return nil, err
	}
	d.Observe = observe
	res, err := load.Packages(load.Config{
		Dir: o.dir, BuildFlags: o.buildFlags(), Tests: o.tests, Progress: pr.loaded, Analyze: d.Package,
	}, patterns...)
	if err != nil {
		msg := strings.TrimSpace(strings.TrimPrefix(err.Error(), "err: exit status 1: stderr: "))
		if a := advice(o.dir, patterns, msg); a != "" {
			msg += "\n" + a
		}
		return nil, errors.New(msg)
	}
	return &answer{
		res: res, found: collect(d.Findings(), res.Fset), suppressed: collect(d.Suppressed(), res.Fset),
		failed: append(d.Failures(), takeCrashes()...),
	}, nil
}

// A survey sums up how many sites were looked at.
type survey struct {
	sync.Mutex
	engine.Survey
	caches    engine.CacheSurvey
	delivered delivered.Stats
}

func (s *survey) observe(_ *packages.Package, _ *analysis.Analyzer, result any) {
	s.Lock()
	defer s.Unlock()
	switch p := result.(type) {
	case *engine.Package:
		if p != nil {
			s.Add(p.Survey())
		}
	case *engine.Caches:
		if p != nil {
			s.caches.Add(p.Survey)
		}
	case *delivered.Package:
		if p != nil {
			s.delivered.Add(p.Stats)
		}
	}
}

// output writes the findings in the form that was asked for and returns the
// exit code that they give.
func output(s streams, o *options, ans *answer, found []finding) int {
	switch {
	case o.fix:
		return applyFixes(s, o.diff, found)
	case o.writeBaseline != "":
		if err := writeBaseline(o.writeBaseline, found); err != nil {
			fmt.Fprintf(s.err, "informerlint: %v\n", err)
			return exitTrouble
		}
		fmt.Fprintf(s.err, "informerlint: wrote %s to %s\n", count(len(found), "finding"), o.writeBaseline)
		return exitClean
	}
	err := formats[o.format](s.out, outcome{
		found: found, suppressed: ans.suppressed, trouble: ans.trouble(), root: reportRoot(o.dir), witness: o.witness,
	})
	switch {
	case err != nil:
		fmt.Fprintf(s.err, "informerlint: %v\n", err)
		return exitTrouble
	case len(found) > 0 && !o.json:
		return exitFindings
	}
	return exitClean
}

// trouble returns one line for each reason why the answer is incomplete.
func (a *answer) trouble() []string {
	var out []string
	for _, p := range a.res.Problems {
		if !p.Fatal {
			continue
		}
		msg := fmt.Sprintf("package %s could not be analyzed", p.Package)
		if len(p.Errors) > 0 {
			msg += ": " + strings.TrimSpace(p.Errors[0].Msg)
		}
		out = append(out, msg)
	}
	return append(out, a.failed...)
}

// maxErrors is how many errors of one package are printed.
const maxErrors = 10

// tellProblems prints what was wrong with the packages and says whether the answer
// is incomplete because of it.
func tellProblems(s streams, res *load.Result, failed []string) (incomplete bool) {
	for _, p := range res.Problems {
		if p.Fatal {
			incomplete = true
			fmt.Fprintf(s.err, "informerlint: package %s could not be analyzed:\n", p.Package)
		} else {
			fmt.Fprintf(s.err, "informerlint: warning: package %s has errors, so its part in other packages is not seen:\n", p.Package)
		}
		for i, e := range p.Errors {
			if i == maxErrors {
				fmt.Fprintf(s.err, "\t... and %d more\n", len(p.Errors)-i)
				break
			}
			msg := strings.ReplaceAll(strings.TrimSpace(e.Msg), "\n", "\n\t\t")
			if pos := e.Pos; pos != "" && pos != "-" {
				msg = relative(pos) + ": " + msg
			}
			fmt.Fprintf(s.err, "\t%s\n", msg)
		}
	}
	for _, msg := range failed {
		fmt.Fprintf(s.err, "informerlint: %s\n", msg)
	}
	return incomplete || len(failed) > 0
}

// listErrors returns what the go command said.
func listErrors(problems []load.Problem) string {
	var b strings.Builder
	for _, p := range problems {
		for _, e := range p.Errors {
			if e.Kind != packages.ParseError && e.Kind != packages.TypeError {
				b.WriteString(e.Msg + "\n")
			}
		}
	}
	return b.String()
}

func fatal(problems []load.Problem) int {
	n := 0
	for _, p := range problems {
		if p.Fatal {
			n++
		}
	}
	return n
}

// relative shortens a file name (or a position that begins with one) to how
// it is seen from the current directory, if that is shorter.
func relative(name string) string {
	wd, err := os.Getwd()
	if err != nil || !filepath.IsAbs(name) {
		return name
	}
	if rel, err := filepath.Rel(wd, name); err == nil && len(rel) < len(name) {
		return rel
	}
	return name
}
