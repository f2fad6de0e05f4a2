package apply

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// A source is one file in a file set; edits are made by the text they replace.
type source struct {
	t    *testing.T
	fset *token.FileSet
	file *token.File
	text string
}

func newSource(t *testing.T, text string) *source {
	s := &source{t: t, fset: token.NewFileSet(), text: text}
	s.file = s.fset.AddFile("a.go", -1, len(text))
	s.file.SetLinesForContent([]byte(text))
	return s
}

// replace returns an edit of the first occurrence of old.
func (s *source) replace(old, new string) analysis.TextEdit {
	s.t.Helper()
	i := strings.Index(s.text, old)
	if i < 0 {
		s.t.Fatalf("no %q in the source", old)
	}
	return analysis.TextEdit{Pos: s.file.Pos(i), End: s.file.Pos(i + len(old)), NewText: []byte(new)}
}

// before returns an insertion in front of the first occurrence of a text.
func (s *source) before(at, new string) analysis.TextEdit {
	e := s.replace(at, new)
	e.End = token.NoPos
	return e
}

func (s *source) apply(fixes ...[]analysis.TextEdit) (string, error) {
	var ds []analysis.Diagnostic
	for i, edits := range fixes {
		ds = append(ds, analysis.Diagnostic{Pos: s.file.Pos(0), SuggestedFixes: []analysis.SuggestedFix{{Message: fmt.Sprint("fix ", i), TextEdits: edits}}})
	}
	files, err := Fixes(s.fset, ds, func(string) ([]byte, error) { return []byte(s.text), nil })
	return string(files["a.go"]), err
}

type edits1 = []analysis.TextEdit

const program = `package a

import (
	"fmt"
	"os"
)

func f() {
	fmt.Println("one")
	os.Exit(1)
}
`

func TestApplyFormats(t *testing.T) {
	s := newSource(t, program)
	got, err := s.apply(edits1{s.replace(`fmt.Println("one")`, "if true {\nfmt.Println(\"two\")}")})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(program, `fmt.Println("one")`, "if true {\n\t\tfmt.Println(\"two\")\n\t}", 1)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A file with indents of its own would change in every line.
func TestApplyKeepsAForeignForm(t *testing.T) {
	spaces := strings.ReplaceAll(program, "\t", "    ")
	s := newSource(t, spaces)
	got, err := s.apply(edits1{s.replace(`fmt.Println("one")`, "if true {\nfmt.Println(`two`)\n}"), s.replace("    os.Exit(1)\n", "")})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer(`    fmt.Println("one")`, "\tif true {\n\t\tfmt.Println(`two`)\n\t}", "    os.Exit(1)\n", "", "    \"os\"\n", "").Replace(spaces)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What is inserted before a statement takes the rest of its line to a new one.
func TestApplyIndentsWhatComesAfter(t *testing.T) {
	s := newSource(t, strings.Replace(program, `"one")`, `"one",  1)`, 1))
	got, err := s.apply(edits1{s.before("fmt.Println", "if true {\nreturn\n}\n")})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(program, `fmt.Println("one")`, "if true {\n\t\treturn\n\t}\n\tfmt.Println(\"one\",  1)", 1)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestApplyRemovesImportsOfWhatItRemoved(t *testing.T) {
	s := newSource(t, program)
	got, err := s.apply(edits1{s.replace("\tos.Exit(1)\n", "")})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(got, `"os"`) || !strings.Contains(got, `"fmt"`) {
		t.Errorf("imports:\n%s", got)
	}
	one := newSource(t, "package a\n\nimport corev1 \"k8s.io/api/core/v1\"\n\nvar x = corev1.PodRunning\n")
	got, err = one.apply(edits1{one.replace("corev1.PodRunning", "1")})
	if err != nil || got != "package a\n\nvar x = 1\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// An import for its effect, or under a name that cannot be told from the
// path, is not anybody's leftover.
func TestApplyKeepsOtherImports(t *testing.T) {
	s := newSource(t, "package a\n\nimport (\n\t_ \"embed\"\n\n\t\"gopkg.in/odd-name.v3\"\n)\n\nvar x = odd.Y\n\nvar z = 1\n")
	got, err := s.apply(edits1{s.replace("1", "2")})
	if err != nil || got != strings.Replace(s.text, "1", "2", 1) {
		t.Errorf("%s, %v", got, err)
	}
}

func TestApplyIsAllOrNothing(t *testing.T) {
	s := newSource(t, program)
	got, err := s.apply(
		edits1{s.replace(`"one"`, `"first"`)},
		edits1{s.replace(`Println("one")`, `Print("second")`), s.replace("Exit(1)", "Exit(2)")},
		edits1{s.replace("Exit(1)", "Exit(3)")},
	)
	var conflict *ConflictError
	if !errors.As(err, &conflict) || !errors.Is(err, ErrConflict) || len(conflict.Skipped) != 1 || conflict.Skipped[0].SuggestedFixes[0].Message != "fix 1" {
		t.Fatalf("error %v", err)
	}
	if !strings.Contains(got, `"first"`) || !strings.Contains(got, "Exit(3)") || strings.Contains(got, "second") {
		t.Errorf("got\n%s", got)
	}
}

func TestApplyMergesEqualEditsAndOrdersInsertions(t *testing.T) {
	s := newSource(t, program)
	add := s.before("\t\"os\"", "\t\"io\"\n")
	got, err := s.apply(
		edits1{add, s.before("\tos.Exit", "\tio.EOF.Error()\n")},
		edits1{add, s.before("\tos.Exit", "\tio.Discard.Write(nil)\n")},
	)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(got, `"io"`) != 1 || !strings.Contains(got, "\tio.EOF.Error()\n\tio.Discard.Write(nil)\n\tos.Exit(1)\n") {
		t.Errorf("got\n%s", got)
	}
}

func TestApplyRefusesBadEdits(t *testing.T) {
	s := newSource(t, program)
	other := s.fset.AddFile("b.go", -1, 10)
	for name, edits := range map[string]edits1{
		"overlap":    {s.replace(`fmt.Println("one")`, "a()"), s.replace(`"one"`, "b()")},
		"backwards":  {{Pos: s.file.Pos(20), End: s.file.Pos(10)}},
		"two files":  {{Pos: s.file.Pos(20), End: other.Pos(1)}},
		"nowhere":    {{}},
		"not Go":     {s.replace("func f() {", "func f( {")},
		"no package": {s.replace("package a", "")},
	} {
		if got, err := s.apply(edits); err == nil || errors.Is(err, ErrConflict) || got != "" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	// The file is shorter than when it was analyzed.
	edit := s.replace("Exit(1)", "Exit(2)")
	s.text = "package a\n"
	if _, err := s.apply(edits1{edit}); err == nil {
		t.Error("a changed file was edited")
	}
}

func TestApplyLeavesOutFilesThatDoNotChange(t *testing.T) {
	s := newSource(t, program)
	files, err := Fixes(s.fset, []analysis.Diagnostic{{SuggestedFixes: []analysis.SuggestedFix{{TextEdits: edits1{s.replace("Exit", "Exit")}}}}, {}},
		func(string) ([]byte, error) { return []byte(s.text), nil })
	if err != nil || len(files) != 0 {
		t.Errorf("%v, %v", files, err)
	}
}

// Whatever is asked for at once, what comes out is gofmt's form and holds
// every fix whole or not at all.
func TestApplyRandomFixes(t *testing.T) {
	var b strings.Builder
	b.WriteString("package a\n\nfunc f() {\n")
	for i := range 20 {
		fmt.Fprintf(&b, "\tf%d()\n", 100+i)
	}
	b.WriteString("}\n")
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		s := newSource(t, b.String())
		var fixes []edits1
		for i := range 6 {
			// Each fix renames two calls, perhaps over several lines.
			x := 100 + rnd.IntN(18)
			y := 100 + rnd.IntN(18)
			if x == y {
				y++
			}
			fixes = append(fixes, edits1{
				s.replace(fmt.Sprintf("f%d()", x), fmt.Sprintf("g%d()", i)),
				s.replace(fmt.Sprintf("f%d()\n\tf%d()", y, y+1), fmt.Sprintf("h%d()\n", i)),
			})
		}
		got, err := s.apply(fixes...)
		if err != nil && !errors.Is(err, ErrConflict) && !strings.Contains(err.Error(), "overlap") {
			t.Fatal(err)
		}
		if got == "" {
			continue
		}
		if form, err := format.Source([]byte(got)); err != nil || !bytes.Equal(form, []byte(got)) {
			t.Fatalf("seed %d: not gofmt's form: %v\n%s", seed, err, got)
		}
		for i := range fixes {
			if strings.Contains(got, fmt.Sprintf("g%d()", i)) != strings.Contains(got, fmt.Sprintf("h%d()", i)) {
				t.Fatalf("seed %d: half of fix %d\n%s", seed, i, got)
			}
		}
	}
}

func TestUnified(t *testing.T) {
	for _, c := range []struct{ name, a, b, want string }{
		{"equal", "a\n", "a\n", ""},
		{"one line", "a\nb\nc\n", "a\nB\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"},
		{"created", "", "a\n", "@@ -0,0 +1 @@\n+a\n"},
		{"emptied", "a\n", "", "@@ -1 +0,0 @@\n-a\n"},
		{"no newline", "a\nb", "a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"},
		{
			"two hunks", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n2\n3\n4\n5\n6\n7\n8\n0\n",
			"@@ -1,4 +1,4 @@\n-1\n+0\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+0\n",
		},
		{
			"one hunk", "1\n2\n3\n4\n5\n6\n7\n8\n", "0\n2\n3\n4\n5\n6\n7\n0\n",
			"@@ -1,8 +1,8 @@\n-1\n+0\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+0\n",
		},
	} {
		got := Unified("x", "y", []byte(c.a), []byte(c.b))
		want := c.want
		if want != "" {
			want = "--- x\n+++ y\n" + want
		}
		if got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

// patch(1) is the judge of what a unified diff means.
func TestUnifiedIsAPatch(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		if patch, err = exec.LookPath("git"); err != nil {
			t.Skip("needs patch or git")
		}
	}
	dir := t.TempDir()
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		text := func() []byte {
			var b strings.Builder
			for range rnd.IntN(40) {
				fmt.Fprintf(&b, "%d\n", rnd.IntN(6))
			}
			if rnd.IntN(4) == 0 {
				b.WriteString("end")
			}
			return []byte(b.String())
		}
		from, to := text(), text()
		if len(from) == 0 || len(to) == 0 || bytes.Equal(from, to) {
			continue
		}
		name := filepath.Join(dir, "f")
		if err := os.WriteFile(name, from, 0o666); err != nil {
			t.Fatal(err)
		}
		args := []string{"-p1", "-s"}
		if filepath.Base(patch) == "git" {
			args = []string{"apply", "-"}
		}
		diff := Unified("a/f", "b/f", from, to)
		cmd := exec.Command(patch, args...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(diff)
		out, err := cmd.CombinedOutput()
		got, rerr := os.ReadFile(name)
		if err != nil || rerr != nil || !bytes.Equal(got, to) {
			t.Fatalf("%v, %v %s\nfrom\n%s\nto\n%s\ngot\n%s\n%s", err, rerr, out, from, to, got, diff)
		}
	}
}

// A diff of a text that shares nothing must not take for ever.
func TestUnifiedOfStrangers(t *testing.T) {
	a, b := bytes.Repeat([]byte("a\n"), 800), bytes.Repeat([]byte("b\n"), 800)
	if got := strings.Count(Unified("x", "y", a, b), "\n"); got != 3+1600 {
		t.Errorf("%d lines", got)
	}
}
