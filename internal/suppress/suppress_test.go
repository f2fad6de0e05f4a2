package suppress

import (
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

func TestParseComment(t *testing.T) {
	for _, c := range []struct {
		comment string
		kind    Kind
		checks  []string // nil with Own or Lint: malformed
		reason  string
		file    bool
		none    bool
	}{
		{comment: "//informerlint:ignore startorder started by the test", checks: []string{"startorder"}, reason: "started by the test"},
		{comment: "//informerlint:ignore startorder/never-started,tombstone both", checks: []string{"startorder/never-started", "tombstone"}, reason: "both"},
		{comment: "//informerlint:ignore startorder\ttab", checks: []string{"startorder"}, reason: "tab"},
		{comment: "//informerlint:ignore startorder", checks: []string{"startorder"}},
		{comment: "//informerlint:ignore"},
		{comment: "//informerlint:file-ignore uidcheck old code", checks: []string{"uidcheck"}, reason: "old code", file: true},
		{comment: "//informerlint:ignored startorder x", none: true},
		{comment: "// informerlint:ignore startorder x", none: true},
		{comment: "/*informerlint:ignore startorder x*/", none: true},
		{comment: "//lint:ignore informerlint/startorder,SA1000 why", kind: Lint, checks: []string{"startorder"}, reason: "why"},
		{comment: "//lint:ignore informerlint/tombstone/dropped why", kind: Lint, checks: []string{"tombstone/dropped"}, reason: "why"},
		{comment: "//lint:file-ignore informerlint/tombstone why", kind: Lint, checks: []string{"tombstone"}, reason: "why", file: true},
		{comment: "//lint:ignore SA1000 why", none: true},
		{comment: "//lint:ignore startorder why", none: true},
		{comment: "//nolint", kind: Nolint},
		{comment: "// nolint", kind: Nolint},
		{comment: "//nolint // because", kind: Nolint},
		{comment: "//nolint:errcheck, informerlint // because", kind: Nolint},
		{comment: "//nolint:all", kind: Nolint},
		{comment: "//nolint:errcheck", none: true},
		{comment: "//nolintlint", none: true},
		{comment: "//nolint:errcheck // not informerlint", none: true},
		{comment: "/* nolint */", none: true},
	} {
		d := parse(c.comment)
		if d == nil || c.none {
			if d != nil || !c.none {
				t.Errorf("%s: %+v, want none: %v", c.comment, d, c.none)
			}
			continue
		}
		if d.Kind != c.kind || !slices.Equal(d.Checks, c.checks) || d.Reason != c.reason || d.File != c.file {
			t.Errorf("%s: %+v", c.comment, d)
		}
		if valid := c.kind == Nolint || c.checks != nil && c.reason != ""; d.Valid() != valid {
			t.Errorf("%s: Valid() = %v", c.comment, d.Valid())
		}
	}
}

const places = `package p 

func f() { //informerlint:ignore a reason
	g() //informerlint:ignore a reason
	g()
	//informerlint:ignore a reason
	g()
	//informerlint:ignore a reason
	// Text.
	g()
}

//nolint
func g() {

	f()
}

func h() {
	//nolint
	if true {
		f()
	}
	f() // nolint
	f()
}

//informerlint:ignore a reason
// Doc.
type T struct {
	A int
}
`

func TestLines(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", places, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	all := Parse(fset, file)
	var got []int
	for line := 1; line <= 36; line++ {
		if Find(all, "a", "r", line) != nil {
			got = append(got, line)
		}
	}
	want := []int{3, 4, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 20, 21, 22, 23, 24, 28, 29, 30}
	if !slices.Equal(got, want) {
		t.Errorf("suppressed lines %v, want %v", got, want)
	}
	if Find(all, "b", "r", 4) != nil {
		t.Error("a directive suppressed another check")
	}
	if Find(all, "b", "r", 15) == nil {
		t.Error("nolint does not hold for all checks, or is not left to golangci-lint")
	}
}

func TestFileDirectives(t *testing.T) {
	fset := token.NewFileSet()
	for src, want := range map[string]bool{
		"package p\n\nfunc f() {\n}\n\n//informerlint:file-ignore a/r old\n":       true,
		"package p\n\nfunc f() {\n}\n\n//informerlint:file-ignore a/s old\n":       false,
		"package p\n\nfunc f() {\n}\n\n//informerlint:file-ignore a\n":             false,
		"//nolint:informerlint\npackage p\n\nfunc f() {\n}\n":                      true,
		"//lint:file-ignore informerlint/a old\n\npackage p\n\nfunc f() {\n}\n":    true,
		"// Package p.\n//\n//nolint:informerlint\npackage p\n\nfunc f() {\n}\n\n": true,
	} {
		file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := Find(Parse(fset, file), "a", "r", 4) != nil; got != want {
			t.Errorf("suppressed is %v, want %v in\n%s", got, want, src)
		}
	}
}
