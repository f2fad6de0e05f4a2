package unitfast

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/runner"
)

// errNotDirect says that a unit needs unitchecker.
var errNotDirect = errors.New("this package needs the driver")

// direct analyzes the unit with the types of its imports as the compiler left
// them, and returns what it found, and its facts. If something is not as it
// should be, the error is not nil, and unitchecker is to do it all again. What
// this saves is to write the types of all that the imports reach, and to read
// them again, which is more than half of the time.
func (u *unit) direct(analyzers []*analysis.Analyzer) (p *direct, facts []byte, err error) {
	p = &direct{
		unit: u, fset: token.NewFileSet(), imports: make(map[string]*types.Package), found: make(map[*analysis.Analyzer][]analysis.Diagnostic),
		info: &types.Info{
			Types:        make(map[ast.Expr]types.TypeAndValue),
			Defs:         make(map[*ast.Ident]types.Object),
			Uses:         make(map[*ast.Ident]types.Object),
			Implicits:    make(map[ast.Node]types.Object),
			Instances:    make(map[*ast.Ident]types.Instance),
			Scopes:       make(map[ast.Node]*types.Scope),
			Selections:   make(map[*ast.SelectorExpr]*types.Selection),
			FileVersions: make(map[*ast.File]string),
		},
	}
	for _, name := range u.cfg.GoFiles {
		file, err := parser.ParseFile(p.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		p.files = append(p.files, file)
	}
	conf := &types.Config{Importer: p, Sizes: types.SizesFor("gc", build.Default.GOARCH), GoVersion: u.cfg.GoVersion}
	if p.pkg, err = conf.Check(u.cfg.ImportPath, p.fset, p.files, p.info); err != nil {
		return nil, nil, err
	}
	p.sizes = conf.Sizes
	for _, f := range slices.Concat(u.Reach, u.Other) {
		gob.Register(f)
	}
	if u.cfg.VetxOnly {
		analyzers = slices.DeleteFunc(slices.Clone(analyzers), func(a *analysis.Analyzer) bool { return !usesFacts(a) })
	}
	store, run := p.runner()
	for _, a := range analyzers {
		if _, err := run.Result(a); err != nil {
			return nil, nil, err
		}
	}
	if p.odd {
		return nil, nil, errNotDirect
	}
	maps.DeleteFunc(p.found, func(a *analysis.Analyzer, _ []analysis.Diagnostic) bool {
		return u.cfg.VetxOnly || !slices.Contains(analyzers, a)
	})
	if own := store.Of(p.pkg); len(own) > 0 {
		facts, err = encodeFacts(u.cfg.ImportPath, own)
	}
	return p, facts, err
}

// print leaves the facts and prints the findings as unitchecker does: as JSON,
// or a line for each, and one for each place that belongs to it.
func (p *direct) print(args []string, analyzers []*analysis.Analyzer, facts []byte) (Answer, error) {
	answer := Answer{Way: Printed}
	if err := p.leave(args, facts); err != nil {
		return answer, err
	}
	var text bytes.Buffer
	if IsSet(args, "json") {
		found := make(map[string][]analysis.Diagnostic)
		for a, ds := range p.found {
			found[a.Name] = ds
		}
		if err := p.JSON(&text, p.cfg.ID, p.fset, found); err != nil {
			return answer, err
		}
		if p.cfg.Stdout != "" {
			return answer, os.WriteFile(p.cfg.Stdout, text.Bytes(), 0o666)
		}
		_, err := os.Stdout.Write(text.Bytes())
		return answer, err
	}
	answer.Exit = 1
	for _, a := range analyzers {
		for _, d := range p.found[a] {
			fmt.Fprintf(&text, "%s: %s\n", p.fset.Position(d.Pos), d.Message)
			for _, r := range d.Related {
				fmt.Fprintf(&text, "%s: \t%s\n", p.fset.Position(r.Pos), r.Message)
			}
		}
	}
	_, err := os.Stderr.Write(text.Bytes())
	return answer, err
}

// usesFacts reports whether an analyzer, or one that it requires, has facts:
// go vet has no other run on packages that were not asked for.
func usesFacts(a *analysis.Analyzer) bool {
	return len(a.FactTypes) > 0 || slices.ContainsFunc(a.Requires, usesFacts)
}

// A direct is the analysis of one unit.
type direct struct {
	*unit
	fset    *token.FileSet
	files   []*ast.File
	pkg     *types.Package
	info    *types.Info
	sizes   types.Sizes
	imports map[string]*types.Package
	found   map[*analysis.Analyzer][]analysis.Diagnostic
	odd     bool // it wants what is not here
}

// Import is how the type checker asks for an import.
func (p *direct) Import(name string) (*types.Package, error) {
	path, ok := p.cfg.ImportMap[name]
	if !ok {
		return nil, fmt.Errorf("can't resolve import %q", name)
	}
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg := p.imports[path]; pkg != nil && pkg.Complete() {
		return pkg, nil
	}
	return readTypes(p.fset, p.imports, path, p.cfg.PackageFile[path])
}

// runner returns the facts and the run of the unit.
func (p *direct) runner() (*runner.Facts, *runner.Run) {
	module := p.cfg.Module
	if module == nil && p.cfg.ModulePath != "" { // up to Go 1.26
		module = &analysis.Module{Path: p.cfg.ModulePath, Version: p.cfg.ModuleVersion, GoVersion: p.cfg.GoVersion}
	}
	store := runner.NewFacts()
	store.Load = p.factsOf
	return store, &runner.Run{
		Pass: analysis.Pass{
			Fset: p.fset, Files: p.files, OtherFiles: p.cfg.NonGoFiles, IgnoredFiles: p.cfg.IgnoredFiles,
			Pkg: p.pkg, TypesInfo: p.info, TypesSizes: p.sizes, Module: module, ReadFile: os.ReadFile,
		},
		Prepare: func(pass *analysis.Pass) {
			store.Bind(pass)
			a := pass.Analyzer
			pass.Report = func(d analysis.Diagnostic) { p.found[a] = append(p.found[a], d) }
			// No analyzer that the rules cover has facts of objects.
			pass.ImportObjectFact = func(types.Object, analysis.Fact) bool { p.odd = true; return false }
			pass.ExportObjectFact = func(types.Object, analysis.Fact) { p.odd = true }
			pass.AllObjectFacts = func() []analysis.ObjectFact { p.odd = true; return nil }
			pass.AllPackageFacts = func() []analysis.PackageFact { p.odd = true; return nil }
		},
	}
}

// factsOf returns the facts that the tool left for a direct import: facts of
// packages do not go further.
func (p *direct) factsOf(pkg *types.Package) []analysis.Fact {
	v := p.below[pkg.Path()]
	if v == nil || len(v.facts) == 0 {
		return nil
	}
	var all []gobFact
	if err := gob.NewDecoder(bytes.NewReader(v.facts)).Decode(&all); err != nil {
		p.odd = true
	}
	var facts []analysis.Fact
	for _, f := range all {
		if f.PkgPath == pkg.Path() && f.Object == "" {
			facts = append(facts, f.Fact)
		}
	}
	return facts
}
