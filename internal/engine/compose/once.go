package compose

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A once is a call of sync.Once.Do, laid out between two nodes, on a Once that is
// known: a field of an object that was made in this program, or a variable that
// nothing else has.
type once struct {
	of         interp.Value
	call, done int
}

// onceAt notes a call of Do.
func (g *Graph) onceAt(f *interp.Frame, ins *ir.Instr, cur, after int) {
	vs := f.Get(ins.B)
	if clientgo.Mode(ins.Mode) != clientgo.Once || len(vs) != 1 || cur == after {
		return
	}
	if !g.in.Alone(vs[0]) {
		return // there may be others that call it
	}
	call := g.add(&Node{Thread: g.Nodes[cur].Thread})
	g.Nodes[call].Succs, g.Nodes[cur].Succs = g.Nodes[cur].Succs, []int32{int32(call)}
	g.onces = append(g.onces, once{vs[0], call, after})
}

// settleOnces decides which calls of Do run their function: the first one does,
// unless another may come before it; and where another has surely come before,
// it has been run. In the remaining cases it may or may not be.
func (g *Graph) settleOnces() {
	settled := make([][]int32, len(g.onces))
	for i, o := range g.onces {
		n := g.Nodes[o.call]
		settled[i] = n.Succs
		first := !g.Reaches(n.ID, n.ID)
		for _, p := range g.onces {
			if p.of != o.of || p.call == o.call {
				continue
			}
			if m := g.Nodes[p.call]; m.Thread == n.Thread && !g.Reaches(n.ID, m.ID) && g.Reaches(m.ID, n.ID) && g.Always(m, n) {
				settled[i] = []int32{int32(o.done)}
			}
			first = first && g.First([]*Node{g.Nodes[p.call]}, n) == nil
		}
		if first {
			settled[i] = slices.DeleteFunc(slices.Clone(n.Succs), func(s int32) bool { return int(s) == o.done })
		}
	}
	for i, o := range g.onces {
		g.Nodes[o.call].Succs = settled[i]
	}
	if len(g.onces) > 0 {
		g.reach = reach{}
	}
}
