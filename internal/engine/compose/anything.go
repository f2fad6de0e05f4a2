package compose

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// maybe marks what may be started only because nothing is known of what is, until
// the graph is whole: see settleAnything.
const maybe Capability = 1 << 7

// anything is what may be started where nothing is known of what is: whatever the
// program makes, beside what is known to leave there. It was lost on its way there, in
// a container that is not followed for example; or it is nil, and then nobody can say so.
func (g *Graph) anything(known []Subject) []Subject {
	out := slices.Clone(known)
	for _, id := range g.in.Made() {
		out = append(out, Subject{Obj: id, Cap: CanStart | CanRegister | CanRun | maybe})
	}
	return out
}

// startsAnything: a method of an interface of the program's own, of whose receiver
// nothing is known, starts or runs informers by its name.
func (g *Graph) startsAnything(f *interp.Frame, ins *ir.Instr) bool {
	if ins.Callee != ir.CalleeInvoke || ins.Key == ir.Unlike || len(f.Get(ins.A)) > 0 || g.set.Caches() {
		return false
	}
	return kindOf[clientgo.OpOf(clientgo.Factory, ins.Name)] == EvStart || kindOf[clientgo.OpOf(clientgo.Informer, ins.Name)] == EvRun
}

// settleAnything takes out what cannot be meant, since it is made only afterwards:
// "go observer.Run(stop)" above the line that makes the factory.
func (g *Graph) settleAnything() {
	births := make(map[int][]*Node)
	var loose []*Node
	for _, n := range g.Nodes {
		switch {
		case n.Kind == EvBirth:
			for _, s := range n.Subjects {
				births[s.Obj] = append(births[s.Obj], n)
			}
		case slices.ContainsFunc(n.Subjects, func(s Subject) bool { return s.Cap&maybe != 0 }):
			loose = append(loose, n)
		}
	}
	for _, n := range loose {
		var left []Subject
		for _, s := range n.Subjects {
			if s.Cap&maybe != 0 && g.precedes(n, births[s.Obj]) {
				continue
			}
			s.Cap &^= maybe
			if !slices.Contains(left, s) {
				left = append(left, s)
			}
		}
		if n.Subjects = g.shared(left); len(left) == 0 {
			n.Kind = EvUnknown
		}
	}
}

// precedes: n comes once, and before all of the others. What runs in another thread
// than the root's may run once more.
func (g *Graph) precedes(n *Node, others []*Node) bool {
	if len(others) == 0 || n.Thread != 0 {
		return false
	}
	after := g.closure(n.ID, func(id int) []int32 { return g.Nodes[id].Succs })
	has := func(id int) bool { return after[id/64]&(1<<(id%64)) != 0 }
	return !has(n.ID) && !slices.ContainsFunc(others, func(o *Node) bool { return !has(o.ID) })
}
