// Package load reads Go packages from source for the stand-alone command,
// and reads no more of them than the checks can use.
//
// It works in two phases. First the go command lists the packages, their
// files and imports; that costs about a second, and compiles nothing. Packages
// that do not reach an informer through their imports are dropped. Then what
// is left is parsed and type-checked, dependencies first, each package at one
// of five depths (see Depth): most of a client-go program's 700 packages are
// there for their types only.
package load

import (
	"errors"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
)

// A Config says what to load, and for whom.
type Config struct {
	Dir        string         // where the go command runs; "" is the current directory
	Env        []string       // its environment; nil is the current one
	BuildFlags []string       // such as -tags=x and -mod=vendor
	Tests      bool           // load _test.go files and external test packages as well
	Progress   func(Progress) // if not nil, called as the work goes on, from several goroutines

	// Analyze, if not nil, is called for each package when it has been
	// type-checked and its imports have been analyzed, with several packages
	// at a time; asked tells the packages that the patterns name. After it the
	// package keeps its types, and loses its syntax and type information:
	// this is what bounds the memory of a run.
	Analyze func(pkg *packages.Package, asked bool)

	// Scopes: packages keep their scopes after Analyze, for one who looks at them again.
	Scopes bool

	// Drop, if not nil, is called for each package that all who import it have been
	// checked after; then it loses its types as well.
	Drop func(pkg *packages.Package)

	// Lean, without Analyze, leaves out what no analysis of the packages that the
	// patterns name would look at, as Analyze does: of packages that are not
	// analyzed what exported types do not depend on, and of some everything.
	Lean bool

	// Keep, if not nil, is how results of earlier runs are used, and those of this
	// one kept. It goes with Analyze.
	Keep *Keep
}

// Progress is how far a load has come. Packages of which only those that import
// them make use do not count: how many these are is not known before the end.
type Progress struct {
	Done, Total int // packages; both 0 while the go command lists them
}

// A Result is what Packages found.
type Result struct {
	Fset     *token.FileSet
	Roots    []*packages.Package // the packages to analyze, sorted by ID
	Matched  int                 // how many packages the patterns named, test variants counted once
	Loaded   int                 // how many packages were type-checked in all
	Kept     int                 // how many of Roots were not looked at, since an earlier run has
	Problems []Problem
}

// A Problem is a reason why the answer may be incomplete.
type Problem struct {
	Package string // the package's ID
	Errors  []packages.Error
	// Fatal is set if a package that was asked for could not be analyzed.
	// Otherwise a dependency has errors: what it exports by facts is lost,
	// which can only lose reports.
	Fatal bool
	// Tests is set beside Fatal if only tests in it could not be: it was analyzed without them.
	Tests bool
}

// listMode is what the first phase asks the go command for.
const listMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedModule | packages.NeedForTest | packages.NeedTypesSizes

// ErrNoMatch is returned where the patterns name no package at all.
var ErrNoMatch = errors.New("no packages to analyze")

// Packages loads the packages that the patterns name and that can reach an
// informer, with all that they import.
func Packages(cfg Config, patterns ...string) (*Result, error) {
	defer tuneGC()()
	if cfg.Progress != nil {
		cfg.Progress(Progress{})
	}
	l := &lister{cfg: cfg, patterns: patterns}
	listed, err := l.list()
	if err != nil {
		return nil, err
	}

	res := &Result{Fset: token.NewFileSet()}
	var roots []*packages.Package
	reaches := newGate()
	for _, pkg := range listed {
		res.Matched++
		if len(pkg.Errors) > 0 {
			res.Problems = append(res.Problems, Problem{Package: pkg.ID, Errors: pkg.Errors, Fatal: true})
		}
		if reaches.pkg(pkg) && len(pkg.CompiledGoFiles) > 0 {
			roots = append(roots, pkg)
		}
	}
	slices.SortFunc(roots, func(a, b *packages.Package) int { return strings.Compare(a.ID, b.ID) })

	ck := newChecker(res.Fset, roots, reaches, cfg)
	ck.plan(l)
	ck.run()
	res.Loaded = len(ck.order)
	for _, u := range ck.order {
		switch {
		case len(u.tests) > 0:
			res.Problems = addFatal(res.Problems, u.pkg.ID, u.tests, true)
		case len(u.errs) == 0:
		case u.root:
			res.Problems = addFatal(res.Problems, u.pkg.ID, u.errs, false)
		default:
			res.Problems = append(res.Problems, Problem{Package: u.pkg.ID, Errors: u.errs})
		}
	}
	for _, pkg := range roots {
		u := ck.units[pkg]
		if len(u.errs) == 0 {
			res.Roots = append(res.Roots, pkg)
		}
		if u.known() {
			res.Kept++
		}
	}
	return res, nil
}

// addFatal adds the errors of a root to those that the go command had for it.
func addFatal(problems []Problem, id string, errs []packages.Error, tests bool) []Problem {
	for i, p := range problems {
		if p.Package == id && p.Fatal {
			problems[i].Errors, problems[i].Tests = slices.Concat(p.Errors, errs), tests
			return problems
		}
	}
	return append(problems, Problem{Package: id, Errors: errs, Fatal: true, Tests: tests})
}

// testVariants does as go vet does: a package with tests in its own package is
// looked at in the form that includes them, and only there; the generated main
// packages of tests are left out.
func testVariants(listed []*packages.Package) []*packages.Package {
	augmented := make(map[string]bool)
	for _, pkg := range listed {
		if pkg.ForTest != "" && pkg.PkgPath == pkg.ForTest {
			augmented[pkg.PkgPath] = true
		}
	}
	var keep []*packages.Package
	for _, pkg := range listed {
		if pkg.ForTest == "" && augmented[pkg.PkgPath] || isTestMain(pkg) {
			continue
		}
		keep = append(keep, pkg)
	}
	return keep
}

func isTestMain(pkg *packages.Package) bool {
	return pkg.Name == "main" && strings.HasSuffix(pkg.ID, ".test") && strings.HasSuffix(pkg.PkgPath, ".test")
}

// A gate tells which packages reach an informer, or a controller-runtime client,
// through their imports.
type gate map[*packages.Package]bool

func newGate() gate { return make(gate) }

func (g gate) pkg(pkg *packages.Package) bool {
	reaches, seen := g[pkg]
	if seen {
		return reaches
	}
	g[pkg] = false
	reaches = clientgo.IsRoot(pkg.PkgPath) || ctrlruntime.IsRoot(pkg.PkgPath)
	for _, imp := range pkg.Imports {
		// No early end: every package below gets its own answer.
		reaches = g.pkg(imp) || reaches
	}
	g[pkg] = reaches
	return reaches
}

// A Depth says how much of a package's source is kept.
type Depth uint8

// The depths.
const (
	// Types: declarations only, and no syntax afterwards. For the standard
	// library, and for packages whose behaviour is in a table.
	Types Depth = iota
	// Declared: as Types, with names and positions. For packages whose results are
	// known from an earlier run, or wanted by nobody.
	Declared
	// Helpers: the bodies of functions that take a function, since those tell
	// when an argument runs. For packages below the reach of informers that know no
	// API objects.
	Helpers
	// Objects: everything that is written by hand, and of generated files what
	// Helpers keeps. For packages below the reach of informers that may have
	// functions that change API objects; clients, conversions and encodings of the
	// API are many times as large, and nobody asks what they do.
	Objects
	// Full: everything.
	Full
)

// depthOf decides how a package is loaded. goroot is the source directory of
// the standard library.
func depthOf(pkg *packages.Package, root, reaches bool, goroot string) Depth {
	switch {
	case root:
		return Full
	case isStandard(pkg, goroot), clientgo.Modelled(pkg.PkgPath):
		return Types
	case reaches:
		return Full
	case handlesObjects(pkg):
		return Objects
	}
	return Helpers
}

// handlesObjects reports whether a package may have functions that change API
// objects, or look at them: those that reach informers want to know of them.
func handlesObjects(pkg *packages.Package) bool {
	for path := range pkg.Imports {
		if clientgo.LooksAtObjects(path) {
			return true
		}
	}
	return false
}

func isStandard(pkg *packages.Package, goroot string) bool {
	return pkg.PkgPath == "unsafe" || goroot != "" && strings.HasPrefix(pkg.Dir, goroot+string(filepath.Separator))
}

// goroot finds the standard library's directory by a package that is in
// nobody else's; it is empty if that was not loaded.
func goroot(all []*unit) string {
	for _, u := range all {
		if u.pkg.PkgPath == "runtime" && u.pkg.Module == nil {
			return filepath.Dir(u.pkg.Dir)
		}
	}
	return ""
}

// unsafeTypes completes the one package that has no files.
func unsafeTypes(pkg *packages.Package) { pkg.Types = types.Unsafe }
