package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/informerlint/informerlint/reference/internal/mutants/mutant"
)

// tests are the packages whose tests mutants go through.
var tests = []string{"reference/cache", "reference/apiserver", "reference/lazycache", "reference/factory", "reference/tree", "reference/model", "conform"}

// A unit is a test as a process of its own: it says which mutants it comes to,
// and how far it goes without one. Mutants go through those units alone that
// come to them, the short ones first.
type unit struct {
	pkg, test string // directory; name, or a pattern of names
	steps     int64
	reached   map[int64]bool
}

// left out are tests that take as long as all others together.
var leftOut = regexp.MustCompile("^(TestReductionsAgreeOn(Scripts|RandomScripts|Litmus)|TestFineStepsAllowTheSame|TestLaws|TestRecreation|" +
	"TestEachOfTwoWatchesMayBeDropped|TestPublishedScheduleReplays)$")

// replayed is what the records of package conform are there for: those of two
// versions.
var replayed = []string{"TestObservedIsAllowed/0.26", "TestObservedIsAllowed/0.34"}

// patience is for processes that wait for nothing and ask nothing any more.
const patience = 90 * time.Second

// A Verdict is what became of a mutant.
type Verdict struct {
	Mutant
	// Killer is the test that fails, as "reference/model TestLitmus/...", or
	// empty. Endless means that it was ended for having gone on for many times
	// as long as without the mutant.
	Killer  string
	Endless bool
	// Reached says that some test at least comes to the place.
	Reached bool
}

// A runner has the binaries, and the units.
type runner struct {
	root  string
	bins  map[string]string // by package
	units []unit
	quick int64 // only units up to so many steps; 0: all
}

// newRunner builds the test binaries of packages in a directory and runs each
// test without a mutant.
//
// Only those are run whose package and name match, if that is asked for.
func newRunner(ctx context.Context, root, dir string, g *generator, tests []string, only *regexp.Regexp) (*runner, error) {
	overlay, err := g.overlay(dir)
	if err != nil {
		return nil, err
	}
	r := &runner{root: root, bins: map[string]string{}}
	for _, pkg := range tests {
		bin := filepath.Join(dir, strings.ReplaceAll(pkg, "/", "_")+".test")
		cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", bin, "./"+pkg)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s does not build: %w\n%s", pkg, err, out)
		}
		r.bins[pkg] = bin
		names := replayed
		if pkg != "conform" {
			out, err := exec.CommandContext(ctx, bin, "-test.list", ".").Output()
			if err != nil {
				return nil, err
			}
			names = strings.Fields(string(out))
		}
		for _, name := range names {
			if leftOut.MatchString(name) || strings.HasPrefix(name, "Benchmark") || only != nil && !only.MatchString(pkg+" "+name) {
				continue
			}
			u := unit{pkg: pkg, test: name, reached: map[int64]bool{}}
			if err := r.measure(ctx, &u, filepath.Join(dir, fmt.Sprintf("reached%d", len(r.units)))); err != nil {
				return nil, err
			}
			r.units = append(r.units, u)
		}
	}
	slices.SortStableFunc(r.units, func(a, b unit) int { return cmp.Compare(a.steps, b.steps) })
	return r, nil
}

// measure runs a unit without a mutant: it has to pass.
func (r *runner) measure(ctx context.Context, u *unit, file string) error {
	// How long it takes is not known yet.
	out, err := r.command(ctx, u, 600, "MUTANT_REACHED="+file).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s without a mutant: %w\n%s", u.pkg, u.test, err, out)
	}
	if !begun.Match(out) {
		return fmt.Errorf("%s has no test %s", u.pkg, u.test)
	}
	data, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for line := range strings.Lines(string(data)) {
		word, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return err
		}
		u.reached[n] = true
		if u.steps, err = strconv.ParseInt(value, 10, 64); err != nil {
			return err
		}
	}
	return nil
}

// command runs a unit for so many seconds of processor time at most.
func (r *runner) command(ctx context.Context, u *unit, seconds int64, env string) *exec.Cmd {
	pattern := "^" + strings.ReplaceAll(u.test, "/", "$/^") + "$"
	cmd := exec.CommandContext(ctx, "sh", "-c", `ulimit -t "$0"; exec "$@"`, fmt.Sprint(seconds),
		r.bins[u.pkg], "-test.v", "-test.failfast", "-test.timeout=0", "-test.run="+pattern)
	cmd.Dir = filepath.Join(r.root, u.pkg)
	cmd.Env = append(os.Environ(), env, "GOMAXPROCS=1")
	return cmd
}

// kill runs a mutant through the units.
func (r *runner) kill(ctx context.Context, m Mutant) (Verdict, error) {
	v := Verdict{Mutant: m}
	for i := range r.units {
		u := &r.units[i]
		if !u.reached[m.N] || r.quick > 0 && u.steps > r.quick {
			continue
		}
		v.Reached = true
		out, status, err := r.try(ctx, u, m)
		if err != nil {
			return v, err
		}
		if status != 0 {
			v.Killer = u.pkg + " " + failed(out)
			v.Endless = status == mutant.DoesNotEnd || strings.Contains(out, "SIGXCPU")
			return v, nil
		}
	}
	return v, nil
}

// try runs a mutant through a unit, and returns its output and exit status.
func (r *runner) try(ctx context.Context, u *unit, m Mutant) (string, int, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	// A processor second is at least a million questions, so this is only for
	// mutants that do not end and do not ask. The smallest is for a unit that asks
	// little and takes two seconds on a busy machine.
	cmd := r.command(limited, u, 10+u.steps/100_000, fmt.Sprintf("MUTANT=%d", m.N))
	cmd.Env = append(cmd.Env, fmt.Sprintf("MUTANT_STEPS=%d", 8*u.steps+20_000))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return out.String(), 0, nil
	case ctx.Err() != nil:
		return "", 0, ctx.Err()
	case limited.Err() != nil:
		return out.String(), mutant.DoesNotEnd, nil
	case errors.As(err, &exit):
		return out.String(), exit.ExitCode(), nil
	}
	return "", 0, err
}

var (
	failure = regexp.MustCompile(`(?m)^ *--- FAIL: (\S+)`)
	begun   = regexp.MustCompile(`(?m)^=== RUN +(\S+)`)
)

// failed is the most exact name of the test that failed, or that ran when the
// process ended.
func failed(out string) string {
	var last string
	for _, m := range failure.FindAllStringSubmatch(out, -1) {
		if strings.HasPrefix(m[1], last) {
			last = m[1]
		}
	}
	if last == "" {
		for _, m := range begun.FindAllStringSubmatch(out, -1) {
			last = m[1]
		}
	}
	return last
}

// killAll runs mutants, so many at a time, and says after each what became of it.
func (r *runner) killAll(ctx context.Context, mutants []Mutant, workers int, each func(Verdict)) ([]Verdict, error) {
	verdicts := make([]Verdict, len(mutants))
	errs := make([]error, len(mutants))
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range workers {
		wg.Go(func() {
			for i := range next {
				verdicts[i], errs[i] = r.kill(ctx, mutants[i])
				if each != nil && errs[i] == nil {
					mu.Lock()
					each(verdicts[i])
					mu.Unlock()
				}
			}
		})
	}
	for i := range mutants {
		next <- i
	}
	close(next)
	wg.Wait()
	return verdicts, errors.Join(errs...)
}

// elapsed is how long something took, for people.
func elapsed(since time.Time) time.Duration { return time.Since(since).Round(100 * time.Millisecond) }
