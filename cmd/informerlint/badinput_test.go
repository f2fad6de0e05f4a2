package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestTypeErrorNamesThePackageAndTheRestIsAnalyzed(t *testing.T) {
	dir := tree(t, stub, raceFile, `
-- broken/broken.go --
package broken

import "k8s.io/client-go/tools/cache"

func F(i *cache.Informer) int { return i.Nonsense() + undefined }
-- above/above.go --
package above

import (
	"example.com/app/broken"
	"k8s.io/client-go/tools/cache"
)

func G(i *cache.Informer) {
	go i.Start(nil)
	println(broken.F(i))
}
`)
	r := lint(t, dir)
	r.want(t, exitTrouble,
		"informerlint: package example.com/app/broken could not be analyzed:\n",
		filepath.Join("broken", "broken.go")+":5:42: i.Nonsense undefined",
		"undefined: undefined",
		// The others, even those that import it.
		"race.go:7:2: ", filepath.Join("above", "above.go")+":9:2: ")

	// If only its importer is asked for, that is whole.
	r = lint(t, dir, "./above")
	r.want(t, exitFindings, "above.go:9:2: ", "warning: package example.com/app/broken has errors")
	// JSON goes to one stream, what is wrong to the other.
	r = lint(t, dir, "-json")
	r.want(t, exitTrouble)
	if len(findingsOf(t, r.out)) != 2 || !strings.Contains(r.err, "broken.go:5") {
		t.Errorf("stdout:\n%s\nstderr:\n%s", r.out, r.err)
	}
}

func TestTypeErrorUnderVet(t *testing.T) {
	dir := tree(t, stub, "-- a.go --\npackage app\n\nimport _ \"k8s.io/client-go/tools/cache\"\n\nvar x int = \"\"\n")
	vetTool(t, dir, toyTool, "./...").want(t, 1, "a.go:5:13: cannot use")
}

func TestSyntaxError(t *testing.T) {
	dir := tree(t, stub, raceFile, "-- b/b.go --\npackage b\n\nimport _ \"k8s.io/client-go/tools/cache\"\n\nfunc (\n")
	lint(t, dir).want(t, exitTrouble, "example.com/app/b could not be analyzed", "b.go:5:8: expected", "race.go:7:2")
}

func TestMissingImport(t *testing.T) {
	dir := tree(t, stub, "-- a.go --\npackage app\n\nimport (\n\t_ \"example.com/nowhere\"\n\t_ \"k8s.io/client-go/tools/cache\"\n)\n")
	r := runIn(t, dir, []string{"GOFLAGS=-mod=mod", "GOPROXY=off"}, tool(t, toyTool))
	r.want(t, exitTrouble, "example.com/app could not be analyzed", "example.com/nowhere")
}

// What is wrong with many packages, as where a module cannot be had, takes a few lines
// with their number.
func TestMissingImportOfMany(t *testing.T) {
	var files strings.Builder
	files.WriteString(stub)
	for i := range maxPackages + 1 {
		fmt.Fprintf(&files, "-- p%d/p.go --\npackage p\n\nimport (\n\t_ \"example.com/nowhere\"\n\t_ \"k8s.io/client-go/tools/cache\"\n)\n\nvar _ = gone%d\n", i, i)
	}
	dir := tree(t, files.String())
	env := []string{"GOFLAGS=-mod=mod", "GOPROXY=off"}
	r := runIn(t, dir, env, tool(t, toyTool))
	r.want(t, exitTrouble, "11 packages could not be analyzed, and 1 package below them has errors", "(-v names them all):\n\t12 packages: ", "example.com/nowhere")
	if n := strings.Count(r.err, "\n"); n != 2 {
		t.Errorf("%d lines about one cause:\n%s", n, r.err)
	}
	runIn(t, dir, env, tool(t, toyTool), "-v").want(t, exitTrouble, "package example.com/app/p10 could not be analyzed:")
}

func TestImportCycle(t *testing.T) {
	dir := tree(t, stub, "-- a/a.go --\npackage a\n\nimport (\n\t_ \"example.com/app/b\"\n\t_ \"k8s.io/client-go/tools/cache\"\n)\n",
		"-- b/b.go --\npackage b\n\nimport _ \"example.com/app/a\"\n")
	lint(t, dir).want(t, exitTrouble, "import cycle")
}

func TestNoModule(t *testing.T) {
	dir := tree(t, "-- a.go --\npackage a\n")
	lint(t, dir).want(t, exitTrouble, "go.mod", "Start informerlint in a directory of a module")
}

func TestNothingThere(t *testing.T) {
	dir := tree(t, stub)
	lint(t, dir).want(t, exitTrouble, "no packages to analyze")
	mkdir(t, dir, "empty")
	lint(t, dir, "./empty").want(t, exitTrouble, "no Go files in")
	lint(t, dir, "./missing").want(t, exitTrouble, "missing")
	lint(t, dir, "missing.go").want(t, exitTrouble, "missing.go")
	lint(t, dir, "example.com/nowhere/else").want(t, exitTrouble, "example.com/nowhere/else")
}

func mkdir(t *testing.T, elem ...string) {
	t.Helper()
	if err := os.Mkdir(filepath.Join(elem...), 0o777); err != nil {
		t.Fatal(err)
	}
}

func TestWrongUse(t *testing.T) {
	dir := tree(t, stub, raceFile)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-nonsense"}, "flag provided but not defined: -nonsense"},
		{[]string{"-nocheck=false"}, "flag provided but not defined: -nocheck"},
		{[]string{"-toystart.nonsense"}, "flag provided but not defined: -toystart.nonsense"},
		{[]string{"-toystart=maybe"}, "want true or false"},
		{[]string{"-json", "-fix"}, "-json cannot be combined with -fix or -diff"},
		{[]string{"./...", "-json"}, "flag -json must stand before the packages"},
		{[]string{"explian"}, `unknown command "explian"`},
		{[]string{"explain"}, "explain takes one"},
		{[]string{"explain", "nonsense"}, `there is no check "nonsense"`},
		{[]string{"explain", "startorder/nonsense"}, `startorder has no rule "nonsense"`},
		{[]string{"list", "x"}, "list takes no arguments"},
		{[]string{"why"}, "why takes at least one FILE:LINE"},
		{[]string{"why", "race.go"}, "is not FILE:LINE"},
		{[]string{"why", "race.go:x"}, "is not FILE:LINE"},
		{[]string{"why", "nofile.go:1"}, "no such file"},
		{[]string{"why", "-json", "race.go:1"}, "why cannot be combined with -json or -fix"},
	} {
		lint(t, dir, c.args...).want(t, exitTrouble, "informerlint: ", c.want, "Run 'informerlint help' for usage.")
	}
}

func TestCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("needs a C compiler")
	}
	dir := tree(t, stub, `
-- c.go --
package app

// int one(void) { return 1; }
import "C"

import "k8s.io/client-go/tools/cache"

func F(i *cache.Informer) C.int {
	go i.Start(nil)
	return C.one()
}
`)
	env := []string{"CGO_ENABLED=1"}
	runIn(t, dir, env, tool(t, toyTool)).want(t, exitFindings, "c.go:9:2: start in a goroutine")
	// The edit would go into what cgo generates: it is not applied.
	r := runIn(t, dir, env, tool(t, toyTool), "-fix")
	r.want(t, exitFindings, "c.go:9:2: start in a goroutine")
	if !strings.Contains(readFile(t, dir, "c.go"), "go i.Start") {
		t.Error("a fix was applied to a file that was not analyzed itself")
	}
	if r := runIn(t, dir, env, tool(t, toyTool), "-json"); strings.Contains(r.out, "suggested_fixes") {
		t.Errorf("a fix that cannot be applied is offered:\n%s", r.out)
	}
	// Without a C compiler the file is not part of the build.
	runIn(t, dir, []string{"CGO_ENABLED=0"}, tool(t, toyTool), ".").want(t, exitTrouble, "build constraints exclude all Go files")
}

func TestPanicOfACheck(t *testing.T) {
	dir := tree(t, stub, raceFile, "-- p/p.go --\npackage p\n\nimport _ \"k8s.io/client-go/tools/cache\"\n\nfunc TriggerPanic() {}\n",
		"-- q/q.go --\npackage q\n\nimport (\n\t_ \"example.com/app/p\"\n\t\"k8s.io/client-go/tools/cache\"\n)\n\nfunc F(i *cache.Informer) { go i.Start(nil) }\n")
	texts := []string{"internal error: toystart failed on package example.com/app/p: the toy was asked to", "race.go:7:2", "q.go:8:29"}
	lint(t, dir).want(t, exitTrouble, texts...)
	vetTool(t, dir, toyTool, "./...").want(t, 1, texts...)
}

// Sources of odd shapes: the real checks must come to an end without a panic,
// under both drivers.
func oddSources() map[string]string {
	const head = "package app\n\nimport \"k8s.io/client-go/tools/cache\"\n\n"
	var long strings.Builder
	long.WriteString(head + "func Long(i *cache.Informer, n int) int {\n")
	for k := range 10_000 {
		switch k % 4 {
		case 0:
			fmt.Fprintf(&long, "\tif n == %d { i.Start(nil); n++ }\n", k)
		case 1:
			fmt.Fprintf(&long, "\tfor range %d { n += %d }\n", k%7, k)
		case 2:
			fmt.Fprintf(&long, "\tgo func() { i.Start(nil) }()\n")
		case 3:
			fmt.Fprintf(&long, "\tn, _ = n*%d, i\n", k)
		}
	}
	long.WriteString("\treturn n\n}\n")
	return map[string]string{
		"long":      long.String(),
		"generated": "// Code generated by a tool. DO NOT EDIT.\n\n" + head + "func F(i *cache.Informer) { go i.Start(nil) }\n",
		"generics": head + `
type Starter interface{ Start(<-chan struct{}) }

type Box[T Starter] struct {
	Value T
	Next  *Box[T]
	Many  map[string][]Box[T]
}

type Alias[T Starter] = Box[T]

type Tree[K comparable, V Starter] struct {
	Left, Right *Tree[K, V]
	Box         Alias[V]
	each        func(K, V) Tree[K, V]
}

func (b *Box[T]) Start(stop <-chan struct{}) { go b.Value.Start(stop) }

func (t *Tree[_, V]) Walk(f func(V) bool) {
	for v := range t.All() {
		if !f(v) {
			return
		}
	}
}

func (t *Tree[K, V]) All() func(func(V) bool) {
	return func(yield func(V) bool) {
		if t == nil || !yield(t.Box.Value) {
			return
		}
		t.Left.All()(yield)
	}
}

func Run[S ~[]E, E Starter](all S, stop <-chan struct{}) (first E) {
	for _, s := range all {
		defer s.Start(stop)
		go func() { s.Start(stop) }()
		first = s
	}
	f := E.Start
	f(first, stop)
	return
}

func Pair[A, B any, F func(A) B](f F, a A) (B, func() B) { return f(a), func() B { return f(a) } }

var (
	_       = Run[[]*cache.Informer]
	tree    Tree[string, *cache.Informer]
	nested  Box[*Box[*Box[*cache.Informer]]]
	_, late = Pair(func(i *cache.Informer) *Box[*cache.Informer] { return &Box[*cache.Informer]{Value: i} }, nil)
)

func init() {
	nested.Start(nil)
	late().Start(nil)
	tree.Walk(func(i *cache.Informer) bool { go i.Start(nil); return true })
	Run([]*cache.Informer{new(cache.Informer)}, nil)
}
`,
		"control": head + `
func Control(i *cache.Informer, c chan *cache.Informer, x any) (err error) {
	defer func() { recover(); i.Start(nil) }()
outer:
	for {
		select {
		case j := <-c:
			go j.Start(nil)
			continue outer
		case c <- i:
			break outer
		default:
			goto end
		}
	}
	switch y := x.(type) {
	case *cache.Informer, interface{ Start(<-chan struct{}) }:
		_ = y
		fallthrough_()
	case func(*cache.Informer):
		y(i)
	case nil:
		panic(x)
	}
end:
	for range 3 {
		func() { defer i.Start(nil) }()
	}
	for {
	}
}

func fallthrough_() { fallthrough_() }

func mutual(n int) { if n > 0 { Mutual(n - 1) } }
func Mutual(n int) { mutual(n) }

func asm(i *cache.Informer)

var _ = [...]func(*cache.Informer){5: func(i *cache.Informer) { i.Start(nil) }}

type loop struct{ *loop; f func(loop) loop; m map[*loop]chan loop }

func (l loop) Start(<-chan struct{}) { l.loop.Start(nil) }
`,
		"empty":   "package app\n",
		"bom":     "\ufeffpackage app\n\nimport _ \"k8s.io/client-go/tools/cache\"\n",
		"line":    head + "//line elsewhere.go:1000\nfunc F(i *cache.Informer) { go i.Start(nil) }\n",
		"shadows": head + "type string = *cache.Informer\nfunc nil_(len string, make func(string)) (any string) { make(len); return }\nvar true = 1\n",
	}
}

func TestOddSources(t *testing.T) {
	archives := []string{stub}
	for name, src := range oddSources() {
		archives = append(archives, fmt.Sprintf("-- %[1]s/a.go --\n%[2]s\n-- %[1]s/a.s --\n", name, src))
	}
	dir := tree(t, archives...)
	for _, which := range []string{toyTool, realTool} {
		n := parity(t, dir, which, "./...")
		if found := n > 0; found != (which == toyTool) {
			t.Errorf("%s: %d findings", which, n)
		}
	}
}
