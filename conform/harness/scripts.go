package harness

import (
	"flag"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/informerlint/informerlint/conform"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/model"
	"github.com/informerlint/informerlint/reference/script"
)

var (
	update = flag.Bool("update", false, "add what client-go shows to the record, instead of comparing it with that")
	runs   = flag.Int("runs", 400, "with -update: how often a script that is a race is run")
	hunt   = flag.Int("hunt", 0, "run that many random scripts instead of the recorded ones; with -update and -record")
	record = flag.String("record", "", "another file for the record")
)

// repeats returns how often a script is run: with seed 0, which never
// hesitates, and others. For a record one wants the rare traces, too.
func repeats(s script.Script) uint64 {
	switch {
	case *update && s.Race:
		return uint64(*runs)
	case *update:
		return max(20, uint64(*runs)/8)
	case s.Race:
		return 100
	}
	return 20
}

// Scripts runs each script that the version has the means for and compares the
// traces with the record. A trace that is not in the record is an error, unless
// the script is a race and the reference runtime allows the trace, or cannot say
// in a moment that it does not: the scheduler of Go may show today what it did
// not when the record was made. Two traces of a
// script that is not a race are an error. That a race did not show each of its
// traces this time is none.
func Scripts(t *testing.T, c Client, file string) {
	Quiet()
	now := &conform.Record{ClientGo: c.Version, Minor: c.Minor}
	if *record != "" {
		file = *record
	}
	scripts := conform.Scripts(c.Minor)
	if *hunt > 0 {
		scripts = conform.Hunt(c.Minor, *hunt)
	}
	for _, s := range scripts {
		t.Run(s.Name, func(t *testing.T) {
			for seed := range repeats(s) {
				trace := Run(t, c, s, seed)
				now.Add(s.Name, trace.Lines())
			}
			if n := len(now.Scripts[s.Name]); n > 1 && !s.Race {
				t.Errorf("not marked as a race, and shows %d traces", n)
			}
		})
	}
	if *update {
		keep(now, scripts, file)
		if err := now.Save(file); err != nil {
			t.Fatal(err)
		}
		return
	}

	old, err := conform.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	if old.ClientGo != c.Version || old.Minor != c.Minor {
		t.Errorf("%s is of %s", file, old.ClientGo)
	}
	for name := range old.Scripts {
		if now.Scripts[name] == nil {
			t.Errorf("%s: in the record, but not run", name)
		}
	}
	shown, known := 0, 0
	for _, s := range scripts {
		for _, trace := range now.Scripts[s.Name] {
			if old.Has(s.Name, trace) {
				shown++
				continue
			}
			allowed, sure := false, true
			if s.Race {
				allowed, sure = verdict(s, c.Minor, trace.Text())
			}
			switch {
			case allowed:
				t.Logf("%s: new, but allowed:\n%s", s.Name, indent(trace.Text()))
			case sure:
				t.Errorf("%s: not in the record:\n%s", s.Name, indent(trace.Text()))
			default:
				t.Logf("%s: new, and the search for it is too long:\n%s", s.Name, indent(trace.Text()))
			}
		}
		known += len(old.Scripts[s.Name])
	}
	t.Logf("%s: %d scripts, %d of %d recorded traces", c.Version, len(now.Scripts), shown, known)
}

// keep adds what was recorded before, perhaps by more runs, of scripts that there
// still are.
func keep(now *conform.Record, scripts []script.Script, file string) {
	old, err := conform.Load(file)
	if err != nil {
		return // there is none
	}
	for _, s := range scripts {
		for _, trace := range old.Scripts[s.Name] {
			now.Add(s.Name, trace)
		}
	}
}

// verdict asks the reference runtime about a trace that is not in the record.
// Some random scripts have too many executions for an answer.
func verdict(s script.Script, minor int, text string) (allowed, sure bool) {
	allowed, res := model.Shows(s, cache.ProfileFor(minor), text, explore.Options{Reduction: explore.SourceDPOR, MaxRuns: 20000})
	return allowed, allowed || res.Complete
}

func indent(s string) string { return "\t" + strings.ReplaceAll(s, "\n", "\n\t") }

// unavailable is the event of a watch that fails, but not by 410.
func unavailable() *watch.Event {
	status := apierrors.NewServiceUnavailable("leader changed").ErrStatus
	return &watch.Event{Type: watch.Error, Object: &status}
}
