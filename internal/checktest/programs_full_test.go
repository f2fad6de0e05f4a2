//go:build full

package checktest_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/checktest"
)

// The bad programs fail and their fixed versions hold, on the real client-go
// with its fake clientset or a server of our own. Every check finds the same in
// the programs, and proof runs them on the reference runtime, without this tag:
// what is left for here is to compile client-go, which takes minutes. (That the
// golden files are what the fixes make is tested with each check.)
func TestPrograms(t *testing.T) {
	dir := checktest.Dir(t)
	packages := []string{"./programs", "./handlerprograms", "./syncedprograms", "./cacheprograms", "./together"}
	t.Run("bad", func(t *testing.T) { run(t, dir, "bad", packages...) })
	t.Run("fixed", func(t *testing.T) {
		run(t, dir, "mended", append([]string{"-overlay=" + mends(t, dir)}, packages...)...)
	})
}

// run runs test packages of a module below testdata in one of their two modes.
// The programs are vetted by .ci/run, not here a second time; what is compiled
// without the clone's path is found in the build cache by the next clone, and by
// internal/newcheck's copies, which would need gigabytes otherwise.
func run(t *testing.T, dir, which string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"test", "-count=1", "-vet=off", "-trimpath"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "PROGRAMS="+which)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %v\n%s", cmd.Args, err, out)
	}
}

// mends writes an overlay that puts every golden file in its program's place.
func mends(t *testing.T, dir string) string {
	t.Helper()
	replace := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if program, ok := strings.CutSuffix(path, ".golden"); ok {
			replace[program] = path
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(replace) == 0 {
		t.Fatal("there are no golden files")
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}
