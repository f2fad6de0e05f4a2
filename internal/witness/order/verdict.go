package order

import (
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/internal/recheck"
	"github.com/informerlint/informerlint/internal/report"
)

// Reproduce runs the stories of a verdict and returns the shortest execution
// that goes wrong. What cannot be reproduced is taken out of the verdict; if
// nothing is left the witness is nil, and there is nothing to report.
//
// The second result says why there is no witness.
func Reproduce(v *engine.Verdict) (*report.Witness, string) {
	best, why := reproduce(v)
	others := v.Others
	v.Others = nil
	for _, o := range others {
		w, _ := reproduce(&o)
		if w == nil {
			continue
		}
		if best == nil {
			o.Others, v.Others = v.Others, nil
			*v, best = o, w
			continue
		}
		v.Others = append(v.Others, o)
	}
	return best, why
}

func reproduce(v *engine.Verdict) (*report.Witness, string) {
	why := "there is nothing to run"
	var best *report.Witness
	var shown []story.Story
	for _, s := range v.Stories {
		tried := Try(s)
		w := tried.Witness
		if w == nil {
			why = tried.String()
			v.Forget(s.Key)
			continue
		}
		shown = append(shown, s)
		if best == nil || len(w.Steps) < len(best.Steps) {
			best = w
		}
	}
	v.Stories = shown
	return best, why
}

// A Case is a verdict that was reproduced, and a fix for it.
type Case struct {
	Verdict engine.Verdict
	Fix     analysis.SuggestedFix
}

// Holding says which of the fixes hold: the package compiles with it, the judge
// is silent about what it is for and has nothing new to say, and the program
// that is extracted from the result goes wrong in no execution.
//
// All fixes are tried at once, for that is nearly always enough, and one by
// one if it is not.
func Holding(pkg *engine.Package, cases []Case) []bool {
	ok := make([]bool, len(cases))
	if len(cases) == 0 {
		return ok
	}
	if holds(pkg, cases) {
		for i := range ok {
			ok[i] = true
		}
		return ok
	}
	if len(cases) > 1 {
		for i := range cases {
			ok[i] = holds(pkg, cases[i:i+1])
		}
	}
	return ok
}

func holds(pkg *engine.Package, cases []Case) bool {
	var fixes []analysis.SuggestedFix
	for _, c := range cases {
		fixes = append(fixes, c.Fix)
	}
	shadow, err := recheck.Edited(pkg.Pass(), fixes...)
	if err != nil {
		return false
	}
	result, err := recheck.Run(shadow, engine.Analyzer)
	if err != nil {
		return false
	}
	fixed, _ := result.(*engine.Package)
	if fixed == nil {
		return false
	}

	before := ids(pkg.Verdicts())
	mended := make(map[string]bool)
	roots := make(map[string]bool)
	for _, c := range cases {
		for id, root := range ids([]engine.Verdict{c.Verdict}) {
			mended[id], roots[root] = true, true
		}
	}
	for id := range ids(fixed.Verdicts()) {
		if _, known := before[id]; !known || mended[id] {
			return false
		}
	}
	for root := range roots {
		for _, s := range append(fixed.Stories(root), fixed.WaitStories(root)...) {
			if !mended[s.ID] {
				continue
			}
			v := Try(s)
			if v.Witness != nil || v.Cut {
				return false
			}
			if v.Reached {
				delete(mended, s.ID)
			}
		}
	}
	// What is left was not found again, or is never reached: nothing is known.
	return len(mended) == 0
}

// ids names the informers that verdicts are about, with the functions whose
// programs show it.
func ids(verdicts []engine.Verdict) map[string]string {
	out := make(map[string]string)
	for _, v := range verdicts {
		for _, s := range v.Stories {
			out[s.ID] = s.Root
		}
		for id, root := range ids(v.Others) {
			out[id] = root
		}
	}
	return out
}

// A Shown is a verdict with the execution that shows it.
type Shown struct {
	engine.Verdict
	Witness *report.Witness
}

// Reproduced returns the verdicts of some rules that can be reproduced. The
// others are noted for "informerlint why".
func Reproduced(pkg *engine.Package, rules ...string) []Shown {
	var out []Shown
	for _, v := range pkg.Verdicts() {
		if !slices.Contains(rules, v.Rule) {
			continue
		}
		if w, why := Reproduce(&v); w != nil {
			out = append(out, Shown{v, w})
		} else {
			pkg.Drop(&v, why)
		}
	}
	return out
}

// Finish completes the findings that were made of verdicts, one for each: the
// witness and its places go in, and a fix that does not hold goes out.
func Finish(pkg *engine.Package, shown []Shown, findings []report.Finding) {
	var cases []Case
	var of []int
	for i := range findings {
		f := &findings[i]
		if w := shown[i].Witness; w != nil {
			f.Witness = w
			f.Related = Related(pkg.Pass().Fset, f.Pos, f.Related, w)
		}
		if len(f.Fixes) > 0 {
			cases = append(cases, Case{Verdict: shown[i].Verdict, Fix: f.Fixes[0]})
			of = append(of, i)
		}
	}
	for i, ok := range Holding(pkg, cases) {
		if !ok {
			findings[of[i]].Fixes = nil
		}
	}
}
