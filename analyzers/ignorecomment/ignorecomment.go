package ignorecomment

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/suppress"
)

const name = "ignorecomment"

// Analyzer reports suppressing comments that do not do what they say. It
// requires the checks, whose results tell which comments are used.
var Analyzer = report.Analyzer(name,
	"ignorecomment: a comment that is to suppress a finding does not\n\nSee "+report.Base+"ignorecomment.md",
	run, append([]*analysis.Analyzer{engine.Analyzer}, checks...),
	report.Optional{Rule: "unused", Usage: "also report comments that suppress nothing"},
)

func run(pass *analysis.Pass) (any, error) {
	res := new(report.Result)
	if pass.ResultOf[engine.Analyzer].(*engine.Package) == nil {
		return res, nil // no informers: there is nothing to suppress
	}
	conf, err := config.For(pass)
	if err != nil {
		return nil, err
	}
	used := make(map[string]bool) // by position: each check parses the files for itself
	for _, check := range checks {
		r, _ := pass.ResultOf[check].(*report.Result)
		for _, s := range r.Suppressed {
			used[pass.Fset.Position(s.Directive.Pos).String()] = true
		}
	}
	wantUnused := report.On(pass, "unused")
	for _, file := range pass.Files {
		if report.Generated(file) {
			continue // nothing is reported there
		}
		for _, d := range suppress.Parse(pass.Fset, file) {
			rule, msg := "", ""
			switch {
			case !d.Valid() && len(d.Checks) == 0:
				rule, msg = "no-reason", "this comment names no check, so it suppresses nothing: write //informerlint:ignore CHECK reason"
			case unknown(d) != "":
				rule, msg = "unknown-check", fmt.Sprintf("there is no check or rule %q, so this comment does not suppress it; the checks are %s", unknown(d), strings.Join(config.Checks(), ", "))
			case !d.Valid():
				rule, msg = "no-reason", "this comment gives no reason, so it suppresses nothing: say behind the check why the finding is wrong here"
			case wantUnused && !used[pass.Fset.Position(d.Pos).String()] && mayBeUsed(d, conf):
				rule, msg = "unused", "this comment suppresses nothing: remove it, before it hides what comes next"
			default:
				continue
			}
			res.Report(pass, name, report.Finding{Pos: d.Pos, End: d.End, Rule: rule, Message: msg})
		}
	}
	return res, nil
}

// unknown returns the first name in a directive that is no check's.
func unknown(d *suppress.Directive) string {
	i := slices.IndexFunc(d.Checks, func(name string) bool { return !config.Known(name) })
	if i < 0 {
		return ""
	}
	return d.Checks[i]
}

// mayBeUsed reports whether the directive is for informerlint alone, and for a
// check that the config file has not switched off. A nolint without a name is
// for every linter there is.
func mayBeUsed(d *suppress.Directive, conf *config.Config) bool {
	if d.Kind == suppress.Nolint {
		return d.Explicit
	}
	return slices.ContainsFunc(d.Checks, func(c string) bool {
		check, rule, _ := strings.Cut(c, "/")
		return check != name && conf.On(check, rule, true)
	})
}
