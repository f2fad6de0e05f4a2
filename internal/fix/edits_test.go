package fix_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/apply"
)

const edited = `package p

import (
	"errors"
	"fmt"
	text "strings"
)

type handle struct{ of *handle }

func add() (*handle, error) { return nil, errors.New(text.ToUpper(fmt.Sprint())) }
func (h *handle) sub() *handle { return h.of }
func wait()                    {}
func use(*handle)              {}

func alone(n int) (int, string, error) {
	add()
	return n, "", nil
}

func plain() {
	_, err := add()
	use(nil)
	_ = err
}

func condition(s struct{ h *handle }) error {
	if _, err := add(); err != nil {
		return fmt.Errorf("add: %w", err)
	}
	switch {
	case true:
		wait()
	}
	return nil
}

func shadowed(errors, fmt string) error {
	wait()
	return nil
}

func value() (struct{}, error) {
	add()
	return struct{}{}, nil
}

func made() *handle {
	h, err := add()
	if err != nil {
		panic(err)
	}
	child := h.sub()
	use(child)
	if h != nil {
		use(h)
	}
	for {
		wait()
	}
}
`

func editedSource(t *testing.T) (*analysis.Pass, *fix.Source) {
	t.Helper()
	pass := passOver(t, edited)
	return pass, fix.In(pass)
}

// in is the place of the first call that a text begins with, in a function.
func in(t *testing.T, pass *analysis.Pass, src *fix.Source, function, text string) *fix.Place {
	t.Helper()
	from := strings.Index(edited, "func "+function)
	i := strings.Index(edited[from:], "\n")
	at := from + i + strings.Index(edited[from+i:], text) + strings.Index(text, "(")
	p := src.At(pass.Files[0].FileStart + token.Pos(at))
	if p == nil || p.Call == nil {
		t.Fatalf("no call of %s in %s", text, function)
	}
	return p
}

// result applies edits; "" if there are none.
func result(t *testing.T, pass *analysis.Pass, edits []analysis.TextEdit) string {
	t.Helper()
	if len(edits) == 0 {
		return ""
	}
	d := analysis.Diagnostic{Pos: edits[0].Pos, SuggestedFixes: []analysis.SuggestedFix{{TextEdits: edits}}}
	out, err := apply.Fixes(pass.Fset, []analysis.Diagnostic{d}, fix.ReadFile(pass))
	if err != nil {
		t.Fatal(err)
	}
	return string(out["p.go"])
}

func TestKeep(t *testing.T) {
	for _, test := range []struct {
		function string
		isNew    bool
		want     string // "": no edit
	}{
		{"alone", false, "\ts.h, _ = add()\n"},
		{"alone", true, "\th, err := add()\n\tif err != nil {\n\t\treturn 0, \"\", err\n\t}\n\treturn n"},
		{"plain", false, "\tvar err error\n\ts.h, err = add()\n\tuse"},
		{"plain", true, "\th, err := add()\n\tuse"},
		{"condition", false, "\tvar err error\n\ts.h, err = add()\n\tif err != nil {"},
		{"condition", true, "\th, err := add()\n\tif err != nil {"},
		{"value", true, ""}, // what to return beside the error is not known
		{"made", false, ""}, // it is kept
	} {
		pass, src := editedSource(t)
		p := in(t, pass, src, test.function, "add()")
		edits := p.Keep("s.h")
		if test.isNew {
			edits = p.KeepNew("h")
		}
		if got := result(t, pass, edits); (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s, new %t:\n%s\nwant in it\n%s", test.function, test.isNew, got, test.want)
		}
	}
}

func TestLeave(t *testing.T) {
	pass, src := editedSource(t)
	for _, test := range []struct{ function, call, leave, saying, like string }{
		{"alone", "add()", `return 0, "", err`, "", ""},
		{"plain", "add()", "", "return", ""},
		{"condition", "wait()", "return err", `return errors.New("no sync")`, ""},
		{"shadowed", "wait()", "return err", "", ""},
		{"value", "add()", "", "", ""},
		{"made", "add()", "", "", "panic(err)"},
	} {
		p := in(t, pass, src, test.function, test.call)
		if got := p.Leave("err"); got != test.leave {
			t.Errorf("%s: Leave %q, want %q", test.function, got, test.leave)
		}
		if got := p.LeaveSaying("no sync"); got != test.saying {
			t.Errorf("%s: LeaveSaying %q, want %q", test.function, got, test.saying)
		}
		if got := p.LeaveLike(); got != test.like {
			t.Errorf("%s: LeaveLike %q, want %q", test.function, got, test.like)
		}
	}
}

func TestImports(t *testing.T) {
	pass, src := editedSource(t)
	plain, shadowed := in(t, pass, src, "plain", "add()").Stmt.Pos(), in(t, pass, src, "shadowed", "wait()").Stmt.Pos()
	if a, b := src.Std(plain, "strings"), src.Std(plain, "os"); a != "text" || b != "" {
		t.Errorf("strings is %q, os %q", a, b)
	}
	if got := src.Std(shadowed, "fmt"); got != "" {
		t.Errorf("fmt is %q where something else has that name", got)
	}
	is := func(path string) func(*types.Package) bool {
		return func(p *types.Package) bool { return p.Path() == path }
	}
	if name, edits := src.Name(plain, "errors", "errors", is("errors")); name != "errors" || len(edits) != 0 {
		t.Errorf("errors is %q, by %v", name, edits)
	}
	name, edits := src.Name(plain, "cache", "k8s.io/client-go/tools/cache", is("k8s.io/client-go/tools/cache"))
	if got := result(t, pass, edits); name != "cache" || !strings.Contains(got, "\t\"k8s.io/client-go/tools/cache\"\n") {
		t.Errorf("%q:\n%s", name, got)
	}
	if name, _ := src.Name(plain, "wait", "k8s.io/apimachinery/pkg/util/wait", is("none")); name != "" {
		t.Errorf("a name that is taken: %q", name)
	}
}

// A file without parentheses around its imports gets one more of its kind.
func TestImportAlone(t *testing.T) {
	pass := passOver(t, "package p\n\nimport \"errors\"\nimport \"fmt\" // to print\n\nvar _ = fmt.Sprint(errors.New(``))\n")
	pos := pass.Files[0].FileStart + token.Pos(len("package p"))
	name, edits := fix.In(pass).Name(pos, "cache", "k8s.io/client-go/tools/cache", func(*types.Package) bool { return false })
	if got := result(t, pass, edits); name != "cache" || !strings.Contains(got, "import \"fmt\" // to print\nimport \"k8s.io/client-go/tools/cache\"\n\nvar") {
		t.Errorf("%q:\n%s", name, got)
	}
}

// What a variable has already need not be kept once more, unless something else may be
// done with it, or to it.
func TestKept(t *testing.T) {
	for body, want := range map[string]string{
		"if h == nil { return }; wait()":                                   "h",
		"defer use(h); wait()":                                             "h",
		"defer func() { use(h) }(); wait()":                                "h",
		"use(h); wait()":                                                   "",
		"go func() { defer use(h) }(); wait()":                             "",
		"_ = h == nil; if err != nil { h = nil }; wait()":                  "",
		"_ = h == nil; func() { h := 1; _ = h; wait() }()":                 "",
		"p := &h; _ = p; wait()":                                           "",
		"if h != nil { wait() }":                                           "h",
		"_ = h == nil; if true { h, err := add(); _, _ = h, err }; wait()": "h",
		"for h == nil { h, err = add() }; wait()":                          "",
		"if h == nil { use(h) } else { return }; _ = err; wait()":          "",
	} {
		text := "package p\n\ntype handle struct{}\n\nfunc add() (*handle, error) { return nil, nil }\nfunc use(*handle) {}\nfunc wait() {}\n\nfunc f() {\n\th, err := add()\n\t_ = err\n\t" + body + "\n}\n"
		pass := passOver(t, text)
		at := func(s string) token.Pos {
			return pass.Files[0].FileStart + token.Pos(strings.LastIndex(text, s)+strings.Index(s, "("))
		}
		p := fix.In(pass).At(at("add()\n\t_ ="))
		if got := p.Kept(at("wait()")); got != want {
			t.Errorf("%s: kept in %q, want %q", body, got, want)
		}
	}
}

func TestMoves(t *testing.T) {
	pass, src := editedSource(t)
	made, child, inner, loop := in(t, pass, src, "made", "add()"), in(t, pass, src, "made", "h.sub()"), in(t, pass, src, "made", "use(h)"), in(t, pass, src, "made", "wait()")
	if last := fix.Last([]*fix.Place{child, inner, made}); last == nil || last.I != 4 {
		t.Errorf("the last place: %+v", last)
	}
	if fix.Last([]*fix.Place{inner, nil}) != nil || fix.Last([]*fix.Place{inner, loop}) != nil {
		t.Error("places without a common block have a last one")
	}
	if child.I != 2 {
		t.Error("a place has moved") // they are shared
	}
	if k, ok := made.Later(loop, 0); ok || k != 5 {
		t.Errorf("something follows an endless loop at %d", k)
	}
	if _, ok := made.Below(inner); ok {
		t.Error("a statement of an inner block is below")
	}
	if k, ok := made.Below(child); !ok || k != 2 {
		t.Errorf("below at %d, %t", k, ok)
	}
	if got := result(t, pass, child.MoveUp([]int{3, 4})); !strings.Contains(got, "\tuse(child)\n\tif h != nil {\n\t\tuse(h)\n\t}\n\tchild := h.sub()\n\tfor {") {
		t.Errorf("moved up:\n%s", got)
	}
	if got := result(t, pass, made.MoveAfter(3, "add()")); !strings.Contains(got, "\tif err != nil {\n\t\tpanic(err)\n\t}\n\tchild := h.sub()\n\tuse(child)\n\tadd()\n\tif h") {
		t.Errorf("moved down:\n%s", got)
	}
	use := in(t, pass, src, "made", "use(child)")
	if e, ok := use.Carry(use.Call.Args[0], child); !ok || types.ExprString(e) != "h.sub()" {
		t.Errorf("child is %s, %t, before it is made", types.ExprString(e), ok)
	}
	if _, ok := use.Carry(use.Call.Args[0], made); ok {
		t.Error("h is known before it is made")
	}
	if use.Unchanged(use.Stmt, use.List[:3]) || !use.Unchanged(use.Stmt, use.List[4:]) {
		t.Error("what changes child")
	}
	// The clauses of a switch are no statements among which others can be put.
	if p := in(t, pass, src, "condition", "wait()"); len(p.List) != 1 || p.Stmt != p.List[0] {
		t.Errorf("in a clause: %+v", p)
	}
}

// An assertion is read in each statement that may make one.
func TestAssertion(t *testing.T) {
	for text, want := range map[string][2]string{
		"x.(T)":                   {"", "x"},
		"v := x.(T)":              {"v", "x"},
		"v, ok := x.(T)":          {"v", "x"},
		"v, ok = x.(T)":           {"", ""},
		"a, b := x.(T), y.(T)":    {"", ""},
		"v := x":                  {"v", ""},
		"switch x.(type) {}":      {"", "x"},
		"switch v := x.(type) {}": {"v", "x"},
		"var v = x.(T)":           {"", ""},
		"f(x.(T))":                {"", ""},
	} {
		e, err := parser.ParseExpr("func() {\n" + text + "\n}")
		if err != nil {
			t.Fatal(err)
		}
		s := e.(*ast.FuncLit).Body.List[0]
		if sw, ok := s.(*ast.TypeSwitchStmt); ok {
			s = sw.Assign
		}
		var got [2]string
		v, x := fix.Assertion(s)
		if v != nil {
			got[0] = v.Name
		}
		if x != nil {
			got[1] = types.ExprString(x.X)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
