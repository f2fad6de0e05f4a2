package ssabuild

import (
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

const source = `package p

var table = []func(){func() {}}

func outer() {
	func() {
		func() {}()
	}()
}

type t struct{}

func (t) method() {}

func external()

func init() {}
`

// newPass type-checks a package; bad types stay in the pass.
func newPass(t *testing.T, src string) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{Fset: fset, Files: []*ast.File{file}, TypesInfo: &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Instances: make(map[*ast.Ident]types.Instance), Scopes: make(map[ast.Node]*types.Scope),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), FileVersions: make(map[*ast.File]string),
	}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil), Error: func(err error) {
		var te types.Error
		if errors.As(err, &te) {
			pass.TypeErrors = append(pass.TypeErrors, te)
		}
	}}
	pass.Pkg, _ = conf.Check("example.com/p", fset, pass.Files, pass.TypesInfo)
	return pass
}

func lazy(t *testing.T, pass *analysis.Pass) *Lazy {
	t.Helper()
	result, err := Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	return result.(*Lazy)
}

func TestNothingIsBuiltBeforeSomebodyAsks(t *testing.T) {
	l := lazy(t, newPass(t, source))
	if l.pkg != nil || l.fns != nil {
		t.Error("SSA is there")
	}
	// Of all who ask at the same time, each gets the same.
	var wg sync.WaitGroup
	got := make([]*ssa.Package, 8)
	for i := range got {
		wg.Go(func() { got[i] = l.Package() })
	}
	wg.Wait()
	for _, p := range got {
		if p == nil || p != got[0] {
			t.Fatalf("packages %v", got)
		}
	}
}

// Functions come in source order, after the literals of variables, each before
// the literals in it.
func TestFunctions(t *testing.T) {
	var names []string
	for _, fn := range lazy(t, newPass(t, source)).Functions() {
		names = append(names, fn.Name())
	}
	if got, want := strings.Join(names, " "), "init init$1 outer outer$1 outer$1$1 method external init#1"; got != want {
		t.Errorf("functions %s, want %s", got, want)
	}
}

// Of a package with errors nothing is said.
func TestIncompleteTypes(t *testing.T) {
	for name, pass := range map[string]*analysis.Pass{
		"type errors": newPass(t, "package p\n\nvar x int = \"\"\n"),
		"no files":    {},
	} {
		l := lazy(t, pass)
		if l.Package() != nil || l.Functions() != nil {
			t.Errorf("%s: SSA is there", name)
		}
	}
	// An import that could not be loaded, in a pass whose errors somebody has
	// forgotten: go/ssa panics.
	pass := newPass(t, "package p\n\nimport \"nowhere\"\n\nfunc f() { nowhere.F() }\n")
	if len(pass.TypeErrors) == 0 {
		t.Fatal("the package has no errors")
	}
	pass.TypeErrors = nil
	if l := lazy(t, pass); l.Package() != nil || l.Functions() != nil {
		t.Error("SSA of a package without all of its types is there")
	}
}

// Only what is used of other packages is declared: the functions are the same as
// with all of them declared.
func TestImportsAreDeclaredAsUsed(t *testing.T) {
	pass := newPass(t, `package p

import (
	"bytes"
	"errors"
	. "fmt"
	"io"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
)

type guarded struct {
	sync.Mutex
	atomic.Pointer[int]
	io.Reader
}

var eof, lock = io.EOF, (*guarded).Lock

type rows []string

func (r rows) Len() int           { return len(r) }
func (r rows) Less(i, j int) bool { return r[i] < r[j] }
func (r rows) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }

func f(g *guarded, b *bytes.Buffer, wg *sync.WaitGroup) {
	go wg.Wait()
	defer g.Unlock()
	var l sync.Locker = g
	l.Lock()
	unlock := g.Mutex.Unlock
	unlock()
	Println((*bytes.Buffer).Len(b), errors.Is(io.EOF, eof), g.Load())
	sort.Sort(sort.Reverse(rows{"a"}))
	slices.SortFunc([]int{1}, func(a, b int) int { return a - b })
	var once sync.Once
	once.Do(b.Reset)
	io.Discard = b
	for range slices.Values([]int{1}) {
	}
}
`)
	if len(pass.TypeErrors) > 0 {
		t.Fatal(pass.TypeErrors)
	}
	text := func(pkg *ssa.Package, fns []*ssa.Function) (s string, members int) {
		var b strings.Builder
		for _, fn := range fns {
			fn.WriteTo(&b)
			for _, block := range fn.Blocks {
				for _, instr := range block.Instrs {
					if call, ok := instr.(ssa.CallInstruction); ok && call.Common().StaticCallee() != nil {
						b.WriteString(call.Common().StaticCallee().String() + "\n")
					}
				}
			}
		}
		for _, p := range pkg.Prog.AllPackages() {
			members += len(p.Members)
		}
		return b.String(), members
	}
	l := lazy(t, pass)
	prog := ssa.NewProgram(pass.Fset, 0)
	for _, p := range pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	whole := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	whole.Build()
	var fns []*ssa.Function
	for _, fn := range l.Functions() {
		if obj, ok := fn.Object().(*types.Func); ok {
			fns = append(fns, prog.FuncValue(obj))
		} else if fn.Parent() != nil {
			parent := prog.FuncValue(fn.Parent().Object().(*types.Func))
			fns = append(fns, parent.AnonFuncs[slices.Index(fn.Parent().AnonFuncs, fn)])
		} else {
			fns = append(fns, whole.Func(fn.Name()))
		}
	}
	got, few := text(l.Package(), l.Functions())
	want, all := text(whole, fns)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if few > all/4 {
		t.Errorf("%d members of %d are declared", few, all)
	}
}
