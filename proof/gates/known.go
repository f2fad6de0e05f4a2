package gates

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Bug is one of client-go itself, which a search can find.
type Bug struct {
	Issue string // of kubernetes/kubernetes, or a name
	// In and Not are versions in which it is and is not. Not is empty if it
	// has not been fixed.
	In, Not string
	What    string
	// PCT is the search that finds it.
	PCT PCT
}

// Bugs are the known bugs of client-go that there are programs for. How each
// is provoked, and when it counts as seen, testdata/driver/run says.
var Bugs = []Bug{
	{"136509", V026, V037, "a resync before the listeners have started is a deadlock", PCT{Runs: 1000, Depth: 3, Seed: 1}},
	{"117870", V026, V037, "a transform that is set while Run begins is taken and not used", PCT{Runs: 1000, Depth: 3, Seed: 1}},
	{"124337", V026, V037, "a resync gives objects of the store to the transform, which may change them", PCT{Runs: 1000, Depth: 3, Seed: 1}},
	{"119554", V026, V037, "ShutDown comes too early for a ShutDownWithDrain, which then waits for ever", PCT{Runs: 1000, Depth: 3, Seed: 1}},
	{"104853", V020, V026, "a second Run runs, too", PCT{Runs: 1000, Depth: 3, Seed: 1}},
	{"115620", V020, V026, "an object that is only queued when a list comes without it stays for ever", PCT{Runs: 1000, Depth: 3, Seed: 1}},
	{"141079", V026, "", "ShutDownWithDrain returns while items are queued", PCT{Runs: 1000, Depth: 3, Seed: 1}},
	{"run-twice", V026, "", "of two Runs at a time none is refused", PCT{Runs: 1000, Depth: 3, Seed: 1}},
}

// Known is what a search for a bug of client-go itself has found.
type Known struct {
	Issue    string // "kubernetes/kubernetes#136509"
	Version  string
	Strategy string
	Bound    string
	Runs     int    // that were made, up to the one that found it
	Early    int    // of them, in which time passed before all had run that could
	Found    bool   // in the last of them
	Schedule string // of that one
	What     string
	Text     string // its steps
}

// KnownBug searches for one of Bugs, by its issue, with the options' PCT. It
// ends when it has found it.
func KnownBug(ctx context.Context, o Options, issue string) (k Known, err error) {
	if o.PCT == nil {
		return k, errors.New("no search is asked for")
	}
	if !slices.ContainsFunc(Bugs, func(b Bug) bool { return b.Issue == issue }) {
		return k, fmt.Errorf("there is no program for %s", issue)
	}
	b, done, err := o.open(ctx, true)
	if err != nil {
		return k, err
	}
	defer done()
	p := *o.PCT
	k = Known{Issue: issue, Version: b.version, Strategy: "pct",
		Bound: fmt.Sprintf("%d runs, depth %d, seed %d", p.Runs, p.Depth, p.Seed)}
	if !strings.Contains(issue, "-") {
		k.Issue = "kubernetes/kubernetes#" + issue
	}
	q := request{Program: "known/" + issue, Strategy: "pct", Runs: p.Runs, Depth: p.Depth, Seed: p.Seed, Until: 1}
	r, err := b.ask(ctx, q)
	if err == nil && r.Err != "" {
		err = errors.New(r.Err)
	}
	if err != nil {
		return k, err
	}
	k.Runs, k.Early, k.Found, k.Schedule, k.What = r.Schedules, r.Early, r.Violations > 0, r.First, r.What
	if k.Found {
		k.Text, err = b.replay(ctx, q.Program, r.First, 2)
	}
	return k, err
}
