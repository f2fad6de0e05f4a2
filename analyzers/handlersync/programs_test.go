package handlersync_test

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

// The programs run on real client-go: the bad ones miss what exists, and with
// their golden files in place none does.
func TestPrograms(t *testing.T) {
	dir := checktest.Dir(t)
	mends := make(map[string]string)
	err := filepath.WalkDir(filepath.Join(dir, "handlersync"), func(path string, _ fs.DirEntry, err error) error {
		if source, ok := strings.CutSuffix(path, ".golden"); ok {
			mends[source] = path
		}
		return err
	})
	if err != nil || len(mends) == 0 {
		t.Fatalf("%d golden files, %v", len(mends), err)
	}
	text, err := json.Marshal(map[string]any{"Replace": mends})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(overlay, text, 0o666); err != nil {
		t.Fatal(err)
	}
	for mode, args := range map[string][]string{"bad": nil, "mended": {"-overlay", overlay}} {
		cmd := exec.Command("go", append(append([]string{"test", "-count=1"}, args...), "./syncedprograms")...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "PROGRAMS="+mode)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", mode, err, out)
		}
	}
}
