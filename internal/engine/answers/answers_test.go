package answers_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/engine/answers"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/stubtest"
)

var update = flag.Bool("update", false, "write the golden file")

// TestMakesUp asks of each function of a program that reads a lister whether anything makes
// up for what is not there yet.
func TestMakesUp(t *testing.T) {
	const file = "testdata/madeup.go"
	pass := stubtest.Load(t).Check(t, "example.com/p", file)
	fns := ssabuild.Of(pass).Functions()
	all := answers.Of(fns)
	var b strings.Builder
	for _, fn := range fns {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if call, ok := instr.(*ssa.Call); ok && call.Call.IsInvoke() && strings.HasSuffix(call.Call.Value.Type().String(), "NodeLister") {
					answer := all.MakesUp(call)
					want := map[bool]answers.Answer{strings.HasPrefix(fn.Name(), "Yes"): answers.Yes, strings.HasPrefix(fn.Name(), "No"): answers.No}
					if should, says := want[true]; says && answer != should {
						t.Errorf("%s: %v", fn.Name(), answer)
					}
					fmt.Fprintf(&b, "%s: %s\n", fn.Name(), []string{"no", "only abroad", "yes"}[answer])
				}
			}
		}
	}
	stubtest.Golden(t, file, b.String(), *update)
}
