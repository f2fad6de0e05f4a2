package main

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"go/ast"
	gofmt "go/format"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/driver"
	"github.com/informerlint/informerlint/internal/fix/apply"
	"github.com/informerlint/informerlint/internal/report/finding"
	"github.com/informerlint/informerlint/internal/report/format"
)

// FuzzPrograms makes small programs with factories, accessors, informers and
// listers in all kinds of places, and runs the real checks on them. They must
// not panic, must say the same twice, and what their fixes make must compile.
//
// go test runs the seeds; go test -fuzz=FuzzPrograms looks for more.
func FuzzPrograms(f *testing.F) {
	var seed [64]byte
	for i := range uint64(120) {
		// A weak generator is enough: each seed is another program.
		x := i*0x9e3779b97f4a7c15 + 1
		for j := range len(seed) / 8 {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
			binary.LittleEndian.PutUint64(seed[j*8:], x)
		}
		f.Add(bytes.Clone(seed[:]))
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		src := generate(choices)
		if _, err := gofmt.Source([]byte(src)); err != nil {
			t.Fatalf("the generator makes programs that do not parse: %v\n%s", err, src)
		}
		fuzzOne(t, src, true)
	})
}

// FuzzSource runs the checks on any text that is a package of one file.
func FuzzSource(f *testing.F) {
	for _, src := range oddSources() {
		if len(src) < 10_000 {
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src string) { fuzzOne(t, src, false) })
}

func fuzzOne(t *testing.T, src string, mustCheck bool) {
	guardOnce()
	// A check that does not end is as bad as one that panics.
	slow := time.AfterFunc(fuzzLimit, func() { panic("no answer within " + fuzzLimit.String() + ":\n" + src) })
	defer slow.Stop()
	start := time.Now()
	found, ok, err := fuzzAnalyze(src)
	if !ok {
		if mustCheck {
			t.Fatalf("the generator makes programs that do not type-check: %v\n%s", err, src)
		}
		return
	}
	if crashed := takeCrashes(); len(crashed) > 0 {
		t.Fatalf("%s\n%s", strings.Join(crashed, "\n"), src)
	}
	if flag.Lookup("test.fuzz").Value.String() != "" && time.Since(start) > fuzzPatience {
		return
	}
	again, _, _ := fuzzAnalyze(src)
	if a, b := text(found), text(again); a != b {
		t.Fatalf("one program, two answers:\n%s\n%s\n%s", a, b, src)
	}
	for _, d := range found {
		files, err := apply.Fixes(d.Fset, []analysis.Diagnostic{d.Diagnostic}, func(string) ([]byte, error) { return []byte(src), nil })
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		for _, fixed := range files {
			if _, ok, err := fuzzAnalyze(string(fixed)); !ok {
				t.Fatalf("%s\nthe fix does not compile: %v\n%s\nfixed:\n%s", d.Message, err, src, fixed)
			}
		}
	}
}

const (
	// fuzzLimit is far more than a small program takes on a busy machine.
	fuzzLimit = 5 * time.Minute
	// fuzzPatience: go test -fuzz takes a worker for dead that spends ten seconds on one
	// input, by the clock. A program that takes the engine to its limits needs half a
	// second of CPU, which is that long where thirty others want the machine. What is
	// as slow as this once is not asked a second time, but in the corpus.
	fuzzPatience = 2 * time.Second
)

func text(found []finding.Finding) string {
	var b strings.Builder
	format.PrintText(&b, found, false)
	return b.String()
}

var guardOnce = sync.OnceFunc(func() { guard(analyzers.All()) })

// fuzzAnalyze runs the checks on a package of one file above a model of
// client-go. It reports whether the file type-checks.
func fuzzAnalyze(src string) ([]finding.Finding, bool, error) {
	fset := token.NewFileSet()
	pkgs := make(map[string]*packages.Package)
	var firstErr error
	load := func(path, src string) *packages.Package {
		pkg := &packages.Package{ID: path, PkgPath: path, Fset: fset, Imports: make(map[string]*packages.Package), TypesSizes: types.SizesFor("gc", "amd64"),
			GoFiles: []string{path + ".go"}}
		file, err := parser.ParseFile(fset, path+".go", src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			firstErr = err
			return nil
		}
		pkg.Name = file.Name.Name
		pkg.Syntax = []*ast.File{file}
		pkg.TypesInfo = &types.Info{
			Types: make(map[ast.Expr]types.TypeAndValue), Instances: make(map[*ast.Ident]types.Instance),
			Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
			Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
			Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
		}
		conf := types.Config{Importer: importerFunc(func(path string) (*types.Package, error) {
			if imp := pkgs[path]; imp != nil {
				pkg.Imports[path] = imp
				return imp.Types, nil
			}
			return nil, fmt.Errorf("no package %s", path)
		})}
		if pkg.Types, err = conf.Check(path, fset, pkg.Syntax, pkg.TypesInfo); err != nil {
			firstErr = err
			return nil
		}
		pkgs[path] = pkg
		return pkg
	}
	for _, m := range modelOfClientGo {
		if load(m.path, m.src) == nil {
			return nil, false, fmt.Errorf("the model of client-go: %w", firstErr)
		}
	}
	pkg := load("example.com/fuzz", src)
	if pkg == nil {
		return nil, false, firstErr
	}
	d, err := driver.New(analyzers.All())
	if err != nil {
		return nil, false, err
	}
	for _, m := range modelOfClientGo {
		d.Package(pkgs[m.path], false)
	}
	d.Package(pkg, true)
	return finding.Collect(d.Findings(), fset), true, nil
}

type importerFunc func(string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// modelOfClientGo has the shapes of client-go, by which the checks know it.
var modelOfClientGo = []struct{ path, src string }{
	{"k8s.io/apimachinery/pkg/labels", `package labels

type Selector interface{ Empty() bool }

func Everything() Selector { return nil }
`},
	{"k8s.io/client-go/tools/cache", `package cache

type InformerSynced func() bool

type Store interface{ List() []any }

type Indexer interface {
	Store
	Index(name string, obj any) ([]any, error)
}

type ResourceEventHandler interface{ OnAdd(obj any, first bool) }

type ResourceEventHandlerFuncs struct{ AddFunc func(obj any) }

func (r ResourceEventHandlerFuncs) OnAdd(obj any, first bool) { r.AddFunc(obj) }

type ResourceEventHandlerRegistration interface{ HasSynced() bool }

type SharedInformer interface {
	AddEventHandler(h ResourceEventHandler) (ResourceEventHandlerRegistration, error)
	GetStore() Store
	HasSynced() bool
	Run(stop <-chan struct{})
}

type SharedIndexInformer interface {
	SharedInformer
	AddIndexers(map[string]func(any) ([]string, error)) error
	GetIndexer() Indexer
}

func NewSharedIndexInformer(client any, obj any, resync int, indexers any) SharedIndexInformer { return nil }

func WaitForCacheSync(stop <-chan struct{}, synced ...InformerSynced) bool { return true }
`},
	{"k8s.io/client-go/informers", `package informers

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
)

type Pod struct{}

type Service struct{}

type PodLister interface {
	List(selector labels.Selector) ([]*Pod, error)
}

type ServiceLister interface {
	List(selector labels.Selector) ([]*Service, error)
}

type PodInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() PodLister
}

type ServiceInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() ServiceLister
}

type GenericLister interface {
	List(selector labels.Selector) ([]any, error)
}

type GenericInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() GenericLister
}

type V1 interface {
	Pods() PodInformer
	Services() ServiceInformer
}

type Core interface{ V1() V1 }

type SharedInformerFactory interface {
	Start(stop <-chan struct{})
	Shutdown()
	WaitForCacheSync(stop <-chan struct{}) map[string]bool
	ForResource(resource string) (GenericInformer, error)
	InformerFor(obj any, newFunc func(client any, resync int) cache.SharedIndexInformer) cache.SharedIndexInformer
	Core() Core
}

func NewSharedInformerFactory(client any, resync int) SharedInformerFactory { return nil }
`},
}

// A gen turns bytes into a program. It has a few variables of each type, all
// of them declared at the top of each function, so that every choice gives a
// program that type-checks.
type gen struct {
	choices []byte
	out     strings.Builder
	depth   int
	left    int // statements that may still be made
	// In recursive programs every function may call every other, and Run may make
	// another holder, whose Run somebody may call. Most are not, and these are small,
	// since they take the engine to its limits.
	recursive bool
	in        string // the function
}

func generate(choices []byte) string {
	g := &gen{choices: choices, left: 32, recursive: len(choices) > 0 && choices[0]%16 == 0}
	if g.recursive {
		g.left = 16
	}
	g.line(`package fuzz

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

type holder struct {
	factory informers.SharedInformerFactory
	pods    informers.PodLister
	synced  []cache.InformerSynced
	more    map[string]informers.SharedInformerFactory
	inner   *holder
}

type starter interface{ Start(stop <-chan struct{}) }

func launch[S starter](stop chan struct{}, all ...S) {
	for _, s := range all {
		s.Start(stop)
	}
}

func do(f func()) { f() }

func later(f func()) { go f() }

var global informers.SharedInformerFactory

var _ = labels.Everything
`)
	for _, fn := range []struct{ name, head string }{
		{"run", "func run(stop chan struct{}, f informers.SharedInformerFactory) (informers.PodLister, error)"},
		{"New", "func New(f informers.SharedInformerFactory, stop chan struct{}) (*holder, error)"},
		{"Run", "func (h *holder) Run(stop chan struct{}) (any, error)"},
		{"Main", "func Main(stop chan struct{}) (x any, err error)"},
	} {
		head := fn.head
		g.in = fn.name
		g.line(head + " {")
		if !strings.Contains(head, "f informers.") {
			g.line("f := " + g.pick("informers.NewSharedInformerFactory(nil, 0)", "global", "informers.SharedInformerFactory(nil)"))
		}
		if !strings.HasPrefix(head, "func (h") {
			g.line("h := &holder{factory: f, more: map[string]informers.SharedInformerFactory{}}")
		}
		g.line(`f2 := informers.NewSharedInformerFactory(nil, 0)
	p, s := f.Core().V1().Pods(), f2.Core().V1().Services()
	i := ` + g.pick("cache.NewSharedIndexInformer(nil, nil, 0, nil)", "p.Informer()", "f.InformerFor(nil, nil)") + `
	fs := []informers.SharedInformerFactory{f, f2}
	done := make(chan struct{})
	ok := false
	_, _, _, _, _, _, _, _ = f, h, p, s, i, fs, done, ok`)
		g.block(4)
		g.line(map[bool]string{true: "return h, nil", false: "return nil, nil"}[strings.Contains(head, "*holder, error")])
		g.line("}\n")
	}
	return g.out.String()
}

func (g *gen) line(s string) { g.out.WriteString(s + "\n") }

func (g *gen) next(n int) int {
	if len(g.choices) == 0 {
		return 0
	}
	c := int(g.choices[0])
	g.choices = g.choices[1:]
	return c % n
}

func (g *gen) pick(options ...string) string { return options[g.next(len(options))] }

func (g *gen) factory() string {
	return g.pick("f", "f2", "h.factory", "global", "fs[0]", `h.more["x"]`, "h.inner.factory")
}

func (g *gen) informer() string {
	return g.pick("i", "p.Informer()", "s.Informer()", g.factory()+".Core().V1().Services().Informer()")
}

func (g *gen) block(n int) {
	for range 1 + g.next(n) {
		if g.left--; g.left < 0 {
			return
		}
		g.statement()
	}
}

// nested writes a statement around a block.
func (g *gen) nested(head, tail string) {
	if g.depth > 3 {
		return
	}
	g.depth++
	g.line(head)
	g.block(3)
	g.line(tail)
	g.depth--
}

func (g *gen) statement() {
	kind := g.next(30)
	calls, makes := kind == 24 || kind == 25, kind == 28
	if !g.recursive && (calls && (g.in == "New" || g.in == "Run") || makes && g.in == "Run") {
		kind = 0
	}
	switch kind {
	case 0, 1:
		g.line(g.factory() + ".Start(stop)")
	case 2, 3:
		g.line("go " + g.factory() + ".Start(stop)")
	case 4:
		g.line(g.factory() + ".WaitForCacheSync(stop)")
	case 5:
		g.line("ok = cache.WaitForCacheSync(stop, " + g.informer() + ".HasSynced)")
	case 6:
		g.line("h.pods = " + g.pick("p.Lister()", g.factory()+".Core().V1().Pods().Lister()"))
	case 7:
		g.line("h.pods.List(labels.Everything())")
	case 8:
		g.line(g.informer() + ".AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { _ = obj }})")
	case 9:
		g.line("go " + g.informer() + ".Run(stop)")
	case 10:
		g.line("h.synced = append(h.synced, " + g.informer() + ".HasSynced)")
	case 11:
		g.nested("if ok {", "}")
	case 12:
		g.nested("for _, f := range fs {\n_ = f", "}")
	case 13:
		g.nested("go func() {", "}()")
	case 14:
		g.nested("defer func() {", "}()")
	case 15:
		g.nested(g.pick("do(func() {", "later(func() {"), "})")
	case 16:
		g.nested("for {\nif ok { break }", "}")
	case 17:
		g.nested("switch {\ncase ok:", "default:\nf.Start(stop)\n}")
	case 18:
		g.nested("select {\ncase <-done:", "case <-stop:\n}")
	case 19:
		g.line(g.pick("close(done)", "<-done"))
	case 20:
		g.line("h.factory = " + g.factory())
	case 21:
		g.line(`h.more["y"] = ` + g.factory())
	case 22:
		g.line("launch(stop, " + g.factory() + ")")
	case 23:
		g.line("global = " + g.factory())
	case 24:
		g.line("{\nh, err := New(" + g.factory() + ", stop)\n_, _ = h, err")
		g.block(2)
		g.line("}")
	case 25:
		call := g.pick("h.Run(stop)", "go h.Run(stop)", "run(stop, f)", "Main(stop)", "defer h.Run(stop)")
		if !g.recursive && call == "Main(stop)" {
			call = "run(stop, f)"
		}
		if !g.recursive && g.in == "run" && call == "run(stop, f)" {
			call = "h.Run(stop)"
		}
		g.line(call)
	case 26:
		g.line("_, _ = " + g.factory() + `.ForResource("pods")`)
	case 27:
		g.line("{\nstart := " + g.factory() + ".Start\n" + g.pick("", "go ") + "start(stop)\n}")
	case 28:
		g.line("h.inner = &holder{factory: " + g.factory() + "}")
	case 29:
		g.line("{\nlister := s.Lister().List\n_, _ = lister(nil)\n}")
	}
}
