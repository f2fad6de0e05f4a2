package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestFindingsAreExitCode1(t *testing.T) {
	r := lint(t, tree(t, stub, raceFile))
	r.want(t, exitFindings)
	want := "race.go:7:2: start in a goroutine (toystart/race)\n\trace.go:6:1: in this function\n"
	if r.out != want || r.err != "" {
		t.Errorf("stdout %q, stderr %q, want %q and nothing", r.out, r.err, want)
	}
}

func TestCleanIsExitCode0AndSilent(t *testing.T) {
	dir := tree(t, stub, "-- a.go --\npackage app\n\nimport _ \"k8s.io/client-go/tools/cache\"\n")
	r := lint(t, dir)
	r.want(t, exitClean)
	if r.out+r.err != "" {
		t.Errorf("output %q", r.out+r.err)
	}
}

// A package that reaches no informer is not even parsed.
func TestPackagesWithoutInformersAreSkipped(t *testing.T) {
	dir := tree(t, stub, `
-- a.go --
package app

type T struct{}

func (T) Start() {}

func F() { go T{}.Start() }
`)
	r := lint(t, dir, "-v")
	r.want(t, exitClean, "analyzed 0 of 1 packages (1 without informers), 0 loaded")
}

// Findings that need bodies in other packages: in one that reaches informers,
// and in one that does not but takes a function.
func TestFactsNeedBodiesBelow(t *testing.T) {
	dir := tree(t, stub, crossPackages)
	r := lint(t, dir)
	r.want(t, exitFindings,
		"main.go:11:2: Launch starts something in a goroutine (toystart/far)",
		"main.go:12:2: Do calls its argument (toystart/calls)",
		"main.go:13:2: Generic calls its argument (toystart/calls)",
		"main.go:14:2: Named calls its argument (toystart/calls)",
		filepath.Join("lib", "lib.go")+":6:2: start in a goroutine")
}

const crossPackages = `
-- main.go --
package main

import (
	"example.com/app/lib"
	"example.com/app/low"
	"k8s.io/client-go/tools/cache"
)

func main() {
	i := new(cache.Informer)
	lib.Launch(i)
	low.Do(func() {})
	low.Generic(func(int) {}, 1)
	low.Named(func() {})
}
-- lib/lib.go --
package lib

import "k8s.io/client-go/tools/cache"

func Launch(i *cache.Informer) {
	go i.Start(nil)
}
-- low/low.go --
package low

import "example.com/app/lower"

func Do(f func()) { f() }

func Generic[T any](f func(T), x T) { f(x) }

func Named(f lower.Callback) { f() }

func init() { println("init") }

func Stripped() int { unused := 1; return unused }
-- lower/lower.go --
package lower

type Callback func()
`

func TestTestFilesAndVariantsOnce(t *testing.T) {
	dir := tree(t, stub, raceFile, `
-- race_test.go --
package app

import (
	"testing"

	"k8s.io/client-go/tools/cache"
)

func TestRace(t *testing.T) {
	go new(cache.Informer).Start(nil)
}
-- x_test.go --
package app_test

import (
	"testing"

	"k8s.io/client-go/tools/cache"
)

func TestX(t *testing.T) {
	go new(cache.Informer).Start(nil)
}
`)
	for _, c := range []struct {
		args []string
		want []string
	}{
		{nil, []string{"race.go:7:2", "race_test.go:10:2", "x_test.go:10:2"}},
		{[]string{"-tests=false"}, []string{"race.go:7:2"}},
	} {
		r := lint(t, dir, c.args...)
		r.want(t, exitFindings)
		var got []string
		for line := range strings.Lines(r.out) {
			if !strings.HasPrefix(line, "\t") {
				got = append(got, strings.Join(strings.SplitN(line, ":", 4)[:3], ":"))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: findings at %v, want %v", c.args, got, c.want)
		}
	}
}

func TestJSONHasTheShapeOfGoVet(t *testing.T) {
	dir := tree(t, stub, raceFile)
	r := lint(t, dir, "-json", ".")
	r.want(t, exitClean) // as go vet -json
	var got map[string]map[string][]map[string]any
	if err := json.Unmarshal([]byte(r.out), &got); err != nil {
		t.Fatal(err)
	}
	ds := got["example.com/app"]["toystart"]
	if len(ds) != 1 {
		t.Fatalf("%s", r.out)
	}
	file := filepath.Join(dir, "race.go")
	if d := ds[0]; d["posn"] != file+":7:2" || d["end"] != file+":7:17" || d["category"] != "race" || d["message"] != "start in a goroutine (toystart/race)" {
		t.Errorf("%v", d)
	}
	clean := lint(t, dir, "-json", "-toystart=false", ".")
	clean.want(t, exitClean)
	if clean.out != "{}\n" {
		t.Errorf("without findings %q", clean.out)
	}
}

func TestChecksAreSelectedAsInVet(t *testing.T) {
	dir := tree(t, stub, raceFile, "-- quiet.go --\npackage app\n\nfunc Quiet() {}\n\nfunc starts(x interface{ Start() }) { x.Start() }\n")
	for _, c := range []struct {
		args []string
		want []string
	}{
		{nil, []string{"loud", "race"}},
		{[]string{"-toyquiet"}, []string{"loud"}},
		{[]string{"-toyquiet=false"}, []string{"race"}},
		{[]string{"-toystart", "-toyquiet"}, []string{"loud", "race"}},
		{[]string{"-toystart.extra"}, []string{"extra", "loud", "race"}},
		{[]string{"-toystart=false", "-toyquiet=false"}, nil},
	} {
		for _, name := range []string{"by itself", "go vet"} {
			r := lint(t, dir, append(c.args, ".")...)
			if name == "go vet" {
				if c.want == nil {
					continue // go vet refuses to run nothing
				}
				r = vetTool(t, dir, toyTool, append(c.args, ".")...)
			}
			var got []string
			for _, rule := range []string{"extra", "loud", "race"} {
				if strings.Contains(r.out+r.err, "/"+rule+")") {
					got = append(got, rule)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s %v: rules %v, want %v\n%s", name, c.args, got, c.want, r.out+r.err)
			}
		}
	}
}

func TestFixWritesAndLeavesWhatHasNoFix(t *testing.T) {
	dir := tree(t, stub, raceFile, "-- quiet.go --\npackage app\n\nfunc Quiet() {}\n")
	r := lint(t, dir, "-fix")
	r.want(t, exitFindings, "quiet.go:3:6: not so quiet", "fixed 1 finding in 1 file")
	if strings.Contains(r.out, "race.go") {
		t.Errorf("a fixed finding was printed:\n%s", r.out)
	}
	if got := readFile(t, dir, "race.go"); !strings.Contains(got, "\n\ti.Start(nil)\n") {
		t.Errorf("not fixed:\n%s", got)
	}
	lint(t, dir, "-fix", "-toystart").want(t, exitClean)
}

func TestDiffPrintsAPatchAndWritesNothing(t *testing.T) {
	dir := tree(t, stub, raceFile)
	before := readFile(t, dir, "race.go")
	r := lint(t, dir, "-diff")
	r.want(t, exitFindings)
	want := `--- a/race.go
+++ b/race.go
@@ -4,5 +4,5 @@
 
 // Race starts.
 func Race(i *cache.Informer) {
-	go i.Start(nil)
+	i.Start(nil)
 }
`
	if r.out != want {
		t.Errorf("got\n%s\nwant\n%s", r.out, want)
	}
	if readFile(t, dir, "race.go") != before {
		t.Error("the file was changed")
	}
}

func TestFixKeepsTheFileMode(t *testing.T) {
	dir := tree(t, stub, raceFile)
	name := filepath.Join(dir, "race.go")
	chmod(t, name, 0o640)
	lint(t, dir, "-fix").want(t, exitClean)
	if got := mode(t, name); got != 0o640 {
		t.Errorf("mode %o", got)
	}
}

func TestTags(t *testing.T) {
	dir := tree(t, stub, strings.Replace(raceFile, "package app", "//go:build special\n\npackage app", 1), "-- a.go --\npackage app\n")
	lint(t, dir).want(t, exitClean)
	lint(t, dir, "-tags", "special").want(t, exitFindings, "race.go:9:2")
	runIn(t, dir, []string{"GOFLAGS=-tags=special"}, tool(t, toyTool)).want(t, exitFindings, "race.go:9:2")
}

func TestGOOSAndGOARCH(t *testing.T) {
	dir := tree(t, stub, strings.ReplaceAll(raceFile, "race.go", "race_plan9.go"), "-- a.go --\npackage app\n", `
-- size_386.go --
package app

import _ "k8s.io/client-go/tools/cache"

// Only true where int has 32 bits.
const _ = 1 << 32 >> (^uint(0) >> 63 * 64)
`)
	lint(t, dir).want(t, exitClean)
	runIn(t, dir, []string{"GOOS=plan9", "GOARCH=386", "CGO_ENABLED=0"}, tool(t, toyTool)).want(t, exitFindings, "race_plan9.go:7:2")
}

func TestDirFlag(t *testing.T) {
	dir := tree(t, stub, raceFile)
	r := lint(t, filepath.Dir(dir), "-C", filepath.Base(dir), "./...")
	// Paths are as seen from where the command was started.
	r.want(t, exitFindings, filepath.Join(filepath.Base(dir), "race.go")+":7:2: ")
	lint(t, dir, "-C", "nowhere").want(t, exitTrouble, "-C nowhere: no such directory")
}

func TestWorkspaceAndModulesBeside(t *testing.T) {
	other := `
-- other/go.mod --
module example.com/other

go 1.26

require k8s.io/client-go v0.0.0

replace k8s.io/client-go => ../stub
` + strings.ReplaceAll(raceFile, "-- race.go", "-- other/race.go")
	dir := tree(t, stub, raceFile, other)

	r := lint(t, dir, "./other/...")
	r.want(t, exitTrouble, "is in a module of its own. Run: informerlint -C other ./...")
	lint(t, dir, "./other").want(t, exitTrouble, "is in a module of its own. Run: informerlint -C other ./...")
	lint(t, dir, "-C", "other", "./...").want(t, exitFindings, filepath.Join("other", "race.go")+":7:2")

	dir = tree(t, stub, raceFile, other, "-- go.work --\ngo 1.26\n\nuse (\n\t.\n\t./other\n)\n")
	lint(t, dir, "./...", "./other/...").want(t, exitFindings, "race.go:7:2", filepath.Join("other", "race.go")+":7:2")
}

// In a GOPATH tree the informers have the import path of a vendored package.
func TestGOPATHWithVendor(t *testing.T) {
	dir := tree(t,
		strings.ReplaceAll(raceFile, "-- race.go", "-- src/example.com/app/race.go"), `
-- src/example.com/app/vendor/k8s.io/client-go/tools/cache/cache.go --
package cache

type Informer struct{}

func (*Informer) Start(stop <-chan struct{}) {}
`)
	app := filepath.Join(dir, "src", "example.com", "app")
	env := []string{"GO111MODULE=off", "GOPATH=" + dir}
	runIn(t, app, env, tool(t, toyTool), "./...").want(t, exitFindings, "race.go:7:2")
	runIn(t, app, env, "go", "vet", "-vettool="+tool(t, toyTool), "./...").want(t, 1, "race.go:7:2")
}

func TestModuleVendor(t *testing.T) {
	dir := tree(t, stub, raceFile)
	runIn(t, dir, nil, "go", "mod", "vendor").want(t, 0)
	lint(t, dir, "-mod=vendor").want(t, exitFindings, "race.go:7:2")
	lint(t, dir, "-mod=nonsense").want(t, exitTrouble, "nonsense")
}
