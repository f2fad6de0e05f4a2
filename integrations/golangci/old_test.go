//go:build old

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A project that pins an older golangci-lint builds that one with the plugin, as
// "golangci-lint custom" does: the last of v1 and an early v2. It takes some minutes
// to compile them, so this is behind a tag of its own, which .ci/run does not set:
//
//	go -C integrations/golangci test -tags old -run TestOldVersions -v .
func TestOldVersions(t *testing.T) {
	programs := []string{"./startorder/late", "./tombstone/unchecked", "./goroutinestart/race"}
	testdata, err := filepath.Abs(filepath.Join(root, "testdata"))
	must(t, err)
	cmd := exec.Command("go", append([]string{"run", "./cmd/informerlint", "-cache=off", "-C", testdata}, programs...)...)
	cmd.Dir = root
	text, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	want := places(string(text))
	if len(want) != len(programs) {
		t.Fatalf("informerlint by itself finds %v", want)
	}
	for _, old := range []struct{ path, version, config string }{
		{"github.com/golangci/golangci-lint", "v1.64.8", configV1},
		{"github.com/golangci/golangci-lint/v2", "v2.1.6", configV2},
	} {
		t.Run(old.version, func(t *testing.T) {
			bin := buildOld(t, old.path, old.version)
			config := filepath.Join(t.TempDir(), "golangci.yml")
			must(t, os.WriteFile(config, []byte(old.config), 0o666))
			cmd := exec.Command(bin, append([]string{"run", "--timeout=10m", "-c", config}, programs...)...)
			cmd.Dir = testdata
			cmd.Env = append(os.Environ(), "GOLANGCI_LINT_CACHE="+t.TempDir(), "GOFLAGS=", "GOWORK=", "PWD="+testdata)
			text, err := cmd.CombinedOutput()
			if err == nil {
				t.Error("it ends with 0")
			}
			if got := places(string(text)); !slices.Equal(got, want) {
				t.Errorf("it finds %v, and informerlint by itself %v:\n%s", got, want, text)
			}
		})
	}
}

// places returns file, line, column and rule of the findings in a text.
func places(text string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`(?m)(\w+/\w+/main\.go:\d+:\d+): .*\((\w+/[\w-]+)\)`).FindAllStringSubmatch(text, -1) {
		out = append(out, m[1]+" "+m[2])
	}
	slices.Sort(out)
	return out
}

// buildOld builds a golangci-lint with the plugin of this tree, from a module that
// has main.go of this one with another import path.
func buildOld(t *testing.T, path, version string) string {
	dir := t.TempDir()
	program, err := os.ReadFile("main.go")
	must(t, err)
	plugin, err := filepath.Abs(root)
	must(t, err)
	const own = "github.com/informerlint/informerlint"
	files := map[string]string{
		"main.go": strings.ReplaceAll(string(program), "github.com/golangci/golangci-lint/v2", path),
		"go.mod": "module example.com/old\n\ngo 1.26.0\n\nrequire (\n\t" + path + " " + version + "\n\t" + own + " v0.0.0\n)\n\n" +
			"replace " + own + " => " + filepath.ToSlash(plugin) + "\n",
	}
	for name, text := range files {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	bin := filepath.Join(dir, "golangci-lint")
	for _, args := range [][]string{{"mod", "tidy"}, {"build", "-o", bin, "."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "PWD="+dir)
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, text)
		}
	}
	return bin
}

const configV1 = `
linters:
  disable-all: true
  enable: [informerlint]
linters-settings:
  custom:
    informerlint:
      type: module
      description: misuse of client-go informers
`

const configV2 = `
version: "2"
linters:
  default: none
  enable: [informerlint]
  settings:
    custom:
      informerlint:
        type: module
        description: misuse of client-go informers
`
