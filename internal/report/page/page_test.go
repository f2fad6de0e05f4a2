package page

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden file")

const program = `package main

func run() {
	factory.Start(stop)
	lister := factory.Core().V1().Pods().Lister()
	lister.List(everything)
}
`

// small is a page with one of everything.
func small() Page {
	spots := []Spot{
		{File: "cmd/main.go", Line: 4, Column: 2, EndLine: 4, EndColumn: 21, Mark: Primary},
		{File: "cmd/main.go", Line: 5, Column: 45, Mark: Related, Note: "Lister() registers the Pod informer here"},
		{File: "cmd/main.go", Line: 4, Step: 2},
		{File: "cmd/main.go", Line: 5, Step: 3},
	}
	f := Finding{
		Check: "startorder", Rule: "late-registration", Severity: "error", File: "cmd/main.go", Line: 4, Column: 2,
		Message: "factory.Start runs too early", Summary: "a type is first registered after `Start`", URL: "https://example.com/startorder.md#late-registration",
		Sources: Sources(spots, func(string) []byte { return []byte(program) }),
		Run: &Run{
			Property: "nothing runs the Pod informer", Explored: "1 of 2 execution classes fail, within one object", Fails: 4,
			Steps: []Step{
				{Thread: "the API server", Text: "one Pod exists"},
				{Thread: "goroutine of main.go:3", Text: "starts 0 of 0", File: "cmd/main.go", Line: 4},
				{Thread: "the program", Text: "registers Pod", File: "cmd/main.go", Line: 5},
				{Text: "everything is at rest", Where: "lib/lib.go:3"},
			},
		},
		Fix: &Fix{Message: "Register it before Start", Diffs: []string{"--- a/cmd/main.go\n+++ b/cmd/main.go\n@@ -4,2 +4,2 @@\n-\tfactory.Start(stop)\n--- x\n+\tlister := 1\n+++ y\n"}, Tried: "It was tried."},
	}
	bare := Finding{Check: "lazycache", Rule: "never-started", Severity: "warning", File: "cmd/other.go", Line: 9, Message: "it is never started", Symptom: "reads *fail*"}
	hidden := bare
	hidden.Severity, hidden.Comment = "note", &Comment{Text: "//informerlint:ignore lazycache tests", Where: "cmd/other.go:8"}
	return Page{Title: "informerlint", Version: "v1.2.3", Findings: []Finding{f, bare, f}, Suppressed: []Finding{hidden}, Trouble: []string{"package b could not be analyzed"}}
}

func written(t *testing.T, p Page) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// body is a page without its style and script.
func body(t *testing.T, p Page) string {
	t.Helper()
	text := written(t, p)
	for _, part := range []string{style, script} {
		if !strings.Contains(text, part) {
			t.Fatal("the page does not hold its style and script as they are, which its policy names by a sum")
		}
		text = strings.Replace(text, part, "", 1)
	}
	return regexp.MustCompile(`sha256-(?:[A-Za-z0-9/=]|&#43;)*`).ReplaceAllString(text, "sha256-X")
}

func TestGolden(t *testing.T) {
	const name = "testdata/page.html"
	got := body(t, small())
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	a, b := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("line %d is\n%s\nand in %s\n%s\n(go test ./internal/report/page -update writes it)", i+1, a[i], name, b[i])
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d lines, and %d in %s", len(a), len(b), name)
	}
}

var (
	idAttr   = regexp.MustCompile(` id="([^"]*)"`)
	refAttr  = regexp.MustCompile(` (?:href="#|for="|aria-labelledby=")([^"]*)"`)
	fetching = regexp.MustCompile(`(?i)<(link|img|iframe|object|embed|video|audio|source|base|form action)\b|\b(src|srcset|poster|background|action|data)=|@import|url\(|@font-face|fetch\(|XMLHttpRequest|import\(|WebSocket`)
	tags     = regexp.MustCompile(`<[a-zA-Z][^>]*>`)
	values   = regexp.MustCompile(`="[^"]*"`)
	hrefAttr = regexp.MustCompile(` href="([^"]*)"`)
)

// sound fails unless ids are unique, links lead somewhere, and nothing is loaded.
func sound(t *testing.T, text string) {
	t.Helper()
	ids := make(map[string]bool)
	for _, m := range idAttr.FindAllStringSubmatch(text, -1) {
		if ids[m[1]] {
			t.Errorf("the id %q is there twice", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range refAttr.FindAllStringSubmatch(text, -1) {
		if !ids[m[1]] {
			t.Errorf("nothing has the id %q, which something leads to", m[1])
		}
	}
	for _, m := range hrefAttr.FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(m[1], "#") && !strings.HasPrefix(m[1], "https://") {
			t.Errorf("a link leads to %q", m[1])
		}
	}
	for _, tag := range append(tags.FindAllString(text, -1), style, script) {
		if m := fetching.FindString(values.ReplaceAllString(tag, `=""`)); m != "" {
			t.Errorf("%s may load something: %s", tag, m)
		}
	}
}

func TestPagesAreSound(t *testing.T) {
	examples := small()
	examples.Examples, examples.Text = true, []Section{{Heading: "What `it` is", Text: []string{"a [link](https://example.com) and *more*"}, List: []string{"one"}, Code: "x := 1\n"}}
	for name, p := range map[string]Page{"small": small(), "empty": {Title: "informerlint"}, "trouble": {Trouble: []string{"b"}}, "examples": examples} {
		t.Run(name, func(t *testing.T) { sound(t, written(t, p)) })
	}
}

// What soundness means: each of these is found.
func TestSoundFinds(t *testing.T) {
	for _, bad := range []string{`<a id="a"></a><b id="a">`, `<a href="#x">`, `<a href="javascript:1">`, `<img alt>`, `<b src="x">`, `<style>a{b:url(x)}`} {
		if ids := idAttr.FindAllString(bad, -1); len(ids) == 2 && ids[0] == ids[1] {
			continue
		}
		refs, hrefs := refAttr.FindStringSubmatch(bad), hrefAttr.FindStringSubmatch(bad)
		if refs == nil && fetching.FindString(bad) == "" && (hrefs == nil || strings.HasPrefix(hrefs[1], "https://")) {
			t.Errorf("nothing is wrong with %s", bad)
		}
	}
}

func TestEmptyPages(t *testing.T) {
	if text := body(t, Page{}); !strings.Contains(text, "<strong>No findings</strong>") || strings.Contains(text, "article") || strings.Contains(text, `role="search"`) {
		t.Errorf("a page without findings:\n%s", text)
	}
	text := body(t, Page{Trouble: []string{"package b could not be analyzed"}})
	if !strings.Contains(text, "No findings</strong> in what could be analyzed") || !strings.Contains(text, "<li>package b could not be analyzed</li>") {
		t.Errorf("a page with trouble alone:\n%s", text)
	}
}

// Nothing that a user's code says is more than text.
func TestTextsStayTexts(t *testing.T) {
	const evil = "</script></style><script>alert(1)</script><img src=x onerror=alert(2)>'\"`--><!--{{.}}\u202e\xff"
	f := Finding{
		Check: "startorder", Rule: evil, Severity: evil, File: evil, Line: 1, Message: evil, Symptom: evil, URL: "javascript:alert(3)",
		Sources: Sources([]Spot{{File: evil, Line: 1, Column: 1, EndLine: 1, EndColumn: 9, Mark: Primary, Note: evil, Step: 1}}, func(string) []byte { return []byte(evil) }),
		Run:     &Run{Property: evil, Explored: evil, Steps: []Step{{Thread: evil, Text: evil, Where: evil}, {Text: evil, File: evil, Line: 1}}},
		Fix:     &Fix{Message: evil, Diffs: []string{evil + "\n" + evil + "\n+" + evil}, Tried: evil},
	}
	hidden := f
	hidden.Comment = &Comment{evil, evil}
	p := Page{Title: evil, Version: evil, Intro: evil, Findings: []Finding{f}, Suppressed: []Finding{hidden}, Trouble: []string{evil},
		Text: []Section{{Heading: evil, Text: []string{evil}, List: []string{evil}, Code: evil}}}
	for _, examples := range []bool{false, true} {
		p.Examples = examples
		text := body(t, p)
		if strings.Count(text, "<script") != 1 || strings.Count(text, "</script") != 1 || strings.Count(text, "<style") != 1 || strings.Contains(text, "<img") || strings.Contains(text, "<!--") {
			t.Errorf("a text has become HTML:\n%s", text)
		}
		if strings.Contains(text, `href="javascript`) || strings.Contains(text, "\u202e") || strings.Contains(text, "\xff") {
			t.Error("a text got through as it is")
		}
		sound(t, text)
	}
}

func TestMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                     "plain",
		"a `*x*` and *b*":           "a <code>*x*</code> and <em>b</em>",
		"**b** `[a](b)`":            "<strong>b</strong> <code>[a](b)</code>",
		"2 * 3 * 4":                 "2 * 3 * 4",
		"<b> `<i>`":                 "&lt;b&gt; <code>&lt;i&gt;</code>",
		"[s](../suppression.md)":    `<a href="` + docs + `../suppression.md">s</a>`,
		"[s](https://example.com)":  `<a href="https://example.com">s</a>`,
		"[s](javascript:x)":         "[s](javascript:x)",
		`[s](https://e"onclick=x)`:  `<a href="https://e&#34;onclick=x">s</a>`,
		"[`C`](https://example.com": "[<code>C</code>](https://example.com",
	} {
		if got := string(markdown(text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestSources(t *testing.T) {
	text := strings.Repeat("line\n", 9) + "\tx.Do(y)\r\n" + strings.Repeat("line\n", 9) + "last := " + strings.Repeat("ä", 200)
	got := Sources([]Spot{
		{File: "a", Line: 10, Column: 6, Mark: Primary, Note: "n"},          // the parenthesis: Do is marked
		{File: "a", Line: 10, Column: 2, Mark: Related, Note: "n", Step: 2}, // x
		{File: "a", Line: 20, Column: 1, EndLine: 40, EndColumn: 2, Mark: Primary},
		{File: "a", Line: 99, Mark: Primary}, {File: "gone", Line: 1},
	}, func(name string) []byte {
		if name == "gone" {
			return nil
		}
		return []byte(text)
	})
	if len(got) != 1 {
		t.Fatalf("%d files: %+v", len(got), got)
	}
	var numbers []int
	for _, l := range got[0].Lines {
		numbers = append(numbers, l.Number)
	}
	if want := []int{8, 9, 10, 11, 12, 18, 19, 20}; !reflect.DeepEqual(numbers, want) {
		t.Errorf("lines %v, want %v", numbers, want)
	}
	ten := got[0].Lines[2]
	if want := []Part{{"\t", ""}, {"x", Related}, {".", ""}, {"Do", Primary}, {"(y)", ""}}; !reflect.DeepEqual(ten.Parts, want) {
		t.Errorf("parts %+v, want %+v", ten.Parts, want)
	}
	if len(ten.Notes) != 2 || len(ten.Steps) != 1 || ten.Steps[0] != 2 || ten.After || !got[0].Lines[0].After || !got[0].Lines[5].After {
		t.Errorf("line 10 is %+v", ten)
	}
	last := got[0].Lines[7].Parts
	if n := len(last[0].Text); n > maxColumns || n < maxColumns-1 || last[len(last)-1].Text != " …" {
		t.Errorf("the long line is %d bytes and then %q", n, last[len(last)-1].Text)
	}
}

// A range of many lines is not shown to its end.
func TestLongRanges(t *testing.T) {
	got := Sources([]Spot{{File: "a", Line: 3, Column: 1, EndLine: 400, EndColumn: 2, Mark: Primary}}, func(string) []byte { return []byte(strings.Repeat("line\n", 500)) })
	lines := got[0].Lines
	if len(lines) != maxMarked+2*around || lines[1].Inside || lines[2].Inside || !lines[3].Inside {
		t.Errorf("%d lines, the first are %+v", len(lines), lines[:4])
	}
}

func TestLanes(t *testing.T) {
	var r Run
	for _, name := range []string{"the API server", "Pod.sync", "", "goroutine of main.go:3", "Pod.run", "the program", "the Add handler", "somebody else", "Pod.run"} {
		r.Steps = append(r.Steps, Step{Thread: name})
	}
	if got := fmt.Sprint(r.lanes()); got != "[{the program } {goroutine of main.go:3 } {the Add handler } {Pod.run informer} {Pod.sync informer, HasSynced} {the API server } {somebody else }]" {
		t.Errorf("lanes %s", got)
	}
}

// Files that share their last element keep the rest of their names.
func TestShortNames(t *testing.T) {
	r := Run{Steps: []Step{{File: "a/main.go"}, {File: "a/x.go"}, {File: "b/main.go"}, {File: "a/main.go"}, {}}}
	got := r.shortNames()
	for name, want := range map[string]string{"a/main.go": "a/main.go", "b/main.go": "b/main.go", "a/x.go": "x.go"} {
		if got[name] != want {
			t.Errorf("%s is shown as %s, want %s", name, got[name], want)
		}
	}
}
