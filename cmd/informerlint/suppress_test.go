package main

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
)

// marked has a finding of the toy in each function but the last with a comment
// that suppresses it.
const marked = `
-- marked.go --
package app

import "k8s.io/client-go/tools/cache"

func Above(i *cache.Informer) {
	//informerlint:ignore toystart/race the test waits
	go i.Start(nil)
}

func Beside(i *cache.Informer) {
	go i.Start(nil) //lint:ignore informerlint/toystart the test waits
}

//nolint:informerlint
func Golangci(i *cache.Informer) {
	go i.Start(nil)
}

func Other(i *cache.Informer) {
	go i.Start(nil) //informerlint:ignore toyquiet the test waits
}

func NoReason(i *cache.Informer) {
	go i.Start(nil) //informerlint:ignore toystart
}
`

func TestSuppressionHoldsInBothDrivers(t *testing.T) {
	dir := tree(t, stub, marked)
	for _, r := range []result{lint(t, dir, "./..."), vetTool(t, dir, toyTool, "./...")} {
		r.want(t, 1, "marked.go:20:2", "marked.go:24:2")
		if n := strings.Count(r.out+r.err, "(toystart/race)"); n != 2 {
			t.Errorf("%d findings, want 2:\n%s", n, r.out+r.err)
		}
	}
	lint(t, dir, "-v").want(t, exitFindings, "2 findings", "not shown: 3 suppressed by comments, 0 by -baseline or -new-from")
}

// Facts are not suppressed: who calls the function learns what it does.
func TestFactsAreNotSuppressed(t *testing.T) {
	lib := strings.Replace(crossPackages, "go i.Start(nil)\n", "go i.Start(nil) //nolint\n", 1)
	dir := tree(t, stub, lib)
	r := lint(t, dir)
	r.want(t, exitFindings, "main.go:11:2: Launch starts something in a goroutine (toystart/far)")
	if strings.Contains(r.out, "lib.go") {
		t.Errorf("the suppressed finding is there:\n%s", r.out)
	}
}

func TestFixLeavesWhatIsSuppressed(t *testing.T) {
	for _, name := range []string{"by itself", "go vet"} {
		dir := tree(t, stub, marked)
		if name == "go vet" {
			vetTool(t, dir, toyTool, "-fix", "./...").want(t, 0)
		} else {
			lint(t, dir, "-fix").want(t, exitClean)
		}
		if got := readFile(t, dir, "marked.go"); strings.Count(got, "go i.Start") != 3 || strings.Count(got, "i.Start") != 5 {
			t.Errorf("%s: fixed as\n%s", name, got)
		}
	}
}

func TestConfigExcludesInBothDrivers(t *testing.T) {
	dir := tree(t, stub, raceFile, "-- gen/gen.go --\n"+strings.SplitN(raceFile, "-- race.go --\n", 2)[1], "-- .informerlint.yaml --\nexclude: [gen]\n")
	for _, r := range []result{lint(t, dir, "./..."), vetTool(t, dir, toyTool, "./...")} {
		r.want(t, 1, "race.go:7:2")
		if strings.Contains(r.out+r.err, "gen.go") {
			t.Errorf("an excluded file is reported:\n%s", r.out+r.err)
		}
	}
}

// go vet keeps results; a changed config file makes them void.
func TestVetNoticesAChangedConfig(t *testing.T) {
	dir := tree(t, stub, raceFile)
	vetTool(t, dir, toyTool, "./...").want(t, 1, "race.go:7:2")
	write(t, "exclude: ['*.go']\n", dir, ".informerlint.yaml")
	vetTool(t, dir, toyTool, "./...").want(t, 0)
	write(t, "exclude: ['x*.go']\n", dir, ".informerlint.yaml")
	vetTool(t, dir, toyTool, "-x", "./...").want(t, 1, "race.go:7:2", "vet.cfg")
	if r := vetTool(t, dir, toyTool, "-x", "./..."); strings.Contains(r.err, "vet.cfg") {
		t.Errorf("nothing has changed, and go vet ran the tool:\n%s", r.err)
	}
}

func TestABadConfigIsTrouble(t *testing.T) {
	dir := tree(t, stub, raceFile, "-- sub/sub.go --\n"+strings.SplitN(raceFile, "-- race.go --\n", 2)[1], "-- .informerlint.yaml --\nchecks:\n  starorder: false\n")
	const want = `.informerlint.yaml:2: there is no check "starorder"; the checks are: `
	r := lint(t, dir, "./...")
	r.want(t, exitTrouble, want)
	if n := strings.Count(r.err, "\n"); n != 1 {
		t.Errorf("one mistake is %d lines:\n%s", n, r.err)
	}
	vetTool(t, dir, toyTool, "./...").want(t, 1, want)
	lint(t, dir, "why", "race.go:7").want(t, exitTrouble, want)
}

// -report-unused is the rule of ignorecomment, beside whatever checks are asked for.
func TestReportUnusedRunsItsCheck(t *testing.T) {
	old := registry
	registry = func() []*analysis.Analyzer { return analyzers.All() }
	defer func() { registry = old }()
	for args, want := range map[string]string{
		"-startorder -report-unused":          "ignorecomment startorder",
		"-startorder":                         "startorder",
		"-report-unused -ignorecomment=false": "",
	} {
		fs, o := newFlags("run")
		if _, err := parse(fs, o, strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, a := range o.checks() {
			names = append(names, a.Name)
		}
		got := strings.Join(names, " ")
		if want == "" && slices.Contains(names, "ignorecomment") || want != "" && got != want {
			t.Errorf("%s: checks %s, want %s", args, got, want)
		}
	}
}
