package cached

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// A workspace type-checks programs that are given as text.
type workspace struct {
	stubs *stubtest.Stubs
	also  map[string]*types.Package
}

func newWorkspace(t *testing.T) *workspace {
	p := &workspace{stubtest.Load(t), make(map[string]*types.Package)}
	p.check(t, "example.com/api", apiSource)
	return p
}

func (p *workspace) Import(path string) (*types.Package, error) {
	if pkg := p.also[path]; pkg != nil {
		return pkg, nil
	}
	return p.stubs.Import(path)
}

// check type-checks a package; the next ones may import it.
func (p *workspace) check(t testing.TB, path, src string) *analysis.Pass {
	t.Helper()
	fset := p.stubs.Fset
	file, err := parser.ParseFile(fset, strings.ReplaceAll(path, "/", "_")+".go", src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatalf("%v in\n%s", err, src)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection), Scopes: make(map[ast.Node]*types.Scope),
		Instances: make(map[*ast.Ident]types.Instance), FileVersions: make(map[*ast.File]string),
	}
	var failed error
	conf := &types.Config{Importer: p, GoVersion: "go1.24", Error: func(err error) {
		var te types.Error
		if errors.As(err, &te) && !te.Soft && failed == nil { // soft: not used
			failed = err
		}
	}}
	pkg, _ := conf.Check(path, fset, []*ast.File{file}, info)
	if failed != nil {
		t.Fatalf("%v in\n%s", failed, src)
	}
	p.also[path] = pkg
	return &analysis.Pass{
		Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info,
		ResultOf:          make(map[*analysis.Analyzer]any),
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
	}
}

// machineOf makes a machine of a pass. A function whose first parameter is
// called obj is a handler of it.
func machineOf(t testing.TB, pass *analysis.Pass, below map[string]*Func) *machine {
	t.Helper()
	lazy, err := ssabuild.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	if lazy.(*ssabuild.Lazy).Package() == nil {
		t.Fatal("no SSA")
	}
	m := newMachine(pass, lazy.(*ssabuild.Lazy), nil, below, nil)
	var found []*registered.Group
	for _, fn := range m.fns {
		if len(fn.Params) > 0 && fn.Params[0].Name() == "obj" {
			found = append(found, &registered.Group{Add: &registered.Func{Fn: fn}})
		}
	}
	m.handlers = func() []*registered.Group { return found }
	return m
}

const head = "package p\n\nimport \"example.com/api\"\n\nconst yes, no = true, false\n\n"

// batch is the text of a package of programs.
func batch(programs []*program) string {
	var b strings.Builder
	b.WriteString(head)
	for _, p := range programs {
		b.WriteString(p.source())
	}
	return b.String()
}

// found returns the names of the functions in which something is found.
func found(p *Package) map[string]*Finding {
	out := make(map[string]*Finding)
	for _, f := range p.Findings {
		out[f.Fn.Name()] = f
	}
	return out
}

// A verdict is what is wrong with what the analysis says of random programs.
type verdict struct {
	programs, changed, found int
}

// differ compares what the analysis says of random programs with what they do.
// Of wild programs it may find less.
func differ(t *testing.T, from, n uint64, wild bool) (v verdict) {
	t.Helper()
	const size = 50
	pkgs := newWorkspace(t)
	for at := from; at < from+n; at += size {
		var programs []*program
		var changes []bool
		for i := range min(size, from+n-at) {
			p, changed := random(at+i, wild, false)
			programs, changes = append(programs, p), append(changes, changed)
		}
		findings := found(machineOf(t, pkgs.check(t, "example.com/p", batch(programs)), nil).look())
		for i, p := range programs {
			f := findings[p.name]
			v.programs++
			if changes[i] {
				v.changed++
			}
			if f != nil {
				v.found++
			}
			switch {
			case f != nil && !changes[i]:
				t.Errorf("seed %d: nothing is changed, but %s of %s is reported:\n%s", at+uint64(i), f.Rule, f.Field, pkgs.shrink(t, p))
			case f == nil && p.seen && !wild:
				t.Errorf("seed %d: the change is not found:\n%s", at+uint64(i), pkgs.shrink(t, p))
			}
		}
	}
	t.Logf("%+v", v)
	if v.changed < v.programs/4 || v.changed > v.programs*3/4 {
		t.Errorf("%d of %d change something", v.changed, v.programs)
	}
	if v.found < v.changed*9/10 {
		t.Errorf("%d of %d are found", v.found, v.changed)
	}
	return v
}

// The analysis finds something in a random program if and only if running it
// changes an object of the cache. random_full_test.go runs more.
func TestRandom(t *testing.T) { differ(t, 0, few(), false) }

// It finds nothing in programs that change nothing, even if they do what it does
// not follow.
func TestRandomWild(t *testing.T) { differ(t, 1_000_000, few()/2, true) }

// It finds nothing in programs that change nothing, if what they call is known
// by facts only: of these, it finds most changes.
func TestRandomFacts(t *testing.T) { apart(t, 3_000_000, few()/2) }

func apart(t *testing.T, from, n uint64) {
	t.Helper()
	const size = 50
	pkgs := newWorkspace(t)
	var v verdict
	for at := from; at < from+n; at += size {
		own, called := head+"import \"example.com/called\"\n\nvar _ = called.Yes\n", strings.Replace(head, "package p", "package called", 1)+"const Yes = yes\n"
		var programs []*program
		var changes []bool
		for i := range min(size, from+n-at) {
			p, changed := random(at+i, true, true)
			programs, changes = append(programs, p), append(changes, changed)
			o, c := p.sources()
			own, called = own+o, called+c
		}
		own = strings.Replace(own, "const yes, no = true, false\n\nimport \"example.com/called\"\n", "import \"example.com/called\"\n\nconst yes, no = true, false\n", 1)
		below := make(map[string]*Func)
		for _, f := range machineOf(t, pkgs.check(t, "example.com/called", called), nil).summaries() {
			below[f.Name] = &f
		}
		findings := found(machineOf(t, pkgs.check(t, "example.com/p", own), below).look())
		for i, p := range programs {
			f := findings[p.name]
			v.programs++
			if changes[i] {
				v.changed++
			}
			if f != nil {
				v.found++
			}
			if f != nil && !changes[i] {
				t.Errorf("seed %d: nothing is changed, but %s of %s is reported:\n%s", at+uint64(i), f.Rule, f.Field, p.source())
			}
		}
	}
	if t.Logf("%+v", v); v.found < v.changed*3/4 {
		t.Errorf("%d of %d are found", v.found, v.changed)
	}
}

func few() uint64 {
	if testing.Short() {
		return 100
	}
	return 400
}

// shrink leaves out the statements that the disagreement does not need, and
// returns the source of the rest.
func (p *workspace) shrink(t *testing.T, of *program) string {
	was, _ := of.run()
	differs := func() bool {
		changed, ok := of.run()
		if !ok || changed != was || was && !of.seen {
			return false
		}
		pass := p.try(batch([]*program{of}))
		return pass != nil && (found(machineOf(t, pass, nil).look())[of.name] != nil) != was
	}
	without := func(b *block, i int, instead []stmt) bool {
		old := b.stmts
		b.stmts = slices.Concat(old[:i], instead, old[i+1:])
		if differs() {
			return true
		}
		b.stmts = old
		return false
	}
	var one func(b *block) bool
	one = func(b *block) bool {
		for i := len(b.stmts) - 1; i >= 0; i-- {
			if without(b, i, nil) {
				return true
			}
			for _, in := range inner(b.stmts[i]) {
				if _, is := b.stmts[i].(*branch); is && without(b, i, in.stmts) || one(in) {
					return true
				}
			}
		}
		return false
	}
	for one(of.body) {
	}
	return of.source()
}

// inner returns the blocks of a statement.
func inner(s stmt) []*block {
	switch s := s.(type) {
	case *branch:
		return []*block{s.then, s.els}
	case *loop:
		return []*block{s.body}
	case *call:
		return []*block{s.fn.body}
	}
	return nil
}

// try is check of what may be wrong.
func (p *workspace) try(src string) (pass *analysis.Pass) {
	defer func() {
		if recover() != nil {
			pass = nil
		}
	}()
	return p.check(&quiet{}, "example.com/p", src)
}

// quiet is a test that ends in a panic when it fails.
type quiet struct{ testing.TB }

func (*quiet) Helper()               {}
func (*quiet) Fatalf(string, ...any) { panic("failed") }
