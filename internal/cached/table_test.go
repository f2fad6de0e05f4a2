package cached

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssabuild"
)

// say are the findings in f and elsewhere: function, rule, field.
func say(p *Package) string {
	var out []string
	for _, f := range p.Findings {
		out = append(out, fmt.Sprintf("%s: %s %s", f.Fn.Name(), f.Rule, f.Field))
	}
	return strings.Join(out, "; ")
}

// earlier tells lists of two rounds apart.
const earlier = `
func byName(all []*api.Thing) map[string]*api.Thing {
	m := map[string]*api.Thing{}
	for _, x := range all {
		m[x.Name] = x
	}
	return m
}

func gone(old, now map[string]*api.Thing) (out []*api.Thing) {
	for name, x := range old {
		if _, ok := now[name]; !ok {
			out = append(out, x)
		}
	}
	return out
}`

const listed = `
func list(lister api.ThingLister) []*api.Thing {
	all, _ := lister.List(nil)
	return all
}

func has(all []*api.Thing, one *api.Thing) bool {
	for _, x := range all {
		if x.Name == one.Name {
			return true
		}
	}
	return false
}`

// Small programs, and what is found in them.
func TestFindings(t *testing.T) {
	tests := []struct {
		name, body, more, want string
	}{
		{"TypeMeta is a rule of its own", `
	x, _ := lister.Get("x")
	x.Kind = "Thing"`, "", "f: typemeta TypeMeta.Kind"},
		{"but not what tells most", `
	x, _ := lister.Get("x")
	x.Kind = "Thing"
	x.Name = "x"`, "", "f: cached-object Name"},
		{"a shallow copy tells more than TypeMeta", `
	x, _ := lister.Get("x")
	x.Kind = "Thing"
	c := *x
	c.Labels["a"] = "a"`, "", "f: shallow-copy Labels[\"a\"]"},
		{"two sources, two findings", `
	x, _ := lister.Get("x")
	y, _ := lister.Get("y")
	y.Name, x.Name = "a", "b"`, "", "f: cached-object Name; f: cached-object Name"},
		{"two sources, one statement, one finding", `
	x, err := lister.Get("x")
	if err != nil {
		x, _ = lister.Get("y")
	}
	x.Name = "a"`, "", "f: cached-object Name"},
		{"what it is compared with is forgotten, not what came out", `
	x, err := lister.Get("x")
	found := err == nil
	if !found {
		x = &api.Thing{}
	}
	if found {
		x = x.DeepCopy()
	}
	x.Name = "a"`, "", ""},
		{"and on the other way", `
	x, err := lister.Get("x")
	found := err == nil
	if !found {
		x = &api.Thing{}
	}
	if !found {
		x = x.DeepCopy()
	}
	x.Name = "a"`, "", "f: cached-object Name"},
		{"with the message of an error that is nil", `
	x, err := lister.Get("x")
	if err != nil {
		return
	}
	x.Name = err.Error()`, "", ""},
		{"with the message of no error", `
	x, _ := lister.Get("x")
	var none error
	x.Name = none.Error()`, "", ""},
		{"with the message of one of two errors that is nil", `
	x, err := lister.Get("x")
	_, other := lister.Get("y")
	if err != nil {
		return
	}
	x.Name = other.Error()`, "", "f: cached-object Name"},
		{"an empty map for a nil one", `
	x, _ := lister.Get("x")
	if x.Labels == nil {
		x.Labels = map[string]string{}
	}`, "", ""},
		{"an empty map for a nil one, and an entry", `
	x, _ := lister.Get("x")
	if x.Labels == nil {
		x.Labels = map[string]string{}
	}
	x.Labels["a"] = "a"`, "", "f: cached-object Labels"},
		{"an empty map for another one", `
	x, _ := lister.Get("x")
	if x.Owner == nil {
		x.Labels = map[string]string{}
	}`, "", "f: cached-object Labels"},
		{"an empty map for one that is not nil", `
	x, _ := lister.Get("x")
	if x.Labels != nil {
		x.Labels = map[string]string{}
	}`, "", "f: cached-object Labels"},
		{"one source, one finding", `
	x, _ := lister.Get("x")
	x.Owner.N = 1
	x.Name = "a"`, "", "f: cached-object Owner.N"},
		{"results by case: what is not a copy is written", `
	x, _ := lister.Get("x")
	y, ok := helper(x, a)
	if !ok {
		y.Name = "a"
	}`, mayCopy, "f: cached-object Name"},
		{"results by case: the copy is written", `
	x, _ := lister.Get("x")
	y, ok := helper(x, a)
	if ok {
		y.Name = "a"
	}`, mayCopy, ""},
		{"results by case: not on the way with an error", `
	x, _ := lister.Get("x")
	y, err := helper(x)
	if err != nil {
		y.Name = "a"
	}`, `
func helper(x *api.Thing) (*api.Thing, error) {
	if x.Name == "" {
		return nil, problem{}
	}
	return x, nil
}

type problem struct{}

func (problem) Error() string { return "" }`, ""},
		{"an accessor: where it is called", `
	x := helper(lister)
	x.Name = "a"`, `
func helper(lister api.ThingLister) *api.Thing {
	x, _ := lister.Get("x")
	return x
}`, "f: cached-object Name"},
		{"a helper that gets and changes: only there", `
	helper(lister)`, `
func helper(lister api.ThingLister) {
	x, _ := lister.Get("x")
	x.Name = "a"
}`, "helper: cached-object Name"},
		{"a helper that gets and changes, and is given another object: only there", `
	y, _ := lister.Get("y")
	helper(lister, y)`, `
func helper(lister api.ThingLister, y *api.Thing) {
	x, _ := lister.Get(y.Name)
	x.Name = "a"
}`, "helper: cached-object Name"},
		{"a part of a slice", `
	x, _ := lister.Get("x")
	parts := x.Spec.Parts[:1]
	parts[0].Name = "a"`, "", "f: cached-object Spec.Parts.Name"},
		{"a copy that somebody unknown had", `
	x, _ := lister.Get("x")
	c := *x
	api.Unknown(&c)
	c.Labels["a"] = "a"`, "", ""},
		{"an object that somebody unknown had", `
	x, _ := lister.Get("x")
	api.Unknown(x)
	x.Labels["a"] = "a"`, "", "f: cached-object Labels[\"a\"]"},
		{"a function replaces the elements by copies", `
	all, _ := lister.List(nil)
	helper(all)
	for _, x := range all {
		x.Name = "a"
	}`, `
func helper(all []*api.Thing) {
	for i := range all {
		all[i] = all[i].DeepCopy()
	}
}`, ""},
		{"one loop replaces elements by copies, another changes them", `
	all, _ := lister.List(nil)
	var mine []*api.Thing
	for _, x := range all {
		mine = append(mine, x)
	}
	for i, x := range mine {
		if x.Name == "a" {
			mine[i] = x.DeepCopy()
		}
	}
	for _, x := range mine {
		if x.Name == "a" {
			x.Labels["a"] = "a"
		}
	}`, "", ""},
		{"one loop replaces entries by copies, another changes them", `
	all, _ := lister.List(nil)
	mine := map[string]*api.Thing{}
	for _, x := range all {
		mine[x.Name] = x
	}
	for k, x := range mine {
		mine[k] = x.DeepCopy()
	}
	for _, x := range mine {
		x.Labels["a"] = "a"
	}`, "", ""},
		{"one loop replaces what structures hold by copies, another changes it", `
	all, _ := lister.List(nil)
	var mine []*held
	for _, x := range all {
		mine = append(mine, &held{x})
	}
	for _, h := range mine {
		h.x = h.x.DeepCopy()
	}
	for _, h := range mine {
		h.x.Labels["a"] = "a"
	}`, "type held struct{ x *api.Thing }", ""},
		{"one loop replaces elements by others of the cache", `
	all, _ := lister.List(nil)
	var mine []*api.Thing
	for _, x := range all {
		mine = append(mine, x)
	}
	for i, x := range mine {
		_ = x.DeepCopy()
		mine[i] = x
	}
	for _, x := range mine {
		x.Labels["a"] = "a"
	}`, "", "f: cached-object Labels[\"a\"]"},
		{"what an earlier round has listed, and this one has no more", `
	var last map[string]*api.Thing
	for {
		all, _ := lister.List(nil)
		now := byName(all)
		for _, x := range gone(last, now) {
			x.Labels["a"] = "a"
		}
		last = now
	}`, earlier, ""},
		{"the same without helpers, and a list instead of the map", `
	var last []*api.Thing
	for {
		all, _ := lister.List(nil)
		now := map[string]*api.Thing{}
		for _, x := range all {
			now[x.Name] = x
		}
		for _, x := range last {
			if now[x.Name] == nil {
				x.Labels["a"] = "a"
			}
		}
		last = all
	}`, "", ""},
		{"the same without helpers, in a map", `
	var last map[string]*api.Thing
	for {
		all, _ := lister.List(nil)
		now := map[string]*api.Thing{}
		for _, x := range all {
			now[x.Name] = x
		}
		for name, x := range last {
			if _, ok := now[name]; !ok {
				x.Labels["a"] = "a"
			}
		}
		last = now
	}`, "", ""},
		{"the same with a helper that lists", `
	var last []*api.Thing
	for {
		now := list(lister)
		for _, x := range last {
			if !has(now, x) {
				x.Labels["a"] = "a"
			}
		}
		last = now
	}`, listed, ""},
		{"lists of a helper, changed after the last", `
	var mine []*api.Thing
	for range 3 {
		mine = append(mine, list(lister)...)
	}
	for _, x := range mine {
		x.Labels["a"] = "a"
	}`, listed, "f: cached-object Labels[\"a\"]"},
		{"what this round has listed, beside an earlier one", `
	var last map[string]*api.Thing
	for {
		all, _ := lister.List(nil)
		now := byName(all)
		for _, x := range gone(now, last) {
			x.Labels["a"] = "a"
		}
		last = now
	}`, earlier, "f: cached-object Labels[\"a\"]"},
		{"lists of all rounds, changed after the last", `
	var mine []*api.Thing
	for range 3 {
		all, _ := lister.List(nil)
		mine = append(mine, all...)
	}
	for _, x := range mine {
		x.Labels["a"] = "a"
	}`, "", "f: cached-object Labels[\"a\"]"},
		{"lists of all rounds in a map, changed in each", `
	mine := map[string]*api.Thing{}
	for range 3 {
		all, _ := lister.List(nil)
		for _, x := range all {
			mine[x.Name] = x
		}
		for _, x := range mine {
			x.Labels["a"] = "a"
		}
	}`, "", "f: cached-object Labels[\"a\"]"},
		{"what one structure holds is sometimes copied", `
	x, _ := lister.Get("x")
	h := &held{x}
	if x.Name == "a" {
		h.x = h.x.DeepCopy()
	}
	h.x.Labels["a"] = "a"`, "type held struct{ x *api.Thing }", "f: cached-object Labels[\"a\"]"},
		{"recursion is not followed", `
	x, _ := lister.Get("x")
	helper(x)`, `
func helper(x *api.Thing) {
	if x.Name != "" {
		helper(x)
	}
	x.Name = "a"
}`, "f: cached-object Name"},
		{"a function that only calls itself", `
	x, _ := lister.Get("x")
	helper(x)
	x.Name = "a"`, `
func helper(x *api.Thing) { helper(x); x.Owner.N = 1 }`, "f: cached-object Owner.N"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := machineOf(t, newWorkspace(t).check(t, "example.com/p", packageOf(test.body, test.more)), nil).look()
			if got := say(p); got != test.want {
				t.Errorf("found %q, want %q", got, test.want)
			}
		})
	}
}

const mayCopy = `
func helper(x *api.Thing, copy bool) (*api.Thing, bool) {
	if copy {
		return x.DeepCopy(), true
	}
	return x, false
}`

// lines repeats a statement with numbers.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("\n\t" + strings.ReplaceAll(format, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

// What is larger than the bounds is not judged, and what is as large is.
func TestBounds(t *testing.T) {
	const obtain, write = "\n\tx, _ := lister.Get(\"x\")", "\n\tx.Name = \"a\""
	// Each if makes two blocks, and asks for something else.
	blocks := func(n int) string {
		return obtain + lines(n, "if lister == nil {\n\t\tprint(%d)\n\t}") + write
	}
	ways := func(n int) (string, string) {
		return obtain + "\n\ty, _ := helper(x, len(x.Name))\n\ty.Name = \"a\"", "\nfunc helper(x *api.Thing, n int) (*api.Thing, int) {" + lines(n-1, "if n == %d {\n\t\treturn x, %d\n\t}") + "\n\treturn x, -1\n}"
	}
	deep := func(n int) (string, string) {
		more := fmt.Sprintf("\nfunc h%d(x *api.Thing) { x.Owner.N = 1 }", n)
		for i := range n {
			more += fmt.Sprintf("\nfunc h%d(x *api.Thing) { h%d(x) }", i, i+1)
		}
		return obtain + "\n\th0(x)" + write, more
	}
	const here, there = "f: cached-object Name", "f: cached-object Owner.N"
	check := func(name, body, more, want string) {
		t.Helper()
		p := machineOf(t, newWorkspace(t).check(t, "example.com/p", packageOf(body, more)), nil).look()
		if got := say(p); got != want {
			t.Errorf("%s: found %q, want %q", name, got, want)
		}
	}
	check("blocks", blocks(maxBlocks/2-10), "", here)
	check("too many blocks", blocks(maxBlocks/2+10), "", "")
	body, more := ways(maxOutcomes)
	check("ways out", body, more, here)
	body, more = ways(maxOutcomes + 1)
	check("too many ways out", body, more, "")
	body, more = deep(maxDepth - 2)
	check("depth", body, more, there)
	body, more = deep(maxDepth - 1)
	check("too deep", body, more, here)
}

// The facts of a helper package.
const helpers1 = `package helpers

import "example.com/api"

func Writes(t *api.Thing) { t.Labels["a"] = "a" }
func Reads(t *api.Thing) string { return t.Labels["a"] }
func Same(t *api.Thing) *api.Thing { return t }
func Owner(t *api.Thing) *api.Ref { return t.Owner }
func Copy(t *api.Thing) *api.Thing { return t.DeepCopy() }
func Either(t *api.Thing) (*api.Thing, bool) {
	if t.Name == "" {
		return t.DeepCopy(), true
	}
	return t, false
}
func Shallow(t *api.Thing) {
	c := *t
	c.Owner.N = 1
}
func Copied(t *api.Thing) { t.DeepCopy().Name = "a" }
func writes(t *api.Thing) { t.Name = "a" }
func Other(n *int) { *n = 1 }
`

// analyzeAs runs the analyzer itself, and returns the facts that it exports.
func analyzeAs(t *testing.T, pass *analysis.Pass, facts map[*types.Package][]analysis.Fact) (*Package, []analysis.Fact) {
	t.Helper()
	var out []analysis.Fact
	pass.ExportPackageFact = func(f analysis.Fact) { out = append(out, f) }
	pass.ImportPackageFact = func(p *types.Package, into analysis.Fact) bool {
		for _, f := range facts[p] {
			if reflect.TypeOf(f) == reflect.TypeOf(into) {
				reflect.ValueOf(into).Elem().Set(reflect.ValueOf(f).Elem())
				return true
			}
		}
		return false
	}
	lazy, err := ssabuild.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	pass.ResultOf[ssabuild.Analyzer] = lazy
	pass.ResultOf[resolve.Analyzer] = (*resolve.Package)(nil)
	result, err := analyze(pass)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := result.(*Package)
	return p, out
}

func (f Func) text() string {
	var out []string
	for _, w := range f.Writes {
		out = append(out, fmt.Sprintf("%d.%s", w.Param, field(w.Path)))
	}
	for _, exit := range f.Exits {
		s := "->"
		for _, r := range exit.Results {
			s += fmt.Sprintf(" %d", r.Kind)
			if r.Kind == OfParam {
				s += fmt.Sprintf("(%d.%s)", r.Param, field(r.Path))
			}
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// A package that reaches no informer exports what its functions do to objects,
// and the one above finds what they do to an object of the cache.
func TestHelperFacts(t *testing.T) {
	pkgs := newWorkspace(t)
	// HasObjects goes by the path: the package is about objects of its imports.
	src := strings.Replace(helpers1, "import ", "import _ \"k8s.io/api/core/v1\"\nimport ", 1)
	pass := pkgs.check(t, "example.com/helpers", src)
	p, facts := analyzeAs(t, pass, nil)
	if p != nil || len(facts) != 1 {
		t.Fatalf("%v and %d facts of a package that reaches no informer", p, len(facts))
	}
	h, ok := facts[0].(*HelperFacts)
	if !ok {
		t.Fatalf("it exports %T", facts[0])
	}
	var got []string
	for _, f := range h.Funcs {
		got = append(got, strings.TrimPrefix(f.Name, "example.com/helpers.")+": "+f.text())
	}
	want := []string{
		"Either: -> 0 3 -> 5(0.) 4",
		"Owner: -> 5(0.Owner)",
		"Same: -> 5(0.)",
		"Shallow: 0.Owner.N ->",
		"Writes: 0.Labels[\"a\"] ->",
	}
	if !slices.Equal(got, want) {
		t.Errorf("facts\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	above := map[*types.Package][]analysis.Fact{pass.Pkg: facts}
	tests := []struct{ body, want string }{
		{"helpers.Writes(x)", "f: cached-object Labels[\"a\"]"},
		{"helpers.Reads(x)", ""},
		{"helpers.Same(x).Name = \"a\"", "f: cached-object Name"},
		{"helpers.Owner(x).N = 1", "f: cached-object Owner.N"},
		{"helpers.Copy(x).Name = \"a\"", ""},
		{"y, copied := helpers.Either(x)\n\tif copied {\n\t\ty.Name = \"a\"\n\t}", ""},
		{"y, copied := helpers.Either(x)\n\tif !copied {\n\t\ty.Name = \"a\"\n\t}", "f: cached-object Name"},
		{"helpers.Shallow(x)", "f: shallow-copy Owner.N"},
		{"helpers.Copied(x)", ""},
		{"x = x.DeepCopy()\n\thelpers.Writes(x)", ""},
		{"part := struct{ *api.Thing }{x}\n\thelpers.Writes(part.Thing)", "f: cached-object Labels[\"a\"]"},
		{"c := api.Thing{Labels: x.Labels}\n\thelpers.Writes(&c)", "f: cached-object Labels[\"a\"]"},
		{"c := *x\n\tc.Labels = nil\n\thelpers.Writes(&c)", ""},
		{"c := *x\n\tc.Labels = map[string]string{}\n\thelpers.Writes(&c)", ""},
	}
	for _, test := range tests {
		src := strings.Replace(packageOf("\n\tx, _ := lister.Get(\"x\")\n\t"+test.body, ""), "import ", "import _ \"k8s.io/client-go/tools/cache\"\nimport \"example.com/helpers\"\nimport ", 1)
		p, facts := analyzeAs(t, pkgs.check(t, "example.com/p", src), above)
		if p == nil {
			t.Fatal("no result for a package that reaches informers")
		}
		if got := say(p); got != test.want {
			t.Errorf("%s: found %q, want %q", test.body, got, test.want)
		}
		own, ok := facts[0].(*Facts)
		if !ok || len(own.Funcs) != 2 { // Shallow and Writes
			t.Errorf("%s: exports %v, and not the writes that it imports", test.body, facts)
		}
	}
}

// What generated code does, and what makes a nil map an empty one, is no fact by
// itself.
func TestNoHelperFacts(t *testing.T) {
	const head = "package below\n\nimport _ \"k8s.io/api/core/v1\"\nimport \"example.com/api\"\n"
	for _, test := range []struct {
		name, src, body, fact, want string
	}{
		{"written", head + "func Name(t *api.Thing) { t.Name = \"a\" }", "below.Name(x)", "0.Name ->", "f: cached-object Name"},
		{"generated", "// Code generated by hand. DO NOT EDIT.\n\n" + head + "func Name(t *api.Thing) { t.Name = \"a\" }", "below.Name(x)", "", ""},
		{"emptied", head + "func Ensure(t *api.Thing) {\n\tif t.Labels == nil {\n\t\tt.Labels = make(map[string]string)\n\t}\n}", "below.Ensure(x)", "0.Labels ->", ""},
		{"emptied by length", head + "func Ensure(t *api.Thing) {\n\tif len(t.Labels) == 0 {\n\t\tt.Labels = make(map[string]string)\n\t}\n}", "below.Ensure(x)", "0.Labels ->", ""},
		{"emptied, and another one filled", head + "func Ensure(t *api.Thing, again func() *api.Thing) {\n\tif len(t.Labels) == 0 {\n\t\tt.Labels = make(map[string]string)\n\t}\n\tt = again()\n\tt.Labels[\"a\"] = \"b\"\n}", "below.Ensure(x, func() *api.Thing { return &api.Thing{Labels: map[string]string{}} })", "0.Labels ->", ""},
		{"emptied by length and filled", head + "func Ensure(t *api.Thing) {\n\tif len(t.Labels) == 0 {\n\t\tt.Labels = make(map[string]string)\n\t}\n}", "below.Ensure(x)\n\tx.Labels[\"a\"] = \"b\"", "0.Labels ->", "f: cached-object Labels"},
		{"cleared unless empty", head + "func Ensure(t *api.Thing) {\n\tif len(t.Labels) != 0 {\n\t\tt.Labels = make(map[string]string)\n\t}\n}", "below.Ensure(x)", "0.Labels ->", "f: cached-object Labels"},
		{"cleared when one is left", head + "func Ensure(t *api.Thing) {\n\tif len(t.Labels) == 1 {\n\t\tt.Labels = make(map[string]string)\n\t}\n}", "below.Ensure(x)", "0.Labels ->", "f: cached-object Labels"},
		{"emptied and filled", head + "func Ensure(t *api.Thing) {\n\tif t.Labels == nil {\n\t\tt.Labels = make(map[string]string)\n\t}\n}", "below.Ensure(x)\n\tx.Labels[\"a\"] = \"b\"", "0.Labels ->", "f: cached-object Labels"},
	} {
		t.Run(test.name, func(t *testing.T) {
			pkgs := newWorkspace(t)
			pass := pkgs.check(t, "example.com/below", test.src)
			_, facts := analyzeAs(t, pass, nil)
			var got []string
			for _, f := range facts {
				for _, fn := range f.(*HelperFacts).Funcs {
					got = append(got, fn.text())
				}
			}
			if text := strings.Join(got, "; "); text != test.fact {
				t.Errorf("facts %q, want %q", text, test.fact)
			}
			src := strings.Replace(packageOf("\n\tx, _ := lister.Get(\"x\")\n\t"+test.body, ""), "import ", "import _ \"k8s.io/client-go/tools/cache\"\nimport \"example.com/below\"\nimport ", 1)
			p, _ := analyzeAs(t, pkgs.check(t, "example.com/p", src), map[*types.Package][]analysis.Fact{pass.Pkg: facts})
			if found := say(p); found != test.want {
				t.Errorf("found %q, want %q", found, test.want)
			}
		})
	}
}

// Facts of packages that reach informers say what they get, and a package that
// has nothing to do with objects exports none.
func TestFacts(t *testing.T) {
	pkgs := newWorkspace(t)
	const head = "package below\n\nimport _ \"k8s.io/client-go/tools/cache\"\nimport \"example.com/api\"\n"
	pass := pkgs.check(t, "example.com/below", head+`
func Get(lister api.ThingLister) (*api.Thing, error) {
	x, err := lister.Get("x")
	if err != nil {
		return nil, err
	}
	return x, nil
}
func All(lister api.ThingLister) []*api.Thing {
	all, _ := lister.List(nil)
	return all
}
func Copy(lister api.ThingLister) *api.Thing {
	x, _ := lister.Get("x")
	return x.DeepCopy()
}
`)
	_, facts := analyzeAs(t, pass, nil)
	for _, test := range []struct{ body, want string }{
		{"x, _ := below.Get(lister)\n\tx.Name = \"a\"", "f: cached-object Name"},
		{"x, err := below.Get(lister)\n\tif err != nil {\n\t\tx.Name = \"a\"\n\t}", ""},
		{"for _, x := range below.All(lister) {\n\t\tx.Name = \"a\"\n\t}", "f: cached-object Name"},
		{"all := below.All(lister)\n\tall[0], all[1] = all[1], all[0]", ""},
		{"y, _ := lister.Get(\"y\")\n\tx, err := below.Get(lister)\n\tif x == nil && err == nil {\n\t\ty.Name = \"a\"\n\t}", ""},
		{"x := below.Copy(lister)\n\tx.Name = \"a\"", ""},
	} {
		src := strings.Replace(packageOf("\n\t"+test.body, ""), "import ", "import \"example.com/below\"\nimport ", 1)
		p, _ := analyzeAs(t, pkgs.check(t, "example.com/p", src), map[*types.Package][]analysis.Fact{pass.Pkg: facts})
		if p == nil {
			t.Fatal("the package is not analyzed")
		}
		if got := say(p); got != test.want {
			t.Errorf("%s: found %q, want %q", test.body, got, test.want)
		}
	}

	if _, facts := analyzeAs(t, pkgs.check(t, "example.com/nothing", strings.Replace(helpers1, "helpers", "nothing", 1)), nil); len(facts) != 0 {
		t.Errorf("a package that imports no objects of Kubernetes exports %v", facts)
	}
}

func TestMayExport(t *testing.T) {
	const core, meta, other = "k8s.io/api/core/v1", "k8s.io/apimachinery/pkg/apis/meta/v1", "fmt"
	tests := []struct {
		path    string
		imports []string
		want    bool
	}{
		{"example.com/p", []string{other, core}, true},
		{"example.com/p", []string{meta}, true},
		{"example.com/p", []string{other}, false},
		{"example.com/p", nil, false},
		{"k8s.io/client-go/util/retry", []string{core}, false},
		{"net/http", []string{core}, false},
	}
	for _, test := range tests {
		if got := MayExport(test.path, test.imports); got != test.want {
			t.Errorf("%s, %v: %t", test.path, test.imports, got)
		}
	}
	if !clientgo.HasObjects("example.com/vendor/k8s.io/api/apps/v1") {
		t.Error("a vendored package has no objects")
	}
}

// A key means the same source after an edit, and Ways gives all ways of it.
func TestWays(t *testing.T) {
	const before = `
	x, _ := lister.Get("x")
	y, _ := lister.Get("y")
	if a {
		y.Name = "a"
	}
	if b {
		y.Labels["b"] = "b"
	}
	print(x.Name)`
	pkgs := newWorkspace(t)
	p := machineOf(t, pkgs.check(t, "example.com/p", packageOf(before, "")), nil).look()
	if len(p.Findings) != 1 {
		t.Fatalf("found %q", say(p))
	}
	k := p.Findings[0].Key
	if want := (Key{Func: "f", Kind: track.Get, Call: "Get", N: 1}); k != want {
		t.Errorf("key %+v, want %+v", k, want)
	}
	writes := func(p *Package) (string, bool, bool) {
		ways, changes, ok := p.Ways(k)
		var out []string
		for _, w := range ways {
			s := fmt.Sprint(w.Source.Kind)
			for _, step := range w.Steps {
				switch step.Act {
				case track.Write:
					s += fmt.Sprintf(" write %d.%s", step.From, field(step.Path))
				case track.Copy:
					s += fmt.Sprintf(" copy %d to %d", step.From, step.To)
				}
			}
			out = append(out, s)
		}
		slices.Sort(out)
		return strings.Join(out, "; "), changes, ok
	}
	got, changes, ok := writes(p)
	if want := `1 write 0.Labels["b"]; 1 write 0.Name; 1 write 0.Name write 0.Labels["b"]`; got != want || !changes || !ok {
		t.Errorf("ways %q, changes %t, ok %t", got, changes, ok)
	}

	edits := []struct {
		name, old, new string
		ways           string
		changes, ok    bool
	}{
		{"a line before", "\n\tx, _", "\n\tprint(1)\n\tx, _", got, true, true},
		{"another name", "y.Name =", "(y).Name =", got, true, true},
		{"a copy", "y, _ := lister.Get(\"y\")", "y, _ := lister.Get(\"y\")\n\ty = y.DeepCopy()",
			`1 copy 0 to 1 write 1.Labels["b"]; 1 copy 0 to 1 write 1.Name; 1 copy 0 to 1 write 1.Name write 1.Labels["b"]`, false, true},
		{"a copy on one way", "y.Name =", "y = y.DeepCopy()\n\t\ty.Name =",
			`1 copy 0 to 1 write 1.Name; 1 copy 0 to 1 write 1.Name write 1.Labels["b"]; 1 write 0.Labels["b"]`, true, true},
		{"no source", "y, _ := lister.Get(\"y\")", "y := x", "", false, false},
		{"no writes", "y.Name = \"a\"", "print(y.Name)", `1 write 0.Labels["b"]`, true, true},
	}
	for _, e := range edits {
		after := strings.Replace(before, e.old, e.new, 1)
		p := &Package{m: machineOf(t, pkgs.check(t, "example.com/p", packageOf(after, "")), nil)}
		ways, changes, ok := writes(p)
		if ways != e.ways || changes != e.changes || ok != e.ok {
			t.Errorf("%s: ways %q, changes %t, ok %t; want %q, %t, %t", e.name, ways, changes, ok, e.ways, e.changes, e.ok)
		}
	}
}

// Ways that a call has lost are not taken for right ones, and a statement that
// copies one of two objects copies each.
func TestWaysOfEach(t *testing.T) {
	const many = `
func helper(x *api.Thing, a, b, c, d bool) {
	if a {
		x.Name = "a"
	}
	if b {
		x.Owner.N = 1
	}
	if c {
		x.Spec.N = 1
	}
	if d {
		x.Spec.Ref = nil
	}
	more(x)
}
func more(x *api.Thing) {
	%s
}`
	const four = `if len(x.Name) == 1 {
		x.Spec.Parts = nil
	}
	if len(x.Name) == 2 {
		x.Spec.Tags = nil
	}
	if len(x.Name) == 3 {
		x.Kind = "a"
	}
	if len(x.Name) == 4 {
		x.Labels = nil
	}`
	const helped = `
	x, _ := lister.Get("x")
	helper(x, a, b, x.Name == "c", x.Name == "d")
	x = x.DeepCopy()
	x.Labels["b"] = "b"`
	const either = `
	x, _ := lister.Get("x")
	y, _ := lister.Get("y")
	if a {
		y = x
	}
	y = y.DeepCopy()
	y.Name = "a"`
	const pair = `
	x, y := both(lister)
	y = y.DeepCopy()
	x.Name = "a"
	y.Labels["b"] = "b"`
	const both = `
func both(lister api.ThingLister) (x, y *api.Thing) {
	x, _ = lister.Get("x")
	y, _ = lister.Get("y")
	return x, y
}`
	const rounds = `
	for _, y := range ys {
		if a {
			y, _ = lister.Get("x")
		}
		y = y.DeepCopy()
		if b {
			y.Name = "a"
		} else {
			y.Owner.N = 1
		}
	}`
	for _, test := range []struct {
		name, body, more string
		n                int
		ways             int
		changes, ok      bool
	}{
		{"more ways out of a call than are told apart elsewhere", helped, fmt.Sprintf(many, "print(x)"), 0, 16, true, true},
		{"far more", helped, fmt.Sprintf(many, four), 0, 0, false, false},
		{"the first of two", either, "", 0, 1, false, true},
		{"the second of two", either, "", 1, 1, false, true},
		{"the first of a helper's", pair, both, 0, 1, true, true},
		{"the second of a helper's", pair, both, 1, 1, false, true},
		{"an unknown one in the next round", rounds, "\nvar ys []*api.Thing", 0, 2, false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := &Package{m: machineOf(t, newWorkspace(t).check(t, "example.com/p", packageOf(test.body, test.more)), nil)}
			ways, changes, ok := p.Ways(Key{Func: "f", Kind: track.Get, Call: "Get", N: test.n})
			if len(ways) != test.ways || changes != test.changes || ok != test.ok {
				t.Errorf("%d ways, changes %t, ok %t; want %d, %t, %t", len(ways), changes, ok, test.ways, test.changes, test.ok)
			}
			for _, w := range ways {
				t.Log(w.Digest())
			}
		})
	}
}

// Where all ways are wanted, they say what the caller gets.
func TestWaysReturn(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"the object", "x, err := lister.Get(\"x\")\n\tif err != nil {\n\t\treturn nil\n\t}\n\tx.Name = \"a\"\n\treturn x", "write 0 return 0"},
		{"its copy", "x, _ := lister.Get(\"x\")\n\ty := x.DeepCopy()\n\ty.Name = \"a\"\n\treturn y", "copy 1 write 1 return 1"},
		{"the object instead of its copy", "x, _ := lister.Get(\"x\")\n\ty := x.DeepCopy()\n\ty.Name = \"a\"\n\treturn x", "copy 1 write 1 return 0"},
		{"a part", "x, _ := lister.Get(\"x\")\n\tx.Labels[\"a\"] = \"b\"\n\treturn x.Labels", "write 0 return 0.Labels"},
		{"a list", "all, _ := lister.List(nil)\n\tfor _, x := range all {\n\t\tx.Name = \"a\"\n\t}\n\treturn all", "write 0 return 0"},
		{"a list with the objects instead of the copies", "all, _ := lister.List(nil)\n\tfor _, x := range all {\n\t\tx = x.DeepCopy()\n\t\tx.Name = \"a\"\n\t}\n\treturn all", "copy 1 write 1 return 0"},
		{"a structure", "x, _ := lister.Get(\"x\")\n\tx.Name = \"a\"\n\treturn pair{1, x}", "write 0 return 0"},
		{"something else", "x, _ := lister.Get(\"x\")\n\tx.Name = \"a\"\n\treturn nil", "write 0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			more := "\ntype pair struct { n int; x *api.Thing }\nfunc g(lister api.ThingLister) any {\n\t" + test.body + "\n}"
			p := &Package{m: machineOf(t, newWorkspace(t).check(t, "example.com/p", packageOf("", more)), nil)}
			var got []string
			for _, call := range []string{"Get", "List"} {
				kind := track.Get
				if call == "List" {
					kind = track.List
				}
				ways, _, _ := p.Ways(Key{Func: "g", Kind: kind, Call: call})
				for _, w := range ways {
					for _, s := range w.Steps {
						switch s.Act {
						case track.Copy:
							got = append(got, fmt.Sprintf("copy %d", s.To))
						case track.Write:
							got = append(got, fmt.Sprintf("write %d", s.From))
						case track.Return:
							got = append(got, strings.TrimSuffix(fmt.Sprintf("return %d.%s", s.From, field(s.Path)), "."))
						}
					}
				}
			}
			if text := strings.Join(got, " "); text != test.want {
				t.Errorf("%q, want %q", text, test.want)
			}
		})
	}
}

// What a shallow copy leads to stands in the object, and its path begins there.
func TestWaysOfParts(t *testing.T) {
	const body = `
	x, _ := lister.Get("x")
	spec := x.Spec
	part := spec.Parts[0]
	print(part.Name)
	x.Name = "a"`
	p := &Package{m: machineOf(t, newWorkspace(t).check(t, "example.com/p", packageOf(body, "")), nil)}
	ways, _, ok := p.Ways(Key{Func: "f", Kind: track.Get, Call: "Get"})
	if !ok || len(ways) != 1 {
		t.Fatalf("%d ways, ok %t", len(ways), ok)
	}
	var got []string
	for _, s := range ways[0].Steps[1:] {
		got = append(got, fmt.Sprintf("%d: %d to %d: %s", s.Act, s.From, s.To, field(s.Path)))
	}
	want := []string{"3: 0 to 1: Spec", "3: 0 to 2: Spec.Parts", "4: 0 to 0: Name"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What a helper of another package does only for some values of its parameters it
// does only in calls that may have them.
func TestGuards(t *testing.T) {
	const helpers = `package helpers

import _ "k8s.io/api/core/v1"
import "example.com/api"

func With(t *api.Thing, key string) map[string]string {
	if key == "" {
		return t.Labels
	}
	out := map[string]string{}
	for k, v := range t.Labels {
		out[k] = v
	}
	out[key] = "1"
	return out
}
func WithNone(t *api.Thing) map[string]string { return With(t, "") }
func WithOne(t *api.Thing) map[string]string { return With(t, "a") }
func Mark(t *api.Thing, really bool) {
	if !really {
		return
	}
	t.Name = "a"
}
func Marked(t *api.Thing, not bool) { Mark(t, !not) }
func Copied(t *api.Thing, n int) *api.Thing {
	switch n {
	case 0:
		return t
	case 1, 2:
		return t.DeepCopy()
	}
	return nil
}
func Both(t *api.Thing, a bool) {
	if a {
		print("a")
	}
	t.Name = "a"
}
func Either(t *api.Thing, a bool) {
	for range 2 {
		if a {
			t.Name = "a"
		}
		a = !a
	}
}
`
	pkgs := newWorkspace(t)
	pass := pkgs.check(t, "example.com/helpers", helpers)
	_, facts := analyzeAs(t, pass, nil)
	above := map[*types.Package][]analysis.Fact{pass.Pkg: facts}
	for _, test := range []struct{ body, want string }{
		{"helpers.With(x, \"a\")[\"b\"] = \"b\"", ""},
		{"helpers.With(x, \"\")[\"b\"] = \"b\"", `f: cached-object Labels["b"]`},
		{"helpers.With(x, x.Name)[\"b\"] = \"b\"", `f: cached-object Labels["b"]`},
		{"helpers.WithNone(x)[\"b\"] = \"b\"", `f: cached-object Labels["b"]`},
		{"helpers.WithOne(x)[\"b\"] = \"b\"", ""},
		{"key := \"a\"\n\tif a {\n\t\tkey = \"\"\n\t}\n\thelpers.With(x, key)[\"b\"] = \"b\"", `f: cached-object Labels["b"]`},
		{"key := \"a\"\n\tif a {\n\t\tkey = \"b\"\n\t}\n\thelpers.With(x, key)[\"b\"] = \"b\"", ""},
		{"helpers.Mark(x, false)", ""},
		{"helpers.Mark(x, true)", "f: cached-object Name"},
		{"helpers.Mark(x, a)", "f: cached-object Name"},
		{"helpers.Marked(x, true)", ""},
		{"helpers.Marked(x, false)", "f: cached-object Name"},
		{"helpers.Mark(x, !true)", ""},
		{"if a {\n\t\treturn\n\t}\n\thelpers.Mark(x, a)", ""},
		{"helpers.Copied(x, 0).Name = \"a\"", "f: cached-object Name"},
		{"helpers.Copied(x, 1).Name = \"a\"", ""},
		{"helpers.Copied(x, 2).Name = \"a\"", ""},
		{"helpers.Both(x, true)", "f: cached-object Name"},
		{"helpers.Both(x, false)", "f: cached-object Name"},
		{"helpers.Either(x, false)", "f: cached-object Name"},
		{"helpers.Either(x, true)", "f: cached-object Name"},
	} {
		src := strings.Replace(packageOf("\n\tx, _ := lister.Get(\"x\")\n\t"+test.body, ""), "import ", "import _ \"k8s.io/client-go/tools/cache\"\nimport \"example.com/helpers\"\nimport ", 1)
		p, _ := analyzeAs(t, pkgs.check(t, "example.com/p", src), above)
		if got := say(p); got != test.want {
			t.Errorf("%s: found %q, want %q", test.body, got, test.want)
		}
	}
	if t.Failed() {
		for _, f := range facts[0].(*HelperFacts).Funcs {
			t.Logf("%+v", f)
		}
	}
}

// What is stored in a deep copy takes the place of what was stored there before,
// also if it is not known.
func TestStoredInCopy(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{"y := x.DeepCopy()\n\ty.Labels = x.Labels\n\ty.Labels[\"a\"] = \"b\"", `f: cached-object Labels["a"]`},
		{"y := x.DeepCopy()\n\ty.Labels = x.Labels\n\ty.Labels = unknown()\n\ty.Labels[\"a\"] = \"b\"", ""},
		{"y := x.DeepCopy()\n\ty.Spec = x.Spec\n\ty.Spec.Tags = unknown()\n\ty.Spec.Tags[\"a\"] = \"b\"", ""},
		{"y := x.DeepCopy()\n\ty.Spec.Tags = x.Spec.Tags\n\ty.Spec = api.Spec{}\n\ty.Spec.Tags[\"a\"] = \"b\"", ""},
		{"y := x.DeepCopy()\n\ty.Spec = x.Spec\n\ty.Labels = unknown()\n\ty.Spec.Tags[\"a\"] = \"b\"", `f: shallow-copy Spec.Tags["a"]`},
	} {
		p := machineOf(t, newWorkspace(t).check(t, "example.com/p", packageOf("\n\tx, _ := lister.Get(\"x\")\n\t"+test.body, "\nvar unknown func() map[string]string")), nil).look()
		if got := say(p); got != test.want {
			t.Errorf("%s: found %q, want %q", test.body, got, test.want)
		}
	}
}
