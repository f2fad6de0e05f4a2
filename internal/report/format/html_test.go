package format

import (
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/report"
)

func html(t *testing.T, o Outcome) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, HTML, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestHTML(t *testing.T) {
	o := sarifOutcome(t)
	o.Trouble = []string{"package b could not be analyzed: " + filepath.Join(o.Root, "b", "b.go") + ":1:1: no"}
	o.Tool.Rules[1].Symptom = "lists are *empty*"
	w := *o.Found[0].Witness
	w.Fails = 3
	o.Found[0].Witness = &w
	o.Found[0].Related[0].Message += " in " + filepath.Join(o.Root, "x.go")
	text := html(t, o)
	if strings.Contains(text, filepath.ToSlash(o.Root)) {
		t.Error("the page holds the root")
	}
	for _, want := range []string{
		`<span class="place">dir with space/a.go:3:22</span>`, `<span class="severity">error</span>`,
		"<b>At run time:</b> lists are <em>empty</em>",
		`<p class="message">too late</p>`,
		`var <mark class="related">s</mark>, x = &#34;ä😀&#34;, <mark class="primary">1</mark>`,
		"here in x.go",
		"1 of 3 execution classes fail, within 1 object",
		`<span class="loc">b/b.go:3</span>`,
		`<tr id="f1r3" class="fails">`,
		`<a class="loc" href="#f1s1l3">a.go:3</a>`,
		`<span class="name">--- a/dir with space/a.go</span>`,
		`<span class="add">&#43;var s, x = &#34;ä😀&#34;, 2</span>`, `<span class="del">-var s`,
		"Suppressed by comments <span class=\"n\">1</span>", "<code></code> at dir with space/a.go:3",
		"<li>package b could not be analyzed: b/b.go:1:1: no</li>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text[strings.Index(text, "</style>"):strings.Index(text, "<script>")])
		}
	}
	if n := strings.Count(text, "<details class=\"run\""); n != 2 {
		t.Errorf("%d runs, want 2: a suppressed finding has none", n)
	}
}

// A step that a finding names only because it is one is not said twice.
func TestHTMLSaysStepsOnce(t *testing.T) {
	o := sarifOutcome(t)
	o.Suppressed = nil // it is the same finding, without a run
	o.Found[0].Related[0].Message = report.InRun + ": here"
	if text := html(t, o); strings.Contains(text, report.InRun+": here") {
		t.Error("it is said twice")
	}
	o.Found[0].Witness, o.Found = nil, o.Found[:1]
	if text := html(t, o); !strings.Contains(text, report.InRun+": here") {
		t.Error("without a run it is not said at all")
	}
}

// What is not below the root is named by the end of its name, and nothing breaks
// if a file is not there any more.
func TestHTMLElsewhere(t *testing.T) {
	o := sarifOutcome(t)
	o.Root = filepath.Join(o.Root, "other")
	text := html(t, o)
	if !strings.Contains(text, `<span class="place">…/dir with space/a.go:3:22</span>`) || strings.Contains(text, filepath.Dir(o.Root)) {
		t.Error("a file outside of the root keeps its path")
	}

	o = sarifOutcome(t)
	fset := token.NewFileSet()
	name := filepath.Join(o.Root, "gone.go")
	file := fset.AddFile(name, -1, 10)
	f := o.Found[0]
	f.Fset, f.Pos, f.End, f.Related, f.Witness, f.SuggestedFixes[0].TextEdits, f.Own = fset, file.Pos(3), file.Pos(4), nil, nil, nil, map[string]bool{name: true}
	o.Found, o.Suppressed = o.Found[:1], nil
	o.Found[0] = f
	if text := html(t, o); !strings.Contains(text, `gone.go:1:4`) || strings.Contains(text, "class=\"diff\"") || !strings.Contains(text, "No fix is offered") {
		t.Error("a file that is gone")
	}
}
