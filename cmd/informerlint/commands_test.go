package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerlint/informerlint/analyzers"
)

func TestExplain(t *testing.T) {
	for _, c := range analyzers.Catalogue() {
		capture(func(s streams) int { return explain(s, []string{c.Name()}) }).want(t, exitClean, c.Name(), "Not reported")
		for _, r := range c.Rules {
			capture(func(s streams) int { return explain(s, []string{c.Name() + "/" + r.Name}) }).want(t, exitClean, c.Name()+"/"+r.Name)
		}
	}
}

func TestListNamesEveryRule(t *testing.T) {
	got := capture(func(s streams) int { return list(s, nil) })
	for _, c := range analyzers.Catalogue() {
		got.want(t, exitClean, c.Name()+": ")
		for _, r := range c.Rules {
			got.want(t, exitClean, "\t"+r.Name+" (")
		}
	}
	got.want(t, exitClean, "(off, -goroutinestart.redundant-go)")
}

func TestHelpAndVersion(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"-h"}, {"run", "-help"}, {"why", "-h"}} {
		r := lint(t, t.TempDir(), args...)
		r.want(t, exitClean, "usage:", "explain CHECK[/RULE]", "-toystart.extra", "exit code:")
		if r.err != "" {
			t.Errorf("%v: stderr %q", args, r.err)
		}
	}
	lint(t, t.TempDir(), "version").want(t, exitClean, "informerlint ", " x/tools v0.", " go1.")
}

func TestWhy(t *testing.T) {
	dir := tree(t, stub, raceFile, "-- sub/sub.go --\npackage sub\n\nfunc F() {}\n"+
		"-- calm.go --\npackage app\n\nimport \"k8s.io/client-go/tools/cache\"\n\nfunc Calm(i *cache.Informer) { i.Start(nil) }\n")
	lint(t, dir, "why", "race.go:7").want(t, exitClean, "race.go:7: it is reported: start in a goroutine")
	lint(t, dir, "why", "race.go:6").want(t, exitClean, "race.go:6: the finding at race.go:7 is about it, too: in this function: start in a goroutine")
	lint(t, dir, "why", "race.go:1").want(t, exitClean, "race.go:1: the engine has no record of this line")
	lint(t, dir, "why", "calm.go:5", "race.go:7").want(t, exitClean, "calm.go:5: only the optional rule -toystart.extra reports it: start", "race.go:7: it is reported")
	if toyExtra {
		t.Error("the optional rule is still on")
	}
	lint(t, dir, "why", "-C", "sub", "../race.go:7").want(t, exitClean, "it is reported")
	marks := tree(t, stub, marked)
	lint(t, marks, "why", "marked.go:7").want(t, exitClean, "marked.go:7: a comment suppresses it (//informerlint:ignore toystart/race the test waits): start in a goroutine")
	lint(t, dir, "why", filepath.Join("sub", "sub.go")+":3").want(t, exitClean, "reaches no informer")
	lint(t, filepath.Dir(dir), "why", filepath.Join(dir, "race.go")+":7").want(t, exitClean, "it is reported")
}

type remembers []string

func (r remembers) Why(file string, line int) []string { return r }

type forgets struct{ line string }

func (f *forgets) Why(string, int) []string { return []string{f.line} }

func TestReasonsComeFromTheEngine(t *testing.T) {
	if got := reasons(remembers{"the factory escapes"}, "a.go", 1); len(got) != 1 || got[0] != "the factory escapes" {
		t.Errorf("reasons = %q", got)
	}
	for _, nothing := range []any{nil, 1, (*forgets)(nil)} {
		if got := reasons(nothing, "a.go", 1); got != nil {
			t.Errorf("reasons of %v = %q", nothing, got)
		}
	}
}

func TestProgressWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var quick, slow strings.Builder
		p := progressOn(&quick, progressAfter)
		p.say("loading")
		time.Sleep(progressAfter / 2)
		p.stop()
		if quick.Len() > 0 {
			t.Errorf("a quick run showed %q", quick.String())
		}

		p = progressOn(&slow, progressAfter)
		p.say("loading %d", 7)
		time.Sleep(2 * progressAfter)
		p.stop()
		if got := slow.String(); !strings.Contains(got, "loading 7") || !strings.HasSuffix(got, "\r\x1b[K") {
			t.Errorf("a slow run showed %q", got)
		}
	})
}

func TestProgressIsForTerminals(t *testing.T) {
	if p := startProgress(new(strings.Builder)); p != nil {
		t.Error("progress for a buffer")
	}
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if startProgress(f) != nil {
		t.Error("progress for a file")
	}
}

func TestVetCallsAreKnown(t *testing.T) {
	for args, want := range map[string]bool{
		"-V=full":                 true,
		"-flags":                  true,
		"-json /tmp/b001/vet.cfg": true,
		"./...":                   false,
		"-json ./...":             false,
		"run -flags":              false,
		"":                        false,
	} {
		if got := isVetCall(strings.Fields(args)); got != want {
			t.Errorf("isVetCall(%q) = %v", args, got)
		}
	}
}

// The page of a check has its text and a counterexample of each rule that has
// one, and says it where there is none.
func TestExplainHTML(t *testing.T) {
	page := func(args ...string) result {
		return capture(func(s streams) int { return explain(s, args) })
	}
	page("tombstone", "-html").want(t, exitClean, "<h1>informerlint explain tombstone</h1>", "What happens", "Not reported", `data-rule="tombstone/dropped"`, `class="lanes"`, `class="diff"`)
	r := page("-html", "tombstone/dropped")
	r.want(t, exitClean, "<h1>informerlint explain tombstone/dropped</h1>", `data-rule="tombstone/dropped"`, "after the fix 0 of")
	if strings.Contains(r.out, "tombstone/key-func") || strings.Contains(r.out, "// want") {
		t.Error("the page of one rule has another, or what only tests want")
	}
	page("ignorecomment", "-html").want(t, exitClean, "No counterexample is kept for it.")
	page("tombstone", "-htlm").want(t, exitTrouble, "explain has no flag -htlm")
	page("tombstone/none", "-html").want(t, exitTrouble, "tombstone has no rule")
	for _, c := range analyzers.Catalogue() {
		for _, rule := range c.Rules {
			page(c.Name()+"/"+rule.Name, "-html").want(t, exitClean, rule.Name)
		}
	}
}
