package order

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/tell"
)

// A Left case is a wait that leaves out an informer. What is run is what the
// program does to the informers that are there when it waits. It goes wrong if
// one is read afterwards before it is synced; or, where no read can be seen, if
// it is not synced when the wait is over and nothing waits for it later.
//
// An informer that comes from outside is run by whoever made it, at any time.
type Left struct {
	Package *engine.Package
	Pos     token.Pos // of the wait, as go/ssa gives it
	// Of are calls through which the program gets, reads or asks the informers that
	// the claim is about: others that the wait leaves out are no witness. Nil if it is
	// about whatever is left out.
	Of []token.Pos
	// Count says how many such waits a package has, by the check's own rules.
	Count func(*analysis.Pass) int

	shown []string // stories that go wrong
}

// Witness returns the shortest failing run.
func (c *Left) Witness() (*report.Witness, string) {
	stories, name := c.stories(c.Package, false)
	if name == "" {
		return nil, "the wait is not followed"
	}
	var best *report.Witness
	why := "nothing goes wrong"
	c.shown = nil
	if stories = c.own(stories); len(stories) == 0 {
		return nil, "what is run does not get to the informer that it is about"
	}
	for _, s := range stories {
		if best != nil && s.Moments[0].Act != story.ActRead {
			continue // what is read says more
		}
		v := Try(s)
		switch {
		case v.Witness == nil:
			if v.Cut || v.Unordered != "" {
				why = v.String()
			}
		case s.Moments[0].Act == story.ActSync:
			return nil, "the wait blocks for ever, and nothing comes after it"
		default:
			c.shown = append(c.shown, s.ID)
			if shorter(v.Witness, best) {
				best = v.Witness
			}
		}
	}
	if best == nil {
		return nil, why
	}
	return best, ""
}

// own are the stories of the informers that the claim is about. One of a wait that
// is followed alone names no informer: it is of whatever the wait leaves out.
func (c *Left) own(stories []story.Story) []story.Story {
	return slices.DeleteFunc(slices.Clone(stories), func(s story.Story) bool { return !s.Nameless && !c.About(s) })
}

// About reports whether a story is of an informer that the claim is about.
func (c *Left) About(s story.Story) bool {
	return c.Of == nil || slices.ContainsFunc(s.Calls, func(p token.Pos) bool { return slices.Contains(c.Of, p) })
}

// stories of the wait, which is named alike in an edited copy of the package.
// asked says of a wait whose informer is not seen whether it asks it.
func (c *Left) stories(pkg *engine.Package, asked bool) (stories []story.Story, name string) {
	name = c.Package.WaitAt(c.Pos)
	if name == "" {
		return nil, ""
	}
	for _, s := range pkg.Left(name) {
		if len(s.Moments) > 0 {
			stories = append(stories, s)
		}
	}
	slices.SortStableFunc(stories, func(a, b story.Story) int { return cmp.Compare(reads(a), reads(b)) })
	if len(stories) == 0 {
		fset := c.Package.Pass().Fset
		at := compose.Site{Pos: c.Pos, Where: tell.Where(fset.Position(c.Pos)), Local: true, Call: "WaitForCacheSync"}
		root, _, _ := strings.Cut(name, "#")
		stories = append(stories, story.Alone(root, name, at, asked))
	}
	return stories, name
}

// reads sorts the stories of reads before those of the wait.
func reads(s story.Story) int {
	if s.Moments[0].Act == story.ActRead {
		return 0
	}
	return 1
}

// Holds says what is wrong in a package in which the wait asks what it had left
// out.
func (c *Left) Holds(e *gate.Edited) string {
	fixed, why := follow(e)
	if why != "" {
		return why
	}
	if why := fixed.fresh(c.Package, nil); why != "" {
		return why
	}
	if c.Count(e.Pass) > c.Count(c.Package.Pass())-c.among(e.Cases) {
		return "with it, the check still sees the defect"
	}
	was, _ := c.stories(c.Package, false)
	is, _ := c.stories(fixed.pkg, true)
	before, after := byID(was), byID(is)
	for _, id := range c.shown {
		if why := right(before[id], after[id]); why != "" {
			return why
		}
	}
	if why := spoilt(was, is); why != "" {
		return why
	}
	return fixed.worse(c.Package)
}

// among is how many cases are such waits.
func (c *Left) among(cases []gate.Case) (n int) {
	for _, o := range cases {
		if _, ok := o.(*Left); ok {
			n++
		}
	}
	return n
}
