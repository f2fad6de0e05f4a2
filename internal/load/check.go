package load

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/semaphore"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/results"
)

// A unit is the parsing and type-checking of one package.
type unit struct {
	pkg   *packages.Package
	root  bool // it was asked for
	depth Depth
	errs  []packages.Error
	tests []packages.Error // what is wrong with its tests, without which it was checked
	taken atomic.Bool      // somebody has begun with it
	done  chan struct{}    // closed when it has been checked

	key   results.Key // what its results are kept by
	kept  any         // what an earlier run has left
	state state
	unfit bool // what is found in it is not to be kept

	stripped bool // parts of its source have been taken away

	// Guarded by checker.mu.
	uses    int  // importers that have not been checked
	checked bool // and this one has been
}

// A checker type-checks a package graph.
type checker struct {
	fset     *token.FileSet
	units    map[*packages.Package]*unit
	order    []*unit // dependencies before their importers
	cfg      Config
	due      int          // how many packages are to be checked for their own sake
	finished atomic.Int64 // how many of those have been
	mu       sync.Mutex
	room     *semaphore.Weighted // of sourceAtOnce bytes
	files    fileCache
	planner  *planner // nil if nothing is kept
}

func newChecker(fset *token.FileSet, roots []*packages.Package, reaches gate, cfg Config) *checker {
	ck := &checker{fset: fset, units: make(map[*packages.Package]*unit), cfg: cfg, room: semaphore.NewWeighted(sourceAtOnce)}
	isRoot := make(map[*packages.Package]bool)
	for _, pkg := range roots {
		isRoot[pkg] = true
	}
	var visit func(*packages.Package)
	visit = func(pkg *packages.Package) {
		if ck.units[pkg] != nil {
			return
		}
		u := &unit{pkg: pkg, done: make(chan struct{})}
		ck.units[pkg] = u
		for _, imp := range pkg.Imports {
			visit(imp)
			ck.units[imp].uses++
		}
		ck.order = append(ck.order, u)
	}
	for _, pkg := range roots {
		visit(pkg)
	}
	std := goroot(ck.order)
	for _, u := range ck.order {
		u.root = isRoot[u.pkg]
		u.depth = depthOf(u.pkg, u.root, reaches.pkg(u.pkg), std)
	}
	return ck
}

// run checks the packages that are to be analyzed, and what they need, as many at
// a time as there are processors: parsing and type-checking are all CPU.
//
// What a package needs is known when it has been parsed: see prune. So each worker
// goes down from a package to its imports, and checks on the way back; what another
// worker is at it waits for. Imports have no cycles, so somebody always goes on.
func (ck *checker) run() {
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	work := make(chan *unit)
	var wg sync.WaitGroup
	for range 2 * cap(limit) { // so that there is work while some of them wait
		wg.Go(func() {
			for u := range work {
				ck.demand(u, limit)
			}
		})
	}
	due := slices.DeleteFunc(slices.Clone(ck.order), func(u *unit) bool { return !ck.wanted(u) })
	ck.due = len(due)
	for _, u := range due {
		work <- u
	}
	close(work)
	wg.Wait()
	ck.order = slices.DeleteFunc(ck.order, func(u *unit) bool { return !u.taken.Load() })
	if ck.cfg.Lean {
		ck.fillIn()
	}
	ck.files.drop()
}

// wanted reports whether a package is to be checked even if no other needs it.
func (ck *checker) wanted(u *unit) bool {
	return u.state == analyzed && (u.depth > Types || u.root || !ck.cfg.lean())
}

// fillIn makes packages that nobody needs empty ones: the driver of go/analysis
// refuses a graph with packages that have no types.
func (ck *checker) fillIn() {
	for _, u := range ck.units {
		if pkg := u.pkg; pkg.Types == nil {
			pkg.Fset, pkg.TypesInfo, pkg.Types = ck.fset, newInfo(), types.NewPackage(pkg.PkgPath, pkg.Name)
			pkg.Types.MarkComplete()
		}
	}
}

// demand returns when a unit has been checked, by whomever.
func (ck *checker) demand(u *unit, limit chan struct{}) {
	if u.taken.Swap(true) {
		<-u.done
		return
	}
	defer close(u.done)
	busy := func(f func()) {
		limit <- struct{}{}
		defer func() { <-limit }()
		f()
	}
	var needs map[string]bool // nil: all imports
	depth := u.shown()
	pruned := depth <= Declared && ck.cfg.lean() && u.pkg.PkgPath != "unsafe"
	if pruned {
		busy(func() { needs = ck.parse(u, depth) })
	}
	for path, imp := range u.pkg.Imports {
		if needs == nil || needs[path] {
			ck.demand(ck.units[imp], limit)
		}
	}
	if room := u.room(); room > 0 {
		_ = ck.room.Acquire(context.Background(), room) // which is never cancelled
		defer ck.room.Release(room)
	}
	busy(func() {
		if !pruned {
			ck.parse(u, depth)
		}
		ck.check(u, depth)
		ck.finish(u)
		ck.release(u)
	})
	if report := ck.cfg.Progress; report != nil && ck.wanted(u) {
		report(Progress{Done: int(ck.finished.Add(1)), Total: ck.due})
	}
}

// What an analysis takes grows with the package's source, and so does what a run takes
// at its peak with the source that is analyzed at once: however many processors there
// are, that is bounded. A package with largeSource bytes has no other such beside it; with
// their tests 49 directories of Kubernetes are as large.
const (
	largeSource  = 256 << 10
	sourceAtOnce = 2*largeSource - 1
)

// room is how much of the source that may be analyzed at once a package is; 0 if it is
// not analyzed.
func (u *unit) room() int64 {
	if !u.root || u.state != analyzed {
		return 0
	}
	var size int64
	for _, name := range u.pkg.CompiledGoFiles {
		if info, err := os.Stat(name); err == nil {
			size += info.Size()
		}
	}
	return min(size, largeSource)
}

// shown is how deep a unit is looked at: of one that is not analyzed the types are
// enough.
func (u *unit) shown() Depth {
	if u.state == typed {
		return min(u.depth, Declared)
	}
	return u.depth
}

// finish makes of a checked package what drivers expect, and hands it over.
func (ck *checker) finish(u *unit) {
	pkg := u.pkg
	if ck.cfg.Analyze != nil && !ck.cfg.Scopes && pkg.Types != nil && pkg.Types != types.Unsafe {
		defer emptyScopes(pkg.Types)
	}
	if u.state == typed {
		u.unfit = ck.planner != nil && ck.planner.unfit(u)
		if u.known() {
			ck.cfg.Keep.Restore(pkg, u.root, u.kept)
		}
		return
	}
	if len(u.errs) > 0 {
		// Analyzers must not see ill-typed syntax. Without it the package
		// yields no facts, and those that import it can still be analyzed.
		pkg.Syntax = nil
	}
	if ck.cfg.Analyze != nil {
		ck.cfg.Analyze(pkg, u.root && len(u.errs) == 0)
		ck.record(u)
		pkg.Syntax, pkg.TypesInfo = nil, nil
		ck.files.forget(pkg.CompiledGoFiles)
	}
}

// release drops the types of packages that nobody will ask for any more, now that a
// unit has been checked: its own, which for most tests nobody imports, and those of
// what only it was left to import.
func (ck *checker) release(u *unit) {
	if ck.cfg.Drop == nil {
		return
	}
	ck.mu.Lock()
	defer ck.mu.Unlock()
	u.checked = true
	ck.drop(u)
	for _, imp := range u.pkg.Imports {
		imported := ck.units[imp]
		imported.uses--
		ck.drop(imported)
	}
}

func (ck *checker) drop(u *unit) {
	if !u.checked || u.uses > 0 || u.pkg.Types == nil || u.pkg.Types == types.Unsafe {
		return
	}
	ck.cfg.Drop(u.pkg)
	u.pkg.Types = nil
}

// check fills in the package of u. Whatever is wrong with it becomes an
// error of the unit: a package is never left without types, so that its
// importers can be checked as far as they go.
func (ck *checker) check(u *unit, depth Depth) {
	pkg := u.pkg
	pkg.Fset = ck.fset
	if !u.root { // a root's are problems already
		u.errs = append(u.errs, pkg.Errors...)
	}
	if pkg.PkgPath == "unsafe" {
		unsafeTypes(pkg)
		pkg.TypesInfo = newInfo()
		return
	}
	if pkg.Name == "" {
		// An import that the go command did not find. The driver wants a name.
		pkg.Name = path.Base(pkg.PkgPath)
	}
	info := ck.types(u, depth)
	if u.root && pkg.ForTest != "" && pkg.PkgPath == pkg.ForTest && len(u.errs) > 0 {
		info = ck.withoutTests(u, depth, info)
	}

	pkg.TypesInfo = info
	if depth == Declared {
		pkg.TypesInfo, pkg.Syntax = newInfo(), nil
	}
	if depth == Types {
		// Nobody will ask for lines either, which are a word each.
		for _, file := range pkg.Syntax {
			if f := ck.fset.File(file.FileStart); f != nil {
				f.SetLines([]int{0})
			}
		}
		pkg.TypesInfo, pkg.Syntax = newInfo(), nil
	}
}

// withoutTests checks a package again without those of its tests that do not compile, if
// only tests do not; or, where others need these, without all of them: tests of another
// package use what some export.
func (ck *checker) withoutTests(u *unit, depth Depth, info *types.Info) *types.Info {
	pkg := u.pkg
	errs, whole := u.errs, *pkg
	for _, left := range []func(string) bool{brokenTests(errs), isTest} {
		files := slices.DeleteFunc(slices.Clone(whole.CompiledGoFiles), left)
		if !inTests(errs) || len(files) == 0 {
			return info
		}
		pkg.GoFiles, pkg.CompiledGoFiles = slices.DeleteFunc(slices.Clone(whole.GoFiles), left), files
		pkg.Syntax = slices.DeleteFunc(slices.Clone(whole.Syntax), func(f *ast.File) bool { return left(ck.fset.PositionFor(f.FileStart, false).Filename) })
		u.errs, pkg.TypeErrors = nil, nil
		if again := ck.types(u, depth); len(u.errs) == 0 {
			u.tests = errs
			return again
		}
	}
	u.errs = errs
	pkg.GoFiles, pkg.CompiledGoFiles, pkg.Syntax, pkg.Types, pkg.TypeErrors = whole.GoFiles, whole.CompiledGoFiles, whole.Syntax, whole.Types, whole.TypeErrors
	return info
}

// brokenTests are the test files that errors are in.
func brokenTests(errs []packages.Error) func(string) bool {
	return func(file string) bool {
		return isTest(file) && slices.ContainsFunc(errs, func(e packages.Error) bool { return fileOf(e) == file })
	}
}

// fileOf is the file that an error is in.
func fileOf(e packages.Error) string {
	file, _, _ := strings.Cut(e.Pos, ".go:")
	return file + ".go"
}

// types type-checks the files of u as deep as they are to be seen.
func (ck *checker) types(u *unit, depth Depth) *types.Info {
	pkg := u.pkg
	pkg.Types = types.NewPackage(pkg.PkgPath, pkg.Name)
	info := newInfo()
	if depth <= Declared {
		info = nil // nobody will look
	}
	conf := types.Config{
		Importer:         importer{pkg},
		Sizes:            pkg.TypesSizes,
		IgnoreFuncBodies: depth <= Declared,
		Error: func(err error) {
			// A soft error (an unused import, a missing body) is our own
			// doing in a package whose bodies were taken away.
			if terr, ok := errors.AsType[types.Error](err); u.stripped && ok && terr.Soft {
				return
			}
			u.fail(err)
		},
	}
	if pkg.Module != nil && pkg.Module.GoVersion != "" {
		conf.GoVersion = "go" + pkg.Module.GoVersion
	}
	// The errors come through conf.Error.
	_ = types.NewChecker(&conf, ck.fset, pkg.Types, info).Files(pkg.Syntax)
	return info
}

// inTests reports whether errors are all in test files.
func inTests(errs []packages.Error) bool {
	return !slices.ContainsFunc(errs, func(e packages.Error) bool { return !isTest(fileOf(e)) })
}

func isTest(file string) bool { return strings.HasSuffix(file, "_test.go") }

// parse parses the files of u as deep as they are to be seen. It returns the paths
// of the imports that are left if some may be gone, and else nil.
func (ck *checker) parse(u *unit, depth Depth) (needs map[string]bool) {
	for _, name := range u.pkg.CompiledGoFiles {
		file, err := ck.files.parse(ck.fset, name, depth)
		if err != nil {
			u.fail(err)
		}
		if file == nil {
			continue
		}
		u.pkg.Syntax = append(u.pkg.Syntax, file)
		if depth <= Declared { // at once: generated files are large
			u.stripped = true
			stripBodies(file, nil)
			stripTables(file)
		}
		if depth == Types {
			stripNames(file)
		}
	}
	switch {
	case depth <= Declared && ck.cfg.lean():
		return prune(u.pkg, u.pkg.Syntax)
	case depth == Helpers || depth == Objects:
		h := newHelpers(u.pkg)
		for _, file := range u.pkg.Syntax {
			if depth == Objects && !ast.IsGenerated(file) {
				continue
			}
			u.stripped = true
			h.file = file
			stripBodies(file, h.takesFunc)
			stripTables(file)
		}
	}
	return nil
}

// fail records an error in the form that go/packages gives it.
func (u *unit) fail(err error) {
	switch err := err.(type) {
	case scanner.ErrorList:
		for _, e := range err {
			u.errs = append(u.errs, packages.Error{Pos: e.Pos.String(), Msg: e.Msg, Kind: packages.ParseError})
		}
	case types.Error:
		u.pkg.TypeErrors = append(u.pkg.TypeErrors, err)
		u.errs = append(u.errs, packages.Error{Pos: err.Fset.Position(err.Pos).String(), Msg: err.Msg, Kind: packages.TypeError})
	case *os.PathError:
		u.errs = append(u.errs, packages.Error{Pos: err.Path, Msg: err.Err.Error(), Kind: packages.ParseError})
	default:
		u.errs = append(u.errs, packages.Error{Msg: err.Error()})
	}
}

// An importer gives a package its imports, which are checked already.
type importer struct{ pkg *packages.Package }

// Import returns the package that path means in the importing package, where
// it may be a vendored one or a test variant.
func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	imp := i.pkg.Imports[path]
	switch {
	case imp == nil || imp.Types == nil:
		return nil, fmt.Errorf("the go command found no package %q", path)
	case len(imp.CompiledGoFiles) == 0 && len(imp.Errors) > 0:
		return nil, errors.New(imp.Errors[0].Msg)
	}
	if !imp.Types.Complete() {
		imp.Types.MarkComplete() // it has errors of its own, which are reported there
	}
	return imp.Types, nil
}

func newInfo() *types.Info {
	return &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Instances:    make(map[*ast.Ident]types.Instance),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		Scopes:       make(map[ast.Node]*types.Scope),
		FileVersions: make(map[*ast.File]string),
	}
}

// stripBodies takes the bodies of all functions for which keep is false.
func stripBodies(file *ast.File, keep func(*ast.FuncDecl) bool) {
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && (keep == nil || !keep(fn)) {
			fn.Body = nil
		}
	}
}

// stripTables empties the tables of numbers and strings in package variables:
// descriptors of protocol buffers, and Unicode's. What type the variable has they
// do not tell, and the type checker looks at every element.
func stripTables(file *ast.File) {
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.VAR {
			continue
		}
		for _, spec := range gen.Specs {
			for _, v := range spec.(*ast.ValueSpec).Values {
				if lit, ok := v.(*ast.CompositeLit); ok && isTable(lit.Type) {
					lit.Elts = nil
				}
			}
		}
	}
}

// isTable reports whether a type is a slice, or an array whose length is in its
// type, of a basic type.
func isTable(t ast.Expr) bool {
	arr, ok := t.(*ast.ArrayType)
	if !ok {
		return false
	}
	if _, counted := arr.Len.(*ast.Ellipsis); counted {
		return false
	}
	id, ok := arr.Elt.(*ast.Ident)
	if !ok {
		return false
	}
	name, ok := types.Universe.Lookup(id.Name).(*types.TypeName)
	if !ok {
		return false
	}
	_, basic := name.Type().(*types.Basic)
	return basic
}

// stripNames makes the names of parameters and results blank. Each function has
// a scope that holds the named ones for as long as its type lives: a third of
// what the types of client-go take. Names are no part of a type.
func stripNames(file *ast.File) {
	blank := func(list *ast.FieldList) {
		if list == nil {
			return
		}
		for _, field := range list.List {
			for _, name := range field.Names {
				name.Name = "_"
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			blank(n.Recv)
		case *ast.FuncType:
			blank(n.Params)
			blank(n.Results)
		}
		return true
	})
}

// A fileCache parses each file of a package and of its test variants once.
type fileCache struct {
	mu    sync.Mutex
	files map[string]func() (*ast.File, error)
}

// parse parses a file. Stripping changes the tree, so that only those share one
// that keep everything.
func (c *fileCache) parse(fset *token.FileSet, name string, depth Depth) (*ast.File, error) {
	mode := parser.SkipObjectResolution | parser.AllErrors
	if depth >= Objects {
		mode |= parser.ParseComments // they say what is generated
	}
	parse := func() (*ast.File, error) {
		file, err := parser.ParseFile(fset, name, nil, mode)
		if file != nil {
			if f := fset.File(file.FileStart); f != nil {
				f.SetLines(slices.Clone(f.Lines())) // they are kept to the end: without room to spare
			}
		}
		return file, err
	}
	if depth < Full {
		return parse()
	}
	c.mu.Lock()
	once := c.files[name]
	if once == nil {
		once = sync.OnceValues(parse)
		if c.files == nil {
			c.files = make(map[string]func() (*ast.File, error))
		}
		c.files[name] = once
	}
	c.mu.Unlock()
	return once()
}

// forget drops the files of a package. Should a test variant come later, it
// parses them again.
func (c *fileCache) forget(names []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range names {
		delete(c.files, name)
	}
}

func (c *fileCache) drop() { c.files = nil }
