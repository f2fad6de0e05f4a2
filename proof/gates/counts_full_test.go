//go:build full

package gates

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

var update = flag.Bool("update", false, "write the golden files")

// The gates of client-go are counted. If a count has changed, somebody has to
// look at what is new, and run the test with -update. Reading client-go's types
// means compiling it, so this is not for every day.
func TestCounts(t *testing.T) {
	for _, version := range Versions() {
		t.Run(version, func(t *testing.T) { compareCounts(t, moduleDir(t, version), version) })
	}
}

// compareCounts puts gates into the packages of a build and compares their
// numbers with a golden file.
func compareCounts(t *testing.T, b *build, golden string) {
	t.Helper()
	pkgs, err := b.load(t.Context(), b.clientGo()...)
	if err != nil {
		t.Fatal(err)
	}
	broken, err := b.instrument(pkgs, func(p *packages.Package) string {
		return strings.TrimPrefix(p.PkgPath, "k8s.io/")
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(broken) > 0 || len(b.counts) != len(b.clientGo()) {
		t.Fatalf("%d packages of %d; broken: %v", len(b.counts), len(b.clientGo()), broken)
	}
	var got bytes.Buffer
	for _, path := range slices.Sorted(maps.Keys(b.counts)) {
		fmt.Fprintf(&got, "%s %d gates\n", path, b.counts[path].Total())
		for _, kind := range slices.Sorted(maps.Keys(b.counts[path])) {
			if n := b.counts[path][kind]; n > 0 {
				fmt.Fprintf(&got, "\t%s %d\n", kind, n)
			}
		}
	}
	name := filepath.Join("testdata", "counts", golden+".golden")
	if *update {
		if err := os.WriteFile(name, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the gates of client-go %s are\n%s\nand were\n%s", b.version, got.Bytes(), want)
	}
}
