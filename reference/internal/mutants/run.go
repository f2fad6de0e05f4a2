package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/informerlint/informerlint/reference/internal/mutants/mutant"
)

// A stage is a test binary, or some of its tests. Mutants go through the stages
// in order, until one kills them.
type stage struct {
	pkg       string // directory
	run, skip string // patterns of tests
}

// Tests of reference/model that take most of the time, and those of them that
// mutants go through in the end.
const (
	wide = "^(TestLitmusInFineSteps|TestReductionsAgreeOn(RandomCrowds|AnEarlyResync|Stop)|TestKnownDeadlockOfClientGo|TestMutantsOfTheRuntimeAreKilled|" +
		"TestThreeObjectsHaveSixOrders|TestHandlerThatRemovesItselfDeadlocksWithStop|TestRelistsWithKeysStillQueuedAreLawful)$"
	long = "^(TestReductionsAgreeOn(Scripts|RandomScripts|Litmus)|TestFineStepsAllowTheSame|TestLaws|TestRecreation|TestEachOfTwoWatchesMayBeDropped|" +
		"TestPublishedScheduleReplays)$|" + wide
)

var stages = []stage{
	{pkg: "reference/cache"},
	{pkg: "reference/apiserver"},
	{pkg: "reference/lazycache"},
	{pkg: "reference/model", skip: long},
	{pkg: "conform", run: "^TestObservedIsAllowed$/^0.26$"},
	{pkg: "reference/model", run: wide},
}

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

// A runner has the binaries and what is known of the stages without a mutant.
type runner struct {
	root, dir string
	bins      map[string]string // by package
	base      []baseline
}

// A baseline is a stage without a mutant.
type baseline struct {
	steps   int64
	reached map[int64]bool
}

// newRunner builds the test binaries in a directory and runs them without a
// mutant.
func newRunner(ctx context.Context, root, dir string, g *generator) (*runner, error) {
	overlay, err := g.overlay(dir)
	if err != nil {
		return nil, err
	}
	r := &runner{root: root, dir: dir, bins: map[string]string{}}
	for i, s := range stages {
		if r.bins[s.pkg] == "" {
			bin := filepath.Join(dir, strings.ReplaceAll(s.pkg, "/", "_")+".test")
			cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", bin, "./"+s.pkg)
			cmd.Dir = root
			if out, err := cmd.CombinedOutput(); err != nil {
				return nil, fmt.Errorf("%s does not build: %w\n%s", s.pkg, err, out)
			}
			r.bins[s.pkg] = bin
		}
		b, err := r.measure(ctx, s, filepath.Join(dir, fmt.Sprintf("reached%d", i)))
		if err != nil {
			return nil, err
		}
		r.base = append(r.base, b)
	}
	return r, nil
}

// measure runs a stage without a mutant: it has to pass.
func (r *runner) measure(ctx context.Context, s stage, file string) (baseline, error) {
	b := baseline{reached: map[int64]bool{}}
	out, err := r.command(ctx, s, "MUTANT_REACHED="+file).CombinedOutput()
	if err != nil {
		return b, fmt.Errorf("%s without a mutant: %w\n%s", s.pkg, err, out)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return b, fmt.Errorf("%s comes to no mutant: %w", s.pkg, err)
	}
	for line := range strings.Lines(string(data)) {
		word, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return b, err
		}
		b.reached[n] = true
		if b.steps, err = strconv.ParseInt(value, 10, 64); err != nil {
			return b, err
		}
	}
	return b, nil
}

func (r *runner) command(ctx context.Context, s stage, env string) *exec.Cmd {
	args := []string{"-test.v", "-test.failfast", "-test.timeout=0"}
	if s.run != "" {
		args = append(args, "-test.run="+s.run)
	}
	if s.skip != "" {
		args = append(args, "-test.skip="+s.skip)
	}
	cmd := exec.CommandContext(ctx, r.bins[s.pkg], args...)
	cmd.Dir = filepath.Join(r.root, s.pkg)
	cmd.Env = append(os.Environ(), env, "GOMAXPROCS=1")
	return cmd
}

// kill runs a mutant through the stages.
func (r *runner) kill(ctx context.Context, m Mutant) (Verdict, error) {
	v := Verdict{Mutant: m}
	for i, s := range stages {
		if !r.base[i].reached[m.N] {
			continue
		}
		v.Reached = true
		limited, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		cmd := r.command(limited, s, fmt.Sprintf("MUTANT=%d", m.N))
		cmd.Env = append(cmd.Env, fmt.Sprintf("MUTANT_STEPS=%d", 4*r.base[i].steps+100_000))
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run()
		if err == nil {
			continue
		}
		if ctx.Err() != nil {
			return v, ctx.Err()
		}
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			return v, err
		}
		v.Killer = s.pkg + " " + failed(out.String())
		v.Endless = exit.ExitCode() == mutant.DoesNotEnd || limited.Err() != nil
		return v, nil
	}
	return v, nil
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

// killAll runs mutants, so many at a time.
func (r *runner) killAll(ctx context.Context, mutants []Mutant, workers int, each func(Verdict)) ([]Verdict, error) {
	verdicts := make([]Verdict, len(mutants))
	errs := make([]error, len(mutants))
	next := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range next {
				verdicts[i], errs[i] = r.kill(ctx, mutants[i])
				if each != nil {
					each(verdicts[i])
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
