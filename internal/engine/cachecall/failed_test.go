package cachecall

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// What each return of a function carries of the error of its first call, where a deferred
// function sets the error as well, and returns are many: each value is looked at once, or
// this does not end.
func TestCarries(t *testing.T) {
	text := "package p\nfunc step(int) error\nfunc wrap(error) error\nfunc other() (int, error)\nfunc run() (n int, err error) {\n" +
		"defer func() { if e := step(0); e != nil { err = e } }()\n" +
		"if e := step(1); e != nil { return 1, wrap(e) }\n" +
		strings.Repeat("if err = step(2); err != nil { return 0, err }\n", 60) + "return 0, nil }\n" +
		"func direct() error { e := step(1); if e != nil { return wrap(e) }; return step(2) }\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{}, fset, types.NewPackage("p", ""), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]bool{"run": nil, "direct": {true, false}} {
		var first *ssa.Call
		var got []bool
		for _, b := range pkg.Func(name).Blocks {
			for _, ins := range b.Instrs {
				switch ins := ins.(type) {
				case *ssa.Call:
					if c, ok := ins.Call.Args[0].(*ssa.Const); first == nil && ok && c.Int64() == 1 {
						first = ins
					}
				case *ssa.Return:
					got = append(got, carries(ins.Results[len(ins.Results)-1], first))
				}
			}
		}
		if want == nil { // through the variable, any of them may
			if len(got) < 60 || !got[0] {
				t.Errorf("%s: %d returns, %v", name, len(got), got)
			}
			continue
		}
		if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
