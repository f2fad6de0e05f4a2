package gatetest

import (
	_ "embed" // the lists
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/fix/mutate"
)

// Mutants that are as good as the fix, though nothing general shows it. Reasons
// stand above them.
//
//go:embed equivalent.txt
var equivalent string

// Wrong fixes that a gate accepts, with what is missing. This list may only
// become shorter: one that is refused has to leave it.
//
//go:embed survivors.txt
var survivors string

// A list is the names in one of the files.
func list(t testing.TB, text string) map[string]bool {
	t.Helper()
	names := make(map[string]bool)
	reason := false
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "":
			reason = false
		case strings.HasPrefix(line, "#"):
			reason = true
		case !reason:
			t.Errorf("no reason is given for %s", line)
		case names[line]:
			t.Errorf("listed twice: %s", line)
		default:
			names[line] = true
		}
	}
	return names
}

// Minimum is how many mutants there must be of each fix.
const Minimum = 4

// Hold fails if a mutant survives that is not listed, or one that is listed does
// not. Modules names where the fixes come from; whole says that all mutants of
// them were tried, and else only what was tried counts.
func Hold(t testing.TB, fixes []Fix, module string, whole bool) {
	t.Helper()
	listed := list(t, equivalent)
	good := len(listed)
	for name := range list(t, survivors) {
		if listed[name] {
			t.Errorf("in both lists: %s", name)
		}
		listed[name] = true
	}
	survived := make(map[string]bool)
	for _, f := range fixes {
		if whole && f.Tried < Minimum {
			t.Errorf("%s/%s %s: the fix %q has only %d mutants that compile (%d do not, %d do the same)", f.Check, f.Rule, f.At, f.Message, f.Tried, f.Broken, f.Same)
		}
		for _, s := range f.Survivors {
			name := module + s.Name
			survived[name] = true
			if !listed[name] {
				t.Errorf("the gate accepts a wrong fix:\n%s\n%s", name, s.Text)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		// A name begins with its module, if that is not testdata itself, and its rule.
		rule, _, _ := strings.Cut(strings.TrimPrefix(name, module), " ")
		if whole && strings.HasPrefix(name, module) && strings.Count(rule, "/") == 1 && !survived[name] {
			t.Errorf("it is refused, or there is no such mutant any more; take it out of the list: %s", name)
		}
	}
	t.Logf("%d listed as equivalent, %d as survivors\n%s", good, len(listed)-good, table(fixes))
}

// table says in lines how many mutants were tried and have survived, by rule
// and by kind.
func table(fixes []Fix) string {
	type row struct{ fixes, tried, survived, same int }
	rules := make(map[string]*row)
	kinds := make(map[mutate.Kind]int)
	total := new(row)
	for _, f := range fixes {
		name := f.Check + "/" + f.Rule
		if rules[name] == nil {
			rules[name] = new(row)
		}
		for _, r := range []*row{rules[name], total} {
			r.fixes++
			r.tried += f.Tried
			r.survived += len(f.Survivors)
			r.same += f.Same
		}
		for k, n := range f.Kinds {
			kinds[k] += n
		}
	}
	rules["all"] = total
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		r := rules[name]
		fmt.Fprintf(&b, "%s: %d fixes, %d mutants, %d accepted; %d more do the same as the fix\n", name, r.fixes, r.tried, r.survived, r.same)
	}
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(&b, "%s: %d\n", k, kinds[k])
	}
	return b.String()
}
