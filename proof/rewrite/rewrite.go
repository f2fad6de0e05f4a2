package rewrite

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/driver"
	"github.com/informerlint/informerlint/internal/load"
)

// An Error says what cannot be rewritten.
type Error struct {
	Pos  token.Position
	What string
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Pos, e.What) }

// A Module is a module of programs, loaded and analyzed.
type Module struct {
	Dir      string
	Path     string
	Fset     *token.FileSet
	Findings []driver.Finding

	twins Twins
	pkgs  map[string]*packages.Package
}

// Open loads packages of the module in a directory, which has the given path,
// and runs analyzers on them, as the command does. twins is the directory of
// the twins.
func Open(dir, modulePath, twins string, analyzers []*analysis.Analyzer, patterns ...string) (*Module, error) {
	all, err := ReadTwins(twins)
	if err != nil {
		return nil, err
	}
	d, err := driver.New(analyzers)
	if err != nil {
		return nil, err
	}
	res, err := load.Packages(load.Config{
		Dir: dir, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS="), Analyze: d.Package,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	for _, p := range res.Problems {
		return nil, fmt.Errorf("package %s: %v", p.Package, p.Errors)
	}
	if f := d.Failures(); len(f) > 0 {
		return nil, errors.New(strings.Join(f, "; "))
	}
	m := &Module{Dir: dir, Path: modulePath, Fset: res.Fset, Findings: d.Findings(), twins: all, pkgs: make(map[string]*packages.Package)}
	packages.Visit(res.Roots, nil, func(p *packages.Package) { m.pkgs[p.PkgPath] = p })
	return m, nil
}

// FindingsIn returns the findings in a directory of the module, in the order of
// their positions.
func (m *Module) FindingsIn(dir string) []driver.Finding {
	var found []driver.Finding
	for _, f := range m.Findings {
		if filepath.Dir(m.Fset.Position(f.Pos).Filename) == filepath.Join(m.Dir, filepath.FromSlash(dir)) {
			found = append(found, f)
		}
	}
	slices.SortFunc(found, func(a, b driver.Finding) int { return cmp.Compare(a.Pos, b.Pos) })
	return found
}

// own reports whether a package is a program's, to be rewritten.
func (m *Module) own(pkgPath string) bool {
	return strings.HasPrefix(pkgPath, m.Path+"/") && m.twins[pkgPath] == nil
}

// Program rewrites the package in a directory of the module and all packages of
// the module that it imports, with other text laid over some files. It returns
// files for a directory tree whose root has the import path prefix, by their
// slash-separated names.
func (m *Module) Program(dir, prefix string, overlay map[string][]byte) (map[string][]byte, error) {
	p := &program{m: m, dir: dir, prefix: prefix, overlay: overlay, fset: token.NewFileSet(), types: make(map[string]*types.Package), out: make(map[string][]byte)}
	if _, err := p.pkg(path.Join(m.Path, dir)); err != nil {
		return nil, err
	}
	return p.out, nil
}

// Check type-checks a program with other text laid over some files, and
// rewrites nothing.
func (m *Module) Check(dir string, overlay map[string][]byte) error {
	_, err := m.Program(dir, "check", overlay)
	return err
}

type program struct {
	m       *Module
	dir     string // of the program
	prefix  string
	overlay map[string][]byte
	fset    *token.FileSet
	types   map[string]*types.Package
	out     map[string][]byte
}

// Import gives a package the types of another: rewritten ones are read anew,
// for their text may have been changed.
func (p *program) Import(pkgPath string) (*types.Package, error) {
	if p.m.own(pkgPath) {
		return p.pkg(pkgPath)
	}
	loaded := p.m.pkgs[pkgPath]
	if loaded == nil || loaded.Types == nil {
		return nil, fmt.Errorf("package %s is not loaded", pkgPath)
	}
	return loaded.Types, nil
}

func (p *program) pkg(pkgPath string) (*types.Package, error) {
	if t, ok := p.types[pkgPath]; ok {
		return t, nil
	}
	loaded := p.m.pkgs[pkgPath]
	if loaded == nil {
		return nil, fmt.Errorf("package %s is not loaded", pkgPath)
	}
	dir := strings.TrimPrefix(pkgPath, p.m.Path+"/")
	var files []source
	for _, name := range loaded.CompiledGoFiles {
		src, ok := p.overlay[name]
		if !ok {
			var err error
			if src, err = os.ReadFile(name); err != nil {
				return nil, err
			}
		}
		file := path.Join(dir, filepath.Base(name))
		files = append(files, source{file, Short(p.dir, file), src})
	}
	pkg, texts, err := rewritePackage(pkgPath, p.fset, files, p, p.m.twins, func(imported string) string {
		if p.m.own(imported) {
			return path.Join(p.prefix, strings.TrimPrefix(imported, p.m.Path+"/"))
		}
		return ""
	})
	if err != nil {
		return nil, err
	}
	for i, f := range files {
		p.out[f.name] = texts[i]
	}
	p.types[pkgPath] = pkg
	return pkg, nil
}

// Short is the name of a file, by which lines are called, in the program of a
// directory: without the directory if it is in there.
func Short(dir, file string) string { return strings.TrimPrefix(file, dir+"/") }

type source struct {
	name  string // dir/file.go
	short string // for lines
	text  []byte
}

// rewritePackage type-checks and rewrites the files of a package. moved says
// where a package that is rewritten itself will be, "" if it is none.
func rewritePackage(pkgPath string, fset *token.FileSet, files []source, imp types.Importer, twins Twins, moved func(string) string) (*types.Package, [][]byte, error) {
	var parsed []*ast.File
	for _, f := range files {
		file, err := parser.ParseFile(fset, f.name, f.text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		parsed = append(parsed, file)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), Implicits: make(map[ast.Node]types.Object), Instances: make(map[*ast.Ident]types.Instance),
	}
	conf := types.Config{Importer: imp}
	pkg, err := conf.Check(pkgPath, fset, parsed, info)
	if err != nil {
		return nil, nil, err
	}
	var texts [][]byte
	var errs []error
	for i, file := range parsed {
		e := &emitter{fset: fset, info: info, pkg: pkg, src: files[i].text, name: files[i].short, file: file, twins: twins, moved: moved}
		text := e.whole()
		errs = append(errs, e.errs...)
		texts = append(texts, bytes.TrimLeft(text, "\n"))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, nil, err
	}
	return pkg, texts, nil
}
