package load

import (
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
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/packages"
)

// A unit is the parsing and type-checking of one package.
type unit struct {
	pkg   *packages.Package
	root  bool // it was asked for
	depth Depth
	errs  []packages.Error
	done  chan struct{}
}

// A checker type-checks a package graph.
type checker struct {
	fset     *token.FileSet
	units    map[*packages.Package]*unit
	order    []*unit // dependencies before their importers
	cfg      Config
	finished atomic.Int64
	files    fileCache
}

func newChecker(fset *token.FileSet, roots []*packages.Package, reaches gate, cfg Config) *checker {
	ck := &checker{fset: fset, units: make(map[*packages.Package]*unit), cfg: cfg}
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

// run checks all packages, each as soon as its imports are ready, as many at
// a time as there are processors: parsing and type-checking are all CPU.
func (ck *checker) run() {
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for _, u := range ck.order {
		wg.Go(func() {
			defer close(u.done)
			for _, imp := range u.pkg.Imports {
				<-ck.units[imp].done
			}
			limit <- struct{}{}
			defer func() { <-limit }()
			ck.check(u)
			ck.finish(u)
			n := ck.finished.Add(1)
			if cfg := ck.cfg; cfg.Progress != nil {
				cfg.Progress(Progress{Done: int(n), Total: len(ck.order)})
			}
		})
	}
	wg.Wait()
	ck.files.drop()
}

// finish makes of a checked package what drivers expect, and hands it over.
func (ck *checker) finish(u *unit) {
	pkg := u.pkg
	if len(u.errs) > 0 {
		// Analyzers must not see ill-typed syntax. Without it the package
		// yields no facts, and those that import it can still be analyzed.
		pkg.Syntax = nil
	}
	if ck.cfg.Analyze != nil {
		ck.cfg.Analyze(pkg, u.root && len(u.errs) == 0)
		pkg.Syntax, pkg.TypesInfo = nil, nil
		ck.files.forget(pkg.CompiledGoFiles)
	}
}

// check fills in the package of u. Whatever is wrong with it becomes an
// error of the unit: a package is never left without types, so that its
// importers can be checked as far as they go.
func (ck *checker) check(u *unit) {
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
	pkg.Types = types.NewPackage(pkg.PkgPath, pkg.Name)
	stripped := ck.parse(u)
	info := newInfo()
	if u.depth == Types {
		info = nil // nobody will look
	}
	conf := types.Config{
		Importer:         importer{pkg},
		Sizes:            pkg.TypesSizes,
		IgnoreFuncBodies: u.depth == Types,
		Error: func(err error) {
			// A soft error (an unused import, a missing body) is our own
			// doing in a package whose bodies were taken away.
			if terr, ok := errors.AsType[types.Error](err); stripped && ok && terr.Soft {
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

	pkg.TypesInfo = info
	if u.depth == Types {
		// Nobody will ask for lines either, which are a word each.
		for _, file := range pkg.Syntax {
			if f := ck.fset.File(file.FileStart); f != nil {
				f.SetLines([]int{0})
			}
		}
		pkg.TypesInfo, pkg.Syntax = newInfo(), nil
	}
}

// parse parses the files of u as deep as it is to be seen, and reports whether
// bodies were taken away.
func (ck *checker) parse(u *unit) (stripped bool) {
	for _, name := range u.pkg.CompiledGoFiles {
		file, err := ck.files.parse(ck.fset, name, u.depth)
		if err != nil {
			u.fail(err)
		}
		if file == nil {
			continue
		}
		u.pkg.Syntax = append(u.pkg.Syntax, file)
		if u.depth == Types { // at once: generated files are large
			stripped = true
			stripBodies(file, nil)
			stripNames(file)
			stripTables(file)
		}
	}
	if u.depth == Helpers || u.depth == Objects {
		h := newHelpers(u.pkg)
		for _, file := range u.pkg.Syntax {
			if u.depth == Objects && !ast.IsGenerated(file) {
				continue
			}
			stripped = true
			h.file = file
			stripBodies(file, h.takesFunc)
			stripTables(file)
		}
	}
	return stripped
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
	parse := func() (*ast.File, error) { return parser.ParseFile(fset, name, nil, mode) }
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
