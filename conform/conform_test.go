package conform

import (
	"fmt"
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

// modelOnly lists the lives of handlers that the reference runtime allows and
// no version of client-go has shown in any script, each with the reason why that
// is no mistake of the runtime. There may be few: see TestClasses.
var modelOnly = map[string]string{}

// minors are the client-go versions that are recorded.
var minors = []int{20, 26, 30, 34, 37}

func record(t *testing.T, minor int) *Record {
	t.Helper()
	r, err := Load(filepath.Join("observed", fmt.Sprintf("v%03d.json", minor)))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// allowed is the set of traces that the runtime allows for a script under the
// profile of a version. Searching takes a while, and two tests ask for it.
func allowed(t *testing.T, s script.Script, minor int) map[string]int {
	t.Helper()
	type question struct {
		name  string
		minor int
	}
	q := question{s.Name, minor}
	answers.Lock()
	defer answers.Unlock()
	if set, ok := answers.of[q]; ok {
		return set.(map[string]int)
	}
	set, result := model.Allowed(s, cache.ProfileFor(minor), explore.Options{Reduction: explore.SourceDPOR})
	if !result.Complete {
		t.Errorf("%s under the profile of 0.%d: the search is not complete: %s", s.Name, minor, result.Why)
	}
	for _, v := range result.Violations {
		t.Errorf("%s under the profile of 0.%d: %v", s.Name, minor, v)
	}
	answers.of[q] = set
	return set
}

var answers = struct {
	sync.Mutex
	of map[any]any
}{of: map[any]any{}}

// applicable are the scripts that a version has the means for.
func applicable(minor int) []script.Script {
	var all []script.Script
	for _, s := range script.Suite() {
		if s.Since <= minor {
			all = append(all, s)
		}
	}
	return all
}

// Everything that real client-go shows is allowed by the reference runtime.
func TestObservedIsAllowed(t *testing.T) {
	for _, minor := range minors {
		t.Run(fmt.Sprintf("0.%d", minor), func(t *testing.T) {
			r := record(t, minor)
			if r.Minor != minor {
				t.Fatalf("the record is of %s", r.ClientGo)
			}
			known := map[string]bool{}
			for _, s := range applicable(minor) {
				known[s.Name] = true
				traces := r.Scripts[s.Name]
				if len(traces) == 0 {
					t.Errorf("%s: nothing recorded", s.Name)
				}
				set := allowed(t, s, minor)
				for _, trace := range traces {
					if set[trace.Text()] == 0 {
						t.Errorf("%s: client-go shows\n%s\nthe runtime allows only\n%s", s.Name, indent(trace.Text()), texts(set))
					}
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

// Each life of a handler that the runtime allows in some script is one that
// some version of client-go has shown in some script, with few exceptions that
// are listed with their reasons.
func TestClasses(t *testing.T) {
	shown := map[string]bool{}
	for _, minor := range minors {
		for class := range record(t, minor).Classes() {
			shown[class] = true
		}
	}
	possible := map[string][]string{} // class to where
	for _, minor := range minors {
		for _, s := range applicable(minor) {
			for text := range allowed(t, s, minor) {
				for line := range strings.SplitSeq(text, "\n") {
					if class, ok := Class(line); ok {
						possible[class] = append(possible[class], fmt.Sprintf("%s in 0.%d", s.Name, minor))
					}
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
