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
	What  string
	Seen  []Seen
}

// Seen is what the search says of a version: the run in which it finds the bug,
// or 0 for not at all.
type Seen struct {
	Version string
	Run     int
}

// KnownSearch is how each of Bugs is looked for. Where a bug is not, three times
// as many runs do not find it.
var KnownSearch = PCT{Runs: 1000, Depth: 3, Seed: 1}

// Bugs are the known bugs of client-go that there are programs for. How each
// is provoked, and when it counts as seen, testdata/driver/run says.
var Bugs = []Bug{
	{"104853", "a second Run runs, too", []Seen{{V020, 1}, {V026, 0}, {V037, 0}}},
	{"115620", "an object that is only queued when a list comes without it stays for ever", []Seen{{V020, 1}, {V026, 0}, {V037, 0}}},
	{"117870", "a transform that is set while Run begins is taken and not used", []Seen{{V026, 25}, {V037, 0}}},
	{"119554", "ShutDown comes too early for a ShutDownWithDrain, which then waits for ever", []Seen{{V026, 24}, {V037, 0}}},
	{"124337", "a resync gives objects of the store to the transform, which may change them", []Seen{{V026, 1}, {V037, 0}}},
	{"131266", "a watch is not stopped when the informer is", []Seen{{V020, 0}, {V026, 0}, {V037, 0}}},
	{"136509", "a resync before the listeners have started is a deadlock", []Seen{{V026, 17}, {V037, 0}}},
	{"141079", "ShutDownWithDrain returns while items are queued", []Seen{{V026, 2}, {V037, 3}}},
	{"run-twice", "of two Runs at a time none is refused", []Seen{{V026, 2}, {V037, 2}}},
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
