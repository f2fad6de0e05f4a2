package known

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/report/finding"
)

// A baseline is the findings that somebody has decided to live with for now.
// It is a file of the repository, sorted, so that its changes can be reviewed.
type baseline struct {
	Version  int             `json:"version"`
	Findings []baselineEntry `json:"findings"`
}

type baselineEntry struct {
	finding.Identity
	Count int `json:"count"` // equal findings in one function
}

const baselineVersion = 1

// WriteBaseline writes the findings to a file.
func WriteBaseline(name string, found []finding.Finding) error {
	counts := make(map[finding.Identity]int)
	for _, f := range found {
		counts[f.Identity()]++
	}
	b := baseline{Version: baselineVersion, Findings: []baselineEntry{}}
	for id, n := range counts {
		b.Findings = append(b.Findings, baselineEntry{id, n})
	}
	slices.SortFunc(b.Findings, func(x, y baselineEntry) int {
		return cmp.Or(cmp.Compare(x.Function, y.Function), cmp.Compare(x.Check, y.Check), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Shape, y.Shape))
	})
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o666)
}

// readBaseline reads such a file.
func readBaseline(name string) (map[finding.Identity]int, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("-baseline: %w", err)
	}
	var b baseline
	dec := json.NewDecoder(strings.NewReader(string(text)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&b); err != nil {
		return nil, fmt.Errorf("-baseline %s: %v", name, err)
	}
	if b.Version != baselineVersion {
		return nil, fmt.Errorf("-baseline %s: version %d, but this informerlint reads version %d; write it again with -write-baseline", name, b.Version, baselineVersion)
	}
	counts := make(map[finding.Identity]int)
	for _, e := range b.Findings {
		if e.Check == "" || e.Count < 1 {
			return nil, fmt.Errorf("-baseline %s: an entry has no check or no count", name)
		}
		counts[e.Identity] += e.Count
	}
	return counts, nil
}

// without leaves out the findings of a baseline, and returns what is left of
// it: entries that nothing matched.
func without(found []finding.Finding, known map[finding.Identity]int) (rest []finding.Finding, stale map[finding.Identity]int) {
	stale = make(map[finding.Identity]int)
	for id, n := range known {
		stale[id] = n
	}
	for _, f := range found {
		id := f.Identity()
		if stale[id] > 0 {
			stale[id]--
			if stale[id] == 0 {
				delete(stale, id)
			}
			continue
		}
		rest = append(rest, f)
	}
	return rest, stale
}

// packageOf returns the package of a function's name, as report.Reported has it.
func packageOf(function string) string {
	function = strings.TrimLeft(function, "(*")
	slash := strings.LastIndexByte(function, '/')
	if dot := strings.IndexByte(function[slash+1:], '.'); dot >= 0 {
		return function[:slash+1+dot]
	}
	return function
}

// staleIn returns the entries of the packages that were analyzed, in words.
func staleIn(stale map[finding.Identity]int, analyzed map[string]bool) []string {
	var out []string
	for id, n := range stale {
		if pkg := packageOf(id.Function); analyzed[pkg] || analyzed[id.Function] {
			out = append(out, fmt.Sprintf("%s/%s in %s (%d): %s", id.Check, id.Rule, id.Function, n, id.Shape))
		}
	}
	slices.Sort(out)
	return out
}
