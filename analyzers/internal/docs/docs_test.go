package docs

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../../.."

func TestFilesAreUpToDate(t *testing.T) {
	files, err := Files(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Error(err)
		} else if string(got) != string(want) {
			t.Errorf("%s has drifted from the registry; run go generate ./analyzers", name)
		}
	}
	pages, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(Pages), "*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	for _, name := range pages {
		if files[path.Join(Pages, filepath.Base(name))] == nil {
			t.Errorf("%s belongs to no check", name)
		}
	}
}

func TestSpliceNeedsMarkers(t *testing.T) {
	begin, end := markers("checks")
	for _, text := range []string{"# no markers\n", begin, end} {
		if _, err := splice(text, "checks", "table"); err == nil {
			t.Errorf("no error for %q", text)
		}
	}
	got, err := splice("a\n"+begin+"old\n"+end+"b\n", "checks", "new\n")
	if err != nil || !strings.Contains(got, "new") || strings.Contains(got, "old") || !strings.HasSuffix(got, "b\n") {
		t.Errorf("splice = %q, %v", got, err)
	}
}
