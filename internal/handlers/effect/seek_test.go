package effect_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// A comparison is a loop's that looks for something if the loop does nothing about what
// it is not.
func TestSeeks(t *testing.T) {
	stubs := stubtest.Load(t)
	for _, test := range []struct {
		name, body string
		want       bool
	}{
		{"returns it", `for _, v := range list { if v.id == id { return v.n } }; return 0`, true},
		{"replaces it", `for i := range list { if list[i].id == id { list[i].n = 1; return 1 } }; list = append(list, rec{id: id}); return 0`, true},
		{"backwards, and one more condition", `for i := len(list) - 1; i >= 0; i-- { if list[i].id == id && list[i].n > 0 { list[i].n = 0; break } }; return 0`, true},
		{"the other way round", `for _, v := range list { if v.id != id { continue }; return v.n }; return 0`, true},
		{"in a map", `for _, v := range byName { if v.id == id { return v.n } }; return 0`, true},
		{"backwards", `for i := len(list) - 1; i >= 0; i-- { if list[i].id == id { list[i].n = 0; break } }; return 0`, true},
		{"counts what it is", `n := 0; for _, v := range list { if v.id == id { n++ } }; return n`, true},

		{"acts on another", `for _, v := range list { if v.id == id { continue }; drop(v.id) }; return 0`, false},
		{"takes another away", `for name, v := range byName { if v.id != id { delete(byName, name) } }; return 0`, false},
		{"remembers another", `last := 0; for i, v := range list { if v.id != id { last = i } }; return last`, false},
		{"counts others", `n := 0; for _, v := range list { if v.id != id { n++ } }; return n`, false},
		{"keeps others", `var out []rec; for _, v := range list { if v.id != id { out = append(out, v) } }; list = out; return 0`, false},
		{"stops at another", `for _, v := range list { if v.id != id { break } }; return 0`, false},
		{"gives up at another", `for _, v := range list { if v.id != id { return 1 } }; return 0`, false},
		{"keeps the outcome", `same := false; for _, v := range list { same = v.id == id }; if same { return 1 }; return 0`, false},
		{"keeps the outcome, and asks", `for _, v := range list { same := v.id == id; if same { return 1 }; flag = same }; return 0`, false},
		{"no loop", `if v := byName[id]; v.id == id { return v.n }; return 0`, false},
		{"less", `for _, v := range list { if v.id < id { return v.n } }; return 0`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "seek.go")
			source := `package seek
type rec struct { id string; n int }
var (list []rec; byName map[string]rec; flag bool)
func drop(id string)
func look(id string) int {
	` + strings.ReplaceAll(test.body, "; ", "\n") + "\n}\n"
			if strings.Contains(test.body, "for i := len") {
				source = strings.ReplaceAll(source, "for i := len(list) - 1\ni >= 0\ni--", "for i := len(list) - 1; i >= 0; i--")
			}
			source = strings.ReplaceAll(source, "if v := byName[id]\n", "if v := byName[id]; ")
			if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
				t.Fatal(err)
			}
			lazy, err := ssabuild.Analyzer.Run(stubs.Check(t, "example.com/seek", file))
			if err != nil {
				t.Fatal(err)
			}
			asked := 0
			for _, fn := range lazy.(*ssabuild.Lazy).Functions() {
				for _, b := range fn.Blocks {
					for _, instr := range b.Instrs {
						cmp, ok := instr.(*ssa.BinOp)
						if !ok || !strings.Contains(fmt.Sprint(cmp.X.Type(), cmp.Y.Type()), "string") {
							continue
						}
						asked++
						if got := effect.Seeks(cmp); got != test.want {
							t.Errorf("got %t, want %t", got, test.want)
						}
					}
				}
			}
			if asked != 1 {
				t.Errorf("%d comparisons of texts", asked)
			}
		})
	}
}
