package conform

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/model"
	"github.com/informerlint/informerlint/reference/script"
)

// modelOnly lists the classes that the reference runtime allows and no version of
// client-go has shown in any script, each with the reason why that is no mistake
// of the runtime. There may be few: see TestClasses.
var modelOnly = map[string]string{
	"add a1.0 init; add b1.0 init; update a1.0 a1.0; update a1.0 a1.0; tomb b1.0":                   lag,
	"add a1.0 init; add b1.0 init; update a1.0 a1.0; update a1.0 a1.0; tomb b1.0; update a1.0 a1.0": lag,
	"add a1.0 init; add b1.0 init; update a1.0 a1.0; update a1.0 a1.0; update a1.0 a1.0; tomb b1.0": lag,
	"add a1.0; update a1.0 a1.0; update a1.0 a1.0; add b1.0; tomb b1.0":                             lag,
	"add a1.0; update a1.0 a1.0; update a1.0 a1.0; add b1.0; tomb b1.0; update a1.0 a1.0":           lag,
	"add a1.0; update a1.0 a1.0; update a1.0 a1.0; update a1.0 a1.0; add b1.0; tomb b1.0":           lag,
	"add b1.0 init; tomb b1.0; add b2.0 init":                                                       lag,
	"env: handler i refused; probe pod synced=true stopped=true store=b1.0":                         late,
	"env: handler i refused; probe pod synced=true stopped=true store=b1.0 h=true":                  late,
	"env: probe pod synced=true stopped=true store=b1.0":                                            late,
	"env: probe pod synced=true stopped=true store=b1.0 h=true i=false":                             late,
	"env: probe pod synced=true stopped=true store=b1.0 h=true i=true":                              late,
}

// Reasons.
const (
	lag = "What the first of two lists has queued would have to be unprocessed when the second one comes. Before a list that follows " +
		"another there is a pause, and in a bubble time does not pass before the processing has come to rest."
	late = "An event that the server sends after the stop channel was closed would have to reach a reflector that was at rest. " +
		"Up to client-go 0.32 the closing itself wakes it, and that is what it acts on; since 0.33 a goroutine in between cancels " +
		"its context, which leaves a moment that was never met."
)

// minors are the client-go versions that are recorded: every one, for every one
// changed tools/cache.
var minors = []int{20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37}

// longSearches are random scripts whose search takes from seconds to minutes.
// They are compared by TestLongSearches, behind the build tag full.
var longSearches = map[string]bool{
	"small-004": true, "small-018": true, "small-026": true, "small-027": true,
	"small-032": true, "small-040": true, "small-044": true,
}

// lagging are the random scripts that list twice and never wait in between, and
// what the Busy ones are about, too: where the runtime allows the processing to
// be behind by more than client-go can be made to show (see lag), even with its
// process loop held up at the first object.
func lagging(s script.Script) bool { return s.Busy || s.Name == "small-021" }

func record(t *testing.T, minor int) *Record {
	t.Helper()
	r, err := Load(filepath.Join("observed", fmt.Sprintf("v%03d.json", minor)))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// allowed is the set of traces that the runtime allows for a script under a
// profile. Searching takes a while, and several tests ask for it.
func allowed(t *testing.T, s script.Script, p cache.Profile) map[string]int {
	t.Helper()
	q := question{s.Name, p}
	q.profile.Minor = shows(p.Minor)
	answers.Lock()
	defer answers.Unlock()
	if set, ok := answers.of[q]; ok {
		return set
	}
	set, result := model.Allowed(s, p, explore.Options{Reduction: explore.SourceDPOR})
	if p.Mistake == cache.NoMistake {
		if !result.Complete {
			t.Errorf("%s under the profile of 0.%d: the search is not complete: %s", s.Name, p.Minor, result.Why)
		}
		for _, v := range result.Violations {
			t.Errorf("%s under the profile of 0.%d: %v", s.Name, p.Minor, v)
		}
	}
	answers.of[q] = set
	return set
}

// A question is asked once for all minors that have the same answer.
type question struct {
	script  string
	profile cache.Profile // with what its minor shows for the minor
}

// shows is the first minor whose traces say as much as those of another (see
// Condition.Text). All else that sets versions apart in a script is in the
// switches of a profile.
func shows(minor int) int {
	switch {
	case minor < 26:
		return 20
	case minor < 27:
		return 26
	}
	return 27
}

var answers = struct {
	sync.Mutex
	of map[question]map[string]int
}{of: map[question]map[string]int{}}

// disagreements says where the runtime and the record differ on a script: the
// record has a trace that is not allowed, or, unless the script is a race, a
// trace is allowed that is not in the record. (In a race the scheduler of Go
// has the last word, and may never have said it.)
func disagreements(t *testing.T, s script.Script, r *Record, p cache.Profile) []string {
	t.Helper()
	var found []string
	set := allowed(t, s, p)
	if len(r.Scripts[s.Name]) == 0 {
		found = append(found, "nothing recorded")
	}
	for _, trace := range r.Scripts[s.Name] {
		if set[trace.Text()] == 0 {
			found = append(found, fmt.Sprintf("client-go shows\n%s\nthe runtime allows only\n%s", indent(trace.Text()), texts(set)))
		}
	}
	if !s.Race {
		for text := range set {
			if !r.Has(s.Name, strings.Split(text, "\n")) {
				found = append(found, fmt.Sprintf("the runtime allows\n%s\nwhich client-go does not show", indent(text)))
			}
		}
	}
	return found
}

// Everything that real client-go shows is allowed by the reference runtime; and
// where the steps of the script leave no choice, nothing else is.
func TestObservedIsAllowed(t *testing.T) {
	for _, minor := range minors {
		t.Run(fmt.Sprintf("0.%d", minor), func(t *testing.T) {
			r := record(t, minor)
			if r.Minor != minor {
				t.Fatalf("the record is of %s", r.ClientGo)
			}
			known := map[string]bool{}
			for _, s := range Scripts(minor) {
				known[s.Name] = true
				if longSearches[s.Name] {
					continue
				}
				for _, d := range disagreements(t, s, r, cache.ProfileFor(minor)) {
					t.Errorf("%s\n%s", s, d)
				}
			}
			for name := range r.Scripts {
				if !known[name] {
					t.Errorf("%s: recorded, but there is no such script", name)
				}
			}
		})
	}
}

// Each known mistake in the runtime is noticed by comparing it with the record
// of any version, and the script named here is one that notices it. The tests
// of reference/model have a table of the same mistakes with litmus tests.
func TestMistakesAreNoticed(t *testing.T) {
	for _, m := range []struct {
		name    string
		mistake cache.Mistake
		script  string
		from    int // the first version that can show it
	}{
		{"relist only after 410", cache.RelistOnlyOnGone, "short-delete", 20},
		{"no tombstones", cache.NoTombstones, "expired-delete", 20},
		{"synced too early", cache.SyncedTooEarly, "wait-register", 20},
		{"each add is initial", cache.InitialFlagAlways, "add", 27},
		{"late handler misses the store", cache.LateHandlerMissesStore, "late", 20},
		{"stop delivers all", cache.StopDeliversAll, "stop-pending", 20},
	} {
		t.Run(m.name, func(t *testing.T) {
			for _, s := range script.Suite() {
				if s.Name != m.script {
					continue
				}
				for _, minor := range minors {
					if minor < max(m.from, s.Since) {
						continue
					}
					p := cache.ProfileFor(minor)
					p.Mistake = m.mistake
					if len(disagreements(t, s, record(t, minor), p)) == 0 {
						t.Errorf("0.%d: %s does not notice", minor, s.Name)
					}
				}
				return
			}
			t.Errorf("there is no script %s", m.script)
		})
	}
}

// TestHunt looks through a record of random scripts that is not kept, made with
//
//	conform/run.sh 37 -- -run Scripts -update -hunt 200 -record FILE
//
// What it reports is either a mistake of the runtime or one of the harness.
func TestHunt(t *testing.T) {
	if *hunt == "" {
		t.Skip("no -hunt FILE")
	}
	r, err := Load(*hunt)
	if err != nil {
		t.Fatal(err)
	}
	scripts := map[string]script.Script{}
	for _, s := range Hunt(r.Minor, 10000) {
		scripts[s.Name] = s
	}
	for name, traces := range r.Scripts {
		s := scripts[name]
		set, result := model.Allowed(s, cache.ProfileFor(r.Minor), explore.Options{Reduction: explore.SourceDPOR, MaxRuns: 50000})
		for _, trace := range traces {
			switch {
			case set[trace.Text()] > 0:
			case !result.Complete:
				t.Logf("%s: cannot say, the search is too long", s)
			default:
				t.Errorf("%s\nclient-go shows\n%s\nthe runtime allows only\n%s", s, indent(trace.Text()), texts(set))
			}
		}
		for _, v := range result.Violations {
			t.Errorf("%s: %v", s, v)
		}
	}
}

var hunt = flag.String("hunt", "", "a record of random scripts to look through")

// Each class (what one observer sees) that the runtime allows in some script is
// one that some version of client-go has shown in some script, with few
// exceptions that are listed with their reasons.
func TestClasses(t *testing.T) {
	shown := map[string]bool{}
	for _, minor := range minors {
		for class := range record(t, minor).Classes() {
			shown[class] = true
		}
	}
	possible := map[string][]string{} // class to where
	for _, minor := range minors {
		for _, s := range Scripts(minor) {
			if longSearches[s.Name] || lagging(s) {
				continue
			}
			for text := range allowed(t, s, cache.ProfileFor(minor)) {
				for line := range strings.SplitSeq(text, "\n") {
					class := Class(line)
					possible[class] = append(possible[class], fmt.Sprintf("%s in 0.%d", s.Name, minor))
				}
			}
		}
	}
	missing := 0
	for _, class := range sorted(possible) {
		reason, listed := modelOnly[class]
		switch {
		case shown[class] && listed:
			t.Errorf("%q: listed as model-only, but client-go shows it", class)
		case !shown[class] && !listed:
			t.Errorf("%q: allowed (%s), but never shown", class, strings.Join(possible[class], ", "))
			missing++
		case listed && reason == "":
			t.Errorf("%q: listed without a reason", class)
		case listed:
			missing++
		}
	}
	for class := range modelOnly {
		if possible[class] == nil {
			t.Errorf("%q: listed as model-only, but not allowed", class)
		}
	}
	if 10*missing > len(possible) {
		t.Errorf("%d of %d classes are model-only, which is too many", missing, len(possible))
	}
	t.Logf("%d classes allowed, %d shown, %d of them model-only", len(possible), len(shown), missing)
}

func indent(s string) string { return "\t" + strings.ReplaceAll(s, "\n", "\n\t") }

func texts(set map[string]int) string {
	parts := make([]string, 0, len(set))
	for text := range set {
		parts = append(parts, indent(text))
	}
	sort.Strings(parts)
	return strings.Join(parts, "\n\t--\n")
}

func sorted(m map[string][]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// The table in the package's documentation has the versions of the records, and
// these are what the harness is compiled with.
func TestVersionsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, minor := range minors {
		version := record(t, minor).ClientGo
		if !strings.Contains(string(doc), "//\t"+version+" ") {
			t.Errorf("%s is not in the table", version)
		}
		mod, err := os.ReadFile(fmt.Sprintf("harness/versions/v%03d.mod", minor))
		if err != nil || !strings.Contains(string(mod), "k8s.io/client-go "+version+"\n") {
			t.Errorf("harness/versions has another 0.%d than %s: %v", minor, version, err)
		}
	}
}
