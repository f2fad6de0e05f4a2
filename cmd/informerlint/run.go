package main

import (
	"cmp"
	"fmt"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/report/finding"
	"github.com/informerlint/informerlint/internal/report/format"
	"github.com/informerlint/informerlint/internal/report/known"
)

// run is the main mode: load, analyze, print or fix.
func run(s streams, args []string) int {
	o, patterns, err := parseFor("run", args)
	if err != nil {
		return refuse(s, err)
	}
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	filter, err := known.New(o.baseline, cmp.Or(o.dir, "."), o.newFrom)
	if err != nil {
		return complain(s, "%v", err)
	}
	if o.reportUnused {
		reportUnused()
	}

	pr := startProgress(s.err)
	var sum survey
	ans, err := analyze(o, o.checks(), patterns, pr, sum.observe)
	pr.stop()
	if err != nil {
		return complain(s, "%v", err)
	}
	found, gone := filter.Apply(ans.found, ans.analyzed())
	if o.verbose {
		for _, line := range gone {
			fmt.Fprintf(s.err, "informerlint: the baseline has a finding that is gone: %s\n", line)
		}
	}

	code := output(s, o, ans, found)
	if tellProblems(s, ans.res, ans.failed, o.verbose) {
		code = exitTrouble
		if a := advice(o.dir, patterns, listErrors(ans.res.Problems)); a != "" {
			fmt.Fprintf(s.err, "informerlint: %s\n", a)
		}
	}
	if o.verbose || code == exitClean && len(ans.res.Roots) == 0 && isTerminal(s.err) {
		res := ans.res
		fmt.Fprintf(s.err, "informerlint: analyzed %d of %d packages (%d without informers), %d loaded, %d findings\n",
			len(res.Roots), res.Matched, res.Matched-len(res.Roots)-fatal(res.Problems), res.Loaded, len(found))
		if res.Kept > 0 {
			fmt.Fprintf(s.err, "informerlint: the results of %s are those of an earlier run, and not counted below (-cache=off analyzes all again)\n", count(res.Kept, "package"))
		}
	}
	if o.verbose {
		if n := len(ans.found) - len(found); n > 0 || len(ans.suppressed) > 0 {
			fmt.Fprintf(s.err, "informerlint: not shown: %d suppressed by comments, %d by -baseline or -new-from\n", len(ans.suppressed), n)
		}
		sum.print(s.err)
	}
	return code
}

// analyzed returns the paths of the packages that were analyzed.
func (a *answer) analyzed() map[string]bool {
	paths := make(map[string]bool)
	for _, pkg := range a.res.Roots {
		paths[clientgo.Path(pkg.PkgPath)] = true
	}
	return paths
}

// output writes the findings in the form that was asked for and returns the
// exit code that they give.
func output(s streams, o *options, ans *answer, found []finding.Finding) int {
	switch {
	case o.fix:
		return applyFixes(s, o, found)
	case o.writeBaseline != "":
		if err := known.WriteBaseline(o.writeBaseline, found); err != nil {
			return fail(s, err)
		}
		fmt.Fprintf(s.err, "informerlint: wrote %s to %s\n", count(len(found), "finding"), o.writeBaseline)
		return exitClean
	}
	err := format.Write(s.out, o.format, format.Outcome{
		Tool: described(), Found: found, Suppressed: ans.suppressed, Trouble: ans.trouble(), Root: reportRoot(o.dir), Witness: o.witness,
	})
	switch {
	case err != nil:
		return fail(s, err)
	case o.fails(found) && !o.json:
		return exitFindings
	}
	return exitClean
}

// described is what reports say of informerlint and its rules.
func described() format.Tool {
	t := format.Tool{Description: analyzers.Description()}
	if v := moduleVersion(); v != "(devel)" {
		t.Version = v
	}
	for _, c := range analyzers.Catalogue() {
		for _, r := range c.Rules {
			t.Rules = append(t.Rules, format.Rule{
				ID: c.Name() + "/" + r.Name, Summary: r.Summary, Symptom: r.Symptom, HelpURI: c.HelpURI(r), Help: analyzers.Text(c, r.Name),
				Level: analyzers.Level(c.Name(), r.Name), On: r.On(),
			})
		}
	}
	return t
}
