// Package try analyses a package as it would be after a fix, in memory: the
// edits are applied, the package is type-checked anew, and analyzers run on
// it with the facts of the original.
//
// It is how a check, in whatever driver, finds out whether its own fix
// compiles and fixes what it is for, before the fix is offered. It costs a
// type-check of one package, and so is for packages with findings.
package try

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/apply"
	"github.com/informerlint/informerlint/internal/runner"
)

// Edited returns a pass for the package of the given one with fixes applied,
// through the same code as -fix. The given pass must be that of the analyzer
// whose facts are wanted later: facts belong to the analyzer that made them.
//
// The error says that the fixes overlap, or that the result does not compile.
func Edited(pass *analysis.Pass, fixes ...analysis.SuggestedFix) (*analysis.Pass, error) {
	return edited(pass, nil, fixes)
}

// Partly is Edited for large packages: in files without edits, functions that
// keep does not want have no bodies. What they would do is not known to
// analyzers, which must not be fooled by that.
func Partly(pass *analysis.Pass, keep func(*ast.FuncDecl) bool, fixes ...analysis.SuggestedFix) (*analysis.Pass, error) {
	return edited(pass, keep, fixes)
}

func edited(pass *analysis.Pass, keep func(*ast.FuncDecl) bool, fixes []analysis.SuggestedFix) (*analysis.Pass, error) {
	var diagnostics []analysis.Diagnostic
	for _, f := range fixes {
		d := analysis.Diagnostic{SuggestedFixes: []analysis.SuggestedFix{f}}
		if len(f.TextEdits) > 0 {
			d.Pos = f.TextEdits[0].Pos
		}
		diagnostics = append(diagnostics, d)
	}
	texts, err := apply.Fixes(pass.Fset, diagnostics, fix.ReadFile(pass))
	if err != nil {
		return nil, err
	}
	shadow := *pass
	shadow.Files = make([]*ast.File, len(pass.Files))
	for i, file := range pass.Files {
		shadow.Files[i] = file
		name := pass.Fset.File(file.FileStart).Name()
		text, ok := texts[name]
		if !ok {
			if keep != nil {
				shadow.Files[i] = strip(file, keep)
			}
			continue
		}
		delete(texts, name)
		shadow.Files[i], err = parser.ParseFile(pass.Fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
	}
	for name := range texts {
		return nil, fmt.Errorf("%s is not a file of this package", name)
	}
	if err := check(&shadow, pass, keep != nil); err != nil {
		return nil, err
	}
	shadow.TypeErrors = nil
	shadow.ResultOf = nil
	shadow.Report = func(analysis.Diagnostic) {}
	shadow.ExportObjectFact = func(types.Object, analysis.Fact) {}
	shadow.ExportPackageFact = func(analysis.Fact) {}
	return &shadow, nil
}

// strip copies a file without the bodies of functions that are not wanted.
func strip(file *ast.File, keep func(*ast.FuncDecl) bool) *ast.File {
	stripped := *file
	stripped.Decls = make([]ast.Decl, len(file.Decls))
	for i, decl := range file.Decls {
		stripped.Decls[i] = decl
		// A function with type parameters must have a body, and so must init.
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil && fn.Type.TypeParams == nil && fn.Name.Name != "init" && fn.Name.Name != "main" && !keep(fn) {
			bare := *fn
			bare.Body = nil
			stripped.Decls[i] = &bare
		}
	}
	return &stripped
}

// check type-checks the files of the shadow. Where bodies are missing, so may
// be uses of imports.
func check(shadow, pass *analysis.Pass, partly bool) error {
	conf := types.Config{
		Importer:    importerOf(pass),
		Sizes:       pass.TypesSizes,
		GoVersion:   pass.Pkg.GoVersion(),
		FakeImportC: true,
	}
	shadow.TypesInfo = &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Instances:    make(map[*ast.Ident]types.Instance),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		Scopes:       make(map[ast.Node]*types.Scope),
		FileVersions: make(map[*ast.File]string),
	}
	var err error
	if partly {
		whole := make(map[string]bool)
		for i, file := range shadow.Files {
			if len(file.Decls) > 0 && file != pass.Files[i] && file.FileStart != pass.Files[i].FileStart {
				whole[pass.Fset.File(file.FileStart).Name()] = true
			}
		}
		conf.Error = func(e error) {
			if te, ok := e.(types.Error); ok && te.Soft && strings.HasSuffix(te.Msg, "and not used") && strings.Contains(te.Msg, "imported") && !whole[te.Fset.Position(te.Pos).Filename] {
				return
			}
			if err == nil {
				err = e
			}
		}
		shadow.Pkg, _ = conf.Check(pass.Pkg.Path(), pass.Fset, shadow.Files, shadow.TypesInfo)
		return err
	}
	shadow.Pkg, err = conf.Check(pass.Pkg.Path(), pass.Fset, shadow.Files, shadow.TypesInfo)
	return err
}

type importer map[string]*types.Package

func (m importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := m[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("package %s is not among those that this one reaches", path)
}

// importerOf imports what the package imports already, under the path that
// stands in its source (a vendored package has another one), and else what it
// reaches.
func importerOf(pass *analysis.Pass) importer {
	m := make(importer)
	var reach func(p *types.Package)
	reach = func(p *types.Package) {
		for _, imp := range p.Imports() {
			path := imp.Path()
			if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
				path = path[i+len("/vendor/"):]
			}
			if m[path] == nil {
				m[path] = imp
				reach(imp)
			}
		}
	}
	reach(pass.Pkg)
	for _, file := range pass.Files {
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue
			}
			obj := pass.TypesInfo.Implicits[spec]
			if spec.Name != nil {
				obj = pass.TypesInfo.Defs[spec.Name]
			}
			if name, ok := obj.(*types.PkgName); ok {
				m[path] = name.Imported()
			}
		}
	}
	return m
}

// Run runs an analyzer, and before it those that it requires, on a pass that
// Edited made, and returns its result.
func Run(shadow *analysis.Pass, a *analysis.Analyzer) (any, error) {
	r := runner.Run{Pass: *shadow}
	return r.Result(a)
}
