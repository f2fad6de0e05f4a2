package order

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/internal/fix/outcome"
	"github.com/informerlint/informerlint/internal/fix/try"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
)

// A Case is a verdict with the stories of what it is about.
type Case struct {
	// Verdict is, once a witness was looked for, what of it can be shown.
	Verdict engine.Verdict

	pkg     *engine.Package
	witness *report.Witness
	why     string
}

// Claims makes claims of the verdicts of some rules. word says what is wrong, of
// the part of a verdict that can be shown.
func Claims(pkg *engine.Package, word func(engine.Verdict) report.Finding, rules ...string) []gate.Claim {
	var out []gate.Claim
	for _, v := range pkg.Verdicts() {
		if !slices.Contains(rules, v.Rule) {
			continue
		}
		c := &Case{Verdict: v, pkg: pkg}
		claim := gate.Claim{Finding: report.Finding{Pos: v.Anchor.Pos}, Case: c}
		if c.witness, c.why = Reproduce(&c.Verdict); c.witness != nil {
			claim.Finding = word(c.Verdict)
		} else {
			pkg.Drop(&v)
		}
		claim.Rule = v.Rule
		out = append(out, claim)
	}
	return out
}

// Witness returns the shortest failing run.
func (c *Case) Witness() (*report.Witness, string) { return c.witness, c.why }

// Reproduce runs the stories of a verdict and returns the shortest failing run.
// What cannot be reproduced is taken out of the verdict; if nothing is left the
// witness is nil, and there is nothing to report.
//
// The second result says why there is no witness.
func Reproduce(v *engine.Verdict) (*report.Witness, string) {
	best, why := reproduce(v)
	others := v.Others
	v.Others = nil
	for _, o := range others {
		if best != nil && v.Pick == "" && o.Pick != "" && o.Obj == v.Obj && slices.Equal(o.Keys, v.Keys) {
			continue // which element is taken does not matter
		}
		if best == nil && o.Company {
			continue
		}
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
	why, limit := "there is nothing to run", false
	var best *report.Witness
	var shown []story.Story
	runs := make(map[string]*report.Witness) // the shortest of each resource
	for _, s := range v.Stories {
		tried := Try(s)
		w := tried.Witness
		if w == nil {
			if of := tried.Cut || tried.Unordered != ""; of || !limit {
				why, limit = tried.String(), of
			}
			v.Forget(s.Key)
			continue
		}
		if shorter(w, best) {
			best, shown = w, slices.Insert(shown, 0, s)
		} else {
			shown = append(shown, s)
		}
		if shorter(w, runs[s.Key]) {
			runs[s.Key] = w
		}
	}
	v.Stories = shown
	// A message names the first registration, or else the first story's informer.
	if regs := v.Regs(); len(regs) > 0 && runs[regs[0].Key] != nil {
		best = runs[regs[0].Key]
	}
	return best, why
}

func shorter(w, than *report.Witness) bool {
	return than == nil || len(w.Steps) < len(than.Steps)
}

// Holds reports what is wrong with a package in which the case is fixed: the
// judge must be silent about what the fix is for and have nothing new to say,
// and the story of the same informer must be right.
func (c *Case) Holds(e *gate.Edited) string {
	fixed, why := follow(e)
	if why != "" {
		return why
	}
	own := ids([]engine.Verdict{c.Verdict})
	if why := fixed.fresh(c.pkg, own); why != "" {
		return why
	}
	if at, more := c.Verdict.StartsMore(); more {
		switch {
		case outcome.Hangs(c.pkg.Pass(), e.Pass, at):
			return hang
		case outcome.Ended(c.pkg.Pass(), e.Pass, at):
			return ended
		}
	}
	if set, start := c.Verdict.Earlier(); set.IsValid() && outcome.Early(c.pkg.Pass(), set, start) {
		return early
	}
	was, is := c.pkg.Told(), fixed.pkg.Told()
	if name := c.Verdict.LeftBy; name != "" {
		was, is = c.pkg.Left(name), fixed.pkg.Left(name)
	}
	before, after := byID(was), byID(is)
	for id := range own {
		if why := right(before[id], after[id]); why != "" {
			return why
		}
	}
	return fixed.worse(c.pkg)
}

const (
	// A story does not go on to where a factory is shut down, or its informers stopped.
	hang  = "with it, Shutdown may wait for ever: nothing surely stops before it what was not started"
	ended = "with it, a wait may last for ever: what it waits for is started with a stop that comes before it"
	early = "with it, the informer may wait for what comes only after the start"
)

// follow follows the edited package, once for all cases.
func follow(e *gate.Edited) (f *followed, why string) {
	f, err := gate.Again(e, func(pass *analysis.Pass) (*followed, error) {
		result, err := try.Run(pass, engine.Analyzer)
		pkg, _ := result.(*engine.Package)
		if err != nil || pkg == nil {
			return new(followed), err
		}
		return &followed{pkg: pkg.Edited()}, nil
	})
	switch {
	case err != nil:
		return nil, err.Error()
	case f.pkg == nil:
		return nil, "with it, no informer is found any more"
	}
	return f, ""
}

// followed is the edited package.
type followed struct {
	pkg *engine.Package

	compared bool
	spoils   string // what it does that the package did not
}

// fresh says what the judge has to say that it had not of the package before, or
// of informers that must be right now.
func (f *followed) fresh(before *engine.Package, own map[string]bool) string {
	known := ids(before.Verdicts())
	for id := range ids(f.pkg.Verdicts()) {
		switch {
		case !known[id]:
			return "with it, the check sees another defect"
		case own[id]:
			return "with it, the check still sees the defect"
		}
	}
	return ""
}

func (f *followed) worse(before *engine.Package) string {
	if !f.compared {
		f.compared, f.spoils = true, spoilt(before.Told(), f.pkg.Told())
	}
	return f.spoils
}

// ids names the informers that verdicts are about.
func ids(verdicts []engine.Verdict) map[string]bool {
	out := make(map[string]bool)
	for _, v := range verdicts {
		for _, s := range v.Stories {
			out[s.ID] = true
		}
		maps.Copy(out, ids(v.Others))
	}
	return out
}
