//go:build full

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/unitchecker"
)

// The second looks at what TestVetPaths sees: the same findings in trees of
// other layouts, and from a go command that says less.

// withoutTests is vetProgram without its tests: package testing alone brings
// twice as many units as the rest.
var withoutTests, _, _ = strings.Cut(vetProgram, "-- main_test.go --")

const withoutTestsFindings = 3

// A vendored tree has its own import map.
func TestVetPathsVendored(t *testing.T) {
	dir := tree(t, shapes, withoutTests)
	runIn(t, dir, nil, "go", "mod", "vendor").want(t, 0)
	if err := os.RemoveAll(filepath.Join(dir, "stub")); err != nil {
		t.Fatal(err)
	}
	found := paths(t, sharedTool(t), dir, nil, withoutTestsFindings, "./...")
	wantWays(t, found, map[string]string{"k8s.io/client-go/informers": "model", "example.com/app/plain": "stub"})
}

// GOPATH mode, where the import paths themselves show the vendor directory.
func TestVetPathsGOPATH(t *testing.T) {
	from := tree(t, shapes, withoutTests)
	root := t.TempDir()
	dir := filepath.Join(root, "src", "example.com", "app")
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "vendor", "k8s.io"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "stub"), filepath.Join(dir, "vendor", "k8s.io", "client-go")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "vendor/k8s.io/client-go/go.mod"} {
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	found := paths(t, sharedTool(t), dir, []string{"GO111MODULE=off", "GOPATH=" + root}, withoutTestsFindings, "./...")
	wantWays(t, found, map[string]string{
		"example.com/app/vendor/k8s.io/client-go/informers": "model",
		"example.com/app/plain":                             "stub",
	})
}

// A go command that gives no export data gets what it got before there was a
// short way: every package has types. The units are a real go vet's.
func TestVetPathsWithoutExportData(t *testing.T) {
	dir := tree(t, shapes, vetProgram)
	units := keptUnits(t, dir, "./...")
	vettool := tool(t, realTool)
	scratch := t.TempDir()
	log := filepath.Join(scratch, "ways")
	left := make(map[string]string) // by path: the vetx file
	var visit func(path string)
	var out string
	visit = func(path string) {
		if left[path] != "" {
			return
		}
		cfg := units[path]
		left[path] = filepath.Join(scratch, fmt.Sprint(len(left)))
		for imp := range cfg.PackageVetx {
			visit(imp)
			cfg.PackageVetx[imp] = left[imp]
		}
		cfg.PackageFile = nil
		cfg.VetxOutput, cfg.Stdout, cfg.FixArchive = left[path], "", ""
		data, err := json.Marshal(cfg)
		if err != nil {
			t.Fatal(err)
		}
		name := left[path] + ".cfg"
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		r := runIn(t, dir, []string{waysVariable + "=" + log}, vettool, name)
		out += r.err
	}
	visit("example.com/app")
	if strings.Count(out, "goroutinestart/start-races-wait") != 3 || !strings.Contains(out, "startorder/late-registration") {
		t.Errorf("output:\n%s", out)
	}
	for path, way := range ways(t, log) {
		if way != "stock" {
			t.Errorf("%s: %s", path, way)
		}
	}
}

// keptUnits runs go vet and returns the units that it made, by import path.
// Where a package has a variant for its tests, the units are those of the
// package that was asked for.
func keptUnits(t testing.TB, dir string, args ...string) map[string]*unitchecker.Config {
	t.Helper()
	r := runIn(t, dir, nil, "go", append([]string{"vet", "-work", "-vettool=" + freshTool(t, realTool)}, args...)...)
	var work string
	for line := range strings.Lines(r.err) {
		if rest, ok := strings.CutPrefix(line, "WORK="); ok {
			work = strings.TrimSpace(rest)
		}
	}
	if work == "" {
		t.Fatalf("no WORK in\n%s", r.err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(work); err != nil {
			t.Error(err)
		}
	})
	names, err := filepath.Glob(filepath.Join(work, "*", "vet.cfg"))
	if err != nil {
		t.Fatal(err)
	}
	units := make(map[string]*unitchecker.Config)
	for _, name := range names {
		cfg, err := readUnit(name)
		if err != nil {
			t.Fatal(err)
		}
		if old := units[cfg.ImportPath]; old == nil || old.VetxOnly {
			units[cfg.ImportPath] = cfg
		}
	}
	return units
}

// cgo gives a package files and imports that its source does not have.
func TestVetPathsCgo(t *testing.T) {
	r := runIn(t, t.TempDir(), nil, "go", "env", "CGO_ENABLED", "CC")
	enabled, cc, _ := strings.Cut(strings.TrimSpace(r.out), "\n")
	if _, err := exec.LookPath(strings.Fields(cc + " -")[0]); enabled != "1" || err != nil {
		t.Skip("no C compiler")
	}
	found := paths(t, sharedTool(t), tree(t, shapes, withoutTests, `
-- c.go --
package app

// static int one(void) { return 1; }
import "C"

import "example.com/app/native"

func One() int { return int(C.one()) + native.Two(func() int { return 2 }) }
-- native/native.go --
package native

// static int two(void) { return 2; }
import "C"

func Two(f func() int) int { return int(C.two()) + f() }
`), nil, withoutTestsFindings, "./...")
	wantWays(t, found, map[string]string{"example.com/app/native": "direct", "example.com/app": "printed"})
}

func TestVetPathsFix(t *testing.T) {
	fixPaths(t, [][]string{{}}, func(t *testing.T) string { return tree(t, shapes, vetProgram) }, "main.go", "main_test.go", "x_test.go")
}

// fixPaths wants the same fixes offered on both paths, and then made by go vet,
// by go fix, with each of the sets of flags, and stand-alone, in the files of a
// tree that fresh makes.
func fixPaths(t *testing.T, flags [][]string, fresh func(t *testing.T) string, files ...string) {
	t.Helper()
	vettool := sharedTool(t)
	read := func(dir string) string {
		var text strings.Builder
		for _, name := range files {
			text.WriteString(readFile(t, dir, filepath.FromSlash(name)))
		}
		return text.String()
	}
	dir := fresh(t)
	before := read(dir)
	diff := runIn(t, dir, nil, "go", "vet", "-vettool="+vettool, "-fix", "-diff", "./...")
	diff.want(t, 1, "-\tgo factory.Start(ctx.Done())", "+\tfactory.Start(ctx.Done())")
	long := runIn(t, dir, nil, "go", "vet", "-vettool="+vettool, "-stock", "-fix", "-diff", "./...")
	if a, b := sortedLines(diff.out), sortedLines(long.out); !slices.Equal(a, b) {
		t.Errorf("-diff:\n%s\nwith -stock:\n%s", diff.out, long.out)
	}
	if read(dir) != before {
		t.Error("-diff changed the files")
	}
	lintWith(t, dir, realTool, "-fix", "./...")
	want := read(dir)
	if want == before {
		t.Fatal("nothing is fixed")
	}
	var commands [][]string
	for _, f := range flags {
		commands = append(commands, slices.Concat([]string{"vet", "-vettool=" + vettool, "-fix"}, f), slices.Concat([]string{"fix", "-fixtool=" + vettool}, f))
	}
	for _, args := range commands {
		t.Run(args[0]+strings.Join(args[2:], ""), func(t *testing.T) {
			dir := fresh(t)
			runIn(t, dir, nil, "go", append(args, "./...")...).want(t, 0)
			if got := read(dir); got != want {
				t.Errorf("by itself:\n%s\ngo %v:\n%s", want, args, got)
			}
			// The fixed tree is in the cache now, as is the one before.
			runIn(t, dir, nil, "go", append(args, "./...")...).want(t, 0)
			if got := read(dir); got != want {
				t.Errorf("the second time:\n%s", got)
			}
		})
	}
}

// A package whose types are wrong is reported as by the stock driver if it can
// reach informers, and is left to the compiler if not.
func TestVetPathsBroken(t *testing.T) {
	dir := tree(t, shapes, vetProgram, `
-- settings/broken.go --
package settings

var Wrong int = "text"
`)
	vettool := sharedTool(t)
	for _, flags := range [][]string{nil, {"-stock"}} {
		r := runIn(t, dir, nil, "go", slices.Concat([]string{"vet", "-vettool=" + vettool}, flags, []string{"./settings", "./plain"})...)
		r.want(t, 1, "settings/broken.go:3:17: cannot use \"text\"")
	}
	dir = tree(t, shapes, vetProgram, `
-- plain/broken.go --
package plain

var Wrong int = "text"
`)
	runIn(t, dir, nil, "go", "vet", "-vettool="+vettool, "./plain", "./settings").want(t, 0)
	runIn(t, dir, nil, "go", "vet", "-vettool="+vettool, "-stock", "./plain", "./settings").want(t, 1, "plain/broken.go:3:17: cannot use \"text\"")
	lintWith(t, dir, realTool, "./plain", "./settings").want(t, exitClean)
}

// A flag that may change what is found has unitchecker do the work, with the
// same shortcuts below.
func TestVetPathsFlags(t *testing.T) {
	dir := tree(t, shapes, vetProgram)
	log := filepath.Join(t.TempDir(), "ways")
	r := runIn(t, dir, []string{waysVariable + "=" + log}, "go", "vet", "-vettool="+freshTool(t, realTool), "-goroutinestart=false", "./...")
	r.want(t, 1, "startorder/late-registration")
	if strings.Contains(r.err, "goroutinestart/") {
		t.Errorf("a check that was switched off reports:\n%s", r.err)
	}
	wantWays(t, ways(t, log), map[string]string{"example.com/app/settings": "complete", "example.com/app/plain": "stub"})
}

// sharedTool returns a tool that go vet has seen in no other test process. What
// one test had it say of the standard library the next gets from the cache.
func sharedTool(t testing.TB) string {
	t.Helper()
	name := tool(t, realTool)
	path := filepath.Join(filepath.Dir(name), "shared", filepath.Base(name))
	if _, err := os.Stat(path); err == nil {
		return path
	}
	text, err := os.ReadFile(freshTool(t, realTool))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o777); err != nil {
		t.Fatal(err)
	}
	return path
}
