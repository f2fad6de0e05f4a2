//go:build full

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The test of a new check passes as it is, together with those that look at all
// checks and all programs.
func TestItsOwnTest(t *testing.T) {
	dir := begun(t)
	goIn(t, dir, "test", "./analyzers/newborn", "./analyzers/ignorecomment", "./cmd/informerlint", "-run", "^(Test|TestPlaceholder|TestUnused|TestItKnowsAllChecks|TestListNamesEveryRule|TestExplain)$")
	goIn(t, dir, "test", "./proof/prove", "-run", "TestScenariosAreComplete")
	goIn(t, dir, "test", "./internal/checktest", "-run", "TestAllChecks")
}

// copied copies the repository into a directory of the test's, without what is
// not part of it.
func copied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && strings.HasPrefix(d.Name(), ".git"):
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(dir, rel), 0o777)
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, rel), text, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// begun is a copy of the repository with a new check, made as a person makes it.
func begun(t *testing.T) string {
	t.Helper()
	dir := copied(t)
	goIn(t, dir, "run", "./internal/newcheck", "newborn")
	return dir
}

// A new check builds, and the registry, the catalogue, what is generated from
// them and the comments of ignorecomment know it.
func TestNewCheck(t *testing.T) {
	dir := begun(t)
	goIn(t, dir, "vet", "./analyzers/...")
	goIn(t, dir, "test", "./analyzers", "./analyzers/internal/docs")
	goIn(t, dir, "test", "-run", "TestItKnowsAllChecks", "./analyzers/ignorecomment")
	for file, want := range map[string]string{
		"README.md":                           "docs/checks/newborn.md",
		"docs/checks/newborn.md":              "## placeholder",
		"internal/config/names.go":            `"newborn":`,
		"analyzers/ignorecomment/checks.go":   "newborn.Analyzer,",
		"proof/scenario/scenario.go":          `"newborn/minimal":`,
		"testdata/newborn/ok/minimal/main.go": "package minimal",
	} {
		if text, err := os.ReadFile(filepath.Join(dir, file)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s does not have %q (%v)", file, want, err)
		}
	}
	// A second time the name is taken, and nothing is changed.
	if err := usable(dir, "newborn"); err == nil {
		t.Error("a check can be begun twice")
	}
}
