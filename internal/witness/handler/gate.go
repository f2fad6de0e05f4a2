package handler

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/recheck"
	"github.com/informerlint/informerlint/internal/report"
)

// A Claim is a finding that a check would like to report, with its fix if it
// has one. An execution must show it, and the fix must pass.
type Claim struct {
	report.Finding
	Groups []int       // the groups that have the defect, by their index in the package
	Points []token.Pos // an execution that shows it comes by one of them; none: any will do
}

// A Gate is how a check has its claims tried. Package handlers and the check
// itself look at groups; Try executes them.
type Gate struct {
	Try func(*resolve.Package, *interp.Group) *Verdict
	// Find returns how many defects the check sees in a group.
	Find func(*resolve.Package, *interp.Group) int

	verdicts map[*interp.Group]*Verdict
}

// Unreproduced, if set, is told of each claim that no execution shows, and why.
// For tests and evaluations; claims of several packages come at the same time.
var Unreproduced func(fset *token.FileSet, c Claim, why string)

// Refused, if set, is told of each fix that did not pass, and why.
var Refused func(fset *token.FileSet, c Claim, why string)

func (g *Gate) try(pkg *resolve.Package, group *interp.Group) *Verdict {
	v := g.verdicts[group]
	if v == nil {
		if g.verdicts == nil {
			g.verdicts = make(map[*interp.Group]*Verdict)
		}
		v = g.Try(pkg, group)
		g.verdicts[group] = v
	}
	return v
}

// Shown reports whether an execution shows a claim, and gives it its witness.
// Else it leaves a note in the package.
func (g *Gate) Shown(pkg *resolve.Package, c *Claim) bool {
	why := "nothing was run"
	for _, i := range c.Groups {
		v := g.try(pkg, pkg.Groups[i])
		if c.Witness = v.Witness(c.Points...); c.Witness != nil {
			c.relate(pkg.Pass().Fset)
			return true
		}
		why = v.String()
	}
	pkg.Note(c.Pos, c.Rule+" is not reported, because no execution shows it: "+why)
	if Unreproduced != nil {
		Unreproduced(pkg.Pass().Fset, *c, why)
	}
	return false
}

// String says what became of a program.
func (v *Verdict) String() string {
	switch {
	case v.Cut:
		return "the handlers have too many ways"
	case v.Open:
		return "something stands around the handlers"
	case len(v.faults) == 0:
		return "nothing goes wrong"
	}
	return "what goes wrong is elsewhere"
}

// maxRelated is how many positions of a finding are from its witness.
const maxRelated = 3

// relate makes key steps of the witness related positions: from the end, and
// only lines that are not mentioned yet.
func (c *Claim) relate(fset *token.FileSet) {
	type line struct {
		file string
		line int
	}
	at := func(pos token.Pos) line {
		p := fset.Position(pos)
		return line{p.Filename, p.Line}
	}
	known := map[line]bool{at(c.Pos): true}
	for _, r := range c.Related {
		known[at(r.Pos)] = true
	}
	var more []analysis.RelatedInformation
	for _, s := range slices.Backward(c.Witness.Steps) {
		if !s.Pos.IsValid() || known[at(s.Pos)] || len(more) == maxRelated {
			continue
		}
		known[at(s.Pos)] = true
		more = append(more, analysis.RelatedInformation{Pos: s.Pos, Message: s.Thread + ": " + s.Text})
	}
	slices.Reverse(more)
	c.Related = append(slices.Clip(c.Related), more...)
}

// Mend takes away the fixes after which the package does not compile, the
// check still sees the defect, or an execution still goes wrong: first all
// together, and one by one only if that fails.
func (g *Gate) Mend(pkg *resolve.Package, claims []Claim) {
	var with []int
	for i, c := range claims {
		if len(c.Fixes) > 0 {
			with = append(with, i)
		}
	}
	if len(with) == 0 || len(with) > 1 && g.mends(pkg, claims, with) == "" {
		return
	}
	for _, i := range with {
		if why := g.mends(pkg, claims, []int{i}); why != "" {
			pkg.Note(claims[i].Pos, claims[i].Rule+" has no fix: "+why)
			if Refused != nil {
				Refused(pkg.Pass().Fset, claims[i], why)
			}
			claims[i].Fixes = nil
		}
	}
}

// mends applies the first fixes of some claims to the package in memory, and
// says what is wrong with the result; "" if nothing is.
func (g *Gate) mends(pkg *resolve.Package, claims []Claim, which []int) string {
	var fixes []analysis.SuggestedFix
	mended := make(map[int]int) // how many defects of each group
	for _, i := range which {
		fixes = append(fixes, claims[i].Fixes[0])
		for _, n := range claims[i].Groups {
			mended[n]++
		}
	}
	// In a large package the handlers need little of the code. What is found
	// wrong without the rest is looked at again with it.
	if shadow, err := recheck.Partly(pkg.Pass(), pkg.Needs, fixes...); err == nil && g.after(pkg, shadow, mended, true) == "" {
		return ""
	}
	shadow, err := recheck.Edited(pkg.Pass(), fixes...)
	if err != nil {
		return err.Error()
	}
	return g.after(pkg, shadow, mended, false)
}

// after says what is wrong in the edited package.
func (g *Gate) after(pkg *resolve.Package, shadow *analysis.Pass, mended map[int]int, partly bool) string {
	after, err := resolve.Again(shadow)
	if err != nil {
		return err.Error()
	}
	if after == nil || !slices.EqualFunc(pkg.Groups, after.Groups, alike) {
		return "with it, other handlers are found"
	}
	for n, count := range mended {
		group := after.Groups[n]
		left := g.Find(pkg, pkg.Groups[n]) - count
		v := g.Try(after, group)
		switch {
		case v.Cut:
			return "with it, " + v.String()
		case g.Find(after, group) > left:
			return "with it, the check still sees a defect"
		case v.Violations() > 0 && (left == 0 || v.Violations() >= g.try(pkg, pkg.Groups[n]).Violations()):
			return "with it, an execution still goes wrong"
		}
	}
	if partly && after.Incomplete() {
		return "something was needed that is not there"
	}
	return ""
}

// alike reports whether two groups are the same one before and after an edit.
func alike(a, b *interp.Group) bool {
	same := func(a, b *interp.Func) bool {
		return (a == nil) == (b == nil) && (a == nil || a.Fn.String() == b.Fn.String())
	}
	return a.Style == b.Style && a.Open == b.Open && a.Opened == b.Opened && a.NoUpdate == b.NoUpdate &&
		same(a.Add, b.Add) && same(a.Update, b.Update) && same(a.Delete, b.Delete) && same(a.Filter, b.Filter)
}
