package checktest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/driver"
	"github.com/informerlint/informerlint/internal/load"
)

// A loading is what a test process keeps of one load: client-go is parsed and
// type-checked once for all tests that ask for programs of the same check.
type loading struct {
	once sync.Once
	res  *load.Result
	err  error
}

var (
	loadingsMu sync.Mutex
	loadings   = make(map[string]*loading)
)

// Programs returns packages of the module in dir, loaded as the command loads
// them, with their tests. Packages that reach no informer are left out; a
// "// want" comment in one of those is an error, since nobody would look at it.
func Programs(t testing.TB, dir string, patterns ...string) []*packages.Package {
	t.Helper()
	res, err := loaded(dir, patterns)
	if err != nil {
		t.Fatalf("loading %q: %v", patterns, err)
	}
	for _, p := range res.Problems {
		t.Errorf("%s: %v", p.Package, p.Errors)
	}
	var pkgs []*packages.Package
	looked := make(map[string]bool)
	matches := make(map[string]int)
	for _, pkg := range res.Roots {
		rel := "./" + filepath.ToSlash(short(dir, filepath.Dir(pkg.GoFiles[0])))
		i := slices.IndexFunc(patterns, func(p string) bool { return match(p, rel) })
		if i < 0 {
			continue
		}
		matches[patterns[i]]++
		pkgs = append(pkgs, pkg)
		for _, name := range pkg.GoFiles {
			looked[name] = true
		}
	}
	for _, p := range patterns {
		if matches[p] == 0 {
			t.Errorf("no package matches %q", p)
		}
		unseen(t, dir, p, looked)
	}
	if len(pkgs) == 0 {
		t.FailNow()
	}
	return pkgs
}

// loaded loads everything below the topmost directories of the patterns.
func loaded(dir string, patterns []string) (*load.Result, error) {
	var tops []string
	for _, p := range patterns {
		top, _, below := strings.Cut(strings.TrimPrefix(p, "./"), "/")
		switch {
		case top == "...":
			top = "./..."
		case below || exists(filepath.Join(dir, top)):
			top = "./" + top + "/..."
		default:
			return nil, fmt.Errorf("%q names no directory of %s", p, dir)
		}
		tops = append(tops, top)
	}
	slices.Sort(tops)
	tops = slices.Compact(tops)
	key := strings.Join(append(tops, dir), " ")

	loadingsMu.Lock()
	l := loadings["./... "+dir] // has all that there is
	if l == nil {
		l = loadings[key]
	}
	if l == nil {
		l = new(loading)
		loadings[key] = l
	}
	loadingsMu.Unlock()
	l.once.Do(func() {
		// Here it is time that counts, and not memory as in a job of CI. With
		// the variable load leaves the setting alone.
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(200)
			if l.err = os.Setenv("GOGC", "200"); l.err != nil {
				return
			}
		}
		env := append(os.Environ(), "GO111MODULE=on", "GOPROXY=off", "GOWORK=off", "GOFLAGS=")
		l.res, l.err = load.Packages(load.Config{Dir: dir, Env: env, Tests: true, Lean: true}, tops...)
	})
	return l.res, l.err
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// match reports whether a pattern of the go command names the directory rel.
func match(pattern, rel string) bool {
	if root, ok := strings.CutSuffix(pattern, "/..."); ok {
		return root == "." || rel == root || strings.HasPrefix(rel, root+"/")
	}
	return rel == pattern
}

// unseen reports files with wants that a pattern names and that are in no
// package that is looked at.
func unseen(t testing.TB, dir, pattern string, looked map[string]bool) {
	t.Helper()
	root, deep := strings.CutSuffix(pattern, "/...")
	root = filepath.Join(dir, filepath.FromSlash(root))
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && (!deep || exists(filepath.Join(name, "go.mod"))):
			return filepath.SkipDir
		case filepath.Ext(name) != ".go" || looked[name]:
			return nil
		}
		text, err := os.ReadFile(name)
		if err == nil && strings.Contains(string(text), "// want ") {
			t.Errorf("%s wants something, and is in no package that is analyzed", short(dir, name))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Analyze runs analyzers on packages with the command's own driver, and returns
// the findings in the order of their positions.
func Analyze(t testing.TB, analyzers []*analysis.Analyzer, pkgs []*packages.Package) []driver.Finding {
	t.Helper()
	return start(t, analyzers, pkgs).in(pkgs)
}

// A run is analyzers on programs, and what they say. More packages may be
// looked at later, above the facts of those that were.
type run struct {
	driver *driver.Driver
	done   map[*packages.Package]chan struct{}
}

// start analyzes packages and, for their facts, all that they import.
func start(t testing.TB, analyzers []*analysis.Analyzer, asked []*packages.Package) *run {
	t.Helper()
	d, err := driver.New(analyzers)
	if err != nil {
		t.Fatal(err)
	}
	r := &run{driver: d, done: make(map[*packages.Package]chan struct{})}
	r.analyze(t, asked)
	return r
}

// analyze looks at packages, each as soon as what it imports has been.
func (r *run) analyze(t testing.TB, asked []*packages.Package) {
	t.Helper()
	isAsked := make(map[*packages.Package]bool)
	for _, pkg := range asked {
		isAsked[pkg] = true
	}
	var order []*packages.Package
	packages.Visit(asked, nil, func(pkg *packages.Package) {
		if r.done[pkg] == nil {
			r.done[pkg] = make(chan struct{})
			order = append(order, pkg)
		}
	})
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for _, pkg := range order {
		wg.Go(func() {
			defer close(r.done[pkg])
			for _, imp := range pkg.Imports {
				<-r.done[imp]
			}
			limit <- struct{}{}
			defer func() { <-limit }()
			r.driver.Package(pkg, isAsked[pkg])
		})
	}
	wg.Wait()
	for _, failure := range r.driver.Failures() {
		t.Error(failure)
	}
}

// in returns the findings in packages, in the order of their positions.
func (r *run) in(pkgs []*packages.Package) []driver.Finding {
	found := slices.DeleteFunc(r.driver.Findings(), func(f driver.Finding) bool { return !slices.Contains(pkgs, f.Package) })
	slices.SortStableFunc(found, func(a, b driver.Finding) int { return int(a.Pos) - int(b.Pos) })
	return found
}

// overlaid type-checks packages again whose files have other text, and those
// between them, against what is loaded already. It returns those with other
// text.
func overlaid(pkgs []*packages.Package, text map[string][]byte) (changed []*packages.Package) {
	again, all := make(map[*packages.Package]*packages.Package), make(map[string]*packages.Package)
	packages.Visit(pkgs, nil, func(pkg *packages.Package) {
		all[pkg.PkgPath] = pkg
		other := slices.ContainsFunc(pkg.CompiledGoFiles, func(name string) bool { return text[name] != nil })
		imports := make(map[string]*packages.Package, len(pkg.Imports))
		above := false
		for path, imp := range pkg.Imports {
			imports[path] = imp
			if next := again[imp]; next != nil {
				imports[path], above = next, true
			}
		}
		if !other && !above {
			return
		}
		for _, name := range pkg.CompiledGoFiles {
			for _, path := range importsOf(text[name]) { // a fix may import what was not
				if imports[path] == nil && all[path] != nil {
					imports[path] = all[path]
				}
			}
		}
		next := typeCheck(pkg, imports, text)
		again[pkg] = next
		if other && slices.Contains(pkgs, pkg) {
			changed = append(changed, next)
		}
	})
	return changed
}

// importsOf returns the paths that a file imports.
func importsOf(src []byte) (paths []string) {
	if src == nil {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ImportsOnly)
	if err != nil {
		return nil // whoever parses all of it says so
	}
	for _, spec := range file.Imports {
		paths = append(paths, strings.Trim(spec.Path.Value, `"`))
	}
	return paths
}

// typeCheck parses and type-checks a package of which the files, module and name
// are those of pkg, with other text laid over some files. What is wrong is
// among its errors.
func typeCheck(pkg *packages.Package, imports map[string]*packages.Package, text map[string][]byte) *packages.Package {
	next := &packages.Package{
		ID: pkg.ID, Name: pkg.Name, PkgPath: pkg.PkgPath, Dir: pkg.Dir, Module: pkg.Module, ForTest: pkg.ForTest,
		GoFiles: pkg.GoFiles, CompiledGoFiles: pkg.CompiledGoFiles, OtherFiles: pkg.OtherFiles, IgnoredFiles: pkg.IgnoredFiles,
		TypesSizes: pkg.TypesSizes, Fset: pkg.Fset, Imports: imports,
		TypesInfo: &types.Info{
			Types: make(map[ast.Expr]types.TypeAndValue), Instances: make(map[*ast.Ident]types.Instance),
			Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
			Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
			Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
		},
	}
	fail := func(err error) { next.Errors = append(next.Errors, packages.Error{Msg: err.Error()}) }
	for _, name := range next.CompiledGoFiles {
		var src any // nil: what is on disk
		if other := text[name]; other != nil {
			src = other
		}
		file, err := parser.ParseFile(next.Fset, name, src, parser.SkipObjectResolution|parser.ParseComments|parser.AllErrors)
		if err != nil {
			fail(err)
			continue
		}
		next.Syntax = append(next.Syntax, file)
	}
	conf := types.Config{Error: fail, Sizes: next.TypesSizes, Importer: importer(func(path string) (*types.Package, error) {
		switch imp := imports[path]; {
		case path == "unsafe":
			return types.Unsafe, nil
		case imp == nil:
			return nil, fmt.Errorf("no package %q was loaded", path)
		default:
			return imp.Types, nil
		}
	})}
	if m := next.Module; m != nil && m.GoVersion != "" {
		conf.GoVersion = "go" + m.GoVersion
	}
	next.Types = types.NewPackage(next.PkgPath, next.Name)
	_ = types.NewChecker(&conf, next.Fset, next.Types, next.TypesInfo).Files(next.Syntax) // conf.Error has them
	return next
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

// Source type-checks a package of one file that is nowhere on disk. What it
// imports is imported by pkgs, or by something that they import.
func Source(t testing.TB, pkgs []*packages.Package, path, src string) *packages.Package {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]*packages.Package)
	packages.Visit(pkgs, nil, func(pkg *packages.Package) { all[pkg.PkgPath] = pkg })
	imports := make(map[string]*packages.Package)
	for _, path := range importsOf([]byte(src)) {
		if all[path] == nil {
			t.Fatalf("nothing imports %s", path)
		}
		imports[path] = all[path]
	}
	name := filepath.Join(filepath.Dir(pkgs[0].GoFiles[0]), filepath.Base(path)+".go")
	pkg := typeCheck(&packages.Package{
		ID: path, Name: file.Name.Name, PkgPath: path, Module: pkgs[0].Module, GoFiles: []string{name}, CompiledGoFiles: []string{name},
		TypesSizes: pkgs[0].TypesSizes, Fset: pkgs[0].Fset,
	}, imports, map[string][]byte{name: []byte(src)})
	if len(pkg.Errors) > 0 {
		t.Fatalf("%s: %v", path, pkg.Errors)
	}
	return pkg
}
