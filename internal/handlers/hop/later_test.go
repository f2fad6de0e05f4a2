package hop

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

const later = `package p

type T struct { keys, more, ends, dead chan string; do func(string, int); who interface{ hand(string) } }

func (t *T) Start(stop chan struct{}, other chan int) { go t.work(); go t.again(); go t.end(); t.do = t.told; <-stop; <-other }
func (t *T) work()  { k := <-t.keys; t.sync(k); t.more <- k }
func (t *T) again() { k := <-t.more; t.do(k, 1); t.who.hand(k) }
func (t *T) end()   { <-t.ends }
func (t *T) sync(string) {}
func (t *T) told(string, int) {}
func (t *T) hand(string) { func() { inner() }() }
func inner() {}

func (t *T) idle()  { <-t.dead; t.sync("") }
func (t *T) OnlyDelete() { t.gone(); t.sync("") }
func (t *T) gone()  {}
func (t *T) Open()  {}

func (t *T) one()   { t.put("") }
func (t *T) put(k string) { t.keys <- k }
func (t *T) two()   { t.ends <- "" }
func (t *T) three() { t.dead <- "" }
func (t *T) four(to chan string) { to <- "" }
func (t *T) five()  { go inner() }
func (t *T) six()   { t.sync("") }

func (t *T) Handlers() []any { return []any{t.one, t.two, t.three, t.four, t.five, t.six, t.OnlyDelete} }
`

// Who may run later is followed from queue to queue; where nobody is known to take
// something out, it is all that others can call.
func TestLater(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", later, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", ""), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var fns []*ssa.Function
	byName := make(map[string]*ssa.Function)
	for fn := range ssautil.AllFunctions(pkg.Prog) {
		if fn.Pkg == pkg && fn.Synthetic == "" {
			fns = append(fns, fn)
			byName[fn.Name()] = fn
		}
	}
	l := NewLater(fns)
	var handlers []*ssa.Function
	for _, name := range []string{"one", "two", "three", "four", "five", "six", "OnlyDelete"} {
		handlers = append(handlers, byName[name])
	}
	const anybody = "Handlers Open Start again end hand hand$1 inner sync told work"
	for _, c := range []struct {
		from, want string
		takes      string // "?": not known
	}{
		{"one", "again hand hand$1 inner sync told work", "again work"},
		{"two", "end", "end"},
		{"three", anybody, "?"}, // nobody calls what takes it out
		{"four", anybody, "?"},
		{"five", "inner", ""},
		{"six", "", ""},
	} {
		then, takes := l.Of(byName[c.from], handlers...)
		takers := names(takes)
		if takes == nil {
			takers = "?"
		}
		if got := names(then); got != c.want || takers != c.takes {
			t.Errorf("after %s: %s, by %s, want %s, by %s", c.from, got, takers, c.want, c.takes)
		}
	}
	without := make(map[*ssa.Function]bool)
	for _, fn := range l.Without(byName["OnlyDelete"]) {
		without[fn] = true
	}
	for name, want := range map[string]bool{"OnlyDelete": false, "gone": false, "idle": false, "sync": true, "work": true, "one": true, "put": true} {
		if without[byName[name]] != want {
			t.Errorf("without OnlyDelete, %s runs: %v", name, !want)
		}
	}
	beyond := l.Beyond(map[*ssa.Function]bool{byName["again"]: true, byName["hand"]: true}, map[*ssa.Function]bool{byName["end"]: true})
	if got := names(beyond); got != "end told" {
		t.Errorf("lost sight of %s", got)
	}
	for name, want := range map[string]string{"again": "again Start", "idle": ""} {
		var by []string
		for _, fn := range l.Begun(byName[name]) {
			by = append(by, fn.Name())
		}
		if got := strings.Join(by, " "); got != want {
			t.Errorf("%s is called by %q, want %q", name, got, want)
		}
	}
}

func names(fns map[*ssa.Function]bool) string {
	var out []string
	for fn := range fns {
		out = append(out, fn.Name())
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}
