package effect_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// A map that was found in another one has the name of that, in a loop as well.
func TestPlace(t *testing.T) {
	stubs := stubtest.Load(t)
	const inData = "example.com/place.T.Data"
	for _, test := range []struct{ name, body, want string }{
		{"a field", `delete(t.Data, "a")`, inData},
		{"looked up", `m, ok := t.Data["a"]; _ = ok; delete(m, "b")`, inData},
		{"in a loop", `for _, m := range t.Data { delete(m, "b") }`, inData},
		{"in a loop, with its key", `for k, m := range t.Data { println(k); delete(m, "b") }`, inData},
		{"what a call returns", `m := get(); delete(m, "b")`, "a map"},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "place.go")
			source := "package place\n\ntype set map[string]bool\ntype T struct{ Data map[string]set }\n\nfunc get() map[string]bool\n\nfunc (t *T) drop() {\n" + test.body + "\n}\n"
			if test.name == "a field" {
				source = "package place\n\ntype T struct{ Data map[string]bool }\n\nfunc (t *T) drop() { " + test.body + " }\n"
			}
			if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
				t.Fatal(err)
			}
			lazy, err := ssabuild.Analyzer.Run(stubs.Check(t, "example.com/place", file))
			if err != nil {
				t.Fatal(err)
			}
			asked := 0
			for _, fn := range lazy.(*ssabuild.Lazy).Functions() {
				for _, b := range fn.Blocks {
					for _, instr := range b.Instrs {
						call, ok := instr.(*ssa.Call)
						if b, is := call0(call, ok).(*ssa.Builtin); !is || b.Name() != "delete" {
							continue
						}
						asked++
						if got := effect.Place(call.Call.Args[0]); got != test.want {
							t.Errorf("got %q, want %q", got, test.want)
						}
					}
				}
			}
			if asked != 1 {
				t.Errorf("%d deletions", asked)
			}
		})
	}
}

func call0(call *ssa.Call, ok bool) ssa.Value {
	if !ok {
		return nil
	}
	return call.Call.Value
}
