package prove

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"

	"github.com/informerlint/informerlint/proof/scenario"
)

// generated is the package of the search, and below it are the programs. It is
// a directory of the checkout that only an overlay has: so the runtime and the
// standard library are those that the checkout's own tests have compiled, and
// what is generated anew comes from the go command's cache.
const generated = "github.com/informerlint/informerlint/proof/prove/generated"

// A workshop collects rewritten programs, compiles them and runs the searches.
type workshop struct {
	root, dir string
	sources   sources
	entries   []entry
}

type entry struct{ key, pkg, name, hook string }

func newWorkshop(root string, m sources) (*workshop, error) {
	dir, err := os.MkdirTemp("", "informerlint-proof-")
	if err != nil {
		return nil, err
	}
	return &workshop{root: root, dir: dir, sources: m}, nil
}

func (w *workshop) close() { os.RemoveAll(w.dir) }

// add rewrites a scenario's program, with other text for some of its files,
// under a key.
func (w *workshop) add(key string, s scenario.Scenario, overlay map[string][]byte) error {
	prefix := path.Join(generated, key)
	files, err := w.sources.of(s).Program(s.Dir, prefix, overlay)
	if err != nil {
		return err
	}
	for name, text := range files {
		file := filepath.Join(w.dir, filepath.FromSlash(key), filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
	}
	w.entries = append(w.entries, entry{key, path.Join(prefix, s.Dir), s.Entry, s.Hook})
	return nil
}

// build compiles everything that was added.
func (w *workshop) build(ctx context.Context) error {
	sort.Slice(w.entries, func(i, j int) bool { return w.entries[i].key < w.entries[j].key })
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"log\"\n\t\"os\"\n\n\t\"github.com/informerlint/informerlint/proof/scenario\"\n")
	for i, e := range w.entries {
		fmt.Fprintf(&b, "\tp%d %q\n", i, e.pkg)
	}
	b.WriteString(")\n\nfunc main() {\n\tprograms := map[string]any{\n")
	for i, e := range w.entries {
		name := fmt.Sprintf("p%d", i)
		if strings.Contains(e.name, "%") {
			name = fmt.Sprintf(e.name, name)
		} else {
			name += "." + e.name
		}
		fmt.Fprintf(&b, "\t\t%q: %s,\n", e.key, name)
	}
	b.WriteString("\t}\n\thooks := map[string]*func(){\n")
	for i, e := range w.entries {
		if e.hook != "" {
			fmt.Fprintf(&b, "\t\t%q: &p%d.%s,\n", e.key, i, e.hook)
		}
	}
	b.WriteString("\t}\n\tif err := scenario.Main(programs, hooks, os.Stdin, os.Stdout); err != nil {\n\t\tlog.Fatal(err)\n\t}\n}\n")
	if err := os.WriteFile(filepath.Join(w.dir, "main.go"), []byte(b.String()), 0o666); err != nil {
		return err
	}
	replaced, err := w.overlay()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-overlay", replaced, "-o", filepath.Join(w.dir, "search"), generated)
	cmd.Dir = w.root
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("the rewritten programs do not compile: %v\n%s", err, out)
	}
	return nil
}

// overlay writes the file that tells the go command where the generated package
// and those below it really are.
func (w *workshop) overlay() (name string, err error) {
	replace := make(map[string]string)
	err = filepath.WalkDir(w.dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".go" {
			rel, _ := filepath.Rel(w.dir, name)
			replace[filepath.Join(w.root, "proof", "prove", "generated", rel)] = name
		}
		return err
	})
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name = filepath.Join(w.dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o666)
}

// run searches programs, in as many processes as there are processors, and gives
// each answer to then: one at a time, and in no order.
func (w *workshop) run(ctx context.Context, requests []scenario.Request, then func(scenario.Response) error) error {
	n := min(runtime.GOMAXPROCS(0), len(requests))
	parts := make([][]scenario.Request, n)
	for i, q := range requests {
		parts[i%n] = append(parts[i%n], q)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	errs := make([]error, n)
	for i, part := range parts {
		wg.Go(func() {
			errs[i] = w.inOrder(ctx, part, func(r scenario.Response) error {
				mu.Lock()
				defer mu.Unlock()
				return then(r)
			})
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// inOrder searches programs in one process and gives each answer to then, in order.
func (w *workshop) inOrder(ctx context.Context, requests []scenario.Request, then func(scenario.Response) error) error {
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, q := range requests {
		if err := enc.Encode(q); err != nil {
			return err
		}
	}
	cmd := exec.CommandContext(ctx, filepath.Join(w.dir, "search"))
	cmd.Stdin = &in
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	dec := json.NewDecoder(bufio.NewReader(out))
	for range requests {
		var r scenario.Response
		if err := dec.Decode(&r); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			if waited := cmd.Wait(); waited != nil {
				err = fmt.Errorf("%w: %v\n%s", err, waited, stderr.String())
			}
			return fmt.Errorf("the search ended early: %w", err)
		}
		unplace(&r)
		if err := then(r); err != nil {
			cmd.Process.Kill()
			cmd.Wait()
			return err
		}
	}
	return cmd.Wait()
}

// unplace takes from the stacks in an answer the place where its program was
// compiled: it has the scenario's number in it, which is another one as soon as a
// scenario is added.
func unplace(r *scenario.Response) {
	for i := range r.Results {
		if t := r.Results[i].Shortest; t != nil {
			t.Text = strings.ReplaceAll(t.Text, path.Join(generated, r.Program)+"/", "")
			t.Msg = strings.ReplaceAll(t.Msg, path.Join(generated, r.Program)+"/", "")
		}
	}
}
