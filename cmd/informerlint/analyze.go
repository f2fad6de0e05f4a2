package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/driver"
	"github.com/informerlint/informerlint/internal/load"
	"github.com/informerlint/informerlint/internal/report/finding"
)

// observer sees the results of analyzers on the packages that were asked for.
type observer func(pkg *packages.Package, a *analysis.Analyzer, result any)

// An answer is all that an analysis gives.
type answer struct {
	res        *load.Result
	found      []finding.Finding
	suppressed []finding.Finding // by comments
	failed     []string          // what went wrong in the analyzers themselves
}

// analyze loads what the patterns name and runs the checks on it.
func analyze(o *options, checks []*analysis.Analyzer, patterns []string, pr *progress, observe observer) (*answer, error) {
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
	store, err := o.store()
	if err != nil {
		return nil, err
	}
	res, err := load.Packages(load.Config{
		Dir: o.dir, BuildFlags: o.buildFlags(), Tests: o.tests, Progress: pr.loaded, Analyze: d.Package, Drop: d.Drop, Keep: o.keep(store, checks, d),
	}, patterns...)
	if err == nil {
		err = store.Prune(cacheLimit)
	}
	if err != nil {
		msg := strings.TrimSpace(strings.TrimPrefix(err.Error(), "err: exit status 1: stderr: "))
		if a := advice(o.dir, patterns, msg); a != "" {
			msg += "\n" + a
		}
		return nil, errors.New(msg)
	}
	ans := &answer{
		res: res, found: finding.Collect(d.Findings(), res.Fset), suppressed: finding.Collect(d.Suppressed(), res.Fset),
		failed: append(d.Failures(), takeCrashes()...),
	}
	o.weigh(ans.found)
	o.weigh(ans.suppressed)
	return ans, nil
}

// weigh gives findings their severity: what a flag says, or else what the config
// file or the finding itself says, or else that of the rule.
func (o *options) weigh(found []finding.Finding) {
	for i := range found {
		f := &found[i]
		f.Severity = cmp.Or(o.severities.Of(f.Check, f.Category), f.Severity, config.Severity(analyzers.Level(f.Check, f.Category)))
	}
}

// fails reports whether there are findings for which the exit code is not 0.
func (o *options) fails(found []finding.Finding) bool {
	return slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Severity.AtLeast(config.Severity(o.failOn)) })
}

// trouble returns one line for each reason why the answer is incomplete.
func (a *answer) trouble() []string {
	var out []string
	for _, p := range a.res.Problems {
		if !p.Fatal {
			continue
		}
		msg := incomplete(p)
		if len(p.Errors) > 0 {
			msg += ": " + strings.TrimSpace(aboutGo(p.Errors)[0].Msg)
		}
		out = append(out, msg)
	}
	if a := adviceOnGo(a.res.Problems); a != "" {
		out = append(out, a)
	}
	return append(out, a.failed...)
}

// incomplete says that a package, or only tests in it, could not be analyzed.
func incomplete(p load.Problem) string {
	if p.Tests {
		return fmt.Sprintf("package %s was analyzed without tests that do not compile", p.Package)
	}
	return fmt.Sprintf("package %s could not be analyzed", p.Package)
}

// maxErrors is how many errors of one package are printed.
const maxErrors = 10

// tellProblems prints what was wrong with the packages and says whether the answer
// is incomplete because of it.
func tellProblems(s streams, res *load.Result, failed []string, all bool) (incomplete bool) {
	if len(res.Problems) > maxPackages && !all {
		tellMany(s, res.Problems)
	} else {
		for _, p := range res.Problems {
			tellProblem(s, p)
		}
	}
	if a := adviceOnGo(res.Problems); a != "" {
		fmt.Fprintf(s.err, "informerlint: %s\n", a)
	}
	for _, msg := range failed {
		fmt.Fprintf(s.err, "informerlint: %s\n", msg)
	}
	return fatal(res.Problems) > 0 || len(failed) > 0
}

// tellProblem prints what was wrong with one package.
func tellProblem(s streams, p load.Problem) {
	if p.Fatal {
		fmt.Fprintf(s.err, "informerlint: %s:\n", incomplete(p))
	} else {
		fmt.Fprintf(s.err, "informerlint: warning: package %s has errors, so its part in other packages is not seen:\n", p.Package)
	}
	errs := aboutGo(p.Errors)
	for i, e := range errs {
		if i == maxErrors {
			fmt.Fprintf(s.err, "\t... and %d more\n", len(errs)-i)
			break
		}
		msg := strings.ReplaceAll(strings.TrimSpace(e.Msg), "\n", "\n\t\t")
		if pos := e.Pos; pos != "" && pos != "-" {
			msg = finding.Relative(pos) + ": " + msg
		}
		fmt.Fprintf(s.err, "\t%s\n", msg)
	}
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
