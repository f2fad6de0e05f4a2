package compose

import (
	"go/token"
	"iter"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// A Subject is the informer or factory that an event is about.
type Subject struct {
	Obj int
	Key string // resource; "" for all of a factory, or for a stand-alone informer
	Cap Capability
}

// A Node is one event, or a joint, of the composed program.
type Node struct {
	ID       int
	Kind     EventKind
	Weak     bool // one of several subjects: may, not must
	Subjects []Subject
	Frame    *interp.Frame
	Ins      *ir.Instr
	Op       clientgo.Op
	Succs    []int32
	Thread   int
	*Branch
}

// A Branch says which successors of a node are taken when; -1 is none. Most nodes have no
// branch, and share straight: graphs are large, and seen in many ways.
type Branch struct {
	NilOf    interp.Values // tested against nil here; NilSucc is taken when it is nil
	NilSucc  int
	ErrSucc  int // taken when an error is not nil
	FailSucc int // taken when a wait was stopped, or what registers has failed
	Asks     Question
	Yes, No  int // taken as it is answered
}

var straight = Branch{NilSucc: -1, ErrSucc: -1, FailSucc: -1, Yes: -1, No: -1}

// own is a branch that no other node has.
func (n *Node) own() *Branch {
	b := *n.Branch
	n.Branch = &b
	return &b
}

// Turn has a node branch as another one does, or as it does itself, to other nodes.
func (n *Node) Turn(as *Node, to func(s int) int) {
	if as := as.Branch; n.Branch != &straight || as != &straight {
		b := n.own()
		b.NilSucc, b.ErrSucc, b.FailSucc = to(as.NilSucc), to(as.ErrSucc), to(as.FailSucc)
		b.Yes, b.No = to(as.Yes), to(as.No)
	}
}

// Cut takes out what a node does, and where it leads to.
func (n *Node) Cut() { n.Kind, n.Subjects, n.Succs, n.Branch = EvNone, nil, nil, &straight }

// Next are the successors of a node.
func (n *Node) Next() iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, s := range n.Succs {
			if !yield(int(s)) {
				return
			}
		}
	}
}

// Leads: a node is a successor of this one.
func (n *Node) Leads(to int) bool { return slices.Contains(n.Succs, int32(to)) }

// maxNodes is the size over which a composed program is not judged.
const maxNodes = 80_000

// A Graph is the composed program of a root function: events with their
// order, threads beside it.
type Graph struct {
	in      *interp.Interpretation
	set     *program.Set
	threads []*interp.Thread
	Nodes   []*Node
	Entry   map[int]int // thread to its first node
	SpawnAt map[int]int // thread to the node that starts it
	// Abroad: places of other packages count as if they were here, with a
	// position that says no more than that there is one.
	Abroad  bool
	full    bool
	reach   reach
	sites   map[interp.Point]bool // places that start a thread
	loops   map[*ir.Fn][]ir.Loop
	own     *interp.Object        // see Derive
	entries map[int]*interp.Frame // of calls in loops, by their first node
	onces   []once
	met     map[interp.Value]int // values that capabilities has come by, at which turn
	turn    int
	same    map[Subject][][]Subject // see shared

	Root  *ir.Fn
	Loops []Laid
}

func newGraph(set *program.Set, in *interp.Interpretation) *Graph {
	g := &Graph{in: in, set: set, threads: in.Threads(), Root: in.Top().Fn,
		Entry: make(map[int]int), SpawnAt: make(map[int]int), entries: make(map[int]*interp.Frame)}
	for id, t := range g.threads {
		first := g.add(&Node{Thread: id})
		g.Entry[id] = first
		if op, recvs, is := t.Primitive(); is {
			at := in.First(t)
			n := g.add(&Node{Thread: id, Frame: at.Frame, Ins: at.Ins})
			g.about(g.Nodes[n], op, recvs, at.Ins.Key)
			g.link(first, n)
			continue
		}
		entry, _ := g.frame(t.Top, id)
		g.link(first, entry)
	}
	g.begin()
	g.settleOnces()
	g.settleAnything()
	return g
}

// begin links threads to the nodes of the instructions that start them. A
// function that a type's escape lets run begins where the object left.
func (g *Graph) begin() {
	places := make(map[interp.Point][]*Node)
	for _, n := range g.Nodes {
		if n.Kind != EvNone && n.Ins != nil {
			at := interp.Point{Frame: n.Frame, Ins: n.Ins}
			places[at] = append(places[at], n)
		}
	}
	each := func(f func(n *Node, id int)) {
		for id, t := range g.threads {
			_, _, primitive := t.Primitive()
			for at := range g.in.Starts(t) {
				for _, n := range places[at] {
					if n.Thread != id || !primitive { // else go factory.Start(): the thread is this instruction itself
						f(n, id)
					}
				}
			}
		}
	}
	// Each place where much leaves may begin each thread whose time is not known: these
	// are most of the edges, and they have no room to spare.
	begun, all := make([]int, len(g.Nodes)), 0
	each(func(n *Node, _ int) {
		if begun[n.ID] == 0 {
			all += len(n.Succs)
		}
		begun[n.ID]++
		all++
	})
	room := make([]int32, all)
	for _, n := range g.Nodes {
		if k := begun[n.ID]; k > 0 {
			k += len(n.Succs)
			n.Succs, room = append(room[:0:k], n.Succs...), room[k:]
		}
	}
	each(func(n *Node, id int) {
		if _, ok := g.SpawnAt[id]; !ok {
			g.SpawnAt[id] = n.ID
		}
		// Nothing else leads to its first node, so that only the last one may be the same.
		if first := g.Entry[id]; len(n.Succs) == 0 || int(n.Succs[len(n.Succs)-1]) != first {
			n.Succs = append(n.Succs, int32(first))
		}
	})
}

func (g *Graph) add(n *Node) int {
	n.ID = len(g.Nodes)
	n.Branch = &straight
	if n.ID >= maxNodes {
		g.full = true
	}
	g.Nodes = append(g.Nodes, n)
	return n.ID
}

func (g *Graph) link(a, b int) {
	if !g.Nodes[a].Leads(b) {
		g.Nodes[a].Succs = append(g.Nodes[a].Succs, int32(b))
	}
}

// frame lays out one call; it returns its entry and exit.
func (g *Graph) frame(f *interp.Frame, thread int) (entry, exit int) {
	exit = g.add(&Node{Thread: thread})
	if g.full {
		return exit, exit
	}
	blocks := make([]int, len(f.Fn.Blocks))
	for i := range f.Fn.Blocks {
		blocks[i] = g.add(&Node{Thread: thread})
	}
	late, ends := deferred(f.Fn), make([]int, len(blocks))
	for i := range f.Fn.Blocks {
		b := &f.Fn.Blocks[i]
		cur, returned := g.block(f, b, blocks[i], thread, late)
		ends[i] = cur
		if returned {
			g.link(cur, exit)
			continue
		}
		for _, s := range b.Succs {
			g.link(cur, blocks[s])
		}
		if b.NilSucc >= 0 && b.NilOf != ir.NoReg {
			at := g.Nodes[cur].own()
			at.NilOf, at.NilSucc = f.Get(b.NilOf), blocks[b.NilSucc]
		}
		if b.FailSucc >= 0 {
			g.Nodes[cur].own().FailSucc = blocks[b.FailSucc]
		}
		if q, ok := g.question(f, b.Cond); ok {
			at := g.Nodes[cur].own()
			at.Asks, at.Yes, at.No = q, blocks[b.Cond.Yes], blocks[b.Cond.No]
		}
		if b.NilSucc >= 0 && b.NilOf == ir.NoReg {
			for _, s := range b.Succs {
				if s != b.NilSucc {
					g.Nodes[cur].own().ErrSucc = blocks[s]
				}
			}
		}
	}
	if len(blocks) == 0 {
		return exit, exit
	}
	g.laid(f, blocks, ends)
	return blocks[0], exit
}

// deferred are the deferred calls of a function, in the order of their text.
func deferred(fn *ir.Fn) []*ir.Instr {
	var out []*ir.Instr
	for ins := range fn.Instrs() {
		switch ins.Op {
		case ir.OpCall, ir.OpProto, ir.OpSignal, ir.OpAwait:
			if ir.CallMode(ins.Mode) == ir.CallDefer {
				out = append(out, ins)
			}
		}
	}
	return out
}

// block lays out a basic block after cur, and says whether it returns.
func (g *Graph) block(f *interp.Frame, b *ir.Block, cur, thread int, late []*ir.Instr) (end int, returned bool) {
	for k := range b.Instrs {
		ins := &b.Instrs[k]
		switch {
		case ins.Op == ir.OpReturn:
			return g.escapes(f, ins, cur, thread), true
		case ins.Op == ir.OpRunDefer:
			for _, d := range slices.Backward(late) {
				after := g.add(&Node{Thread: thread})
				end := g.instr(f, d, cur, thread)
				g.link(cur, after) // the defer statement may not have been reached
				g.link(end, after)
				cur = after
			}
		case !slices.Contains(late, ins):
			cur = g.instr(f, ins, cur, thread)
		}
	}
	return cur, false
}

// instr lays out one instruction after cur and returns where to go on.
func (g *Graph) instr(f *interp.Frame, ins *ir.Instr, cur, thread int) int {
	switch ins.Op {
	case ir.OpEscape, ir.OpStore, ir.OpCopy:
		return g.escapes(f, ins, g.puts(f, ins, cur, thread), thread)
	case ir.OpCall:
		return g.call(f, ins, cur, thread)
	}
	n := g.event(f, ins)
	if ins.Op == ir.OpProto && g.in.Unknown(f, ins) {
		cur = g.escapes(f, ins, cur, thread)
	}
	if n.Kind != EvNone {
		n.Thread, n.Frame, n.Ins = thread, f, ins
		g.link(cur, g.add(n))
		cur = n.ID
	}
	switch {
	case ins.Op == ir.OpProto && ir.CallMode(ins.Mode) != ir.CallGo:
		return g.calls(f, ins, cur, thread, n.Kind != EvNone || len(f.Get(ins.A)) == 0)
	case ins.Op == ir.OpRun && ir.Inline(ins):
		if _, leaves, _ := g.in.Left(f, ins); leaves {
			cur = g.escapes(f, ins, cur, thread)
		}
		after := g.calls(f, ins, g.idleReads(f, ins, cur, thread), thread, true)
		g.onceAt(f, ins, cur, after)
		return after
	}
	return cur
}

// call lays out a call: its callees, and the primitives that it may be.
func (g *Graph) call(f *interp.Frame, ins *ir.Instr, cur, thread int) int {
	unknown := g.in.Unknown(f, ins)
	if ir.CallMode(ins.Mode) == ir.CallGo {
		n := g.add(&Node{Kind: EvSpawn, Thread: thread, Frame: f, Ins: ins})
		g.link(cur, n)
		if unknown {
			return g.escapes(f, ins, n, thread)
		}
		return n
	}
	if unknown {
		cur = g.escapes(f, ins, cur, thread)
	}
	var ends []int
	for _, n := range g.dynamicPrimitives(f, ins) {
		n.Thread, n.Frame, n.Ins = thread, f, ins
		id := g.add(n)
		g.link(cur, id)
		ends = append(ends, id)
	}
	idle := g.in.Idle(f, ins)
	cur = g.idleReads(f, ins, cur, thread)
	end := g.calls(f, ins, cur, thread, unknown || idle)
	if end == cur && !unknown && g.in.Skipped(f, ins) {
		n := g.add(&Node{Kind: EvUnknown, Thread: thread, Frame: f, Ins: ins}) // it may wait for something
		g.link(cur, n)
		return n
	}
	if len(ends) == 0 {
		return end
	}
	join := g.add(&Node{Thread: thread})
	for _, e := range ends {
		g.link(e, join)
	}
	if end != cur || idle {
		g.link(end, join)
	}
	return join
}

// calls lays out the callees of an instruction; maybe says that none of them
// may run.
func (g *Graph) calls(f *interp.Frame, ins *ir.Instr, cur, thread int, maybe bool) int {
	kids := f.Callees(ins)
	if len(kids) == 0 {
		return cur
	}
	after := g.add(&Node{Thread: thread})
	for _, kid := range kids {
		entry, exit := g.frame(kid, thread)
		if f.Looped(ins) {
			g.entries[entry] = kid
		}
		g.link(cur, entry)
		g.link(exit, after)
		if ins.Op == ir.OpRun && clientgo.Mode(ins.Mode) == clientgo.Now && ins.Key != ir.Seldom {
			g.link(exit, entry) // any number of times
		}
	}
	if maybe {
		g.link(cur, after)
	}
	return after
}

// Object returns an object by its number.
func (g *Graph) Object(id int) *interp.Object {
	if g.own != nil && g.own.ID == id {
		return g.own
	}
	return g.in.Object(id)
}

// Threads returns the threads; the first is that of the root.
func (g *Graph) Threads() []*interp.Thread { return g.threads }

// Top is the frame of the root function.
func (g *Graph) Top() *interp.Frame { return g.in.Top() }

// SameDecl reports whether two places of the package are in one declaration.
func (g *Graph) SameDecl(a, b token.Pos) bool { return g.set.SameDecl(a, b) }
