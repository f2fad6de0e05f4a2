// Package report turns findings into diagnostics, alike in all checks.
package report

import (
	"cmp"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/suppress"
)

// Base is the address under which the pages of the checks live.
const Base = "https://github.com/informerlint/informerlint/blob/main/docs/checks/"

// A Finding is one defect at the line that has to change.
type Finding struct {
	Pos, End token.Pos
	Rule     string // the sub-rule's stable name
	Message  string // what happens at run time and what to do, without the rule
	// Todo, if set, is what to do where no fix is offered. Where one is, the
	// message ends with what that does.
	Todo    string
	Related []analysis.RelatedInformation
	Fixes   []analysis.SuggestedFix
	Witness *Witness // nil: none was made
	// Severity is how grave it is, if that differs from its rule.
	Severity config.Severity
}

// Relate names another place, if it is known.
func (f *Finding) Relate(pos token.Pos, text string) {
	if pos.IsValid() {
		f.Related = append(f.Related, analysis.RelatedInformation{Pos: pos, Message: text})
	}
}

// Report reports f as a diagnostic of check, and keeps it in r. Dropped are
// findings in generated files, which nobody can fix there, and what the
// config file excludes or switches off. What a comment suppresses is kept in r
// but not reported, so that it is not reported, and not fixed, in any driver. The
// result says whether f was reported.
func (r *Result) Report(pass *analysis.Pass, check string, f Finding) bool {
	file := fileOf(pass, f.Pos)
	conf, ok := wanted(pass, file, check, f.Rule, f.Pos)
	if !ok {
		return false
	}
	diag := analysis.Diagnostic{
		Pos: f.Pos, End: f.End,
		Category:       f.Rule,
		Message:        f.Message + " (" + check + "/" + f.Rule + ")",
		URL:            Base + check + ".md#" + f.Rule,
		Related:        f.Related,
		SuggestedFixes: f.Fixes,
	}
	rep := Reported{Diagnostic: diag, Witness: f.Witness, Severity: cmp.Or(conf.Severity(check, f.Rule), f.Severity), Function: functionAt(pass, file, f.Pos), Shape: shapeOf(pass, f.Pos, f.End)}
	if d := ignored(pass, file, check, f.Rule, f.Pos); d != nil {
		r.Suppressed = append(r.Suppressed, Suppressed{Reported: rep, Directive: d})
		return false
	}
	pass.Report(diag)
	r.Findings = append(r.Findings, rep)
	return true
}

// Shown reports whether what a rule of the pass's check finds at pos is shown: not in a
// generated file, nor switched off, excluded or suppressed by a comment. A check that says
// of several places in one report that they have a defect needs it, for the report is to
// stand at one that is shown.
func Shown(pass *analysis.Pass, rule string, pos token.Pos) bool {
	check, file := pass.Analyzer.Name, fileOf(pass, pos)
	_, ok := wanted(pass, file, check, rule, pos)
	return ok && ignored(pass, file, check, rule, pos) == nil
}

// wanted reports whether findings of a rule are reported where pos is, if no comment
// suppresses them.
func wanted(pass *analysis.Pass, file *ast.File, check, rule string, pos token.Pos) (*config.Config, bool) {
	// A config that cannot be read has failed the analyzers that this one requires.
	conf, _ := config.For(pass)
	if file != nil && Generated(file) {
		return conf, false
	}
	return conf, conf.On(check, rule, true) && !conf.Excluded(pass.Fset.Position(pos).Filename)
}

// ignored returns the comment that suppresses a rule's finding at pos.
func ignored(pass *analysis.Pass, file *ast.File, check, rule string, pos token.Pos) *suppress.Directive {
	if file == nil {
		return nil
	}
	all := slices.DeleteFunc(suppress.Parse(pass.Fset, file), func(d *suppress.Directive) bool {
		return d.Pos == pos // a comment does not suppress what is said of itself
	})
	return suppress.Find(all, check, rule, pass.Fset.PositionFor(pos, false).Line)
}

// An Optional is a rule that is off by default.
type Optional struct {
	Rule  string
	Usage string // of its flag
}

// Analyzer makes the analyzer of a check, whose page has the check's name. An
// optional rule becomes a boolean flag of its name, see On.
func Analyzer(name, doc string, run func(*analysis.Pass) (any, error), requires []*analysis.Analyzer, optional ...Optional) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       name,
		Doc:        doc,
		URL:        Base + name + ".md",
		Requires:   requires,
		Run:        run,
		ResultType: reflect.TypeFor[*Result](),
	}
	for _, o := range optional {
		a.Flags.Bool(o.Rule, false, o.Usage)
	}
	return a
}

// On reports whether a rule of the pass's check is wanted. One that has a flag is
// off by default: the flag switches it on, or the config file. What the config file
// switches off is dropped when it is reported.
func On(pass *analysis.Pass, rule string) bool {
	f := pass.Analyzer.Flags.Lookup(rule)
	if f == nil {
		return true
	}
	conf, _ := config.For(pass)
	return conf.On(pass.Analyzer.Name, rule, f.Value.String() == "true")
}

// GeneratedFiles are the files of a package that generators have made.
func GeneratedFiles(pass *analysis.Pass) map[*token.File]bool {
	files := make(map[*token.File]bool)
	for _, file := range pass.Files {
		if Generated(file) {
			files[pass.Fset.File(file.FileStart)] = true
		}
	}
	return files
}

// Generated reports whether a file is made by a generator. What cgo makes of a
// file is the user's own code.
func Generated(file *ast.File) bool {
	if !ast.IsGenerated(file) {
		return false
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if c.Pos() < file.Package && strings.HasPrefix(c.Text, "// Code generated ") && strings.HasSuffix(c.Text, " DO NOT EDIT.") &&
				c.Text != "// Code generated by cmd/cgo; DO NOT EDIT." {
				return true
			}
		}
	}
	return false
}

func fileOf(pass *analysis.Pass, pos token.Pos) *ast.File {
	for _, file := range pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			return file
		}
	}
	return nil
}
