//go:build full

package gates

import "testing"

// What the known bugs are searched in has more gates than the programs need.
func TestKnownCounts(t *testing.T) {
	for _, version := range append(Versions(), V020) {
		t.Run(version, func(t *testing.T) {
			b := moduleDir(t, version)
			b.known = true
			compareCounts(t, b, version+".known")
		})
	}
}

// Each known bug of client-go is found in the versions that have it, in the run
// that the table says, and in no other.
func TestKnownBugs(t *testing.T) {
	for _, bug := range Bugs {
		for _, seen := range bug.Seen {
			o, p := options(seen.Version), KnownSearch
			if seen.Run == 0 {
				p.Runs *= 3
			}
			o.PCT = &p
			k, err := KnownBug(t.Context(), o, bug.Issue)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s, %s, %s: found %t in run %d: %s", k.Issue, k.Version, k.Bound, k.Found, k.Runs, k.What)
			if k.Found != (seen.Run > 0) || k.Found && k.Runs != seen.Run {
				t.Errorf("%s in %s: found %t in run %d, the table says %d\n%s", k.Issue, k.Version, k.Found, k.Runs, seen.Run, k.Text)
			}
		}
	}
}
