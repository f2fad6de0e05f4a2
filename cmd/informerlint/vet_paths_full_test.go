//go:build full

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/unitchecker"
)

// The second looks at what TestVetPaths sees: the same findings in trees of
// other layouts, and from a go command that says less.

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
