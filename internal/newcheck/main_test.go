package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

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
