package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

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

// goIn runs the go command in a copy.
func goIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "PWD="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// begun is a copy of the repository with a new check, made as a person makes it.
func begun(t *testing.T) string {
	t.Helper()
	dir := copied(t)
	goIn(t, dir, "run", "./internal/newcheck", "newborn")
	return dir
}

// A new check builds, and the registry, the catalogue, what is generated from
// them and the comments of ignorecomment know it. That its own test passes is
// tested behind the build tag full.
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

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"startorder":  "there is analyzers/startorder already",
		"ok":          "the name of something else",
		"range":       "a keyword of Go",
		"LateSetup":   "small letters",
		"late-setup":  "small letters",
		"2late":       "small letters",
		"":            "small letters",
		"../elsewher": "small letters",
	} {
		if err := usable(root, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want %q", name, err, want)
		}
	}
	if err := usable(root, "newborn"); err != nil {
		t.Errorf("a good name: %v", err)
	}
	if err := usable(t.TempDir(), "newborn"); err == nil || !strings.Contains(err.Error(), "not the root directory") {
		t.Errorf("elsewhere: %v", err)
	}
}

// The command's message and exit code for a name that cannot be.
func TestExitCode(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "newcheck")
	goIn(t, ".", "build", "-o", bin, ".")
	for want, args := range map[string][]string{
		"usage: go run":       nil,
		"already":             {"startorder"},
		"small letters":       {"Startorder"},
		"is a keyword of Go":  {"func"},
		"usage: go run ./int": {"a", "b"},
	} {
		cmd := exec.CommandContext(t.Context(), bin, args...)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(string(out), want) {
			t.Errorf("newcheck %q: %v, want exit code 2 and %q\n%s", args, err, want, out)
		}
	}
}

func TestInsert(t *testing.T) {
	const list = "var x = []T{\n\tb,\n\td,\n}\n"
	for entry, want := range map[string]string{
		"a": "var x = []T{\n\ta,\n\tb,\n\td,\n}\n",
		"c": "var x = []T{\n\tb,\n\tc,\n\td,\n}\n",
		"e": "var x = []T{\n\tb,\n\td,\n\te,\n}\n",
	} {
		if got, err := insert(list, "[]T{\n", entry, "}"); err != nil || got != want {
			t.Errorf("%s: %q, %v", entry, got, err)
		}
	}
	for _, text := range []string{"", "[]T{\n\tb,\n"} {
		if got, err := insert(text, "[]T{\n", "a", "}"); err == nil {
			t.Errorf("no error for %q: %q", text, got)
		}
	}
}
