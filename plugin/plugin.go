// Package plugin makes informerlint a linter of golangci-lint, by its module
// plugin system. Importing it registers the linter; docs/golangci.md says how
// to build a golangci-lint that does.
package plugin

import (
	"cmp"
	"fmt"
	"go/token"
	"path/filepath"
	"strings"
	"sync"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/suppress"
)

func init() { register.Plugin(suppress.Linter, New) }

type plugin struct{}

// New returns the linter for the settings in .golangci.yml, which are those of
// .informerlint.yaml (see Settings). A setting that does not exist, or has the
// wrong type, is an error.
func New(raw any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](raw)
	if err == nil {
		err = s.use()
	}
	if err != nil {
		return nil, fmt.Errorf("settings of %s: %w", suppress.Linter, err)
	}
	return plugin{}, nil
}

// BuildAnalyzers returns the checks.
func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return adapted(), nil }

// GetLoadMode says that the checks need types. With that golangci-lint loads
// dependencies from source, which facts need.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// adapted returns the checks with diagnostics in the form that golangci-lint
// can show, and with those that a nolint comment suppresses: golangci-lint
// filters by these itself, and calls those unused whose findings it never saw.
// The analyzers themselves are changed: copies would run beside the
// originals, which others require.
var adapted = sync.OnceValue(func() []*analysis.Analyzer {
	all := analyzers.All()
	for _, a := range all {
		adaptAnalyzer(a)
	}
	return all
})

func adaptAnalyzer(a *analysis.Analyzer) {
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		adapted := *pass
		var found []analysis.Diagnostic
		adapted.Report = func(d analysis.Diagnostic) { found = append(found, d) }
		result, err := run(&adapted)
		r, ok := result.(*report.Result)
		ok = ok && r != nil
		for i, d := range found {
			if aboutNolint(pass, d) {
				continue
			}
			d = adapt(pass.Fset, d)
			if ok && i < len(r.Findings) && r.Findings[i].Severity == config.AsNote {
				d.Message += noteMark
			}
			pass.Report(d)
		}
		if ok {
			for _, s := range r.Suppressed {
				if s.Directive.Kind == suppress.Nolint {
					pass.Report(adapt(pass.Fset, s.Diagnostic))
				}
			}
		}
		return result, err
	}
}

// noteMark ends the message of a note: golangci-lint knows no severity but those
// that its own configuration gives by the text of a message.
const noteMark = " [note]"

// aboutNolint reports whether a diagnostic is about a nolint comment, and says
// that nothing is suppressed by it: golangci-lint has a linter for that.
func aboutNolint(pass *analysis.Pass, d analysis.Diagnostic) bool {
	for _, file := range pass.Files {
		if d.Pos < file.FileStart || file.FileEnd <= d.Pos {
			continue
		}
		for _, c := range suppress.Parse(pass.Fset, file) {
			if c.Pos == d.Pos && c.Kind == suppress.Nolint {
				return true
			}
		}
	}
	return false
}

// adapt folds what belongs to a diagnostic into its message, since
// golangci-lint makes issues of their own of related information; and leaves
// one fix, all of whose edits are in the diagnostic's file: golangci-lint
// applies all fixes at once, and drops the edits in other files.
func adapt(fset *token.FileSet, d analysis.Diagnostic) analysis.Diagnostic {
	at := fset.Position(d.Pos)
	var related []string
	for _, r := range d.Related {
		posn := fset.Position(r.Pos)
		where := fmt.Sprintf("line %d", posn.Line)
		if posn.Filename != at.Filename {
			where = fmt.Sprintf("%s:%d", filepath.Base(posn.Filename), posn.Line)
		}
		related = append(related, where+": "+r.Message)
	}
	if len(related) > 0 {
		d.Message += " [" + strings.Join(related, "; ") + "]"
		d.Related = nil
	}
	if len(d.SuggestedFixes) > 0 {
		file := fset.File(d.Pos)
		first := d.SuggestedFixes[0]
		d.SuggestedFixes = []analysis.SuggestedFix{first}
		for _, e := range first.TextEdits {
			if fset.File(e.Pos) != file || fset.File(cmp.Or(e.End, e.Pos)) != file {
				d.SuggestedFixes = nil
				break
			}
		}
	}
	return d
}
