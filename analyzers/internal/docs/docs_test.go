package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/analyzers"
)

const root = "../../.."

func TestPagesAreUpToDate(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(root, "docs", "checks", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for _, c := range analyzers.Catalogue() {
		name := filepath.Join(root, "docs", "checks", c.Name+".md")
		known[name] = true
		got, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if string(got) != Page(c) {
			t.Errorf("%s has drifted from the catalogue; run go generate ./analyzers", name)
		}
	}
	for _, name := range pages {
		if !known[name] {
			t.Errorf("%s belongs to no check of the catalogue", name)
		}
	}
}

func TestREADMETableIsUpToDate(t *testing.T) {
	old, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := Splice(string(old), analyzers.Table())
	if err != nil {
		t.Fatal(err)
	}
	if text != string(old) {
		t.Error("README.md has drifted from the catalogue; run go generate ./analyzers")
	}
}

func TestNamesAreUpToDate(t *testing.T) {
	want, err := Names(analyzers.Catalogue())
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(root, "internal", "config", "names.go")
	if got, err := os.ReadFile(name); err != nil || string(got) != string(want) {
		t.Errorf("%s has drifted from the catalogue (%v); run go generate ./analyzers", name, err)
	}
}

func TestChecksAreUpToDate(t *testing.T) {
	want, err := Checks(analyzers.Catalogue())
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(root, "analyzers", "ignorecomment", "checks.go")
	if got, err := os.ReadFile(name); err != nil || string(got) != string(want) {
		t.Errorf("%s has drifted from the registry (%v); run go generate ./analyzers", name, err)
	}
}

func TestSpliceNeedsMarkers(t *testing.T) {
	if _, err := Splice("# no markers\n", "table"); err == nil {
		t.Error("no error for a text without markers")
	}
	got, err := Splice("a\n"+begin+"old\n"+end+"b\n", "new\n")
	if err != nil || !strings.Contains(got, "new") || strings.Contains(got, "old") || !strings.HasSuffix(got, "b\n") {
		t.Errorf("Splice = %q, %v", got, err)
	}
}
