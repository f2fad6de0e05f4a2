package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// never: a factory or informer whose whole life is visible is used, and
// nothing starts it.
func (j *judge) never(l *life.Life) []Verdict {
	if l.Birth.Frame.Fn.ServesTests() || j.g.Root.ServesTests() {
		return nil // tests fill stores by hand and inject what they like
	}
	single := j.g.Single(l)
	if len(l.Starts) > 0 {
		return nil
	}
	if len(l.Fills) > 0 {
		j.noteAt(l.Birth, "nothing starts it, but its store is filled by hand at %s", j.g.Site(l.Fills[0]).Where)
		return nil
	}
	missing, partial := j.missing(l)
	if len(missing) == 0 {
		return nil
	}
	if j.g.Root.Unused {
		// A constructor that nobody calls yet, or only tests, or a file that is left
		// out here: whoever calls it may start what it makes, and nobody sees the defect.
		j.noteAt(l.Birth, "nothing starts it, but nobody calls %s, which makes it", j.g.Root.Key)
		return nil
	}
	birth := j.g.Site(l.Birth)
	sibling, anchor := j.sibling(l), birth
	if partial {
		if first := j.g.Site(l.Registers[missing[0]][0]); first.Pos.IsValid() {
			anchor = first // the factory's others run: this one is forgotten, not the factory
		}
	}
	v := j.verdict(NeverStarted, l, anchor, missing...)
	v.ID = j.ident(NeverStarted, birth)
	if sibling.Pos.IsValid() && (!birth.Local || !j.sameFunc(sibling, birth)) {
		// What one function forgets, beside what it starts, is one defect.
		v.Together = j.ident(NeverStarted, sibling)
		v.ID += sibling.Where
	}
	v.addFrames(j.g, append(slices.Concat(mapped(l.Registers, missing), mapped(l.Uses, missing)), l.Birth))
	v.place(Birth, birth)
	v.place(Sibling, sibling)
	v.trait(StandAlone, single)
	v.trait(OneByOne, partial)
	for _, key := range missing {
		for _, n := range append(slices.Clone(l.Registers[key]), l.Uses[key]...) {
			s := j.g.Site(n)
			if s.Kind == "" && single {
				s.Kind = clientgo.Kind(l.Birth.Ins.Key)
			}
			v.addReg(s)
		}
	}
	v.Held = []string{j.g.Field(l, "")}
	if partial {
		v.Held = nil
		for _, key := range missing {
			v.Held = append(v.Held, j.g.Field(l, key))
		}
	}
	return valid([]Verdict{v})
}

// mapped are the events of some resources.
func mapped(events map[string][]*compose.Node, keys []string) (out []*compose.Node) {
	for _, key := range keys {
		out = append(out, events[key]...)
	}
	return out
}

// missing are the resources that are used and that nothing runs, here or where
// they may leave to. partial says that others of the factory are run.
func (j *judge) missing(l *life.Life) (keys []string, partial bool) {
	if j.g.Single(l) {
		if len(l.Runs) == 0 && len(l.Uses[""]) > 0 {
			keys = []string{""}
		}
	} else {
		for _, key := range life.SortedKeys(l.Registers) {
			ran := false
			for k := range l.Runs {
				ran = ran || compose.MayBe(k, key)
			}
			partial = partial || ran
			if !ran && j.used(l, key) {
				keys = append(keys, key)
			}
		}
	}
	keys = slices.DeleteFunc(keys, func(key string) bool {
		for _, e := range l.Escapes {
			if e.Lets(l.Obj, key, compose.CanStart|compose.CanRun) {
				j.noteAt(l.Birth, "nothing here starts it, but it leaves at %s, where it may be started", j.g.Site(e).Where)
				return true
			}
		}
		return false
	})
	return keys, partial
}

// used: something counts on the informer. If anything may be about it or about
// another one of the same statement that is started, values are mixed that the
// program keeps apart, by a condition that is not followed: then nothing is sure.
func (j *judge) used(l *life.Life, key string) bool {
	used := false
	for _, k := range life.SortedKeys(l.Uses) {
		used = used || compose.MayBe(k, key) && len(l.Uses[k]) > 0
	}
	if !used {
		return false
	}
	for _, nodes := range []map[string][]*compose.Node{l.Uses, l.Reads} {
		for _, k := range life.SortedKeys(nodes) {
			if !compose.MayBe(k, key) {
				continue
			}
			if i := slices.IndexFunc(nodes[k], func(n *compose.Node) bool { return j.mixed(l, n) }); i >= 0 {
				j.noteAt(l.Birth, "nothing starts it, but at %s it may be another one of the same line, which is started", j.g.Site(nodes[k][i]).Where)
				return false
			}
		}
	}
	return true
}

// mixed: what is used here may be another one of the same statement, and that
// one is started.
func (j *judge) mixed(l *life.Life, n *compose.Node) bool {
	return slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool {
		other := j.g.Lives[s.Obj]
		return s.Obj != l.Obj && other != nil && other.Birth != nil && other.Birth.Ins == l.Birth.Ins && len(other.Starts)+len(other.Runs) > 0
	})
}

// sibling returns the Start or Run of another factory or informer that is
// nearest to where this one should have been started: one that was made in the
// same call, before any other; in this package; last in program order.
func (j *judge) sibling(l *life.Life) compose.Site {
	var best compose.Site
	bestRank := 0
	single := j.g.Single(l)
	home := j.g.Home(l)
	for _, obj := range j.g.Order {
		other := j.g.Lives[obj]
		nodes := other.Starts
		if single || obj == l.Obj {
			nodes = nil
			for _, key := range life.SortedKeys(other.Runs) {
				nodes = append(nodes, other.Runs[key]...)
			}
		}
		rank := 1
		if obj == l.Obj || other.Birth != nil && j.g.Home(other) == home {
			rank = 3
		}
		for _, n := range nodes {
			s := j.g.Site(n)
			if !s.Pos.IsValid() {
				continue
			}
			r := rank
			if s.Local {
				r++
			}
			if r > bestRank || r == bestRank && s.Pos > best.Pos {
				best, bestRank = s, r
				best.Via = j.g.SiteBeside(n, l.Birth).Pos
			}
		}
	}
	return best
}

func (j *judge) sameFunc(a, b compose.Site) bool {
	return j.g.SameDecl(a.Pos, b.Pos)
}
