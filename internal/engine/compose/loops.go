package compose

import (
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A Laid is a loop of a function as it is laid out for one of its frames.
type Laid struct {
	Frame   *interp.Frame
	Loop    *ir.Loop
	First   int // the node with which its head begins
	Last    int // and the one with which that ends
	Latches []int
}

func (g *Graph) laid(f *interp.Frame, first, last []int) {
	if !slices.ContainsFunc(f.Fn.Blocks, func(b ir.Block) bool { return b.Loop }) {
		return
	}
	if g.loops == nil {
		g.loops = make(map[*ir.Fn][]ir.Loop)
	}
	loops, known := g.loops[f.Fn]
	if !known {
		loops = f.Fn.Loops()
		g.loops[f.Fn] = loops
	}
	for i := range loops {
		l := Laid{Frame: f, Loop: &loops[i], First: first[loops[i].Head], Last: last[loops[i].Head]}
		for _, b := range loops[i].Latches {
			l.Latches = append(l.Latches, last[b])
		}
		g.Loops = append(g.Loops, l)
	}
}

// puts adds a joint where something becomes the element of a container, or all
// elements of another one do, so that it has a place in the order.
func (g *Graph) puts(f *interp.Frame, ins *ir.Instr, cur, thread int) int {
	if len(f.Get(ins.B)) == 0 || ins.Name != "[*]" && !slices.ContainsFunc(f.Get(ins.A), func(v interp.Value) bool { return strings.HasSuffix(v.Key, "[*]") }) {
		return cur
	}
	id := g.add(&Node{Frame: f, Ins: ins, Thread: thread})
	g.link(cur, id)
	return id
}

// Derive is the graph with other nodes, for one object that is known to be one
// of several. Nodes keep their numbers; those that are new follow.
func (g *Graph) Derive(nodes []*Node, obj int) *Graph {
	d := *g
	d.Nodes, d.reach = nodes, reach{}
	one := *g.in.Object(obj)
	one.Weak = false
	d.own = &one
	return &d
}

// EntryOf is the frame that is entered at a node, of those that are called in a
// loop.
func (g *Graph) EntryOf(id int) *interp.Frame { return g.entries[id] }

// Bound is the instruction that made the closure that the frame runs.
func (g *Graph) Bound(f *interp.Frame) (*interp.Frame, *ir.Instr) { return g.in.Bound(f) }

// Unknown: something that an instruction calls is not followed.
func (g *Graph) Unknown(f *interp.Frame, ins *ir.Instr) bool { return g.in.Unknown(f, ins) }

// Load is what is stored at a place below a value.
func (g *Graph) Load(v interp.Value, below string) interp.Values { return g.in.Load(v, below) }

// Maker is where an object was made.
func (g *Graph) Maker(obj int) (*interp.Frame, *ir.Instr) { return g.in.Maker(obj) }

// Receivers are the receivers of a method value.
func (g *Graph) Receivers(v interp.Value) interp.Values { return g.in.Receivers(v) }
