package form

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

const source = `package p

type object struct{ deleted bool }

func ready(*object) bool

func run(o *object, n int) int {
	if !ready(o) {
		return 0
	}
	if o.deleted {
		return 1
	}
	sum := 0
	for range n {
		p := &object{}
		if ready(p) {
			sum++
		}
		if ready(p) {
			sum++
		}
	}
	if ready(o) {
		return n
	}
	return sum
}
`

func TestForm(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{}, fset, types.NewPackage("p", "p"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	fn := pkg.Func("run")
	f := New(fn)

	// The calls of ready by line, and the one condition that is a field.
	calls := make(map[int]*ssa.Call)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Call:
				calls[fset.Position(i.Pos()).Line] = i
			case *ssa.UnOp:
				if c := f.Cond(i); i.Op == token.MUL && c != "" {
					t.Errorf("o.deleted is asked once, and is condition %q", c)
				}
			}
		}
	}
	first, last, in, again := calls[8], calls[24], calls[17], calls[20]
	if f.Cond(first) == "" || f.Cond(first) != f.Cond(last) || f.Cond(in) != f.Cond(again) || f.Cond(in) == f.Cond(first) {
		t.Errorf("ready(o) is %q and %q, ready(p) %q and %q", f.Cond(first), f.Cond(last), f.Cond(in), f.Cond(again))
	}
	header := in.Block().Idom()
	if !f.Within(f.Cond(in), header) || !f.Within(f.Cond(first), fn.Blocks[0]) {
		t.Error("no part of a condition is computed where it is")
	}
	if f.Instr(first) == f.Instr(last) || f.Name(first.Block()) == f.Name(last.Block()) {
		t.Error("two instructions or blocks have one name")
	}
	p := in.Call.Args[0]
	if !f.Live(again.Block(), p) || f.Live(last.Block(), p) || !f.Live(last.Block().Succs[1], fn.Params[0]) {
		t.Error("p is used until it is asked again, a parameter always")
	}
}
