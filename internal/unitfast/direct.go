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
	"os"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// errNotDirect says that a unit needs unitchecker.
var errNotDirect = errors.New("this package needs the driver")

// direct analyzes the unit with the types of its imports as the compiler left
// them, and returns its facts. If it has findings, or something is not as it
// should be, the error is not nil, and unitchecker is to do it all again: it
// is the one that prints. Most packages have no findings, and for them this
// saves writing the types of all that their imports reach, and reading them
// again, which is more than half of the time.
func (u *unit) direct(analyzers []*analysis.Analyzer) (facts []byte, err error) {
	p := &pass{
		unit: u, fset: token.NewFileSet(), imports: make(map[string]*types.Package),
		known: make(map[string]map[reflect.Type]analysis.Fact), own: make(map[reflect.Type]analysis.Fact),
		results: make(map[*analysis.Analyzer]any), wants: make(map[*analysis.Analyzer]bool),
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
		file, err := parser.ParseFile(p.fset, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, file)
	}
	conf := &types.Config{Importer: p, Sizes: types.SizesFor("gc", build.Default.GOARCH), GoVersion: u.cfg.GoVersion}
	if p.pkg, err = conf.Check(u.cfg.ImportPath, p.fset, p.files, p.info); err != nil {
		return nil, err
	}
	p.sizes = conf.Sizes
	for _, f := range slices.Concat(u.Reach, u.Other) {
		gob.Register(f)
	}
	if u.cfg.VetxOnly {
		analyzers = slices.DeleteFunc(slices.Clone(analyzers), func(a *analysis.Analyzer) bool { return !usesFacts(a) })
	}
	for _, a := range analyzers {
		p.wants[a] = !u.cfg.VetxOnly
	}
	for _, a := range analyzers {
		if err := p.run(a); err != nil {
			return nil, err
		}
	}
	if p.odd {
		return nil, errNotDirect
	}
	own := make([]analysis.Fact, 0, len(p.own))
	for _, f := range p.own {
		own = append(own, f)
	}
	if len(own) == 0 {
		return nil, nil
	}
	slices.SortFunc(own, func(a, b analysis.Fact) int {
		return strings.Compare(reflect.TypeOf(a).String(), reflect.TypeOf(b).String())
	})
	return encodeFacts(u.cfg.ImportPath, own)
}

// usesFacts reports whether an analyzer, or one that it requires, has facts:
// go vet has no other run on packages that were not asked for.
func usesFacts(a *analysis.Analyzer) bool {
	return len(a.FactTypes) > 0 || slices.ContainsFunc(a.Requires, usesFacts)
}

// A pass is the analysis of one unit.
type pass struct {
	*unit
	fset    *token.FileSet
	files   []*ast.File
	pkg     *types.Package
	info    *types.Info
	sizes   types.Sizes
	imports map[string]*types.Package
	known   map[string]map[reflect.Type]analysis.Fact // of imports, by path, when they were asked for
	own     map[reflect.Type]analysis.Fact
	results map[*analysis.Analyzer]any
	wants   map[*analysis.Analyzer]bool // whose findings count
	odd     bool                        // it has findings, or wants what is not here
}

// Import is how the type checker asks for an import.
func (p *pass) Import(name string) (*types.Package, error) {
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

// run runs an analyzer and what it requires, each once.
func (p *pass) run(a *analysis.Analyzer) error {
	if _, done := p.results[a]; done {
		return nil
	}
	inputs := make(map[*analysis.Analyzer]any, len(a.Requires))
	for _, req := range a.Requires {
		if err := p.run(req); err != nil {
			return err
		}
		inputs[req] = p.results[req]
	}
	module := p.cfg.Module
	if module == nil && p.cfg.ModulePath != "" { // up to Go 1.26
		module = &analysis.Module{Path: p.cfg.ModulePath, Version: p.cfg.ModuleVersion, GoVersion: p.cfg.GoVersion}
	}
	result, err := a.Run(&analysis.Pass{
		Analyzer: a, Fset: p.fset, Files: p.files, OtherFiles: p.cfg.NonGoFiles, IgnoredFiles: p.cfg.IgnoredFiles,
		Pkg: p.pkg, TypesInfo: p.info, TypesSizes: p.sizes, Module: module, ResultOf: inputs,
		Report:            func(analysis.Diagnostic) { p.odd = p.odd || p.wants[a] },
		ReadFile:          os.ReadFile,
		ImportPackageFact: p.importFact,
		ExportPackageFact: func(f analysis.Fact) { p.own[reflect.TypeOf(f)] = f },
		// No analyzer that the rules cover has facts of objects.
		ImportObjectFact: func(types.Object, analysis.Fact) bool { p.odd = true; return false },
		ExportObjectFact: func(types.Object, analysis.Fact) { p.odd = true },
		AllObjectFacts:   func() []analysis.ObjectFact { p.odd = true; return nil },
		AllPackageFacts:  func() []analysis.PackageFact { p.odd = true; return nil },
	})
	p.results[a] = result
	return err
}

// importFact gives a fact of the package itself or of a direct import: facts
// of packages do not go further.
func (p *pass) importFact(pkg *types.Package, ptr analysis.Fact) bool {
	facts := p.own
	if pkg != p.pkg {
		var ok bool
		if facts, ok = p.known[pkg.Path()]; !ok {
			facts = make(map[reflect.Type]analysis.Fact)
			p.known[pkg.Path()] = facts
			if v := p.below[pkg.Path()]; v != nil && len(v.facts) > 0 {
				var all []gobFact
				if err := gob.NewDecoder(bytes.NewReader(v.facts)).Decode(&all); err != nil {
					p.odd = true
				}
				for _, f := range all {
					if f.PkgPath == pkg.Path() && f.Object == "" {
						facts[reflect.TypeOf(f.Fact)] = f.Fact
					}
				}
			}
		}
	}
	fact, ok := facts[reflect.TypeOf(ptr)]
	if ok {
		reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(fact).Elem())
	}
	return ok
}
