package leaks_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/leaks"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/stubtest"
)

var update = flag.Bool("update", false, "write the golden file")

// TestOf compares the summary of each function of a program with what somebody has read
// and found right.
func TestOf(t *testing.T) {
	const file = "testdata/leaks.go"
	stubtest.Golden(t, file, dump(t, file, false), *update)
}

// TestOrder: it does not matter which function is asked about first.
func TestOrder(t *testing.T) {
	const file = "testdata/leaks.go"
	if a, b := dump(t, file, false), dump(t, file, true); a != b {
		t.Errorf("asked from the end:\n%s\nfrom the start:\n%s", b, a)
	}
}

func dump(t *testing.T, file string, backwards bool) string {
	t.Helper()
	pass := stubtest.Load(t).Check(t, "example.com/p", file)
	pass.ImportPackageFact = func(p *types.Package, fact analysis.Fact) bool {
		_, programs := fact.(*program.Programs)
		return programs && clientgo.Modelled(p.Path())
	}
	pass.ExportPackageFact = func(analysis.Fact) {}
	for _, a := range []*analysis.Analyzer{ssabuild.Analyzer, program.Analyzer} {
		res, err := a.Run(pass)
		if err != nil {
			t.Fatal(err)
		}
		pass.ResultOf[a] = res
	}
	set := pass.ResultOf[program.Analyzer].(*program.Set)
	keys := slices.Sorted(maps.Keys(set.Fns()))
	by := leaks.New(set.Lookup)
	if backwards {
		for _, key := range slices.Backward(keys) {
			by.Of(key)
		}
	}
	var b bytes.Buffer
	for _, key := range keys {
		if strings.HasSuffix(key, ".init") {
			continue
		}
		s := by.Of(key)
		fmt.Fprintf(&b, "%s\n", strings.TrimPrefix(key, "example.com/p."))
		write(&b, "  goes", s.Gone)
		for i, r := range s.Results {
			write(&b, fmt.Sprintf("  result %d", i), r)
		}
		for n, o := range s.Objects() {
			fmt.Fprintf(&b, "  object %d %s\n", n, strings.TrimPrefix(o.Type, "example.com/p."))
			slices.SortFunc(o.Cells, func(a, b leaks.Cell) int { return strings.Compare(a.Path, b.Path) })
			for _, c := range o.Cells {
				label := "    " + c.Path
				if c.Copied {
					label += " copied"
				}
				write(&b, label, c.Of)
			}
		}
	}
	return b.String()
}

func write(b *bytes.Buffer, label string, ps []leaks.Place) {
	var out []string
	for _, p := range ps {
		s := fmt.Sprint("parameter ", p.Param)
		switch p.Param {
		case leaks.Variable:
			s = p.Global
		case leaks.Made:
			s = fmt.Sprint("object ", p.Object)
		}
		if s += " " + p.Path; p.Deep {
			s += " and below"
		}
		out = append(out, strings.TrimSpace(s))
	}
	slices.Sort(out)
	if len(out) > 0 {
		fmt.Fprintf(b, "%s: %s\n", label, strings.Join(out, ", "))
	}
}
