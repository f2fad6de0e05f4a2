package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/lsp/lsptest"
)

// root is the directory of informerlint's own module.
const root = "../.."

// build builds the binary of this module; overlay has files that are used in
// place of others.
func build(t *testing.T, overlay map[string]string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "golangci-lint")
	args := []string{"build", "-o", out}
	if overlay != nil {
		text, err := json.Marshal(map[string]any{"Replace": overlay})
		must(t, err)
		name := filepath.Join(t.TempDir(), "overlay.json")
		must(t, os.WriteFile(name, text, 0o666))
		args = append(args, "-overlay", name)
	}
	cmd := exec.Command("go", append(args, ".")...)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, text)
	}
	return out
}

// A linter is the binary and what it works on.
type linter struct {
	t              *testing.T
	bin, dir, home string
}

// run runs the linter and returns its exit code and what it printed.
func (l *linter) run(args ...string) (int, string) {
	l.t.Helper()
	cmd := exec.Command(l.bin, append([]string{"run", "--show-stats=false", "--output.text.print-issued-lines=false"}, args...)...)
	cmd.Dir = l.dir
	cmd.Env = append(os.Environ(), "GOLANGCI_LINT_CACHE="+l.home, "GOFLAGS=", "GOWORK=", "PWD="+l.dir)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		l.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String()
}

// want runs the linter on everything and checks its exit code, its issues by
// their beginnings, and that there are no others.
func (l *linter) want(code int, issues ...string) string {
	l.t.Helper()
	got, out := l.run("./...")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if out == "" {
		lines = nil
	}
	if got != code || len(lines) != len(issues) {
		l.t.Fatalf("exit code %d, want %d; %d lines, want %d:\n%s", got, code, len(lines), len(issues), out)
	}
	for i, issue := range issues {
		if !strings.HasPrefix(lines[i], filepath.FromSlash(issue)) {
			l.t.Fatalf("issue %q, want %q", lines[i], issue)
		}
	}
	return out
}

func (l *linter) read(name string) string {
	l.t.Helper()
	text, err := os.ReadFile(filepath.Join(l.dir, filepath.FromSlash(name)))
	must(l.t, err)
	return string(text)
}

// edit replaces a text in a file, which must be there once.
func (l *linter) edit(name, old, new string) {
	l.t.Helper()
	text := l.read(name)
	if strings.Count(text, old) != 1 {
		l.t.Fatalf("%s has %q not once:\n%s", name, old, text)
	}
	must(l.t, os.WriteFile(filepath.Join(l.dir, filepath.FromSlash(name)), []byte(strings.Replace(text, old, new, 1)), 0o666))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const settings = `version: "2"
linters:
  default: none
  enable: [informerlint, nolintlint]
  settings:
    custom:
      informerlint:
        type: module
        description: misuse of client-go informers
        settings:
          checks: {}
`

const (
	late = "app/app.go:18:2: startorder: lib.Begin starts the factory before"
	race = "app/serve.go:15:2: goroutinestart: factory.Start runs in a goroutine"
)

// One story, since each step costs seconds.
func TestLinter(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	must(t, lsptest.WriteModule(dir, filepath.Join(root, "testdata")))
	must(t, os.WriteFile(filepath.Join(dir, ".golangci.yml"), []byte(settings), 0o666))
	l := &linter{t, build(t, nil), dir, t.TempDir()}

	// The first finding rests on what another package does. Related
	// information is in the message and no issue of its own.
	out := l.want(1, late, race)
	if !strings.Contains(out, "[line 19: Lister() registers the Pod informer here") || strings.Contains(out, "related information") {
		t.Errorf("related information:\n%s", out)
	}
	if l.want(1, late, race) != out {
		t.Error("another answer from the cache")
	}

	// A change below changes what is said above.
	l.edit("lib/lib.go", "\tfactory.Start(ctx.Done())\n", "\tfactory.Start(ctx.Done())\n\tfactory.Start(ctx.Done())\n\tdefer factory.Start(ctx.Done())\n\tfactory.Core().V1().Pods().Informer()\n")
	l.want(1, race)
	l.edit("lib/lib.go", "\tfactory.Start(ctx.Done())\n\tdefer factory.Start(ctx.Done())\n\tfactory.Core().V1().Pods().Informer()\n", "")
	l.want(1, late, race)

	// A changed plugin is asked again, although its old answers are kept.
	name := filepath.Join(root, "analyzers", "goroutinestart", "goroutinestart.go")
	text, err := os.ReadFile(name)
	must(t, err)
	const message = `"%s runs in a goroutine, so `
	if bytes.Count(text, []byte(message)) != 1 {
		t.Fatalf("%s has no message %s", name, message)
	}
	changed := filepath.Join(t.TempDir(), "goroutinestart.go")
	must(t, os.WriteFile(changed, bytes.Replace(text, []byte(message), []byte(`"%s is in a goroutine now, so `), 1), 0o666))
	abs, err := filepath.Abs(name)
	must(t, err)
	other := &linter{t, build(t, map[string]string{abs: changed}), dir, l.home}
	other.want(1, late, "app/serve.go:15:2: goroutinestart: factory.Start is in a goroutine now")
	l.want(1, late, race)

	// Golangci-lint sees what nolint hides, so it knows which are of use.
	l.edit("app/serve.go", "\tgo factory.Start(ctx.Done())\n", "\tgo factory.Start(ctx.Done()) //nolint:informerlint // to be seen\n")
	l.want(1, late)
	l.edit("app/app.go", "\tlist, err := pods.List(labels.Everything())\n", "\tlist, err := pods.List(labels.Everything()) //nolint:informerlint // of no use\n")
	l.want(1, late, "app/app.go:28:46: directive `//nolint:informerlint // of no use` is unused for linter \"informerlint\"")
	l.edit("app/app.go", " //nolint:informerlint // of no use", "")

	// Own comments work here as anywhere.
	l.edit("app/app.go", "\tlib.Begin(ctx, factory)\n\tlist, err := pods.Lister()", "\tlib.Begin(ctx, factory) //informerlint:ignore startorder to be seen\n\tlist, err := pods.Lister()")
	l.want(0)
	l.edit("app/app.go", " //informerlint:ignore startorder to be seen", "")

	// Settings: a rule, an excluded file, what a function does, and mistakes.
	set := func(text string) { l.edit(".golangci.yml", "          checks: {}\n", text) }
	unset := func(text string) { l.edit(".golangci.yml", text, "          checks: {}\n") }
	for text, issues := range map[string][]string{
		"          checks:\n            startorder:\n              late-registration: false\n": nil,
		"          checks:\n            startorder: false\n":                                   nil,
		"          exclude: [app/app.go]\n":                                                    nil,
		"          exclude: [lib]\n":                                                           {late},
	} {
		set(text)
		code := 0
		if issues != nil {
			code = 1
		}
		l.want(code, issues...)
		unset(text)
	}
	for text, want := range map[string]string{
		"          checks:\n            starorder: false\n": `there is no check "starorder"`,
		"          nonsense: 1\n":                           `unknown field "nonsense"`,
	} {
		set(text)
		if code, out := l.run("./..."); code == 0 || code == 1 || !strings.Contains(out, "settings of informerlint: ") || !strings.Contains(out, want) {
			t.Errorf("settings %q: exit code %d:\n%s", text, code, out)
		}
		unset(text)
	}

	// Fixes, except of what is hidden; and then nothing is left.
	if code, out := l.run("--fix", "./..."); code != 0 {
		t.Errorf("--fix: exit code %d:\n%s", code, out)
	}
	if text := l.read("app/app.go"); !strings.Contains(text, "\tpods.Informer()\n\tlib.Begin(ctx, factory)\n") {
		t.Errorf("fixed:\n%s", text)
	}
	if text := l.read("app/serve.go"); !strings.Contains(text, "\tgo factory.Start(ctx.Done()) //nolint") {
		t.Errorf("a hidden finding was fixed:\n%s", text)
	}
	l.want(0)
	l.edit("app/serve.go", " //nolint:informerlint // to be seen", "")
	if code, out := l.run("--fix", "./..."); code != 0 || out != "" {
		t.Errorf("--fix: exit code %d:\n%s", code, out)
	}
	if text := l.read("app/serve.go"); !strings.Contains(text, "\n\tfactory.Start(ctx.Done())\n") {
		t.Errorf("fixed:\n%s", text)
	}
}

// The README's configuration switches the linter on, and what it builds from is
// what this module is built from.
func TestREADME(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	must(t, err)
	_, section, ok := strings.Cut(string(text), "\n## In golangci-lint\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$").FindAllStringSubmatch(section, -1)
	if !ok || len(blocks) != 2 {
		t.Fatalf("the README has %d blocks for golangci-lint", len(blocks))
	}

	goMod, err := os.ReadFile("go.mod")
	must(t, err)
	main, err := os.ReadFile("main.go")
	must(t, err)
	custom := blocks[0][1]
	version := regexp.MustCompile(`(?m)^version: (\S+)$`).FindStringSubmatch(custom)
	plugin := regexp.MustCompile(`(?m)^    import: (\S+)$`).FindStringSubmatch(custom)
	if version == nil || !strings.Contains(string(goMod), "github.com/golangci/golangci-lint/v2 "+version[1]+"\n") {
		t.Errorf("go.mod requires another golangci-lint than\n%s", custom)
	}
	if plugin == nil || !strings.Contains(string(main), "_ \""+plugin[1]+"\"\n") {
		t.Errorf("main.go imports another plugin than\n%s", custom)
	}

	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	must(t, lsptest.WriteStub(dir))
	must(t, os.WriteFile(filepath.Join(dir, ".golangci.yml"), []byte(blocks[1][1]), 0o666))
	l := &linter{t, build(t, nil), dir, t.TempDir()}
	l.want(1, late, race)
}

func TestVersion(t *testing.T) {
	info, err := buildInfo()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(info.Version, "2.15.0-informerlint-") {
		t.Errorf("version %q", info.Version)
	}
}
