package gates

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// A request is one search, in the binary; testdata/driver/run/run_test.go has
// the other side.
type request struct {
	Program  string
	Strategy string
	Bound    int
	Limit    int
	Runs     int
	Depth    int
	Seed     uint64
	Until    int
	Schedule string
	Times    int
}

type response struct {
	Schedules, Violations int
	Early, Steps          int
	First                 string
	FirstAt               int
	What                  string
	Err                   string
	Text                  string
}

// ask runs one search. An error that the search itself reports is in the
// response.
func (b *build) ask(ctx context.Context, q request) (r response, err error) {
	dir, err := os.MkdirTemp(b.dir, "ask")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	data, err := json.Marshal(q)
	if err != nil {
		return r, err
	}
	in, out := filepath.Join(dir, "request"), filepath.Join(dir, "response")
	if err := os.WriteFile(in, data, 0o644); err != nil {
		return r, err
	}
	cmd := exec.CommandContext(ctx, b.binary(), "-test.run=^TestRun$", "-test.timeout=0")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GATES_REQUEST="+in, "GATES_RESPONSE="+out)
	text, runErr := cmd.CombinedOutput()
	data, err = os.ReadFile(out)
	if err != nil || runErr != nil {
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		return r, fmt.Errorf("%s: %w\n%s", q.Program, errors.Join(runErr, err), tail(string(text), 40))
	}
	return r, json.Unmarshal(data, &r)
}

// tail returns the last lines of a text.
func tail(s string, n int) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

func (o Options) version() string {
	if o.Version == "" {
		return V037
	}
	return o.Version
}

// root finds the module of informerlint.
func (o Options) root() (string, error) {
	dir := o.Dir
	if dir == "" {
		out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/informerlint/informerlint").Output()
		if err != nil {
			return "", fmt.Errorf("the module of informerlint is not found from here: %w", err)
		}
		dir = strings.TrimSpace(string(out))
	}
	if _, err := os.Stat(filepath.Join(dir, "testdata", "go.mod")); err != nil {
		return "", fmt.Errorf("there are no programs: %w", err)
	}
	return filepath.Abs(dir)
}

// open builds the binary, or finds it built. The function that it returns
// removes what is temporary.
func (o Options) open(ctx context.Context, known bool) (b *build, done func(), err error) {
	versions := Versions()
	if known {
		versions = append(versions, V020)
	}
	if !slices.Contains(versions, o.version()) {
		return nil, nil, fmt.Errorf("client-go %s cannot be run with gates; %s can", o.Version, strings.Join(versions, " and "))
	}
	root, err := o.root()
	if err != nil {
		return nil, nil, err
	}
	b = &build{root: root, version: o.version(), known: known, logf: func(format string, args ...any) {
		if o.Log != nil {
			fmt.Fprintf(o.Log, format+"\n", args...)
		}
	}}
	done = func() {}
	if o.Build == "" {
		if b.dir, err = os.MkdirTemp("", "informerlint-gates-"); err != nil {
			return nil, nil, err
		}
		// The go command compares paths as the file system has them.
		if b.dir, err = filepath.EvalSymlinks(b.dir); err != nil {
			return nil, nil, err
		}
		done = func() { os.RemoveAll(b.dir) }
	} else {
		kind := "programs"
		if known {
			kind = "known"
		}
		if b.dir, err = filepath.Abs(filepath.Join(o.Build, b.version, kind)); err != nil {
			return nil, nil, err
		}
	}
	if err := b.ensure(ctx); err != nil {
		done()
		return nil, nil, err
	}
	return b, done, nil
}

// chosen are the scenarios that the options ask for.
func (b *build) chosen(o Options) ([]*scenario, error) {
	var all []*scenario
	for _, s := range b.scenarios {
		if (o.Check == "" || o.Check == s.check) && (o.Scenario == "" || o.Scenario == s.dir) {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there is no scenario %q of check %q", o.Scenario, o.Check)
	}
	return all, nil
}

// searches are the requests that the options ask for, without a program, and
// the bounds in words.
func (o Options) searches() (all []request, bounds []string) {
	if o.Delays >= 0 {
		all = append(all, request{Strategy: "delays", Bound: o.Delays, Limit: o.MaxSchedules})
		plural := "s"
		if o.Delays == 1 {
			plural = ""
		}
		bounds = append(bounds, fmt.Sprintf("at most %d delay%s", o.Delays, plural))
	}
	if p := o.PCT; p != nil {
		all = append(all, request{Strategy: "pct", Runs: p.Runs, Depth: p.Depth, Seed: p.Seed})
		bounds = append(bounds, fmt.Sprintf("%d runs, depth %d, seed %d", p.Runs, p.Depth, p.Seed))
	}
	return all, bounds
}

func run(ctx context.Context, o Options) ([]Row, error) {
	b, done, err := o.open(ctx, false)
	if err != nil {
		return nil, err
	}
	defer done()
	scenarios, err := b.chosen(o)
	if err != nil {
		return nil, err
	}
	searches, bounds := o.searches()
	if len(searches) == 0 {
		return nil, errors.New("no search is asked for")
	}
	// A search is a process that runs one goroutine at a time.
	rows := make([]Row, len(scenarios)*len(searches))
	var log sync.Mutex
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range rows {
		group.Go(func() error {
			k := i % len(searches)
			row, err := b.row(ctx, scenarios[i/len(searches)], searches[k])
			row.Bound = bounds[k]
			rows[i] = row
			if err == nil {
				log.Lock()
				defer log.Unlock()
				b.logf("%s", row)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return rows, nil
}

// row runs a search on the bad program and on its mend.
func (b *build) row(ctx context.Context, s *scenario, q request) (Row, error) {
	row := Row{
		Check: s.check, Rule: strings.Join(s.rules, ", "), Scenario: s.dir, Version: b.version,
		Strategy: q.Strategy, HasFix: s.fixed,
	}
	if s.skip != "" {
		row.Skipped, row.Note = true, s.skip
		return row, nil
	}
	if q.Strategy == "delays" && q.Bound < 2 && slices.Contains(late, s.dir) {
		row.Skipped, row.Note = true, "one delay is too few for it to go wrong"
		return row, nil
	}
	if s.right {
		row.Right, row.Note = true, "nothing is expected to go wrong here"
	}
	search := func(tree string) (response, bool, error) {
		q.Program = tree + "/" + s.dir
		r, err := b.ask(ctx, q)
		if ctx.Err() != nil {
			return r, false, ctx.Err()
		}
		if err != nil {
			r.Err = err.Error()
		}
		if r.Err != "" {
			row.Failed, row.Note = true, fmt.Sprintf("%s: %s", q.Program, r.Err)
		}
		return r, r.Err == "", nil
	}
	before, ok, err := search(badTree)
	row.SchedulesBefore, row.ViolationsBefore, row.First, row.What = before.Schedules, before.Violations, before.First, before.What
	if err != nil || !ok || !s.fixed {
		return row, err
	}
	after, _, err := search(fixedTree)
	row.SchedulesAfter, row.ViolationsAfter = after.Schedules, after.Violations
	if after.Violations > 0 {
		row.First, row.What = after.First, after.What
	}
	return row, err
}

// replay runs a schedule so many times, and returns its steps. That one run
// differs from another is an error.
func (b *build) replay(ctx context.Context, program, schedule string, times int) (string, error) {
	r, err := b.ask(ctx, request{Program: program, Strategy: "replay", Schedule: schedule, Times: times})
	if err == nil && r.Err != "" {
		err = errors.New(r.Err)
	}
	return r.Text, err
}

// Replay runs the schedule of a row again and returns its steps as text. The
// tree is "informers" for the bad program and "mended" for its mend.
func Replay(ctx context.Context, o Options, tree, scenario, schedule string) (string, error) {
	b, done, err := o.open(ctx, false)
	if err != nil {
		return "", err
	}
	defer done()
	return b.replay(ctx, tree+"/"+scenario, schedule, 2)
}

// String is the row as a line of text.
func (r Row) String() string {
	if r.Skipped {
		return fmt.Sprintf("%s (%s), client-go %s: not run: %s", r.Scenario, r.Rule, r.Version, r.Note)
	}
	s := fmt.Sprintf("%s (%s), client-go %s, %s: %d schedules, %d violations", r.Scenario, r.Rule, r.Version, r.Bound, r.SchedulesBefore, r.ViolationsBefore)
	if r.HasFix {
		s += fmt.Sprintf("; with the fix %d schedules, %d violations", r.SchedulesAfter, r.ViolationsAfter)
	} else {
		s += "; no fix is offered"
	}
	if r.Note != "" {
		s += " (" + r.Note + ")"
	}
	return s
}
