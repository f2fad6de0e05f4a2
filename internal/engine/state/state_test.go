package state

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

const source = `package p

import "sigs.k8s.io/controller-runtime/pkg/client"

type object struct {
	started  bool
	Exported bool
	setting  bool
	explicit bool
	names    []string
	byName   map[string]int
	ready    chan int
	inner    struct{ on bool }
	phase    string
	limit    int
	verbose  bool
	client   *client.Client
}

func made(b bool) *object { return &object{setting: b, explicit: false, ready: make(chan int)} }

func (o *object) isStarted() bool { return o.started }

var running, flag, never bool

func run()          { running = true; set(&flag) }
func set(b *bool)   { *b = true }
func sink(any)      {}

func (o *object) bind(limit int) { o.limit = limit; set(&o.verbose) }

func (o *object) state_flag()     { if o.started { sink(1) } }
func (o *object) state_return()   { if !o.started { return }; sink(1) }
func (o *object) state_phase()    { if o.phase == "running" { sink(1) } }
func (o *object) state_none()     { if o.phase == "" { return }; sink(1) }
func (o *object) state_some()     { if 0 < len(o.names) { sink(1) } }
func (o *object) state_explicit() { if o.explicit { sink(1) } }
func (o *object) state_method()   { if o.isStarted() { sink(1) } }
func (o *object) state_len()      { if len(o.names) > 0 { sink(1) } }
func (o *object) state_map()      { if _, ok := o.byName["a"]; ok { sink(1) } }
func (o *object) state_inner()    { if o.inner.on { sink(1) } }
func (o *object) state_signal()   { select { case <-o.ready: sink(1); default: } }
func state_global()               { if running { sink(1) } }

func (o *object) other_exported()       { if o.Exported { sink(1) } }
func (o *object) other_not()            { if !o.started { sink(1) } }
func (o *object) other_empty()          { if len(o.names) == 0 { sink(1) } }
func (o *object) other_nil()            { if o.byName == nil { sink(1) } }
func (o *object) other_done()           { if o.started { return }; sink(1) }
func (o *object) other_phase()          { if o.phase != "running" { sink(1) } }
func (o *object) other_client()         { if o.client == nil { return }; sink(1) }
func (o *object) other_limit()          { if o.limit > 0 { sink(1) } }
func (o *object) other_verbose()        { if o.verbose { sink(1) } }
func (o *object) other_setting()        { if o.setting { sink(1) } }
func (o *object) other_wait(c chan int) { select { case <-o.ready: sink(1); case <-c: } }
func other_done(c chan int)             { select { case <-c: sink(1); default: } }
func other_parameter(b bool)            { if b { sink(1) } }
func other_flag()                       { if flag { sink(1) } }
func other_never()                      { if never { sink(1) } }
func other_own()                        { o := made(true); if o.started { sink(1) } }
`

// tested is a test beside it.
const tested = `package p

func fixture() *object { return &object{started: true, names: []string{"a"}} }
`

// clients imports a package that has a Client.
type clients struct{}

func (clients) Import(path string) (*types.Package, error) {
	pkg := types.NewPackage(path, "client")
	named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "Client", nil), types.NewStruct(nil, nil), nil)
	pkg.Scope().Insert(named.Obj())
	pkg.MarkComplete()
	return pkg, nil
}

// build is the package of some files.
func build(t *testing.T, texts map[string]string) *ssa.Package {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for name, text := range texts {
		file, err := parser.ParseFile(fset, name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: clients{}}, fset, types.NewPackage("p", ""), files, 0)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// What begins with state gets to its sink only by the state of an object; other functions
// do not.
func TestLater(t *testing.T) {
	pkg := build(t, map[string]string{"p.go": source, "p_test.go": tested})
	p, seen := Of(pkg), 0
	for _, fn := range p.functions() {
		want := len(fn.Name()) > 6 && fn.Name()[:6] == "state_"
		if !want && (len(fn.Name()) < 6 || fn.Name()[:6] != "other_") {
			continue
		}
		seen++
		got := false
		for _, b := range fn.Blocks {
			d := b.Idom()
			if d == nil || len(b.Preds) != 1 || !slices.ContainsFunc(b.Instrs, sinks) {
				continue
			}
			if branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok {
				got = got || p.Later(branch, b)
			}
		}
		if got != want {
			t.Errorf("%s: Later is %v", fn.Name(), got)
		}
	}
	if seen != 28 {
		t.Errorf("%d functions were looked at", seen)
	}
}

// A named error that many returns and a deferred function set is stored to from itself:
// what each of the stores has is looked at once, or this does not end.
func TestManyReturns(t *testing.T) {
	text := "package p\nfunc step(int) error\nfunc sink(any)\nfunc run() (err error) {\n" +
		"defer func() { if e := step(0); e != nil { err = e } }()\n" +
		strings.Repeat("if err = step(1); err != nil { return err }\n", 60) + "if err == nil { sink(1) }\nreturn nil }\n"
	pkg := build(t, map[string]string{"p.go": text})
	p, asked := Of(pkg), 0
	for _, b := range pkg.Func("run").Blocks {
		if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			asked++
			if p.Later(branch, b.Succs[0]) {
				t.Error("an error that a call returns is no state of an object")
			}
		}
	}
	if asked != 61 {
		t.Errorf("%d branches were asked", asked)
	}
}

func sinks(ins ssa.Instruction) bool {
	call, ok := ins.(*ssa.Call)
	return ok && call.Call.StaticCallee() != nil && call.Call.StaticCallee().Name() == "sink"
}
