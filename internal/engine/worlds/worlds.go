// Package worlds tells apart how the conditions of a program are answered that it asks
// more than once.
//
// In a composed program every branch may go both ways, whatever another branch has
// done that asks the same (compose.Question). In one world each of these questions has
// one answer: what comes only with the other one is not there. An execution is in one
// world from its beginning to its end, so that what is true in each is true.
package worlds

import (
	"cmp"
	"iter"
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
)

// MaxQuestions bounds the questions that are told apart for one object: of n there are
// up to 2^n worlds. Others may be answered in any way, each time that they are asked.
const MaxQuestions = 3

// Asked are the conditions that a graph asks more than once.
type Asked struct {
	g     *compose.Graph
	qs    []compose.Question
	at    map[compose.Question][]branch
	roots []int // see begin
}

// A branch asks a question.
type branch struct {
	node   *compose.Node
	one    []uint64 // the nodes that come after it only if it goes one way, as bits
	orders bool     // something is among them that may order threads
}

// In looks for them.
func In(g *compose.Graph) *Asked {
	a := &Asked{g: g, at: make(map[compose.Question][]branch)}
	for _, n := range g.Nodes {
		// Whether something has failed is no question: stories are told as if nothing did.
		if n.Asks.Text == "" || n.Yes < 0 || n.No < 0 || n.Yes == n.No || n.FailSucc >= 0 || n.ErrSucc >= 0 {
			continue
		}
		if a.at[n.Asks] == nil {
			a.qs = append(a.qs, n.Asks)
		}
		a.at[n.Asks] = append(a.at[n.Asks], branch{node: n})
	}
	a.qs = slices.DeleteFunc(a.qs, func(q compose.Question) bool { return len(a.at[q]) < 2 })
	if len(a.qs) == 0 {
		return a
	}
	a.roots = begin(g)
	waits := ordering(g)
	var work []int
	for _, q := range a.qs {
		for i := range a.at[q] {
			b := &a.at[q][i]
			b.one, work = after(g, b.node.Yes, work)
			no, rest := after(g, b.node.No, work)
			work = rest
			for w := range no {
				b.one[w] ^= no[w]
			}
			b.orders = slices.ContainsFunc(waits, b.onOneSide)
		}
	}
	return a
}

// after are a node and all that can come after it, as bits; it takes, and gives back,
// memory to work with.
func after(g *compose.Graph, from int, work []int) ([]uint64, []int) {
	reached := make([]uint64, (len(g.Nodes)+63)/64)
	work = append(work[:0], from)
	reached[from/64] |= 1 << (from % 64)
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		for s := range g.Nodes[id].Next() {
			if reached[s/64]&(1<<(s%64)) == 0 {
				reached[s/64] |= 1 << (s % 64)
				work = append(work, s)
			}
		}
	}
	return reached, work
}

// onOneSide: a node comes after the branch only if it goes one way.
func (b *branch) onOneSide(id int) bool { return b.one[id/64]&(1<<(id%64)) != 0 }

// Worlds are those of the graph, as far as they matter for an object, one after the
// other; none if there is only one.
func (a *Asked) Worlds(obj int) iter.Seq[*compose.Graph] {
	return func(yield func(*compose.Graph) bool) { a.world(a.g, a.questions(obj), yield) }
}

// world yields the worlds of one in which some questions have no answer yet.
func (a *Asked) world(w *compose.Graph, qs []compose.Question, yield func(*compose.Graph) bool) bool {
	if len(qs) == 0 {
		return w == a.g || yield(w)
	}
	yes := answered(w, a.roots, qs[0], true)
	if yes == nil {
		return a.world(w, qs[1:], yield) // nobody asks it there
	}
	return a.world(yes, qs[1:], yield) && a.world(answered(w, a.roots, qs[0], false), qs[1:], yield)
}

// questions are those that decide more than once what is done to an object.
func (a *Asked) questions(obj int) []compose.Question {
	if len(a.qs) == 0 {
		return nil
	}
	about := eventsOf(a.g, obj)
	decides := make(map[compose.Question]int)
	for _, q := range a.qs {
		concerns := func(b branch) bool { return slices.ContainsFunc(about, b.onOneSide) }
		if !slices.ContainsFunc(a.at[q], concerns) {
			continue // most questions have nothing to do with the object
		}
		for _, b := range a.at[q] {
			if b.orders || concerns(b) {
				decides[q]++
			}
		}
	}
	qs := slices.DeleteFunc(slices.Clone(a.qs), func(q compose.Question) bool { return decides[q] < 2 })
	slices.SortStableFunc(qs, func(x, y compose.Question) int { return cmp.Compare(decides[y], decides[x]) })
	return qs[:min(len(qs), MaxQuestions)]
}

// eventsOf are those about an object.
func eventsOf(g *compose.Graph, obj int) (about []int) {
	for _, n := range g.Nodes {
		if n.Kind != compose.EvNone && slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool { return s.Obj == obj }) {
			about = append(about, n.ID)
		}
	}
	return about
}

// ordering are the events that may order threads, whatever they are about.
func ordering(g *compose.Graph) (waits []int) {
	for _, n := range g.Nodes {
		switch n.Kind {
		case compose.EvSync, compose.EvWait, compose.EvAwait, compose.EvSignal, compose.EvUnknown:
			waits = append(waits, n.ID)
		}
	}
	return waits
}

// answered is a graph with one answer to a question; nil if nobody asks it.
func answered(g *compose.Graph, roots []int, q compose.Question, yes bool) *compose.Graph {
	nodes, copies := make([]*compose.Node, len(g.Nodes)), make([]compose.Node, len(g.Nodes))
	asked := false
	for i, n := range g.Nodes {
		c := &copies[i]
		*c, nodes[i] = *n, c
		if c.Asks != q || c.Yes < 0 || c.No < 0 || len(c.Succs) == 0 {
			continue
		}
		asked = true
		not := c.No
		if !yes {
			not = c.Yes
		}
		c.Succs = slices.DeleteFunc(slices.Clone(c.Succs), func(s int32) bool { return int(s) == not })
		c.Turn(c, func(s int) int {
			if s == not {
				return -1
			}
			return s
		})
	}
	if !asked {
		return nil
	}
	forget(g, roots, nodes)
	return g.Narrow(nodes)
}

// forget takes out what is not reached any more, and what would be done to objects
// that are not made.
func forget(g *compose.Graph, roots []int, nodes []*compose.Node) {
	reached := reachable(roots, nodes)
	made, unmade := make(map[int]bool), make(map[int]bool)
	for i, n := range nodes {
		if n.Kind == compose.EvBirth {
			(map[bool]map[int]bool{true: made, false: unmade})[reached[i]][n.Subjects[0].Obj] = true
		}
		if !reached[i] {
			n.Cut()
		}
	}
	gone := func(s compose.Subject) bool { return unmade[s.Obj] && !made[s.Obj] }
	for _, n := range nodes {
		if !slices.ContainsFunc(n.Subjects, gone) {
			continue
		}
		was := len(n.Subjects)
		n.Subjects = slices.DeleteFunc(slices.Clone(n.Subjects), gone)
		switch {
		case len(n.Subjects) == 0 && n.Kind != compose.EvSync:
			n.Kind = compose.EvNone
		case len(n.Subjects) == 1 && was > 1 && !g.Object(n.Subjects[0].Obj).Weak:
			n.Weak = false // the others are not there
		}
	}
}

// begin are the nodes with which a program begins: its own first one, and those of
// threads of which it is not known where they begin.
func begin(g *compose.Graph) []int {
	begun := make([]bool, len(g.Nodes))
	for _, n := range g.Nodes {
		for s := range n.Next() {
			begun[s] = true
		}
	}
	var roots []int
	for t := range g.Threads() {
		if first := g.Entry[t]; t == 0 || !begun[first] {
			roots = append(roots, first)
		}
	}
	return roots
}

// reachable are the nodes that can be reached from some.
func reachable(roots []int, nodes []*compose.Node) []bool {
	reached := make([]bool, len(nodes))
	var work []int32
	for _, id := range roots {
		work = append(work, int32(id))
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if !reached[id] {
			reached[id] = true
			work = append(work, nodes[id].Succs...)
		}
	}
	return reached
}
