package engine_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/stubtest"
)

var update = flag.Bool("update", false, "write the golden files")

// TestEngine compares what the engine makes of the programs in testdata, one
// file for each construct of Go that is followed, with what somebody has read
// and found right: the protocol programs, the graph and the stories of each
// root, the verdicts, and the notes that say why there is none.
func TestEngine(t *testing.T) {
	files := sources(t)
	stubs := stubtest.Load(t)
	below := library(t, stubs)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(t *testing.T) {
			t.Parallel()
			stubtest.Golden(t, file, dump(t, stubs, below, file), *update)
		})
	}
}

func sources(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	return files
}

// A lib is a package below the programs, with its facts as they are read back.
type lib struct {
	pkg   *types.Package
	facts []analysis.Fact
}

func library(t *testing.T, stubs *stubtest.Stubs) *lib {
	t.Helper()
	pass := stubs.Check(t, "example.com/lib", "testdata/lib/lib.go")
	l := &lib{pkg: pass.Pkg}
	pass.ImportPackageFact = l.fact
	pass.ExportPackageFact = func(f analysis.Fact) { l.facts = append(l.facts, f) }
	run(t, pass, ssabuild.Analyzer)
	run(t, pass, program.Analyzer)
	if len(l.facts) == 0 {
		t.Fatal("the library has no facts")
	}
	return l
}

// fact is what a package exports: those of client-go have no programs, but
// their fact says that they lead to informers.
func (l *lib) fact(p *types.Package, fact analysis.Fact) bool {
	if p != l.pkg {
		_, programs := fact.(*program.Programs)
		return programs && clientgo.Modelled(p.Path())
	}
	for _, f := range l.facts {
		if reflect.TypeOf(f) == reflect.TypeOf(fact) {
			reflect.ValueOf(fact).Elem().Set(reflect.ValueOf(f).Elem())
			return true
		}
	}
	return false
}

func run(t *testing.T, pass *analysis.Pass, a *analysis.Analyzer) any {
	t.Helper()
	res, err := a.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	pass.ResultOf[a] = res
	return res
}

// dump is what the engine makes of a program, as text.
func dump(t *testing.T, stubs *stubtest.Stubs, below *lib, file string) string {
	t.Helper()
	pass := stubs.Check(t, "example.com/p", file, below.pkg)
	pass.ImportPackageFact = below.fact
	run(t, pass, ssabuild.Analyzer)
	set := run(t, pass, program.Analyzer).(*program.Set)
	if set == nil {
		t.Fatal("the program does not reach an informer")
	}
	found := run(t, pass, engine.Analyzer).(*engine.Package)
	var b bytes.Buffer
	engine.Write(&b, set, "")
	writeVerdicts(&b, found)
	name := filepath.Base(file)
	lines := pass.Fset.File(pass.Files[0].FileStart).LineCount()
	for line := range lines {
		for _, note := range found.Noted(name, line+1) {
			fmt.Fprintf(&b, "note %s:%d %s\n", name, line+1, note)
		}
	}
	return b.String()
}

// writeVerdicts prints a line for each verdict, and one below it for each of
// its places and stories:
//
//	verdict late-registration at p.go:12 Start
//	  registration at p.go:14 core/v1.Pod
//	  story example.com/p.Run example.com/p.Run#0/0 core/v1.Pod, 1 moments
func writeVerdicts(b *bytes.Buffer, p *engine.Package) {
	var write func(v engine.Verdict, also string)
	write = func(v engine.Verdict, also string) {
		fmt.Fprintf(b, "verdict %s%s at %s%s", also, v.Rule, words(v.Anchor.Where, v.Anchor.Call), traits(v.Traits))
		if held := words(v.Held...); held != "" {
			fmt.Fprintf(b, " held in %s", held)
		}
		b.WriteString("\n")
		for _, at := range v.Places {
			if at.Where != "" { // not every defect has one of each role
				fmt.Fprintf(b, "  %s at %s\n", roles[at.Role], words(at.Where, at.Call, at.Key))
			}
		}
		for _, s := range v.Stories {
			fmt.Fprintf(b, "  story %s, %d moments\n", s.ID, len(s.Moments))
		}
		for _, o := range v.Others {
			write(o, "also ")
		}
	}
	for _, v := range p.Verdicts() {
		write(v, "")
	}
}

// words joins those that are not empty.
func words(all ...string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == "" }), " ")
}

var roles = [...]string{judge.Start: "start", judge.Wait: "wait", judge.Read: "read", judge.Birth: "birth", judge.Sibling: "sibling", judge.Setting: "setting", judge.Registration: "registration"}

func traits(all judge.Trait) string {
	out := ""
	for i, name := range []string{"stand-alone", "one by one", "only starts", "direct", "own wait", "", "", "told before", "", "", "aside"} {
		if all&(1<<i) != 0 && name != "" {
			out += ", " + name
		}
	}
	return out
}
