// Package cacheprograms runs the programs of cachemutation on real informers,
// under client-go's own detector of changes to what an informer's cache holds.
//
// The detector is on or off for a whole process, and ends it when it finds
// something. So each program runs in a process of its own. A bad one must be
// ended by the detector. The others must come through, and each must have had
// an effect: a change that it asked the server for, or a key in its queue. With
// PROGRAMS=mended the test expects the bad programs that have a golden file to
// have been replaced by it (go test -overlay), and to come through as well.
package cacheprograms

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"

	"example.com/informers/kinds"
)

// What the detector says at the end (client-go's tools/cache/mutation_detector.go).
var detected = regexp.MustCompile(`panic: cache \*[\w.]+ modified`)

const (
	childOf  = "CACHEPROGRAM"
	detector = "KUBE_CACHE_MUTATION_DETECTOR"
)

func TestPrograms(t *testing.T) {
	mended := os.Getenv("PROGRAMS") == "mended"
	for _, p := range programs {
		t.Run(p.dir, func(t *testing.T) {
			t.Parallel()
			_, err := os.Stat(filepath.Join("..", p.dir, "main.go.golden"))
			if mended && p.bad() && errors.Is(err, os.ErrNotExist) {
				t.Skip("no mend is offered")
			}
			if p.bad() && !mended {
				dies(t, p)
			} else {
				survives(t, p)
			}
		})
	}
}

// dies runs a program in a process that the detector has to end.
func dies(t *testing.T, p program) {
	out, err := child(p, true)
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 2 {
		t.Fatalf("the program ends with %v, want exit status 2\n%s", err, out)
	}
	if !detected.Match(out) {
		t.Errorf("the detector has not ended the program:\n%s", out)
	}
}

// survives runs a program in a process that has to come through, and to say so.
func survives(t *testing.T, p program) {
	out, err := child(p, true)
	if err != nil || !bytes.Contains(out, []byte("--- PASS: TestChild")) {
		t.Errorf("the program ends with %v\n%s", err, out)
	}
}

func child(p program, watched bool) ([]byte, error) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$", "-test.v")
	cmd.Env = append(os.Environ(), childOf+"="+p.dir, detector+"=false")
	if watched {
		cmd.Env = append(cmd.Env, detector+"=true")
	}
	return cmd.CombinedOutput()
}

// TestChild is the other process: it runs one program.
func TestChild(t *testing.T) {
	dir := os.Getenv(childOf)
	if dir == "" {
		t.Skip("only for the processes of TestPrograms")
	}
	i := slices.IndexFunc(programs, func(p program) bool { return p.dir == dir })
	if i < 0 {
		t.Fatal("no such program")
	}
	// Under synctest an error that is handled waits for the real date.
	utilruntime.ErrorHandlers = nil
	synctest.Test(t, func(t *testing.T) { history(t, programs[i]) })
}

// history runs a program in a cluster where other things happen as well.
func history(t *testing.T, p program) {
	c := newCluster()
	ctx, cancel := context.WithCancel(t.Context())
	defer c.stop()
	defer cancel()
	if err := p.run(ctx, c); err != nil {
		t.Errorf("the program fails: %v", err)
	}
	rest()
	c.change(t)
	rest()
	c.delete(t, "spare")
	rest()
	if c.effects() == 0 {
		t.Error("the program has had no effect")
	}
}

// rest lets some virtual seconds pass. The detector looks once a second.
func rest() {
	time.Sleep(5 * time.Second)
	synctest.Wait()
}

// Without the detector every program comes through: what ends the bad ones is
// nothing else.
func TestUndetected(t *testing.T) {
	for _, p := range programs {
		if p.bad() {
			t.Run(p.dir, func(t *testing.T) {
				t.Parallel()
				if out, err := child(p, false); err != nil {
					t.Errorf("the program ends with %v\n%s", err, out)
				}
			})
		}
	}
}

// Every program is run.
func TestComplete(t *testing.T) {
	run := make(map[string]bool)
	for _, p := range programs {
		if run[p.dir] {
			t.Errorf("%s is twice in the table", p.dir)
		}
		run[p.dir] = true
	}
	checks := 0
	for check, table := range kinds.Table {
		if table != "cacheprograms" {
			continue
		}
		checks++
		for _, pattern := range []string{"/*/*.go", "/wrapped/*/*.go", "/ok/*/*.go"} {
			files, err := filepath.Glob("../" + check + pattern)
			if err != nil || len(files) == 0 {
				t.Fatalf("no programs match %s%s (%v)", check, pattern, err)
			}
			for _, file := range files {
				source, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				dir := filepath.ToSlash(filepath.Dir(strings.TrimPrefix(filepath.ToSlash(file), "../")))
				wants := bytes.Contains(source, []byte("// want"))
				if (wants || filepath.Base(file) == "main.go") && !run[dir] {
					t.Errorf("%s is not run", dir)
				}
				if p := (program{dir: dir}); run[dir] && filepath.Base(file) == "main.go" && wants != p.bad() {
					t.Errorf("%s: something is wanted: %v", dir, wants)
				}
			}
		}
	}
	if checks == 0 {
		t.Error("no check has its programs here")
	}
}
