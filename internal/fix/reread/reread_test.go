package reread_test

import (
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/cached"
	"github.com/informerlint/informerlint/internal/fix/reread"
	"github.com/informerlint/informerlint/internal/stubtest"
)

const api = `package api

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
)

type ObjectMeta struct {
	Name        string
	Labels      map[string]string
	Annotations map[string]string
	Finalizers  []string
}

func (m *ObjectMeta) GetLabels() map[string]string { return m.Labels }

type Condition struct{ Type, Status string }
type Status struct {
	Reason, Message string
	Conditions      []Condition
}

type Thing struct {
	ObjectMeta
	Status Status
}

func (t *Thing) DeepCopy() *Thing
func (t *Thing) DeepCopyInto(out *Thing)

type Other struct {
	ObjectMeta
	Status Status
}

type ThingLister interface {
	List(selector labels.Selector) ([]*Thing, error)
	Get(name string) (*Thing, error)
	ThingListerExpansion
}
type ThingListerExpansion interface{}

type OtherLister interface {
	List(selector labels.Selector) ([]*Other, error)
	Get(name string) (*Other, error)
	OtherListerExpansion
}
type OtherListerExpansion interface{}

var _ cache.Store

func Marked(m ObjectMeta) bool
func Due(t *Thing) bool
func Size(t *Thing) int
`

const head = `package p

import (
	"reflect"

	"example.com/api"
	"k8s.io/client-go/tools/cache"
)

type C struct {
	things api.ThingLister
	others api.OtherLister
	store  cache.Indexer
}

type client interface {
	Get(name string) (*api.Thing, error)
	Update(t *api.Thing) error
}

var _ = reflect.DeepEqual

func use(...any)
func retry(func() error) error

func (c *C) fresh(name string) (*api.Thing, error) {
	t, err := c.things.Get(name)
	if err != nil {
		return nil, err
	}
	return t.DeepCopy(), nil
}

func (c *C) mark(t *api.Thing)        { t.Status.Reason = "Overrun" }
func (c *C) markAndAsk(t *api.Thing) {
	t.Status.Reason = "Overrun"
	f, _ := c.fresh(t.Name)
	if f.Status.Reason == "Overrun" {
		use()
	}
}
func (c *C) askAndMark(t *api.Thing) {
	f, _ := c.fresh(t.Name)
	if f.Status.Reason == "Overrun" {
		use()
	}
	t.Status.Reason = "Overrun"
}
func overrun(t *api.Thing) bool { return t.Status.Reason == "Overrun" }

func (c *C) f(name string, cl client) {
	BODY
}
MORE
`

func TestDepends(t *testing.T) {
	const set = `t, _ := c.things.Get(name); t.Status.Reason = "Overrun"; `
	const label = `t, _ := c.things.Get(name); t.Labels["a"] = "a"; `
	tests := []struct {
		name, body string
		want       bool
	}{
		{"read again", set + `f, _ := c.things.Get(name); if f.Status.Reason == "Overrun" { use() }`, true},
		{"a copy is asked", set + `f, _ := c.things.Get(name); f = f.DeepCopy(); if f.Status.Reason == "Overrun" { use() }`, true},
		{"copied into", set + `f, _ := c.things.Get(name); var g api.Thing; f.DeepCopyInto(&g); if g.Status.Reason == "Overrun" { use() }`, true},
		{"a shallow copy is asked", set + `f, _ := c.things.Get(name); g := *f; if g.Status.Reason == "Overrun" { use() }`, true},
		{"by a helper", set + `f, _ := c.fresh(name); if f.Status.Reason == "Overrun" { use() }`, true},
		{"asked by a helper", set + `f, _ := c.fresh(name); if overrun(f) { use() }`, true},
		{"in a list", set + `all, _ := c.things.List(nil); for _, f := range all { if f.Status.Reason == "Overrun" { use() } }`, true},
		{"in a store", set + `o, ok, _ := c.store.GetByKey(name); if f := o.(*api.Thing); ok && f.Status.Reason == "Overrun" { use() }`, true},
		{"in a literal", set + `retry(func() error { f, err := c.things.Get(name); if f.Status.Reason == "Overrun" { use() }; return err })`, true},
		{"the whole status is copied", set + `f, _ := c.things.Get(name); g := &api.Thing{}; g.Status = f.Status; cl.Update(g)`, true},
		{"the whole is compared", set + `f, _ := c.things.Get(name); if reflect.DeepEqual(f, &api.Thing{}) { use() }`, true},
		{"a variable of the status", set + `f, _ := c.things.Get(name); s := f.Status; if s.Reason == "Overrun" { use() }`, true},
		{"conditions are looked through", `t, _ := c.things.Get(name); t.Status.Conditions[0].Status = "True"; f, _ := c.fresh(name); for _, d := range f.Status.Conditions { if d.Status == "True" { use() } }`, true},
		{"in a goroutine", set + `go func() { f, _ := c.fresh(name); if overrun(f) { use() } }()`, true},
		{"only its name is kept", set + `f, _ := c.fresh(name); names := []string{f.Name}; use(names)`, false},
		{"found, and deleted", set + `f, _ := c.fresh(name); f.Finalizers = nil; cl.Update(f)`, false},
		{"the change is asked of what is updated", set + `f, _ := cl.Get(name); if err := cl.Update(f); err == nil && t.Status.Reason != "" { use() }`, false},
		{"switched on", set + `f, _ := c.things.Get(name); switch f.Status.Reason { case "Overrun": use() }`, true},
		{"a label", label + `f, _ := c.things.Get(name); if f.Labels["a"] == "a" { use() }`, true},
		{"a label by a getter", label + `f, _ := c.things.Get(name); if f.GetLabels()["a"] == "a" { use() }`, true},
		{"the helper changes it", `t, _ := c.things.Get(name); c.mark(t); f, _ := c.fresh(name); if overrun(f) { use() }`, true},
		{"the helper changes and asks", `t, _ := c.things.Get(name); c.markAndAsk(t)`, true},
		{"it is updated and read again", set + `cl.Update(t); f, _ := c.fresh(name); if overrun(f) { use() }`, true},
		{"another package is asked of the metadata", label + `f, _ := c.things.Get(name); if api.Marked(f.ObjectMeta) { use() }`, true},
		{"another package is asked", set + `f, _ := c.things.Get(name); if api.Due(f) { use() }`, true},

		{"another package computes", set + `f, _ := c.things.Get(name); if api.Size(f) > 1 { use() }`, false},
		{"not read again", set + `if t.Status.Reason == "Overrun" { use() }`, false},
		{"another field", set + `f, _ := c.things.Get(name); if f.Status.Message == "Overrun" { use() }`, false},
		{"annotations", label + `f, _ := c.things.Get(name); if f.Annotations["a"] == "a" { use() }`, false},
		{"another field of a variable of the status", set + `f, _ := c.things.Get(name); s := f.Status; if s.Message == "Overrun" { use() }`, false},
		{"conditions", set + `f, _ := c.things.Get(name); use(f.Status.Conditions)`, false},
		{"its name", set + `f, _ := c.things.Get(name); use(f.Name)`, false},
		{"before", `f, _ := c.things.Get(name); if f.Status.Reason == "Overrun" { use() }; ` + set, false},
		{"the helper asks before", `t, _ := c.things.Get(name); c.askAndMark(t)`, false},
		{"of another type", set + `f, _ := c.others.Get(name); if f.Status.Reason == "Overrun" { use() }`, false},
		{"from the API server", set + `f, _ := cl.Get(name); if f.Status.Reason == "Overrun" { use() }`, false},
		{"only updated", set + `f, _ := c.fresh(name); f.Status.Reason = "Done"; cl.Update(f)`, false},
		{"only updated, in a retry", set + `retry(func() error { f, err := c.fresh(name); if err != nil { return err }; f.Status.Reason = "Done"; return cl.Update(f) })`, false},
		{"only labelled", label + `f, _ := c.fresh(name); if f.Labels == nil { f.Labels = map[string]string{} }; f.Labels["b"] = "b"; delete(f.Labels, "c"); cl.Update(f)`, false},
		{"whether there is one", set + `if f, err := c.fresh(name); err == nil && f != nil { use() }`, false},
		{"the next round", `for range 3 { t, _ := c.things.Get(name); if t.Status.Reason == "Overrun" { continue }; t.Status.Reason = "Overrun" }`, false},
		{"the next element", `all, _ := c.things.List(nil); for _, t := range all { f, _ := c.fresh(t.Name); if overrun(f) { continue }; t.Status.Reason = "Overrun" }`, false},
		{"the other branch", `t, _ := c.things.Get(name); if name == "" { t.Status.Reason = "Overrun" } else { f, _ := c.fresh(name); use(f.Status.Reason) }`, false},
		{"what was read before is asked", `f, _ := c.others.Get(name); ` + set + `if f.Status.Reason == "Overrun" { use() }`, false},
	}
	stubs := stubtest.Load(t)
	lib := stubs.Check(t, "example.com/api", write(t, api)).Pkg
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			depends(t, stubs, lib, test.body, "", test.want)
		})
	}
}

// Those who call the function may read it as well.
func TestCallers(t *testing.T) {
	const set = `t, _ := c.things.Get(name); t.Status.Reason = "Overrun"`
	tests := []struct {
		name, more string
		want       bool
	}{
		{"read by the caller", `func (c *C) g(cl client) { c.f("a", cl); t, _ := c.fresh("a"); if overrun(t) { use() } }`, true},
		{"by the caller of the caller", `func (c *C) g(cl client) { c.f("a", cl) }
func (c *C) h(cl client) { c.g(cl); t, _ := c.fresh("a"); if overrun(t) { use() } }`, true},
		{"before the call", `func (c *C) g(cl client) { t, _ := c.fresh("a"); if overrun(t) { use() }; c.f("a", cl) }`, false},
		{"for each", `func (c *C) g(cl client) { for range 3 { t, _ := c.fresh("a"); if overrun(t) { continue }; c.f("a", cl) } }`, false},
		{"called twice", `func (c *C) g(cl client) { c.f("a", cl); c.f("b", cl) }`, false},
		{"another function", `func (c *C) g(cl client) { t, _ := c.fresh("a"); if overrun(t) { use() } }`, false},
	}
	stubs := stubtest.Load(t)
	lib := stubs.Check(t, "example.com/api", write(t, api)).Pkg
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			depends(t, stubs, lib, set, test.more, test.want)
		})
	}
}

// Functions of Kubernetes ask for finalizers and owners, and for nothing else that is
// written.
func TestFinalizers(t *testing.T) {
	stubs := stubtest.Load(t)
	lib := stubs.Check(t, "example.com/api", write(t, api)).Pkg
	util := stubs.Check(t, "sigs.k8s.io/controller-runtime/pkg/controller/controllerutil",
		write(t, "package controllerutil\nimport \"example.com/api\"\nfunc ContainsFinalizer(t *api.Thing, name string) bool"), lib).Pkg
	const asks = `f, _ := c.things.Get(name); if controllerutil.ContainsFinalizer(f, "a") { use() }`
	text := strings.Replace(head, `"example.com/api"`, `"example.com/api"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"`, 1)
	for set, want := range map[string]bool{`t.Finalizers = []string{"a"}`: true, `t.Status.Reason = "Overrun"`: false} {
		check(t, stubs, strings.NewReplacer("BODY", "t, _ := c.things.Get(name); "+set+"; "+asks, "MORE", "").Replace(text), want, lib, util)
	}
}

func depends(t *testing.T, stubs *stubtest.Stubs, lib *types.Package, body, more string, want bool) {
	t.Helper()
	check(t, stubs, strings.Replace(strings.Replace(head, "BODY", body, 1), "MORE", more, 1), want, lib)
}

func check(t *testing.T, stubs *stubtest.Stubs, text string, want bool, libs ...*types.Package) {
	t.Helper()
	pass := stubs.Check(t, "example.com/p", write(t, text), libs...)
	run(t, pass, cached.Analyzer)
	p, _ := pass.ResultOf[cached.Analyzer].(*cached.Package)
	if p == nil || len(p.Findings) != 1 {
		t.Fatalf("want one finding: %v", p)
	}
	f := p.Findings[0]
	last := f.Way.Steps[len(f.Way.Steps)-1]
	if got := reread.Depends(reread.Change{First: f.First, Via: last.Via, Type: f.Way.Source.Type, Field: f.Field}); got != want {
		t.Errorf("%t, want %t", got, want)
	}
}

// run runs an analyzer, and before that what it requires.
func run(t *testing.T, pass *analysis.Pass, a *analysis.Analyzer) {
	t.Helper()
	for _, need := range a.Requires {
		if _, done := pass.ResultOf[need]; !done {
			run(t, pass, need)
		}
	}
	result, err := a.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	pass.ResultOf[a] = result
}

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}
