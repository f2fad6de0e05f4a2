// Package unroll tells the rounds of a loop apart.
//
// In a composed program a loop is laid out once, and what it makes stands for
// as many objects as it has rounds. About one of these objects more can be
// said: it is made in one round, and those before and after make others. So
// For lays out the loop three times, for the rounds before, for the object's own
// and for those after it. In its own round what is done to it is done for
// certain, and in the others it is not touched.
//
// The same holds for a loop over a container: there is one round in which the
// element is this one. If the object is surely in the container, nobody passes
// the loop without that round.
//
// And it holds for an element that is taken by a key: see Pick.
//
// What cannot be told apart stays what it is: it may be about the object, in any
// round.
package unroll

import (
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// maxNodes bounds an unrolled graph. What is larger is left as it is.
const maxNodes = 60_000

// An unroller unrolls the loops of a graph as one object sees them.
type unroller struct {
	*tracer
	obj     int
	nodes   []*compose.Node // of the new graph
	copies  map[int][]int   // of a node
	regions map[int]map[int]bool
	preds   *compose.Edges
	birth   *compose.Node
}

// For is the graph as an object sees it: the graph itself if no loop matters.
func For(g *compose.Graph, obj int) *compose.Graph {
	o := g.Object(obj)
	if !o.Made() {
		return g
	}
	u := &unroller{tracer: newTracer(g), obj: obj, copies: make(map[int][]int), regions: make(map[int]map[int]bool)}
	var looped []*compose.Node
	for _, n := range g.Nodes {
		if n.Kind == compose.EvNone || !slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool { return s.Obj == obj }) {
			continue
		}
		if n.Kind == compose.EvBirth {
			u.birth = n
		}
		if n.Frame.Looped(n.Ins) {
			looped = append(looped, n)
		}
	}
	if u.birth == nil || len(looped) == 0 {
		return g
	}
	return u.unroll(o.Weak, looped)
}

func (u *unroller) unroll(several bool, looped []*compose.Node) *compose.Graph {
	births := u.loopsAround(u.birth)
	if several == (len(births) == 0) {
		return u.g // made in a loop that is not laid out as one
	}
	own, each := u.sort(births, looped)
	if !several && len(each) == 0 {
		return u.g
	}
	u.clone()
	for _, k := range births {
		u.threeTimes(&u.g.Loops[k], own, false, true)
	}
	for k := range u.g.Loops {
		if in := each[k]; len(in) > 0 {
			u.over(k, births, in)
		}
	}
	if len(u.nodes) > maxNodes {
		return u.g
	}
	return u.g.Derive(u.nodes, u.obj)
}

// loopsAround are the loops that a node is in, or the statement that begins its
// goroutine, inner ones first.
func (u *unroller) loopsAround(n *compose.Node) []int {
	above := make(map[*interp.Frame]bool)
	for f := n.Frame; f != nil; f, _ = f.Above() {
		above[f] = true
	}
	var out []int
	for k := range u.g.Loops {
		if above[u.g.Loops[k].Frame] && u.inside(k, n) {
			out = append(out, k)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return len(u.region(a)) - len(u.region(b)) })
	return out
}

// inside: a node is in a loop, or in a goroutine that is begun there.
func (u *unroller) inside(k int, n *compose.Node) bool {
	at := u.g.Within(n, u.g.Nodes[u.g.Loops[k].First].Thread)
	return at != nil && u.region(k)[at.ID]
}

// region are the nodes of a loop.
func (u *unroller) region(k int) map[int]bool {
	if r, ok := u.regions[k]; ok {
		return r
	}
	l := &u.g.Loops[k]
	r := u.natural(u.g.Nodes, &u.preds, l.First, l.Latches)
	u.regions[k] = r
	return r
}

// natural are the nodes from which a latch can be reached without the head.
func (u *unroller) natural(nodes []*compose.Node, preds **compose.Edges, first int, latches []int) map[int]bool {
	if *preds == nil {
		*preds = compose.Predecessors(nodes, true)
	}
	r := map[int]bool{first: true}
	work := slices.Clone(latches)
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if !r[id] {
			r[id] = true
			for _, p := range (*preds).Of(id) {
				work = append(work, int(p))
			}
		}
	}
	return r
}

// sort finds those events that are surely about the object that was made in the
// same round, and for each loop over a container those about its element.
func (u *unroller) sort(births []int, looped []*compose.Node) (own map[int]bool, each map[int]map[int]bool) {
	own, each = map[int]bool{u.birth.ID: true}, make(map[int]map[int]bool)
	for _, n := range looped {
		o, ok := u.receiver(n)
		if ok && !o.element() && len(births) > 0 && o.frame == u.birth.Frame && o.ins == u.birth.Ins && o.below == "" && u.inside(births[0], n) {
			own[n.ID] = true
			continue
		}
		if !ok || !o.element() {
			if o, ok = u.function(n); !ok {
				continue
			}
		}
		if k := u.loopOf(o); k >= 0 && u.inside(k, n) && ir.CallMode(n.Ins.Mode) != ir.CallDefer {
			if each[k] == nil {
				each[k] = make(map[int]bool)
			}
			each[k][n.ID] = true
		}
	}
	return own, each
}

// receiver is the origin of what an event is about.
func (u *unroller) receiver(n *compose.Node) (origin, bool) {
	switch {
	case n.Kind == compose.EvEscape || n.Kind == compose.EvSync || ir.CallMode(n.Ins.Mode) == ir.CallDefer:
		return origin{}, false
	case n.Ins.Op == ir.OpProto && n.Ins.Proto.Makes():
		return origin{frame: n.Frame, ins: n.Ins}, true
	case n.Ins.Op == ir.OpProto || n.Ins.Op == ir.OpFill || n.Ins.Op == ir.OpCall && n.Ins.Callee == ir.CalleeInvoke:
		return u.of(n.Frame, n.Ins.A, 0)
	case n.Ins.Op == ir.OpCall && n.Ins.Callee == ir.CalleeValue:
		o, ok := u.of(n.Frame, n.Ins.A, 0)
		if ok && o.ins.Op == ir.OpBound {
			return u.of(o.frame, o.ins.A, 0)
		}
		return o, ok
	}
	return origin{}, false
}

// function is the origin of the function that an event is in, if it is an element
// of a container of functions.
func (u *unroller) function(n *compose.Node) (origin, bool) {
	f, _ := u.called(n)
	if f == nil {
		return origin{}, false
	}
	up, call := f.Above()
	return u.of(up, call.A, 0)
}

// called is the frame of that function, and the frame that calls it.
func (u *unroller) called(n *compose.Node) (f, up *interp.Frame) {
	if ir.CallMode(n.Ins.Mode) == ir.CallDefer {
		return nil, nil
	}
	for f := n.Frame; f != nil; {
		up, call := f.Above()
		if call != nil && call.Op == ir.OpCall && call.Callee == ir.CalleeValue && ir.CallMode(call.Mode) != ir.CallDefer && up.Looped(call) {
			if o, ok := u.of(up, call.A, 0); ok && o.element() {
				return f, up
			}
		}
		f = up
	}
	return nil, nil
}

// loopOf is the innermost loop around the instruction that takes an element.
func (u *unroller) loopOf(o origin) int {
	at := o.frame.Fn.BlockOf(o.ins)
	for k := range u.g.Loops { // those of a frame come inner ones first
		if l := &u.g.Loops[k]; l.Frame == o.frame && l.Loop.Has(at) {
			return k
		}
	}
	return -1
}

// over unrolls a loop over a container, if that says more than is known.
func (u *unroller) over(k int, births []int, each map[int]bool) {
	l := &u.g.Loops[k]
	around := u.loopsAround(&compose.Node{ID: l.First, Thread: u.g.Nodes[l.First].Thread, Frame: l.Frame})
	if len(births) > 0 && !slices.Equal(around[1:], births[1:]) {
		return // the loop that fills the container is another one's
	}
	kinds := make(map[compose.EventKind]bool)
	for _, n := range u.g.Nodes {
		if !u.about(n) || !u.inside(k, n) {
			continue
		}
		switch n.Kind {
		case compose.EvRegister, compose.EvStart, compose.EvRun, compose.EvWait, compose.EvSetup:
			if !each[n.ID] {
				return // something else may be done to it in any round
			}
			kinds[n.Kind] = true
		case compose.EvBirth:
			return
		}
	}
	elem, content := u.elements(each)
	if elem == nil {
		return
	}
	once := len(content) == 1 && u.putOnce(content[0], births)
	if len(kinds) > 1 && !once {
		return
	}
	sure := len(content) > 0 && !slices.ContainsFunc(content, func(v interp.Value) bool {
		return !(&keeper{u: u, births: births, at: u.g.Nodes[l.First]}).contains(elem.frame, elem.ins.A, v)
	})
	if !sure {
		return // one of several may have been put in, or none
	}
	u.threeTimes(l, each, !once, false)
}

func (u *unroller) about(n *compose.Node) bool {
	return slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool { return s.Obj == u.obj })
}

// elements are the elements of the container that lead to the object, by the one
// instruction that takes them; nil if there are several.
func (u *unroller) elements(each map[int]bool) (*origin, []interp.Value) {
	var elem *origin
	var content []interp.Value
	for id := range each {
		n := u.g.Nodes[id]
		o, ok := u.receiver(n)
		var f *interp.Frame
		if !ok || !o.element() {
			f, _ = u.called(n)
			o, _ = u.function(n)
		}
		if elem != nil && (elem.frame != o.frame || elem.ins.A != o.ins.A) {
			return nil, nil
		}
		elem = &o
		for _, c := range o.frame.Get(o.ins.A) {
			for _, v := range u.g.Load(c, "[*]") {
				if (f == nil && u.leads(v, o.below) || f != nil && v == f.Called()) && !slices.Contains(content, v) {
					content = append(content, v)
				}
			}
		}
	}
	return elem, content
}

// leads: an element leads to the object.
func (u *unroller) leads(v interp.Value, below string) bool {
	if below == "" {
		return v.Of(u.obj) || slices.ContainsFunc(u.g.Receivers(v), func(w interp.Value) bool { return w.Of(u.obj) })
	}
	return slices.ContainsFunc(u.g.Load(v, below), func(w interp.Value) bool { return w.Of(u.obj) })
}

// putOnce: one statement makes the value an element, once in a round that makes
// it, and what has it is not copied to and fro.
func (u *unroller) putOnce(v interp.Value, births []int) bool {
	puts, copies := 0, 0
	for _, n := range u.g.Nodes {
		switch {
		case n.Kind != compose.EvNone || n.Ins == nil:
		case n.Ins.Op == ir.OpCopy && n.Ins.Name == "[*]":
			if slices.ContainsFunc(n.Frame.Get(n.Ins.B), func(c interp.Value) bool { return slices.Contains(u.g.Load(c, "[*]"), v) }) {
				copies++
			}
		case slices.Contains(n.Frame.Get(n.Ins.B), v):
			if puts++; !slices.Equal(u.loopsAround(n), births) {
				return false
			}
		}
	}
	return puts == 1 && copies <= 1
}
