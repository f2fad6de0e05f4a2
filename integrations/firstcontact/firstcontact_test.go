package firstcontact

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const (
	root       = "../.."
	modulePath = "github.com/informerlint/informerlint"
	// release is what the test's proxy calls this tree. It is newer than any
	// real one, so that @latest cannot mean another.
	release = "v1.999.0"
)

// The README's program begins below this; it is left out there.
const header = `package count

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

`

// TestREADME goes through the README from the top: its program, installing,
// running, fixing, the CI job. Every command is the README's own.
func TestREADME(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("needs bash")
	}
	readme := read(t, root, "README.md")
	m := newMachine(t)
	m.write("count.go", header+block(t, readme, "A bug in ten lines", "go"))
	findings := block(t, readme, "A bug in ten lines", "")

	m.bash(block(t, readme, "Install", "sh")).want(t, 0, "")
	if got := m.bash("informerlint version"); !strings.Contains(got.out, release) {
		t.Fatalf("another informerlint than the README's was installed: %s", got.out)
	}
	m.bash(block(t, readme, "Run", "sh")).want(t, 1, findings)
	for _, command := range inline(t, readme, "Run") {
		m.bash(strings.Replace(command, "FILE:LINE", "count.go:15", 1)).nonempty(t, 0)
	}
	m.action(readme, findings)

	before := m.read("count.go")
	lines := strings.Split(strings.TrimSpace(block(t, readme, "Fix", "sh")), "\n")
	if len(lines) != 3 {
		t.Fatalf("the README's fix has %d steps", len(lines))
	}
	diff := m.bash(lines[0])
	if diff.nonempty(t, 1); !strings.Contains(diff.out, "+++") || m.read("count.go") != before {
		t.Errorf("%s prints\n%s", lines[0], diff.out)
	}
	m.bash(lines[1]).want(t, 0, "")
	if m.read("count.go") == before {
		t.Errorf("%s has changed nothing", lines[1])
	}
	m.bash(lines[2]).want(t, 0, "")

	// A server reads its input to the end, which is here.
	for line := range strings.Lines(block(t, readme, "In an editor", "sh")) {
		if command, _, _ := strings.Cut(line, "#"); strings.Contains(command, " lsp") {
			m.bash("timeout 60 "+strings.TrimSpace(command)+" </dev/null").want(t, 1, "")
		} else { // built and driven by cmd/informerlint/gopls_full_test.go; here, that it would begin
			m.bash(strings.TrimSpace(command)+" -h").nonempty(t, 0)
		}
	}
}

// A machine is an empty home with a module in it, and Go.
type machine struct {
	t   *testing.T
	dir string
	env []string
}

// newMachine makes one. Modules come from the download directory of the real
// module cache, which has the form of a proxy, and informerlint from a proxy
// that has this tree as a release. What that directory lacks comes from where
// Go is told to look.
func newMachine(t *testing.T) *machine {
	home := t.TempDir()
	upstream := goEnv(t, "GOPROXY")
	for _, dir := range []string{root, filepath.Join(root, "testdata")} {
		cmd := exec.Command("go", "mod", "download")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	cache := "file://" + filepath.ToSlash(filepath.Join(goEnv(t, "GOMODCACHE"), "cache", "download"))
	m := &machine{t: t, dir: filepath.Join(home, "count")}
	m.env = []string{
		"HOME=" + home, "PWD=" + m.dir, "RUNNER_TEMP=" + t.TempDir(), "TMPDIR=" + t.TempDir(),
		"PATH=" + filepath.Join(home, "go", "bin") + ":" + os.Getenv("PATH"),
		"GOPROXY=" + publish(t) + "," + cache + "," + upstream,
		// The sums of what is required are in go.sum; there is none for the release.
		"GOSUMDB=off", "GOFLAGS=-modcacherw", "GOTOOLCHAIN=local",
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		m.write(name, read(t, root, "testdata", name))
	}
	return m
}

// publish makes a module proxy that has this tree as a release, and returns
// its address.
func publish(t *testing.T) string {
	proxy := t.TempDir()
	at := filepath.Join(proxy, filepath.FromSlash(modulePath), "@v")
	must(t, os.MkdirAll(at, 0o777))
	var packed bytes.Buffer
	must(t, zip.CreateFromDir(&packed, module.Version{Path: modulePath, Version: release}, root))
	for name, text := range map[string]string{
		"list":            release + "\n",
		release + ".info": fmt.Sprintf(`{"Version":%q}`, release),
		release + ".mod":  read(t, root, "go.mod"),
		release + ".zip":  packed.String(),
	} {
		must(t, os.WriteFile(filepath.Join(at, name), []byte(text), 0o666))
	}
	return "file://" + filepath.ToSlash(proxy)
}

// A result is what a command left behind.
type result struct {
	command  string
	code     int
	out, err string
}

// bash runs a script in the module, with nothing of the real environment.
func (m *machine) bash(script string, env ...string) result {
	m.t.Helper()
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = m.dir, append(m.env[:len(m.env):len(m.env)], env...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		m.t.Fatal(err)
	}
	return result{script, cmd.ProcessState.ExitCode(), out.String(), errOut.String()}
}

func (r result) want(t *testing.T, code int, out string) {
	t.Helper()
	if r.code != code || r.out != out {
		t.Fatalf("%s\nexit code %d, want %d; it prints\n%s\nwant\n%s\n%s", r.command, r.code, code, r.out, out, r.err)
	}
}

func (r result) nonempty(t *testing.T, code int) {
	t.Helper()
	if r.code != code || r.out+r.err == "" {
		t.Fatalf("%s\nexit code %d, want %d; it prints\n%s%s", r.command, r.code, code, r.out, r.err)
	}
}

// action runs the script of action.yml with what the README's job gives it. It
// cannot run the job: there is no runner here.
func (m *machine) action(readme, findings string) {
	t := m.t
	var job struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses string
				With map[string]string
			}
		}
	}
	must(t, yaml.Unmarshal([]byte(block(t, readme, "In CI", "yaml")), &job))
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Steps []struct {
				Run string
				Env map[string]string
			}
		}
	}
	must(t, yaml.Unmarshal([]byte(read(t, root, "action.yml")), &action))
	ran := 0
	for _, step := range job.Jobs["informerlint"].Steps {
		if !strings.HasPrefix(step.Uses, "informerlint/informerlint@") {
			continue
		}
		for name := range step.With {
			if _, ok := action.Inputs[name]; !ok {
				t.Errorf("the action has no input %q", name)
			}
		}
		for _, run := range action.Runs.Steps {
			var env []string
			for name, value := range run.Env {
				input := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
				given, ok := step.With[input]
				if !ok {
					given = action.Inputs[input].Default
				}
				env = append(env, name+"="+given)
			}
			first, _, _ := strings.Cut(findings, ": ")
			file, place, _ := strings.Cut(first, ":")
			line, _, _ := strings.Cut(place, ":")
			got := m.bash(run.Run, env...)
			if want := "::error file=" + file + ",line=" + line + ","; got.code != 1 || !strings.HasPrefix(got.out, want) {
				t.Errorf("the action ends with %d, want 1, and prints\n%s%s\nwant %s", got.code, got.out, got.err, want)
			}
			ran++
		}
	}
	if ran != 1 {
		t.Errorf("the README's job runs %d steps of the action", ran)
	}
}

// block returns the README's first block in a language below a heading.
func block(t *testing.T, readme, heading, language string) string {
	t.Helper()
	m := regexp.MustCompile("(?ms)^```" + language + "\n(.*?)^```$").FindStringSubmatch(closed(section(t, readme, heading), language))
	if m == nil {
		t.Fatalf("the README has no block of %q below %q", language, heading)
	}
	return m[1]
}

// closed takes the blocks in other languages out of a section, where their
// ends would be taken for the beginnings of blocks without one.
func closed(text, language string) string {
	if language != "" {
		return text
	}
	return regexp.MustCompile("(?ms)^```\\w+\n.*?^```$").ReplaceAllString(text, "")
}

// inline returns the commands in the text below a heading.
func inline(t *testing.T, readme, heading string) []string {
	t.Helper()
	var commands []string
	for _, m := range regexp.MustCompile("`(informerlint [^`]+)`").FindAllStringSubmatch(section(t, readme, heading), -1) {
		commands = append(commands, m[1])
	}
	return commands
}

func section(t *testing.T, readme, heading string) string {
	t.Helper()
	_, rest, ok := strings.Cut(readme, "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("the README has no heading %q", heading)
	}
	text, _, _ := strings.Cut(rest, "\n## ")
	return text
}

func (m *machine) write(name, text string) {
	m.t.Helper()
	must(m.t, os.MkdirAll(m.dir, 0o777))
	must(m.t, os.WriteFile(filepath.Join(m.dir, name), []byte(text), 0o666))
}

func (m *machine) read(name string) string { return read(m.t, m.dir, name) }

func read(t *testing.T, elem ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(elem...))
	must(t, err)
	return string(text)
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	must(t, err)
	return strings.TrimSpace(string(out))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
