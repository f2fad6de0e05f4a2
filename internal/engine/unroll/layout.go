package unroll

import (
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/interp"
)

// clone begins the new graph: the same nodes, to be changed.
func (u *unroller) clone() {
	for _, n := range u.g.Nodes {
		c := *n
		c.Succs = slices.Clip(n.Succs) // what changes is made anew
		u.nodes = append(u.nodes, &c)
	}
}

// A round says which of the three a copy of a loop is.
type round int

const (
	before round = iota
	after
)

// threeTimes lays out a loop for the rounds before the object's own, for that,
// and for those after it. own are the events about the object; kept says that
// the other rounds may be about it as well. maybe says that there need not be
// such a round.
func (u *unroller) threeTimes(l *compose.Laid, own map[int]bool, kept, maybe bool) {
	if len(u.nodes) > maxNodes {
		return
	}
	var latches []int
	for _, id := range l.Latches {
		latches = append(append(latches, id), u.copies[id]...)
	}
	var preds *compose.Edges
	in := u.natural(u.nodes, &preds, l.First, latches)
	var region []int
	for id := range in {
		region = append(region, id)
	}
	slices.Sort(region)
	mine := u.threads(own, u.nodes[l.First].Thread)
	twins := [2]map[int]int{make(map[int]int), make(map[int]int)}
	for _, r := range []round{before, after} {
		for _, id := range region {
			twins[r][id] = u.twin(id, own[id], kept)
		}
	}
	tests := u.tests(l, own)
	for _, id := range region {
		n := u.nodes[id]
		for _, r := range []round{before, after} {
			c := u.nodes[twins[r][id]]
			leave := !(r == before && tests && id == l.Last && !maybe)
			u.link(c, n, func(s int) []int {
				switch t, inside := twins[r][s]; {
				case s == l.First && r == before:
					return []int{t, l.First}
				case inside:
					return []int{t}
				case mine[s], !leave && u.nodes[s].Thread == n.Thread:
					return nil
				}
				return []int{s}
			})
		}
	}
	for _, id := range region {
		n := u.nodes[id]
		u.link(n, n, func(s int) []int {
			switch {
			case s == l.First && slices.Contains(latches, id):
				return []int{twins[after][s]}
			case !in[s] && id == l.Last && tests && u.nodes[s].Thread == n.Thread:
				return nil // it has its round
			}
			return []int{s}
		})
		if own[id] {
			u.certain(n)
		}
	}
	for id := range own {
		u.noOther(id, in, own, !maybe)
	}
	for _, p := range preds.Of(l.First) {
		if !in[int(p)] {
			u.nodes[p].Succs = append(u.nodes[p].Succs, int32(twins[before][l.First]))
		}
	}
	for id := range own {
		if !in[id] {
			u.certain(u.nodes[id]) // in a goroutine that the loop begins
		}
	}
}

// tests: the head of a loop does nothing but to ask whether there is one more
// round.
func (u *unroller) tests(l *compose.Laid, own map[int]bool) bool {
	if slices.Contains(l.Latches, l.Last) {
		return false
	}
	for id := l.First; id != l.Last; {
		if own[id] || len(u.g.Nodes[id].Succs) != 1 {
			return false
		}
		id = int(u.g.Nodes[id].Succs[0])
	}
	return !own[l.Last]
}

// twin is a copy of a node for other rounds, without successors.
func (u *unroller) twin(id int, own, kept bool) int {
	c := *u.nodes[id]
	c.ID, c.Succs = len(u.nodes), nil
	c.Turn(&c, func(int) int { return -1 })
	if own {
		c.Weak = true
		if !kept {
			c.Subjects = slices.DeleteFunc(slices.Clone(c.Subjects), func(s compose.Subject) bool { return s.Obj == u.obj })
		}
		if c.Kind == compose.EvBirth {
			c.Kind = compose.EvNone
		}
	}
	u.nodes = append(u.nodes, &c)
	u.copies[id] = append(u.copies[id], c.ID)
	return c.ID
}

// link gives a node the successors of another one, each as what to makes of it.
func (u *unroller) link(c, n *compose.Node, to func(s int) []int) {
	var succs []int32
	one := func(s int) int {
		if s < 0 {
			return -1
		}
		if t := to(s); len(t) > 0 {
			return t[0]
		}
		return -1
	}
	for s := range n.Next() {
		for _, t := range to(s) {
			succs = append(succs, int32(t))
		}
	}
	c.Turn(n, one)
	c.Succs = succs
}

// noOther: in its own round, a call of the element calls this one, and no other
// element. What a round makes has to do with its elements only if they are what
// leads to it: any function of a list may be called with it.
func (u *unroller) noOther(id int, in, own map[int]bool, elements bool) {
	n := u.g.Nodes[id]
	f, at := u.called(n)
	call := n.Ins
	if o, ok := u.receiver(n); ok && o.element() || !elements || f == nil {
		f, at = nil, n.Frame
	} else {
		_, call = f.Above()
	}
	mine := make(map[*interp.Frame]bool)
	for id := range own {
		kid, _ := u.called(u.g.Nodes[id])
		mine[kid] = true
	}
	other := func(s int) bool {
		m := u.nodes[s]
		if m.Ins == call && m.Frame == at && !own[s] && m.Kind != compose.EvEscape && m.Kind != compose.EvUnknown && m.Kind != compose.EvNone {
			return true
		}
		kid := u.g.EntryOf(s)
		if kid == nil || mine[kid] {
			return false
		}
		up, by := kid.Above()
		return up == at && by == call
	}
	for p := range in {
		m := u.nodes[p]
		if slices.ContainsFunc(m.Succs, func(s int32) bool { return int(s) == id && f == nil || f != nil && u.g.EntryOf(int(s)) == f }) {
			m.Succs = slices.DeleteFunc(slices.Clone(m.Succs), func(s int32) bool { return other(int(s)) })
		}
	}
}

// certain makes an event one about the object.
func (u *unroller) certain(n *compose.Node) {
	n.Subjects = slices.DeleteFunc(slices.Clone(n.Subjects), func(s compose.Subject) bool { return s.Obj != u.obj })
	n.Weak = false
}

// threads are the entries of the threads, below one, that have events about the
// object: they are begun in its own round only.
func (u *unroller) threads(own map[int]bool, top int) map[int]bool {
	mine := make(map[int]bool)
	for id := range own {
		for t := u.nodes[id].Thread; t != top; {
			entry := u.g.Entry[t]
			if mine[entry] {
				break
			}
			mine[entry] = true
			at, ok := u.g.SpawnAt[t]
			if !ok {
				break
			}
			t = u.nodes[at].Thread
		}
	}
	return mine
}
