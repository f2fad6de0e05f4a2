//go:build full

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// Both paths on a module with the real client-go: findings, -fix, -diff and go
// fix. The slow part is the long path, once for each set of flags.
func TestVetPathsRealModule(t *testing.T) {
	programs := []string{"goroutinestart/race", "goroutinestart/helper", "startorder/late", "startorder/elsewhere", "tombstone/imports", "apiserver"}
	fresh := func(t *testing.T) string {
		dir := tree(t)
		for _, name := range []string{"go.mod", "go.sum"} {
			text := readFile(t, "../../testdata", name)
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range programs {
			if err := os.CopyFS(filepath.Join(dir, filepath.FromSlash(name)), os.DirFS(filepath.Join("../../testdata", filepath.FromSlash(name)))); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	dir := fresh(t)
	own := lintWith(t, dir, realTool, "-json", "./...")
	own.want(t, exitClean)
	n := 0
	for _, checks := range findingsOf(t, own.out) {
		for _, fs := range checks {
			n += len(fs)
		}
	}
	if n < 5 {
		t.Errorf("%d findings in %v:\n%s", n, programs, own.out)
	}
	found := paths(t, freshTool(t, realTool), dir, nil, n, "./...")
	wantWays(t, found, map[string]string{
		"k8s.io/api/core/v1":                        "stub",
		"k8s.io/client-go/informers":                "model",
		"example.com/informers/startorder/late":     "printed",
		"example.com/informers/goroutinestart/race": "printed",
	})
	fixPaths(t, [][]string{{}, {"-stock"}}, fresh, "goroutinestart/race/main.go", "goroutinestart/helper/main.go", "startorder/late/main.go", "tombstone/imports/main.go")
}

// The real checks, on the programs that come with the repository: whatever
// they find, both drivers find it.
func TestParityOnTestdata(t *testing.T) {
	if n := parity(t, "../../testdata", realTool, "./..."); n == 0 {
		t.Error("no findings in the bundled programs")
	}
}

// factsOf decodes the facts that a unit left.
func factsOf(t testing.TB, cfg *unitchecker.Config) map[string]analysis.Fact {
	t.Helper()
	data, err := os.ReadFile(cfg.VetxOutput)
	if err != nil {
		t.Fatal(err)
	}
	if string(data[:4]) != "vetx" {
		t.Fatalf("%s: %q", cfg.ImportPath, data[:4])
	}
	data = data[12+binary.LittleEndian.Uint32(data[4:]):]
	if len(data) == 0 {
		return nil
	}
	for _, f := range slices.Concat(vetRules.Reach, vetRules.Other) {
		gob.Register(f)
	}
	var all []struct {
		PkgPath string
		Fact    analysis.Fact
	}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&all); err != nil {
		t.Fatalf("%s: %v", cfg.ImportPath, err)
	}
	facts := make(map[string]analysis.Fact)
	for _, f := range all {
		facts[f.PkgPath+" "+reflect.TypeOf(f.Fact).String()] = f.Fact
	}
	return facts
}

// The facts of all packages below real client-go programs are the same on
// both paths, and so are the findings. This is also what holds
// callers.MayExport to what the analysis exports.
func TestVetPathsOnClientGo(t *testing.T) {
	patterns := []string{"./startorder/late", "./startorder/elsewhere/...", "./goroutinestart/race", "./tombstone/..."}
	dir := "../../testdata"
	short, long := keptUnits(t, dir, patterns...), keptUnits(t, dir, append([]string{"-stock"}, patterns...)...)
	if len(short) != len(long) || len(short) < 700 {
		t.Errorf("%d and %d units, want the same, and more than 700", len(short), len(long))
	}
	var callers, programs, typeless int
	for path, cfg := range long {
		if short[path] == nil {
			t.Errorf("%s: only with -stock", path)
			continue
		}
		want, got := factsOf(t, cfg), factsOf(t, short[path])
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: facts %v, with -stock %v", path, got, want)
		}
		if want[path+" *callers.Fact"] != nil {
			callers++
		}
		if want[path+" *program.Programs"] != nil {
			programs++
		}
		text, err := os.ReadFile(short[path].VetxOutput)
		if err != nil {
			t.Fatal(err)
		}
		if binary.LittleEndian.Uint32(text[4:]) == 0 {
			typeless++
		}
	}
	t.Logf("%d units: %d with helpers, %d with programs; %d without types", len(long), callers, programs, typeless)
	if callers < 5 || programs < 100 || typeless < 600 {
		t.Error("too few: the short way was not taken, or the facts have other names")
	}
}
