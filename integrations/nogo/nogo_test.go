package nogo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/informerlint/informerlint/analyzers"
)

const (
	root    = "../.."
	rulesGo = "github.com/bazelbuild/rules_go"
)

// programs are analyzed. Some need facts of other packages: of their own module,
// and of client-go's neighbours.
var programs = []string{"./startorder/late", "./startorder/wrapped/...", "./tombstone/wrapped/..."}

// TestNogo compares what nogo finds with what informerlint finds by itself.
func TestNogo(t *testing.T) {
	nogo := build(t)
	pkgs := list(t)
	got := run(t, nogo, pkgs)
	want := alone(t)
	if len(want) < 10 {
		t.Fatalf("informerlint finds only %q by itself", want)
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("nogo does not find\n%s", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("only nogo finds\n%s", line)
		}
	}
}

// build builds the nogo that the target in docs/ci.md describes.
func build(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	at, err := filepath.Abs("main")
	must(t, err)
	command(t, ".", "go", "mod", "download", rulesGo) // go list -m knows no directory of what is not there
	from := filepath.Join(strings.TrimSpace(command(t, ".", "go", "list", "-m", "-f", "{{.Dir}}", rulesGo)), "go", "tools", "builders")
	generated := filepath.Join(dir, "nogo.go")
	replace := map[string]string{filepath.Join(at, "nogo.go"): generated}
	for _, name := range sources(t, from, "nogo_srcs") {
		replace[filepath.Join(at, name)] = filepath.Join(from, name)
	}
	for _, name := range append(sources(t, from, "builder_srcs"), "path.go") {
		replace[filepath.Join(filepath.Dir(at), "builder", name)] = filepath.Join(from, name)
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	must(t, err)
	overlay := filepath.Join(dir, "overlay.json")
	must(t, os.WriteFile(overlay, text, 0o666))

	args := []string{"run", "-overlay", overlay, "-ldflags", "-X main.rulesGoStdlibPrefix=@//", "./builder", "gennogomain", "-output", generated}
	for _, path := range documented(t) {
		args = append(args, "-analyzer_importpath", path)
	}
	command(t, ".", "go", args...)
	nogo := filepath.Join(dir, "nogo")
	command(t, ".", "go", "build", "-overlay", overlay, "-o", nogo, "./main")
	return nogo
}

// sources returns the Go files of one of rules_go's own targets.
func sources(t *testing.T, dir, target string) (names []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "BUILD.bazel"))
	must(t, err)
	_, rest, ok := strings.Cut(string(text), `name = "`+target+`"`)
	list, _, _ := strings.Cut(rest, "]")
	for _, m := range regexp.MustCompile(`"(\w+\.go)"`).FindAllStringSubmatch(list, -1) {
		names = append(names, m[1])
	}
	if !ok || len(names) < 5 {
		t.Fatalf("rules_go's target %s has %q", target, names)
	}
	return names
}

// documented returns the packages of the checks that docs/ci.md lists.
func documented(t *testing.T) (paths []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", "ci.md"))
	must(t, err)
	for _, m := range regexp.MustCompile(`"@com_github_informerlint_informerlint//([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
		paths = append(paths, "github.com/informerlint/informerlint/"+m[1])
	}
	if len(paths) != len(analyzers.All()) {
		t.Fatalf("docs/ci.md lists %d checks of %d", len(paths), len(analyzers.All()))
	}
	return paths
}

// A pkg is a package as the go command lists it.
type pkg struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
	Standard, DepOnly       bool
	Module                  *struct{ Main bool }
}

// list lists the programs and all that they import, with export data.
func list(t *testing.T) (pkgs []*pkg) {
	t.Helper()
	out := command(t, filepath.Join(root, "testdata"), "go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Imports,Standard,DepOnly,Module"}, programs...)...)
	dec := json.NewDecoder(strings.NewReader(out))
	for {
		p := new(pkg)
		err := dec.Decode(p)
		if err == io.EOF {
			return pkgs
		}
		must(t, err)
		pkgs = append(pkgs, p)
	}
}

// run runs nogo on each package as Bazel does, and returns its findings. Of the
// standard library nogo has no facts; of packages of other modules only these are
// asked for.
func run(t *testing.T, nogo string, pkgs []*pkg) (found []string) {
	t.Helper()
	dir := t.TempDir()
	var importcfg strings.Builder
	for _, p := range pkgs {
		if p.Export != "" {
			fmt.Fprintf(&importcfg, "packagefile %s=%s\n", p.ImportPath, p.Export)
		}
	}
	cfg := filepath.Join(dir, "importcfg")
	must(t, os.WriteFile(cfg, []byte(importcfg.String()), 0o666))

	facts := make(map[string]string)
	done := make(map[string]chan struct{})
	for i, p := range pkgs {
		if !p.Standard {
			facts[p.ImportPath] = filepath.Join(dir, fmt.Sprintf("%d.facts", i))
			done[p.ImportPath] = make(chan struct{})
		}
	}
	var (
		wg      sync.WaitGroup
		mu      sync.Mutex
		running = make(chan struct{}, runtime.GOMAXPROCS(0))
	)
	for _, p := range pkgs {
		if p.Standard {
			continue
		}
		wg.Go(func() {
			defer close(done[p.ImportPath])
			args := []string{"-p", p.ImportPath, "-importcfg", cfg, "-go_version", strings.TrimPrefix(runtime.Version(), "go"), "-x", facts[p.ImportPath]}
			if p.Module == nil || !p.Module.Main {
				args = append(args, "-facts_only")
			}
			for _, path := range p.Imports {
				if facts[path] != "" {
					<-done[path]
					args = append(args, "-fact", path+"="+facts[path])
				}
			}
			for _, name := range p.GoFiles {
				args = append(args, filepath.Join(p.Dir, name))
			}
			running <- struct{}{}
			defer func() { <-running }()
			cmd := exec.Command(nogo, args...)
			cmd.Dir = dir // as in a sandbox
			cmd.Env = append(os.Environ(), "GOARCH="+runtime.GOARCH)
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			err := cmd.Run()
			if err == nil {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			// 1 is for trouble and 3 for findings, see its constants.go.
			if cmd.ProcessState.ExitCode() != 3 {
				t.Errorf("nogo on %s: %v\n%s", p.ImportPath, err, out.String())
				return
			}
			_, text, _ := strings.Cut(out.String(), "\n")
			found = append(found, findings(text)...)
		})
	}
	wg.Wait()
	return found
}

// findings returns what stands in the lines of "file:line:column: message (NAME)",
// and nothing of the text below a finding.
func findings(text string) (found []string) {
	for line := range strings.Lines(text) {
		if m := regexp.MustCompile(`^(.*/testdata/.*\.go:\d+:\d+: .*) \((\w+)\)\n?$`).FindStringSubmatch(line); m != nil {
			found = append(found, m[2]+" "+m[1])
		}
	}
	return found
}

// alone returns the findings of informerlint by itself, in the same form.
func alone(t *testing.T) (found []string) {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "informerlint")
	command(t, ".", "go", "build", "-o", tool, "github.com/informerlint/informerlint/cmd/informerlint")
	out := command(t, filepath.Join(root, "testdata"), tool, append([]string{"-json", "-tests=false", "-cache=off"}, programs...)...)
	var all map[string]map[string][]struct{ Posn, Message string }
	must(t, json.Unmarshal([]byte(out), &all))
	for _, checks := range all {
		for check, list := range checks {
			for _, d := range list {
				found = append(found, fmt.Sprintf("%s %s: %s", check, d.Posn, d.Message))
			}
		}
	}
	slices.Sort(found)
	return found
}

func command(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, args, err, stderr.String())
	}
	return string(out)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
