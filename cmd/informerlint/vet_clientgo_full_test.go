//go:build full

package main

import (
	"os"
	"path/filepath"
	"testing"
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
	found := paths(t, dir, nil, n, "./...")
	wantWays(t, found, map[string]string{
		"k8s.io/api/core/v1":                        "stub",
		"k8s.io/client-go/informers":                "model",
		"example.com/informers/startorder/late":     "complete",
		"example.com/informers/goroutinestart/race": "complete",
	})
	fixPaths(t, fresh, "goroutinestart/race/main.go", "goroutinestart/helper/main.go", "startorder/late/main.go", "tombstone/imports/main.go")
}
