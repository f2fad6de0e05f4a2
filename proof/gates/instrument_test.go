package gates

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// What the sources import is read once.
var (
	fset = token.NewFileSet()
	std  = importer.ForCompiler(fset, "source", nil)
)

// instrumentText instruments a file of its own package.
func instrumentText(t *testing.T, src, version string) (string, Counts, error) {
	t.Helper()
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		FileVersions: make(map[*ast.File]string),
	}
	config := types.Config{Importer: std, GoVersion: version}
	pkg, err := config.Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	out, counts, err := Instrument(&packages.Package{
		Name: "p", PkgPath: "p", Fset: fset, Types: pkg, TypesInfo: info, Syntax: []*ast.File{file},
	}, file, []byte(src), "gate")
	return string(out), counts, err
}

// Each construct, as a statement in a function that declares what it needs.
var constructs = []struct {
	name, before, want string
	kind               string
}{
	{"lock", "s.mu.Lock()", `gate__.Lock("p/p.go:8 Lock s.mu", &s.mu)`, locks},
	{"locker", "sync.Locker(p).Lock()", `gate__.Locker("p/p.go:8 Lock sync.Locker(p)", sync.Locker(p))`, locks},
	{"lock of a pointer", "p.Lock()", `gate__.Lock("p/p.go:8 Lock p", p)`, locks},
	{"embedded lock", "e.Lock()", `gate__.Lock("p/p.go:8 Lock e", &e.Mutex)`, locks},
	{"embedded lock of a pointer", "(&e).Lock()", `gate__.Lock("p/p.go:8 Lock (&e)", &(&e).Mutex)`, locks},
	{"write lock", "s.rw.Lock()", `gate__.WLock("p/p.go:8 Lock s.rw", &s.rw)`, locks},
	{"read lock", "s.rw.RLock()", `gate__.RLock("p/p.go:8 RLock s.rw", &s.rw)`, locks},
	{"deferred lock", "defer s.rw.Lock()", `defer gate__.WLock("p/p.go:8 Lock s.rw", &s.rw)`, locks},
	{"unlock", "defer s.mu.Unlock()", `defer s.mu.Unlock()`, ""},
	{"wait for a condition", "s.cond.Wait()", `gate__.CondWait("p/p.go:8 Wait s.cond", &s.cond)`, conditions},
	{"broadcast", "s.cond.Broadcast()", `gate__.CondBroadcast(&s.cond)`, conditions},
	{"wait for a group", "defer wg.Wait()", `defer gate__.Wait("p/p.go:8 wg.Wait", wg.Wait)`, waits},
	{"group's goroutine", "wg.Go(f)", `wg.Go(gate__.Child("p/p.go:8 wg.Go f", f))`, starts},
	{"once", "once.Do(f)", `gate__.Do("p/p.go:8 Do once", &once, f)`, onces},
	{"sleep", "time.Sleep(1)", `gate__.Sleep("p/p.go:8 sleep", 1)`, waits},
	{"go", "go f()", `go gate__.Child("p/p.go:8 go f", f)()`, starts},
	{"go with arguments", "go func(int) {}(1)", `go gate__.Child("p/p.go:8 go func", func(int) {})(1)`, starts},
	{"send", "ch <- 1 + 2", `gate__.Send("p/p.go:8 ch <-", ch , 1 + 2)`, sends},
	{"receive", "<-ch", `gate__.Recv("p/p.go:8 <-ch", ch)`, receives},
	{"receive in an expression", "_ = 1 + <-ch", `_ = 1 + gate__.Recv("p/p.go:8 <-ch", ch)`, receives},
	{"receive both", "_, _ = <-ch", `_, _ = gate__.Recv2("p/p.go:8 <-ch", ch)`, receives},
	{"declare both", "var _, _ = <-ch", `var _, _ = gate__.Recv2("p/p.go:8 <-ch", ch)`, receives},
	{"close", "defer close(ch)", `defer gate__.Close("p/p.go:8 close ch", ch)`, closes},
	{"length of a channel", "_ = len(ch)", `_ = gate__.Len("p/p.go:8 len ch", ch)`, lengths},
	{"capacity of a channel", "_ = cap(ch)", `_ = cap(ch)`, ""},
	{"range over a channel", "for v := range ch { _ = v }",
		`for gate__chan1, v, gate__ok2 := gate__.Range("p/p.go:8 range ch", ch); gate__ok2; v, gate__ok2 = gate__.Recv2("p/p.go:8 range ch", gate__chan1) { _ = v }`, ranges},
	{"empty range over a channel", "for range ch {}",
		`for gate__chan1, _, gate__ok2 := gate__.Range("p/p.go:8 range ch", ch); gate__ok2; _, gate__ok2 = gate__.Recv2("p/p.go:8 range ch", gate__chan1) {}`, ranges},
	{"pointer as a key", "ps := map[*state]int{}; ps[s] = 1", `ps := map[*state]int{}; gate__.Key(s); ps[s] = 1`, mapKeys},
	{"string as a key", `m["a"] = 1`, `m["a"] = 1`, ""},
	{"range over a map", "for k, v := range m { _, _ = k, v }",
		`{ gate__map1 := m; for _, k := range gate__.Keys(gate__map1)  { v, gate__ok2 := gate__map1[k]; if !gate__ok2 { continue };  _, _ = k, v }}`, mapRanges},
	{"range over values", "for _, v := range m { _ = v }",
		`{ gate__map1 := m; for _, gate__key2 := range gate__.Keys(gate__map1)  { v, gate__ok3 := gate__map1[gate__key2]; if !gate__ok3 { continue };  _ = v }}`, mapRanges},
	{"range so many times", "for range m {}", `for range m {}`, ""},
	{"select", "select {\n\tcase ch <- 1:\n\tcase v, ok := <-ch:\n\t_, _ = v, ok\n}",
		"{ gate__case1 := gate__.To(ch, 1); gate__case2 := gate__.From(ch); switch gate__.Select(\"p/p.go:8 select\", false, gate__case1, gate__case2) {\n\tcase 0:\n\tcase 1: v, ok := gate__case2.Value, gate__case2.OK;\n\t_, _ = v, ok\ndefault: panic(\"unreachable\"); }}", selects},
	{"select with default", "L: select {\n\tcase <-ch:\n\tbreak L\n\tdefault:\n}",
		"{ gate__case1 := gate__.From(ch); L: switch gate__.Select(\"p/p.go:8 select\", true, gate__case1) {\n\tcase 0:\n\tbreak L\n\tdefault:\n}}", selects},
	{"atomic", "n.Add(1)", "n.Add(1)", atomics},
}

func around(statement string) string {
	return `package p
import ("context"; "iter"; "sync"; "sync/atomic"; "time")
type embeds struct { sync.Mutex }
type state struct { mu sync.Mutex; rw sync.RWMutex; cond sync.Cond }
var outer = 0
func g(s *state, p *sync.Mutex, e embeds, ch chan int, m map[string]int, f func(), seq iter.Seq[int]) {
	var wg sync.WaitGroup; var once sync.Once; var n atomic.Int64; var x int; _, _, _, _ = &wg, &once, &n, x; _ = time.Now; _ = context.TODO
` + statement + "\n}\n"
}

func TestConstructs(t *testing.T) {
	for _, c := range constructs {
		t.Run(c.name, func(t *testing.T) {
			got, counts, err := instrumentText(t, around(c.before), "go1.26")
			if err != nil {
				t.Fatal(err)
			}
			want := around(c.want)
			if c.want != c.before {
				want = strings.Replace(want, "package p\n", "package p; import gate__ \"gate\"\n", 1)
			}
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if _, err := parser.ParseFile(token.NewFileSet(), "p.go", got, 0); err != nil {
				t.Error(err)
			}
			wantCounts := Counts{}
			if c.kind != "" {
				wantCounts[c.kind] = 1
			}
			counts = maps.Collect(func(yield func(string, int) bool) {
				for k, n := range counts {
					if n > 0 && !yield(k, n) {
						return
					}
				}
			})
			if !maps.Equal(counts, wantCounts) {
				t.Errorf("counts %v, want %v", counts, wantCounts)
			}
		})
	}
}

// What is not known is refused, and not passed over.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ name, statement, want, version string }{
		{"TryLock", "s.mu.TryLock()", "which no gate is known for", ""},
		{"lock as a value", "defer func(f func()) {}(s.mu.Lock)", "as a value", ""},
		{"method expression", "(*sync.Mutex).Lock(p)", "as a value", ""},
		{"OnceFunc", "sync.OnceFunc(f)()", "which no gate is known for", ""},
		{"pull", "iter.Pull(seq)", "which no gate is known for", ""},
		{"empty select", "select {}", "a select without cases", ""},
		{"builtin", "go close(ch)", "a builtin function in a goroutine", ""},
		{"range into a variable", "for x = range ch {}", "into a variable from before", ""},
		{"map range into a variable", "for _, x = range m {}", "into variables from before", ""},
		{"pointer that is made as a key", "ps := map[*state]int{}; ps[&state{}] = 1", "a pointer that is not a variable", ""},
		{"pointer as a key in a condition", "ps := map[*state]int{}; if ps[s] = 1; x > 0 {}", "not in a statement of its own", ""},
		{"gate in a case", "select { case <-func() chan int { <-ch; return ch }(): }", "a gate inside an expression", ""},
		{"goto", "L: for range m {}\nL2: for k := range m { _ = k; goto L2 }; goto L", "a goto to a statement", ""},
		{"closure in an old loop", "for _, v := range m { _ = func() int { return v } }", "a closure keeps the value", "go1.19"},
	} {
		t.Run(c.name, func(t *testing.T) {
			version := c.version
			src := around(c.statement)
			if version == "" {
				version = "go1.26"
			} else {
				src = strings.NewReplacer(`"iter"; `, "", ", seq iter.Seq[int]", "").Replace(src)
			}
			out, _, err := instrumentText(t, src, version)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q\n%s", err, c.want, out)
			}
		})
	}
	src := "package p\nvar never = make(chan int)\n"
	if _, _, err := instrumentText(t, src, "go1.26"); err == nil || !strings.Contains(err.Error(), "when the package is initialized") {
		t.Errorf("a package's channel: %v", err)
	}
	src = "package p\nimport \"sync\"\nvar all sync.WaitGroup\nfunc f() { all.Wait() }\n"
	if _, _, err := instrumentText(t, src, "go1.26"); err == nil || !strings.Contains(err.Error(), "the package variable") {
		t.Errorf("a package's WaitGroup: %v", err)
	}
}

// moduleDir is a directory in which the go command knows a version of client-go.
func moduleDir(t *testing.T, version string) *build {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	b := &build{root: root, dir: t.TempDir(), version: version, counts: make(map[string]Counts), logf: t.Logf}
	mod, sum, err := b.module()
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"go.mod": mod, "go.sum": sum} {
		if err := b.write(name, data); err != nil {
			t.Fatal(err)
		}
	}
	return b
}
