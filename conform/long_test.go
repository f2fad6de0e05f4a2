//go:build full

package conform

import (
	"testing"

	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/model"
)

// Random scripts are recorded as they fall. These take too long for every day,
// and are asked for what was recorded only, not for what else they allow. A trace
// that is not found in so many executions is undecided. That is a bound, not a
// proof, and the log says how many there are.
func TestLongSearches(t *testing.T) {
	const runs = 30000
	answers := map[question]map[string]*explore.Result{} // what was looked for in vain, or nil
	found, undecided := 0, 0
	for _, minor := range minors {
		p := cache.ProfileFor(minor)
		for _, s := range Hunt(minor, smallScripts) {
			if !longSearches[s.Name] {
				continue
			}
			traces := record(t, minor).Scripts[s.Name]
			if len(traces) == 0 {
				t.Errorf("0.%d %s: nothing recorded", minor, s.Name)
			}
			q := question{s.Name, p}
			q.profile.Minor = shows(minor)
			if answers[q] == nil {
				answers[q] = map[string]*explore.Result{}
			}
			for _, trace := range traces {
				text := trace.Text()
				if _, asked := answers[q][text]; !asked {
					ok, res := model.Shows(s, p, text, explore.Options{Reduction: explore.SourceDPOR, MaxRuns: runs})
					if answers[q][text] = res; ok {
						answers[q][text] = nil
					}
				}
				switch in := answers[q][text]; {
				case in == nil:
					found++
				case in.Complete:
					t.Errorf("0.%d %s\nclient-go shows\n%s\nwhich the runtime does not", minor, s, indent(text))
				default:
					undecided++
					t.Logf("0.%d %s: undecided after %v\n%s", minor, s.Name, in, indent(text))
				}
			}
		}
	}
	t.Logf("%d traces are allowed, %d undecided", found, undecided)
	if 5*undecided > found {
		t.Errorf("%d of %d traces undecided, which is too many", undecided, found+undecided)
	}
}
