package alias

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix"
)

const head = `package p

type thing struct {
	Name   string
	Labels map[string]string
	Spec   *thing
	Names  []string
	N      int
}

func (t *thing) GetLabels() map[string]string { return t.Labels }
func (t *thing) SetLabels(map[string]string)  {}
func (t *thing) with(string) *thing           { return t }
func (t *thing) DeepCopy() *thing             { return t }

var (
	kept *thing
	name string
)

func get() *thing         { return nil }
func list() []*thing      { return nil }
func use(...any)          {}
type logger struct{}

func (logger) KObj(any) string { return "" }

var klog logger

func f(arg any, cond bool, names []string, ch chan *thing) any {
`

// In each body x gets a copy where the comment stands.
func TestUses(t *testing.T) {
	tests := []struct {
		name, body   string
		stale, leaks bool
	}{
		{"nobody else", "x := get()\n/*here*/\nuse(x)", false, false},
		{"another name is used", "x := get()\ny := x\n/*here*/\nuse(y)", true, false},
		{"it is used before", "x := get()\ny := x\nuse(y)\n/*here*/\nuse(x)", false, false},
		{"it is the other way round", "y := get()\nx := y\n/*here*/\nuse(y)", true, false},
		{"by way of a third", "z := get()\nx, y := z, z\n/*here*/\nuse(y)", true, false},
		{"it comes from the copy", "x := get()\n/*here*/\ny := x\nuse(y)", false, false},
		{"it is given another value", "x := get()\ny := x\n/*here*/\ny = get()", false, false},
		{"only its name", "x := get()\ny := x\n/*here*/\nuse(y.Name)", false, false},
		{"its number", "x := get()\ny := x\n/*here*/\nuse(y.N)", true, false},
		{"it is logged", "x := get()\ny := x\n/*here*/\nuse(klog.KObj(y))", false, false},
		{"a part", "x := get()\nl := x.Labels\n/*here*/\nuse(l)", true, false},
		{"a part by a getter", "x := get()\nl := x.GetLabels()\n/*here*/\nuse(l)", true, false},
		{"a copy of it", "x := get()\ny := x.DeepCopy()\n/*here*/\nuse(y)", false, false},
		{"a name of it", "x := get()\nn := x.Name\n/*here*/\nuse(n)", false, false},
		{"a conversion", "x := arg.(*thing)\n/*here*/\nuse(arg)", true, false},
		{"and whether it is one", "x, ok := arg.(*thing)\n/*here*/\nuse(arg, ok)", true, false},
		{"another branch", "x := get()\ny := x\nif cond {\n/*here*/\n} else {\nuse(y)\n}", false, false},
		{"another branch of another one", "x := get()\ny := x\nif cond {\n/*here*/\n} else if x == nil {\nuse(y)\n}", false, false},
		{"after the branches", "x := get()\ny := x\nif cond {\n/*here*/\n} else {\nuse(x)\n}\nuse(y)", true, false},
		{"another case", "switch x := arg.(type) {\ncase *thing:\n/*here*/\nuse(x)\ncase *int:\nuse(x)\n}", false, false},
		{"another case of names", "x := get()\ny := x\nswitch {\ncase cond:\n/*here*/\ndefault:\nuse(y)\n}", false, false},
		{"the list after the loop", "all := list()\nfor _, x := range all {\n/*here*/\nuse(x)\n}\nuse(all)", true, false},
		{"how long it is", "all := list()\nfor _, x := range all {\n/*here*/\nuse(x)\n}\nuse(len(all))", false, false},
		{"the list is returned", "all := list()\nfor i := range all {\nx := all[i]\n/*here*/\nuse(x)\n}\nreturn all", true, false},
		{"the list in the next round", "all := list()\nfor _, x := range all {\nuse(all[0])\n/*here*/\nuse(x)\n}", true, false},
		{"the next element", "all := list()\nfor i := range all {\nx := all[i]\n/*here*/\nuse(x)\n}", false, false},
		{"a map", "m := map[string]*thing{}\nfor _, n := range names {\nx, ok := m[n]\n/*here*/\nuse(x, ok)\n}", false, false},
		{"a map that is used", "m := map[string]*thing{}\nfor _, n := range names {\nx, ok := m[n]\n/*here*/\nuse(x, ok)\n}\nuse(m)", true, false},
		{"a loop in a loop", "all := list()\nfor range names {\nfor _, x := range all {\n/*here*/\nuse(x)\n}\n}", true, false},
		{"what the loop has itself", "for range names {\nx := get()\ny := x\nuse(y)\n/*here*/\nuse(x)\n}", false, false},
		{"a type switch in a loop", "all := []any{}\nfor _, a := range all {\nswitch x := a.(type) {\ncase *thing:\n/*here*/\nuse(x)\ncase *int:\nuse(x)\n}\n}", false, false},
		{"a declaration", "x := get()\nvar y = x\n/*here*/\nuse(y)", true, false},

		{"stored", "x := get()\nkept.Spec = x\n/*here*/\nuse(x)", false, true},
		{"in a literal", "x := get()\nuse(thing{Spec: x})\n/*here*/\nuse(x)", false, true},
		{"in a list", "x := get()\nuse([]*thing{x})\n/*here*/\nuse(x)", false, true},
		{"appended", "x := get()\nuse(append(list(), x))\n/*here*/\nuse(x)", false, true},
		{"sent", "x := get()\nch <- x\n/*here*/\nuse(x)", false, true},
		{"for a goroutine", "x := get()\ngo use(x)\n/*here*/\nuse(x)", false, true},
		{"a method of it", "x := get()\nl := x.GetLabels\n/*here*/\nuse(l())", false, true},
		{"a method of a part of it", "x := get()\nl := x.Spec.GetLabels\n/*here*/\nuse(l())", false, true},
		{"a method of it by another variable", "x := get()\nvar y interface{ GetLabels() map[string]string } = x\nl := y.GetLabels\n/*here*/\nuse(l())", false, true},
		{"a method of it is called", "x := get()\nuse(x.GetLabels())\n/*here*/\nuse(x)", false, false},
		{"deferred", "x := get()\ndefer use(x)\n/*here*/\nuse(x)", false, true},
		{"captured", "x := get()\nlater := func() { use(x) }\n/*here*/\nlater()", false, true},
		{"for the package", "x := get()\nkept = x\n/*here*/\nuse(x)", false, true},
		{"for the package, by another name", "x := get()\ny := x\nkept = y\n/*here*/\nuse(x)", false, true},
		{"for the package, and then the copy", "x := get()\n/*here*/\nkept = x", false, false},
		{"for the package, the copy of it", "x := get()\nkept = x.DeepCopy()\n/*here*/\nuse(x)", false, false},
		{"for a literal", "x := get()\nvar y *thing\nlater := func() { use(y) }\ny = x\n/*here*/\nlater()", false, true},
		{"for nobody's literal", "x := get()\nvar y *thing\nlater := func() { use(cond) }\ny = x\nuse(y)\n/*here*/\nlater()", false, false},
		{"in a literal, for itself", "use(func() {\nx := get()\nvar y *thing\ny = x\nuse(y)\n/*here*/\nuse(x)\n})", false, false},
		{"its name for the package", "x := get()\nname = x.Name\n/*here*/\nuse(x)", false, false},
		{"from the package", "x := kept\n/*here*/\nuse(x)", false, false},
		{"handed to a function", "x := get()\nuse(x)\n/*here*/\nuse(x)", false, false},
		{"stored afterwards", "x := get()\n/*here*/\nkept.Spec = x", false, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			x, obj := parse(t, test.body)
			here := x.Lbrace + token.Pos(strings.Index(head+test.body, "/*here*/")-strings.LastIndex(head, "{"))
			if got := x.Stale(obj, here); got != test.stale {
				t.Errorf("stale %t, want %t", got, test.stale)
			}
			if got := x.Leaks(obj, here); got != test.leaks {
				t.Errorf("leaks %t, want %t", got, test.leaks)
			}
		})
	}
}

// A change that nobody gets to see is no change of a copy, but a mark in the cache.
func TestUnused(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       bool
	}{
		{"a part is written", "x := get()\n/*here*/\nx.Labels[name] = name", true},
		{"a part is made first", "x := get()\n/*here*/\nif x.Labels == nil {\nx.Labels = map[string]string{}\n}\nx.Labels[name] = name", true},
		{"a part is taken away", "x := get()\n/*here*/\ndelete(x.Labels, name)", true},
		{"a part is counted", "x := get()\n/*here*/\nx.N++", true},
		{"a part grows", "x := get()\n/*here*/\nx.Names = append(x.Names, name)", true},
		{"a part grows by a part of it", "x := get()\n/*here*/\nx.Names = append(names, x.Names...)", false},
		{"it is handed on", "x := get()\n/*here*/\nx.N = 1\nuse(x)", false},
		{"it was handed on before", "x := get()\nuse(x)\n/*here*/\nx.N = 1", true},
		{"a part is handed on", "x := get()\n/*here*/\nx.N = 1\nuse(x.N)", false},
		{"a part is kept", "x := get()\n/*here*/\nx.N = 1\nl := x.Labels\nuse(l)", false},
		{"a part is written to something else", "x := get()\n/*here*/\nx.N = 1\nkept.N = x.N", false},
		{"a part decides", "x := get()\n/*here*/\nx.N = 1\nif x.N == 2 {\nuse(cond)\n}", false},
		{"it is returned", "x := get()\n/*here*/\nx.N = 1\nreturn x", false},
		{"it is the function around's", "var x *thing\nuse(func() {\nx = get()\n/*here*/\nx.N = 1\n})", true},
		{"a setter is called", "x := get()\n/*here*/\nx.SetLabels(nil)", true},
		{"it is seen in the end", "x := get()\ndefer func() { use(x) }()\n/*here*/\nx.N = 1", false},
		{"the loop goes on with it", "for x := get(); x != nil; x = kept.with(x.Name) {\n/*here*/\nx.Name = name\n}", false},
		{"whether a part is there is told", "x := get()\n/*here*/\ndelete(x.Labels, name)\nreturn x.Labels == nil", false},
		{"a range's", "for _, x := range list() {\nuse(x)\n/*here*/\nx.N = 1\n}", true},
		{"a setter is called on a part", "x := get()\n/*here*/\nx.Spec.SetLabels(x.Labels)", false},
		{"a method gets it", "x := get()\n/*here*/\nx.N = 1\nx.GetLabels()", false},
		{"it has another value then", "x := get()\n/*here*/\nx.N = 1\nx = get()", true},
		{"in another branch", "x := get()\nif cond {\n/*here*/\nx.N = 1\n} else {\nuse(x)\n}", true},
		{"in the next round", "x := get()\nfor range names {\nuse(x)\n/*here*/\nx.N = 1\n}", false},
		{"in the next round another one", "for range names {\nx := get()\nuse(x)\n/*here*/\nx.N = 1\n}", true},
	} {
		x, obj := parse(t, test.body)
		here := x.Lbrace + token.Pos(strings.Index(head+test.body, "/*here*/")-strings.LastIndex(head, "{"))
		if got := x.Unused(obj, here); got != test.want {
			t.Errorf("%s: unused %t, want %t", test.name, got, test.want)
		}
	}
}

// A copy is another object for those who ask which one it is.
func TestCompared(t *testing.T) {
	for body, want := range map[string]bool{
		"x := get(); use(x == kept)":                                true,
		"x := get(); use(kept != x)":                                true,
		"x := get(); use(x == nil, nil != x)":                       false,
		"x := get(); use(x.N == kept.N, x.Spec == kept)":            false,
		"x := get(); m := map[*thing]bool{}; m[x] = true":           true,
		"x := get(); m := map[*thing]bool{}; delete(m, x)":          true,
		"x := get(); m := map[string]bool{}; use(m[x.Name])":        false,
		"x := get(); y := get(); m := map[*thing]bool{}; use(m[y])": false,
		"x := get(); m := map[string]*thing{}; m[x.Name] = x":       false,
		"x := get(); use(func() { use(x != kept) })":                true,
	} {
		x, obj := parse(t, strings.ReplaceAll(body, "; ", "\n")+"\n/*here*/")
		if got := x.Compared(obj); got != want {
			t.Errorf("%s: %t", body, got)
		}
	}
}

// parse type-checks a body, and returns it with its x at the comment.
func parse(t *testing.T, body string) (*Body, types.Object) {
	t.Helper()
	fset := token.NewFileSet()
	src := head + body + "\nreturn nil\n}\n"
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection), Implicits: make(map[ast.Node]types.Object),
	}
	conf := types.Config{Importer: importer.Default(), Error: func(err error) {
		if !err.(types.Error).Soft {
			t.Error(err)
		}
	}}
	pkg, _ := conf.Check("p", fset, []*ast.File{file}, info)
	here := file.FileStart + token.Pos(strings.Index(src, "/*here*/"))
	f := file.Decls[len(file.Decls)-1].(*ast.FuncDecl)
	x := &Body{BlockStmt: f.Body, Info: info, Pkg: pkg, Src: fix.In(&analysis.Pass{Fset: fset, Files: []*ast.File{file}, TypesInfo: info, Pkg: pkg})}
	_, obj := pkg.Scope().Innermost(here).LookupParent("x", here)
	if obj == nil {
		t.Fatal("no x")
	}
	return x, obj
}
