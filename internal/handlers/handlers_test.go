package handlers_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/handlers"
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

// TestFacts holds the facts to what they are allowed to cost, and to be the
// same each time.
func TestFacts(t *testing.T) {
	const limit = 4 << 10 // a package of helpers, encoded
	dir := checktest.Dir(t)
	pkgs := checktest.Programs(t, dir, "./tombstone/wrapped/handlers", "./tombstone/wrapped/fields")
	encode := func() map[string][]byte {
		graph, err := checker.Analyze([]*analysis.Analyzer{handlers.Analyzer}, pkgs, nil)
		if err != nil {
			t.Fatal(err)
		}
		out := make(map[string][]byte)
		for _, act := range graph.Roots {
			if act.Err != nil {
				t.Fatal(act.Err)
			}
			for _, f := range act.AllPackageFacts() {
				var b bytes.Buffer
				if err := gob.NewEncoder(&b).Encode(f.Fact); err != nil {
					t.Fatal(err)
				}
				out[f.Package.Path()] = b.Bytes()
			}
		}
		return out
	}
	first, second := encode(), encode()
	helpers := false
	for path, text := range first {
		if len(text) > limit {
			t.Errorf("the facts of %s take %d bytes, more than %d", path, len(text), limit)
		}
		if !bytes.Equal(text, second[path]) {
			t.Errorf("the facts of %s differ from run to run", path)
		}
		helpers = helpers || strings.HasSuffix(path, "wrapped/handlers") && bytes.Contains(text, []byte("ToPod"))
	}
	if !helpers {
		t.Error("the package of helpers has no facts about them")
	}
}
