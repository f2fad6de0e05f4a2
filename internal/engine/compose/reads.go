package compose

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// idleReads lays out what an inert callee reads.
func (g *Graph) idleReads(f *interp.Frame, ins *ir.Instr, cur, thread int) int {
	for r := range g.in.IdleReads(f, ins) {
		n := &Node{Thread: thread, Frame: r.Frame, Ins: r.Ins}
		if g.about(n, clientgo.OpRead, r.Of, ""); n.Kind == EvNone {
			continue
		}
		g.link(cur, g.add(n))
		if cur = n.ID; r.Loop || ins.Op == ir.OpRun && clientgo.Mode(ins.Mode) == clientgo.Now {
			g.link(cur, cur) // any number of times
		}
	}
	return cur
}

// Kept: something is done with what the event gives, such as a lister; otherwise it is only
// asked for so that there is an informer:
//
//	factory.Core().V1().Pods().Lister()
func (n *Node) Kept() bool {
	for ins := range n.Frame.Fn.Instrs() {
		for _, r := range append(slices.Clone(n.Ins.Results), n.Ins.Dst) {
			if r != ir.NoReg && (ins.A == r || ins.B == r || slices.Contains(ins.Args, r)) {
				return true
			}
		}
	}
	return false
}
