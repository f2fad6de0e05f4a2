package gatetest

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/internal/fix/mutate"
	"github.com/informerlint/informerlint/internal/fix/try"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// same reports whether a mutant does to every informer what the fix does. Only
// what has another place can be: an order is all that a story tells, and it
// tells that of all that is done to one informer. Whether a condition holds, or
// what is made of a value, it does not tell.
func same(o *offer, m mutate.Mutant) bool {
	if _, ok := o.claim.Case.(*order.Case); !ok || m.Kind != mutate.Late && m.Kind != mutate.Early {
		return false
	}
	a, err := told(o.gate.Pass, o.right)
	if err != nil {
		return false
	}
	b, err := told(o.gate.Pass, m.Fix)
	return err == nil && a != "" && a == b
}

// told is what an edited package does to its informers, without the lines where
// it does it.
func told(original *analysis.Pass, fix analysis.SuggestedFix) (string, error) {
	pass, err := try.Edited(original, fix)
	if err != nil {
		return "", err
	}
	result, err := try.Run(pass, engine.Analyzer)
	pkg, _ := result.(*engine.Package)
	if err != nil || pkg == nil {
		return "", err
	}
	var lines []string
	for _, s := range pkg.Told() {
		lines = append(lines, write(s))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n"), nil
}

func write(s story.Story) string {
	var moments []string
	for _, m := range s.Moments {
		var b strings.Builder
		fmt.Fprintln(&b, m.Act, m.Cut)
		for _, t := range m.Threads {
			fmt.Fprintln(&b, t.ID, t.Later, t.Group)
			for _, way := range t.Ways {
				for _, e := range way {
					fmt.Fprint(&b, e.Act, e.Thread, e.Target, e.What, e.Site.Call, " ")
				}
				fmt.Fprintln(&b)
			}
		}
		moments = append(moments, b.String())
	}
	slices.Sort(moments)
	return fmt.Sprintln(s.ID, s.Root, s.Single, s.Outside) + strings.Join(moments, "")
}
