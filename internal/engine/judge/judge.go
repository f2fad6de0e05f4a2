// Package judge finds what is wrong with the order of events in a composed
// program: one automaton for each rule, a file for each kind of rule. A verdict
// needs certainty; where there is none, a note says why.
//
// It knows nothing of stories.
package judge

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// Rules of the judge. The checks give them their names and messages.
const (
	LateRegistration       = "late-registration"
	ConcurrentRegistration = "concurrent-registration"
	NeverStarted           = "never-started"
	StartRacesWait         = "start-races-wait"
	RedundantGo            = "redundant-go"
	MissingGo              = "missing-go"
)

// A Note says why a site that was looked at is not reported.
type Note struct {
	Pos  token.Pos
	Text string
}

// A judge judges one composed program.
type judge struct {
	g     *life.Graph
	found []Verdict
	notes []Note
}

// Judge finds what is wrong with the order of a composed program, and says of
// what it looked at and is silent about why that is.
func Judge(g *life.Graph) ([]Verdict, []Note) {
	j := &judge{g: g}
	return j.verdicts(), j.notes
}

// Finds reports whether a program has a verdict of a rule on the same lines as one
// that was found in a larger program.
func Finds(g *life.Graph, v *Verdict) bool {
	g.Abroad = true
	found, _ := Judge(g)
	return slices.ContainsFunc(found, func(o Verdict) bool {
		return o.Rule == v.Rule && (o.Anchor.Where == v.Anchor.Where || o.Anchor.Where == v.Leads) && o.At(Birth).Where == v.At(Birth).Where
	})
}

// A scope says how much of a life can be seen.
type scope uint8

const (
	outside scope = 1 << iota // it was made outside of the program
	several                   // it stands for several, made in a loop
	whole                     // from its birth on
	anyLife = outside | several | whole
)

// A rule is one automaton: it finds verdicts about one life.
type rule struct {
	of    scope // the lives that it is about
	judge func(*judge, *life.Life) []Verdict
	// last: what it finds may only follow from what others find. It is asked
	// when all others have been, and sees their verdicts.
	last bool
	// picks: it is also asked of objects that are taken out of a container by a key.
	picks bool
	// worlds: it is also asked of each way in which conditions are answered.
	worlds bool
}

// rules are asked in this order; where two verdicts have one anchor, the first
// is kept.
var rules = []rule{
	{of: anyLife, judge: (*judge).races, worlds: true},
	{of: anyLife, judge: (*judge).setups, worlds: true},
	{of: outside, judge: (*judge).believed},
	{of: whole, judge: (*judge).late, picks: true, worlds: true},
	{of: whole, judge: (*judge).concurrent, picks: true, worlds: true},
	{of: whole, judge: (*judge).mirrored, picks: true, worlds: true},
	{of: whole, judge: (*judge).never, picks: true},
	{of: whole, judge: (*judge).missingGo, worlds: true},
	{of: whole, judge: (*judge).tooEarly, last: true, worlds: true},
	{of: whole, judge: (*judge).unawaited, last: true, worlds: true},
}

func (j *judge) verdicts() []Verdict {
	all := j.g
	defer func() { j.g = all }()
	for _, last := range []bool{false, true} {
		for _, obj := range all.Order {
			j.g = all.As(obj)
			l := j.g.Lives[obj]
			sc := j.scope(l)
			for _, r := range rules {
				if r.last == last && r.of&sc != 0 {
					j.found = append(j.found, r.judge(j, l)...)
				}
			}
			if !last {
				j.noteScope(l, sc)
			}
		}
		j.found = append(j.found, j.inWorlds(all, last)...)
		if !last {
			j.found = append(j.found, j.picked(all)...)
		}
	}
	return j.found
}

// picked finds what is wrong with objects that are taken out of a container by a
// key. Which of them that is nobody knows, so it has to be wrong with each.
//
// What is wrong only if no two statements take the same object is no finding, but
// it is company for one: a fix has to be right then, too.
func (j *judge) picked(all *life.Graph) (out []Verdict) {
	wrong := make(map[string][]int) // with which of its objects
	var company []Verdict
	for _, obj := range all.Order {
		for _, j.g = range all.Picks(obj) {
			for _, v := range j.ofPick(obj) {
				same := v.ID + fmt.Sprint(v.Keys)
				if slices.Contains(wrong[same], obj) {
					continue
				}
				switch wrong[same] = append(wrong[same], obj); {
				case len(wrong[same]) != len(j.g.Among):
				case v.Company:
					company = append(company, v)
				default:
					out = append(out, v)
				}
			}
		}
	}
	for _, v := range company {
		if slices.ContainsFunc(out, func(o Verdict) bool { return o.Rule == v.Rule && o.Anchor.Where == v.Anchor.Where }) {
			out = append(out, v)
		}
	}
	return out
}

// ofPick is what is wrong with an object, in a graph in which it is taken by a key.
func (j *judge) ofPick(obj int) (out []Verdict) {
	for _, v := range j.ask(obj, func(r rule) bool { return r.picks }) {
		v.Pick, v.ID, v.Company = j.g.Pick, v.ID+j.g.Pick, j.g.Apart
		out = append(out, v)
	}
	return out
}

// ask asks some of the rules of an object in the judge's graph.
func (j *judge) ask(obj int, which func(rule) bool) (found []Verdict) {
	l := j.g.Lives[obj]
	if l == nil {
		return nil
	}
	sc := j.scope(l)
	for _, r := range rules {
		if which(r) && r.of&sc != 0 {
			found = append(found, r.judge(j, l)...)
		}
	}
	return found
}

// scope of a life. One whose birth is not in the program, although it was made
// there, was made where nothing leads to: then only what concerns any life is
// asked.
func (j *judge) scope(l *life.Life) scope {
	o := j.g.Object(l.Obj)
	switch {
	case !o.Made():
		return outside
	case l.Birth == nil || o.Weak || j.earlier(l) != nil:
		return several
	}
	return whole
}

// earlier is what is done to a factory or informer before it is made, if anything: in
// a field that is filled here, that is another one, which an earlier call has left.
func (j *judge) earlier(l *life.Life) *compose.Node {
	if !j.g.Fills() {
		return nil
	}
	for _, n := range j.g.Nodes {
		before := slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool { return s.Obj == l.Obj }) &&
			!slices.ContainsFunc(l.Births, func(b *compose.Node) bool { return !j.g.Strictly(n, b) })
		if before {
			return n
		}
	}
	return nil
}

func (j *judge) noteScope(l *life.Life, sc scope) {
	switch {
	case sc == outside:
		for _, s := range l.Starts {
			j.noteAt(s, "the factory comes from outside (%s): its life is not wholly visible here", strings.TrimPrefix(j.g.Object(l.Obj).Name, "."))
		}
	case sc == several && l.Birth != nil && !j.g.Object(l.Obj).Weak:
		j.noteAt(l.Birth, "what is used at %s, before it is made, is what an earlier call has left", j.g.Site(j.earlier(l)).Where)
	case sc == several && l.Birth != nil:
		j.noteAt(l.Birth, "made in a loop: this stands for several, which cannot be told apart")
	}
}

func (j *judge) noteAt(n *compose.Node, format string, args ...any) {
	if s := j.g.Site(n); s.Pos.IsValid() {
		j.notes = append(j.notes, Note{s.Pos, fmt.Sprintf(format, args...)})
	}
}

// reg is the site of a registration, and how the function of the anchor comes
// to it.
func (j *judge) reg(r, anchor *compose.Node) compose.Site {
	s := j.g.Site(r)
	s.Via = j.g.SiteBeside(r, anchor).Pos
	return s
}

// ident is the identity of a verdict, for one report per anchor.
func (j *judge) ident(rule string, s compose.Site) string { return rule + "@" + s.Where }
