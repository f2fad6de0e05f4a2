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
	"errors"
	"fmt"
	"go/types"
	"os"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/report"
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

	mu           sync.RWMutex
	objectFacts  map[objectKey]analysis.Fact
	packageFacts map[packageKey]analysis.Fact
	findings     []Finding
	suppressed   []Finding
	failures     []string
}

// A Finding is a diagnostic and where it comes from. Of an analyzer that does
// not return a report.Result only the diagnostic is known.
type Finding struct {
	Analyzer *analysis.Analyzer
	Package  *packages.Package
	report.Reported
	Directive *suppress.Directive // the comment that suppresses it, if one does
}

type objectKey struct {
	obj types.Object
	typ reflect.Type
}

type packageKey struct {
	pkg *types.Package
	typ reflect.Type
}

// New returns a driver for the analyzers and what they require.
func New(analyzers []*analysis.Analyzer) (*Driver, error) {
	if err := analysis.Validate(analyzers); err != nil {
		return nil, err
	}
	d := &Driver{
		wants:        make(map[*analysis.Analyzer]bool),
		objectFacts:  make(map[objectKey]analysis.Fact),
		packageFacts: make(map[packageKey]analysis.Fact),
	}
	for _, a := range analyzers {
		d.wants[a] = true
	}
	d.root = closure(analyzers)
	var withFacts []*analysis.Analyzer
	for _, a := range d.root {
		if len(a.FactTypes) > 0 {
			withFacts = append(withFacts, a)
		}
	}
	d.below = closure(withFacts)
	return d, nil
}

// closure returns the analyzers and what they require, requirements first.
func closure(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var all []*analysis.Analyzer
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, req := range a.Requires {
			visit(req)
		}
		all = append(all, a)
	}
	for _, a := range analyzers {
		visit(a)
	}
	return all
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
	results := make(map[*analysis.Analyzer]any, len(analyzers))
	for _, a := range analyzers {
		result, err := d.run(a, pkg, asked && d.wants[a], results)
		if err != nil {
			d.fail(a, pkg, err)
			results[a] = &requiredError{a.Name, err} // and so fail those that require it
			continue
		}
		results[a] = result
	}
	if !asked || d.Observe == nil {
		return
	}
	// Only now: a check may still add to a result that it requires, such as
	// why it does not report something.
	for _, a := range analyzers {
		if _, failed := results[a].(*requiredError); !failed {
			d.Observe(pkg, a, results[a])
		}
	}
}

// A requiredError is why an analyzer did not run.
type requiredError struct {
	name string
	err  error
}

func (e *requiredError) Error() string { return e.name + " failed" }
func (e *requiredError) Unwrap() error { return e.err }

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
	if !slices.Contains(d.failures, msg) {
		d.failures = append(d.failures, msg)
	}
}

func (d *Driver) run(a *analysis.Analyzer, pkg *packages.Package, asked bool, results map[*analysis.Analyzer]any) (any, error) {
	inputs := make(map[*analysis.Analyzer]any, len(a.Requires))
	for _, req := range a.Requires {
		result := results[req]
		if err, ok := result.(*requiredError); ok {
			return nil, err
		}
		inputs[req] = result
	}
	module := new(analysis.Module)
	if m := pkg.Module; m != nil {
		module = &analysis.Module{Path: m.Path, Version: m.Version, GoVersion: m.GoVersion}
	}
	var found, suppressed []Finding
	pass := &analysis.Pass{
		Analyzer: a, Fset: pkg.Fset, Files: pkg.Syntax, OtherFiles: pkg.OtherFiles, IgnoredFiles: pkg.IgnoredFiles,
		Pkg: pkg.Types, TypesInfo: pkg.TypesInfo, TypesSizes: pkg.TypesSizes, TypeErrors: pkg.TypeErrors, Module: module,
		ResultOf: inputs,
		ReadFile: os.ReadFile,
		Report: func(diag analysis.Diagnostic) {
			if asked {
				found = append(found, Finding{Analyzer: a, Package: pkg, Reported: report.Reported{Diagnostic: diag}})
			}
		},
		ImportObjectFact: func(obj types.Object, ptr analysis.Fact) bool {
			return get(d, d.objectFacts, objectKey{obj, reflect.TypeOf(ptr)}, ptr)
		},
		ImportPackageFact: func(p *types.Package, ptr analysis.Fact) bool {
			return get(d, d.packageFacts, packageKey{p, reflect.TypeOf(ptr)}, ptr)
		},
		ExportObjectFact: func(obj types.Object, fact analysis.Fact) {
			if obj.Pkg() != pkg.Types {
				panic(fmt.Sprintf("%s exports a fact for %s of another package", a.Name, obj))
			}
			d.mu.Lock()
			defer d.mu.Unlock()
			d.objectFacts[objectKey{obj, reflect.TypeOf(fact)}] = fact
		},
		ExportPackageFact: func(fact analysis.Fact) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.packageFacts[packageKey{pkg.Types, reflect.TypeOf(fact)}] = fact
		},
		AllObjectFacts:  func() []analysis.ObjectFact { return d.allObjectFacts(a, pkg) },
		AllPackageFacts: func() []analysis.PackageFact { return d.allPackageFacts(a, pkg) },
	}
	result, err := a.Run(pass)
	if r, ok := result.(*report.Result); ok && r != nil && asked && len(r.Findings) == len(found) {
		for i := range found {
			diag := found[i].Diagnostic // as it was reported, after whatever wraps the analyzer
			found[i].Reported = r.Findings[i]
			found[i].Diagnostic = diag
		}
		for _, s := range r.Suppressed {
			suppressed = append(suppressed, Finding{Analyzer: a, Package: pkg, Reported: s.Reported, Directive: s.Directive})
		}
	}
	d.mu.Lock()
	d.suppressed = append(d.suppressed, suppressed...)
	d.findings = append(d.findings, found...)
	d.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if got := reflect.TypeOf(result); got != a.ResultType {
		return nil, fmt.Errorf("the result has type %v, not %v", got, a.ResultType)
	}
	return result, nil
}

// get copies a fact to where ptr points. Facts of unrelated packages cannot be
// asked for: an analyzer has no objects of theirs.
func get[K comparable](d *Driver, facts map[K]analysis.Fact, key K, ptr analysis.Fact) bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	fact, ok := facts[key]
	if ok {
		reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(fact).Elem())
	}
	return ok
}

// imports returns the types of a package and all that it imports.
func imports(pkg *packages.Package) map[*types.Package]bool {
	all := make(map[*types.Package]bool)
	packages.Visit([]*packages.Package{pkg}, nil, func(p *packages.Package) { all[p.Types] = true })
	return all
}

func (d *Driver) allObjectFacts(a *analysis.Analyzer, pkg *packages.Package) []analysis.ObjectFact {
	d.mu.RLock()
	defer d.mu.RUnlock()
	visible := imports(pkg)
	var all []analysis.ObjectFact
	for key, fact := range d.objectFacts {
		if visible[key.obj.Pkg()] && hasFactType(a, key.typ) {
			all = append(all, analysis.ObjectFact{Object: key.obj, Fact: fact})
		}
	}
	return all
}

func (d *Driver) allPackageFacts(a *analysis.Analyzer, pkg *packages.Package) []analysis.PackageFact {
	d.mu.RLock()
	defer d.mu.RUnlock()
	visible := imports(pkg)
	var all []analysis.PackageFact
	for key, fact := range d.packageFacts {
		if visible[key.pkg] && hasFactType(a, key.typ) {
			all = append(all, analysis.PackageFact{Package: key.pkg, Fact: fact})
		}
	}
	return all
}

func hasFactType(a *analysis.Analyzer, typ reflect.Type) bool {
	return slices.ContainsFunc(a.FactTypes, func(f analysis.Fact) bool { return reflect.TypeOf(f) == typ })
}
