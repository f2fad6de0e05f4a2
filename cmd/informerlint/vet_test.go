package main

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/report/format"
)

func chmod(t testing.TB, name string, mode fs.FileMode) {
	t.Helper()
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

func mode(t testing.TB, name string) fs.FileMode {
	t.Helper()
	st, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return st.Mode().Perm()
}

// vetTool runs go vet with the tool.
func vetTool(t testing.TB, dir, name string, args ...string) result {
	t.Helper()
	return runIn(t, dir, nil, "go", append([]string{"vet", "-vettool=" + tool(t, name)}, args...)...)
}

func TestVetReports(t *testing.T) {
	dir := tree(t, stub, raceFile)
	vetTool(t, dir, toyTool, "./...").want(t, 1, "race.go:7:2: start in a goroutine (toystart/race)", "race.go:6:1")
	vetTool(t, dir, toyTool, "-toystart=false", "./...").want(t, 0)
	vetTool(t, dir, toyTool, "-nonsense", "./...").want(t, 2, "flag provided but not defined: -nonsense")
}

func TestVetFix(t *testing.T) {
	dir := tree(t, stub, raceFile)
	r := vetTool(t, dir, toyTool, "-fix", "-diff", "./...")
	r.want(t, 1, "-\tgo i.Start(nil)\n", "+\ti.Start(nil)\n")
	if got := readFile(t, dir, "race.go"); !strings.Contains(got, "go i.Start") {
		t.Errorf("-diff changed the file:\n%s", got)
	}
	vetTool(t, dir, toyTool, "-fix", "./...").want(t, 0)

	// Both drivers make the same file of it.
	byVet := readFile(t, dir, "race.go")
	dir = tree(t, stub, raceFile)
	lint(t, dir, "-fix").want(t, exitClean)
	if own := readFile(t, dir, "race.go"); own != byVet || strings.Contains(own, "go i.Start") {
		t.Errorf("by itself:\n%s\ngo vet -fix:\n%s", own, byVet)
	}
}

// findingsOf reads the JSON of either driver: package, check, findings.
func findingsOf(t testing.TB, text string) map[string]map[string][]format.JSONFinding {
	t.Helper()
	all := make(map[string]map[string][]format.JSONFinding)
	dec := json.NewDecoder(strings.NewReader(text))
	for {
		var one map[string]map[string][]format.JSONFinding
		switch err := dec.Decode(&one); {
		case errors.Is(err, io.EOF):
			return all
		case err != nil:
			t.Fatalf("%v in\n%s", err, text)
		}
		for pkg, checks := range one {
			for _, fs := range checks {
				for i := range fs {
					fs[i].Witness, fs[i].Severity = nil, "" // go vet has no place for them
				}
			}
			all[pkg] = checks
		}
	}
}

// vetJSON strips the "# package" lines that go vet puts between the objects.
func vetJSON(r result) string {
	var b strings.Builder
	for line := range strings.Lines(r.out + r.err) {
		if !strings.HasPrefix(line, "#") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// parity compares what the drivers find in dir and returns how much it is.
//
// A fix that needs a package that is not imported yet can only be tried where that has
// been loaded; go vet has the types of what is imported.
func parity(t *testing.T, dir, name string, args ...string) int {
	t.Helper()
	own := lintWith(t, dir, name, append([]string{"-json"}, args...)...)
	own.want(t, exitClean)
	vet := vetTool(t, dir, name, append([]string{"-json"}, args...)...)
	vet.want(t, 0)
	got, want := findingsOf(t, own.out), findingsOf(t, vetJSON(vet))
	n := 0
	for pkg := range want {
		if len(want[pkg]) == 0 {
			delete(want, pkg)
		}
	}
	for pkg, checks := range got {
		for _, fs := range checks {
			n += len(fs)
		}
		if withoutTypes[pkg] {
			for _, found := range []map[string][]format.JSONFinding{checks, want[pkg]} {
				for _, fs := range found {
					for i := range fs {
						fs[i].SuggestedFixes = nil
					}
				}
			}
		}
		if !reflect.DeepEqual(checks, want[pkg]) {
			t.Errorf("%s: by itself\n%+v\ngo vet\n%+v", pkg, checks, want[pkg])
		}
	}
	for pkg, checks := range want {
		if got[pkg] == nil {
			t.Errorf("%s: only go vet finds\n%+v", pkg, checks)
		}
	}
	return n
}

// withoutTypes are programs that do not import client-go's cache.
var withoutTypes = map[string]bool{"example.com/informers/tombstone/bare": true}

func lintWith(t testing.TB, dir, name string, args ...string) result {
	t.Helper()
	return runIn(t, dir, nil, tool(t, name), args...)
}

func TestParityWithVet(t *testing.T) {
	dir := tree(t, stub, raceFile, crossPackages, `
-- race.go --
package main

import "k8s.io/client-go/tools/cache"

func Race(i *cache.Informer) {
	go i.Start(nil)
}
-- race_test.go --
package main

import "testing"

func TestRace(t *testing.T) { Race(nil) }
-- x_test.go --
package main_test

import (
	"testing"

	"example.com/app/lib"
)

func TestX(t *testing.T) { lib.Launch(nil) }
`)
	if n := parity(t, dir, toyTool, "./..."); n != 8 {
		t.Errorf("%d findings, want 8", n)
	}
}
