package judge_test

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

// TestEvidence runs the programs of both checks on real informers: the bad
// ones go wrong, and with their goldens in place nothing does.
func TestEvidence(t *testing.T) {
	dir := checktest.Dir(t)
	overlay := struct{ Replace map[string]string }{make(map[string]string)}
	for _, check := range []string{"tombstone", "uidcheck"} {
		err := filepath.WalkDir(filepath.Join(dir, check), func(path string, _ fs.DirEntry, err error) error {
			if source, ok := strings.CutSuffix(path, ".golden"); ok {
				overlay.Replace[source] = path
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(overlay.Replace) < 20 {
		t.Fatalf("only %d golden files", len(overlay.Replace))
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(mode string, args ...string) {
		t.Run(mode, func(t *testing.T) {
			cmd := exec.Command("go", append(append([]string{"test", "-count=1"}, args...), "./handlerprograms")...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "PROGRAMS="+mode)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	run("bad")
	run("mended", "-overlay", file)
}
