package across

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// What is said of a type T, whose methods are Set and Get, and sometimes others: "f
// Set, r Get" if it is a container; "" if it is none.
var containers = []struct{ name, source, want string }{
	{"plain", `type T struct { m map[string]int }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return t.m[k] }`, "Get reads m; Set fills m"},
	{"made", `type T struct { mu sync.Mutex; m map[string]int }
		func New() *T { return &T{m: make(map[string]int)} }
		func (t *T) Set(k string) { t.mu.Lock(); defer t.mu.Unlock(); t.m[k] = 1 }
		func (t *T) Get(k string) int { t.mu.Lock(); defer t.mu.Unlock(); return t.m[k] }`, "Get reads m; Set fills m"},
	{"sync.Map", `type T struct { m sync.Map }
		func (t *T) Set(k string) { t.m.Store(k, 1) }
		func (t *T) Get(k string) any { v, _ := t.m.Load(k); return v }`, "Get reads m; Set fills m"},
	{"by a method", `type T struct { m map[string]int }
		func (t *T) Set(k string) { t.put(k) }
		func (t *T) put(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return t.m[k] }`, "Get reads m; Set fills m"},
	{"maps in a map", `type T struct { m map[string]map[string]int }
		func (t *T) Set(k, l string) {
			in := t.m[k]
			if in == nil { in = make(map[string]int); t.m[k] = in }
			in[l] = 1
		}
		func (t *T) Get(k string) (n int) { for range t.m[k] { n++ }; return n }`, "Get reads m; Set fills m"},
	{"a range", `type T struct { m map[string]int }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get() (out []string) { for k := range t.m { out = append(out, k) }; return out }`, "Get reads m; Set fills m"},
	{"an exported field", `type T struct { M map[string]int }
		func (t *T) Set(k string) { t.M[k] = 1 }
		func (t *T) Get(k string) int { return t.M[k] }`, ""},
	{"given away", `type T struct { m map[string]int }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return t.m[k] }
		func (t *T) All() map[string]int { return t.m }`, ""},
	{"a constructor fills", `type T struct { m map[string]int }
		func New(ks []string) *T { t := &T{m: map[string]int{}}; for _, k := range ks { t.Set(k) }; return t }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return t.m[k] }`, ""},
	{"a constructor is given", `type T struct { m map[string]int }
		func New(m map[string]int) *T { return &T{m: m} }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return t.m[k] }`, ""},
	{"a goroutine clears up", `type T struct { m map[string]int }
		func New() *T { t := &T{m: map[string]int{}}; go func() { for k := range t.m { delete(t.m, k) } }(); return t }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return t.m[k] }`, ""},
	{"a function value", `type T struct { m map[string]int }
		func New(ks []string) *T { t := &T{m: map[string]int{}}; each(ks, t.Set); return t }
		func each(ks []string, do func(string)) { for _, k := range ks { do(k) } }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return t.m[k] }`, ""},
	{"an interface", `type T struct { m map[string]int }
		type setter interface { Set(string) }
		func fill(s setter) { s.Set("a") }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return t.m[k] }`, ""},
	{"a copy", `type T struct { m map[string]int }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return t.m[k] }
		func Copy(t *T) T { return *t }`, ""},
	{"a method returns it", `type T struct { m map[string]int }
		func (t *T) Self() *T { return t }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return t.m[k] }`, ""},
	{"kept for others", `type T struct { m map[string]int }
		var all = map[string]*T{}
		func New(name string) *T { t := &T{m: map[string]int{}}; all[name] = t; return t }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return t.m[k] }`, ""},
	{"sent", `type T struct { m map[string]int }
		func Send(t *T, c chan *T) { c <- t }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return t.m[k] }`, ""},
	{"given to what is not known", `type T struct { m map[string]int }
		func (t *T) Fill(by func(*T)) { by(t) }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return t.m[k] }`, ""},
	{"it waits", `type T struct { m map[string]int; c chan int }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { <-t.c; return t.m[k] }`, "Get waits; Set fills m"},
	{"it loads", `type T struct { m map[string]int; load func(string) int }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { if v, ok := t.m[k]; ok { return v }; return t.load(k) }`, "Get waits; Set fills m"},
	{"it fills as well", `type T struct { m map[string]int }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { if _, ok := t.m[k]; !ok { t.m[k] = 2 }; return t.m[k] }`, "Get fills m; Set fills m"},
	{"it drains", `type T struct { m map[string]int }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { v := t.m[k]; delete(t.m, k); return v }`, "Get takes m; Set fills m"},
	{"nobody reads", `type T struct { m map[string]int }
		func (t *T) Set(k string) { t.m[k] = 1 }
		func (t *T) Get(k string) int { return 1 }`, ""},
}

func TestContainers(t *testing.T) {
	for _, test := range containers {
		t.Run(test.name, func(t *testing.T) {
			source := "package p\n"
			if strings.Contains(test.source, "sync.") {
				source += "import \"sync\"\n"
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "p.go", source+test.source, 0)
			if err != nil {
				t.Fatal(err)
			}
			conf := &types.Config{Importer: importer.Default()}
			pkg, _, err := ssautil.BuildPackage(conf, fset, types.NewPackage("p", ""), []*ast.File{file}, 0)
			if err != nil {
				t.Fatal(err)
			}
			var fns []*ssa.Function
			for fn := range ssautil.AllFunctions(pkg.Prog) {
				if fn.Pkg == pkg && fn.Synthetic == "" {
					fns = append(fns, fn)
				}
			}
			var got []string
			for _, m := range methods(pkg.Pkg, candidates(pkg.Pkg), fns) {
				name := m.Name[strings.LastIndexByte(m.Name, '.')+1:]
				switch {
				case len(m.Fills) > 0:
					got = append(got, name+" fills "+strings.Join(m.Fills, " "))
				case len(m.Takes) > 0:
					got = append(got, name+" takes "+strings.Join(m.Takes, " "))
				case len(m.Reads) > 0:
					got = append(got, name+" reads "+strings.Join(m.Reads, " "))
				case !m.Plain:
					got = append(got, name+" waits")
				}
			}
			if said := strings.Join(got, "; "); said != test.want {
				t.Errorf("%q, want %q", said, test.want)
			}
		})
	}
}
