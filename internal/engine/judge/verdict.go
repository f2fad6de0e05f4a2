package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// A Verdict is one defect: a rule, the line that has to change, and what else a
// check needs to word it and to fix it.
type Verdict struct {
	Rule   string
	Anchor compose.Site // the line that has to change
	Places []Place      // other places of the defect
	Traits Trait
	// Held names the structure fields that hold what is never started: the
	// factory or informer or, where others of the factory are run one by one,
	// each informer. "" if no field does, or more than one.
	Held []string

	ID string // identity for duplicates
	// Together, if set, is shared by verdicts that are one report.
	Together string
	// Leads is the Start itself, or the statement that begins its goroutine, to which
	// the anchor may only lead.
	Leads string
	// Abroad are functions of other packages that lead to all of the defect, from
	// inside out. If it is one there, it is reported there.
	Abroad []string
	framed bool
	Obj    int    // the factory or informer that it is about
	Pick   string // if that is taken out of a container by a key: the name of the statement
	// Company: it is one only beside another one of the same rule and anchor. A fix
	// has to be one of both.
	Company bool
	Keys    []string      // its resources
	Moment  *compose.Node // the one moment that it is about, if there is one
}

// A Place is a site with the part that it has in a defect.
type Place struct {
	Role Role
	compose.Site
}

// A Role is the part that a place has in a defect.
type Role uint8

const (
	Start        Role = iota // what starts the informer or its factory
	Wait                     // what waits for it
	Read                     // what reads it too early
	Birth                    // where the factory or informer was made
	Sibling                  // the nearest Start of another one, where nothing starts this one
	Setting                  // the call that works only before the start
	Registration             // a registration that comes too late, or what uses an informer that never runs
)

// A Trait is what a check has to know of a defect besides its places.
type Trait uint16

const (
	StandAlone Trait = 1 << iota // a stand-alone informer, not one of a factory
	OneByOne                     // other informers of the same factory are run one by one
	OnlyStarts                   // the goroutine does nothing but Start
	Direct                       // the goroutine is Start itself, or a value of it: go factory.Start(stop)
	OwnWait                      // the wait is the factory's own
	OfAnother                    // the wait is another factory's own
	NoWait                       // there is none
	ToldBefore                   // a handler reads before the wait is over
	Registers                    // the goroutine registers, and Start runs beside it
	Enclosed                     // the factory is made where it is started, and whoever registers too late has no way to it
	Aside                        // a goroutine waits for it, and who began that may give up before it has synced
)

// At returns the place that has a role, the zero Site if there is none.
func (v *Verdict) At(r Role) compose.Site {
	for _, p := range v.Places {
		if p.Role == r {
			return p.Site
		}
	}
	return compose.Site{}
}

// Regs returns the registrations.
func (v *Verdict) Regs() []compose.Site {
	var out []compose.Site
	for _, p := range v.Places {
		if p.Role == Registration {
			out = append(out, p.Site)
		}
	}
	return out
}

// Is reports whether the defect has a trait.
func (v *Verdict) Is(t Trait) bool { return v.Traits&t != 0 }

// Forget takes the registrations of a resource out. Other copies of the verdict
// keep them.
func (v *Verdict) Forget(key string) {
	v.Places = slices.DeleteFunc(slices.Clone(v.Places), func(p Place) bool {
		return p.Role == Registration && key != "" && p.Key == key
	})
}

// verdict makes a verdict about a life.
func (j *judge) verdict(rule string, l *life.Life, anchor compose.Site, keys ...string) Verdict {
	return Verdict{Rule: rule, Anchor: anchor, ID: j.ident(rule, anchor), Obj: l.Obj, Keys: keys}
}

func (v *Verdict) place(r Role, s compose.Site) { v.Places = append(v.Places, Place{r, s}) }

// trait gives the verdict a trait if it has it.
func (v *Verdict) trait(t Trait, has bool) {
	if has {
		v.Traits |= t
	}
}

// addFrames notes which functions of other packages have all of some events
// below them; asked again, which have those as well.
func (v *Verdict) addFrames(g *life.Graph, nodes []*compose.Node) {
	var chain []*interp.Frame
	for f := nodes[0].Frame; f != nil; f, _ = f.Above() {
		chain = append(chain, f)
	}
	top := 0
	for _, n := range nodes[1:] {
		top = max(top, slices.Index(chain, g.Common(nodes[0], n)))
	}
	var abroad []string
	for _, f := range chain[top:] {
		if f.Fn.Local {
			break
		}
		if !v.framed || slices.Contains(v.Abroad, f.Fn.Key) {
			abroad = append(abroad, f.Fn.Key)
		}
	}
	v.Abroad, v.framed = abroad, true
}

func (v *Verdict) addKey(key string) {
	if !slices.Contains(v.Keys, key) {
		v.Keys = append(v.Keys, key)
	}
}

func (v *Verdict) addReg(s compose.Site) {
	for _, r := range v.Regs() {
		if r.Where == s.Where && r.Kind == s.Kind {
			return
		}
	}
	v.place(Registration, s)
}

// A gathering joins what is found with one anchor to one verdict.
type gathering struct {
	of  map[string]*Verdict
	ids []string
}

// at returns the verdict with an identity, made on first use.
func (g *gathering) at(id string, make func() Verdict) *Verdict {
	if v := g.of[id]; v != nil {
		return v
	}
	if g.of == nil {
		g.of = map[string]*Verdict{}
	}
	v := make()
	g.of[id] = &v
	g.ids = append(g.ids, id)
	return &v
}

func (g *gathering) verdicts() []Verdict {
	var out []Verdict
	for _, id := range g.ids {
		out = append(out, *g.of[id])
	}
	return valid(out)
}

// valid leaves out what has no place in this package: it is reported where it
// has.
func valid(vs []Verdict) []Verdict {
	return slices.DeleteFunc(vs, func(v Verdict) bool { return !v.Anchor.Pos.IsValid() })
}
