// Package driver runs analyzers on packages as they are loaded, so that each
// package's syntax, type information and intermediate results can go as soon
// as it has been analyzed.
//
// The driver of go/analysis that works on loaded packages (checker.Analyze)
// keeps all of that for all dependencies to the end, and a copy of the facts
// for each; on a large repository this is most of a process's memory. The
// meaning is the same: facts go from a package to those that import it,
// results from an analyzer to those that require it, and diagnostics count in
// the packages that were asked for.
package driver

import (
	"encoding/gob"
	"errors"
	"fmt"
	"go/token"
	"os"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/runner"
	"github.com/informerlint/informerlint/internal/suppress"
)

// A Driver runs a set of analyzers. Its methods may be called at the same
// time, if the imports of a package have been analyzed before it.
type Driver struct {
	root  []*analysis.Analyzer // everything that runs on a package that was asked for, requirements first
	below []*analysis.Analyzer // what runs on other packages, for the facts
	wants map[*analysis.Analyzer]bool

	// Observe, if not nil, sees the results of all analyzers, required ones
	// included, on the packages that were asked for.
	Observe func(pkg *packages.Package, a *analysis.Analyzer, result any)

	facts  *runner.Facts
	byName map[string]*analysis.Analyzer

	mu         sync.RWMutex
	findings   []Finding
	suppressed []Finding
	failures   []string
	failed     map[*packages.Package]bool // an analyzer has failed on it
	files      map[string]*token.File     // of findings of earlier runs
}

// A Finding is a diagnostic and where it comes from. Of an analyzer that does
// not return a report.Result only the diagnostic is known.
type Finding struct {
	Analyzer *analysis.Analyzer
	Package  *packages.Package
	report.Reported
	Directive *suppress.Directive // the comment that suppresses it, if one does
}

// New returns a driver for the analyzers and what they require.
func New(analyzers []*analysis.Analyzer) (*Driver, error) {
	if err := analysis.Validate(analyzers); err != nil {
		return nil, err
	}
	d := &Driver{
		wants: make(map[*analysis.Analyzer]bool), facts: runner.NewFacts(), byName: make(map[string]*analysis.Analyzer),
		failed: make(map[*packages.Package]bool), files: make(map[string]*token.File),
	}
	for _, a := range analyzers {
		d.wants[a], d.byName[a.Name] = true, a
	}
	d.root = runner.Closure(analyzers)
	for _, a := range d.root {
		for _, fact := range a.FactTypes {
			gob.Register(fact)
		}
	}
	var withFacts []*analysis.Analyzer
	for _, a := range d.root {
		if len(a.FactTypes) > 0 {
			withFacts = append(withFacts, a)
		}
	}
	d.below = runner.Closure(withFacts)
	return d, nil
}

// Findings returns the diagnostics so far, in no particular order.
func (d *Driver) Findings() []Finding {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return slices.Clone(d.findings)
}

// Suppressed returns the diagnostics that comments suppress.
func (d *Driver) Suppressed() []Finding {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return slices.Clone(d.suppressed)
}

// Failures returns the errors that analyzers returned, sorted.
func (d *Driver) Failures() []string {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return slices.Sorted(slices.Values(d.failures))
}

// Package analyzes one package: with all analyzers if it was asked for, and
// otherwise with those whose facts others may need. The package's syntax and
// type information are not needed any more when it returns.
func (d *Driver) Package(pkg *packages.Package, asked bool) {
	analyzers := d.below
	if asked {
		analyzers = d.root
	}
	module := new(analysis.Module)
	if m := pkg.Module; m != nil {
		module = &analysis.Module{Path: m.Path, Version: m.Version, GoVersion: m.GoVersion}
	}
	var diagnostics map[*analysis.Analyzer][]analysis.Diagnostic
	if asked {
		diagnostics = make(map[*analysis.Analyzer][]analysis.Diagnostic)
	}
	run := runner.Run{
		Pass: analysis.Pass{
			Fset: pkg.Fset, Files: pkg.Syntax, OtherFiles: pkg.OtherFiles, IgnoredFiles: pkg.IgnoredFiles,
			Pkg: pkg.Types, TypesInfo: pkg.TypesInfo, TypesSizes: pkg.TypesSizes, TypeErrors: pkg.TypeErrors, Module: module,
			ReadFile: os.ReadFile,
		},
		Prepare: func(pass *analysis.Pass) {
			d.facts.Bind(pass)
			a := pass.Analyzer
			pass.Report = func(diag analysis.Diagnostic) {
				if asked && d.wants[a] {
					diagnostics[a] = append(diagnostics[a], diag)
				}
			}
		},
	}
	for _, a := range analyzers {
		result, err := run.Result(a)
		if asked && d.wants[a] {
			d.keep(a, pkg, diagnostics[a], result)
		}
		if err != nil {
			d.fail(a, pkg, err)
		}
	}
	if !asked || d.Observe == nil {
		return
	}
	// Only now: a check may still add to a result that it requires, such as
	// why it does not report something.
	for _, a := range analyzers {
		if result, err := run.Result(a); err == nil {
			d.Observe(pkg, a, result)
		}
	}
}

// Drop forgets the facts of a package: all that import it have been analyzed.
func (d *Driver) Drop(pkg *packages.Package) { d.facts.Drop(pkg.Types) }

// keep keeps what an analyzer has reported, with what its result says of it.
func (d *Driver) keep(a *analysis.Analyzer, pkg *packages.Package, diagnostics []analysis.Diagnostic, result any) {
	found := make([]Finding, len(diagnostics))
	for i, diag := range diagnostics {
		found[i] = Finding{Analyzer: a, Package: pkg, Reported: report.Reported{Diagnostic: diag}}
	}
	var suppressed []Finding
	if r, ok := result.(*report.Result); ok && r != nil && len(r.Findings) == len(found) {
		for i, f := range r.Findings {
			f.Diagnostic = diagnostics[i] // as it was reported, after whatever wraps the analyzer
			found[i].Reported = f
		}
		for _, s := range r.Suppressed {
			suppressed = append(suppressed, Finding{Analyzer: a, Package: pkg, Reported: s.Reported, Directive: s.Directive})
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.findings = append(d.findings, found...)
	d.suppressed = append(d.suppressed, suppressed...)
}

// fail keeps an error. A config file that cannot be read fails every analyzer
// on every package that it is for, and is one error.
func (d *Driver) fail(a *analysis.Analyzer, pkg *packages.Package, err error) {
	msg := fmt.Sprintf("%s on package %s: %v", a.Name, pkg.ID, err)
	var bad *config.Error
	if errors.As(err, &bad) {
		msg = bad.Error()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.failed[pkg] = true
	if !slices.Contains(d.failures, msg) {
		d.failures = append(d.failures, msg)
	}
}
