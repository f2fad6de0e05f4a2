package unroll

import (
	"fmt"
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A Pick is one statement that takes one element from a container by a key, and what
// is done to that element:
//
//	lister := factories[namespace].Core().V1().Pods().Lister()
//
// Which of the container's elements it is does not matter: whichever it is, one is
// it, and it may be this object. As ForPick sees the program, it is.
type Pick struct {
	Name string // alike in an edited copy of the package
	// Among are the objects of which the element is one.
	Among []int

	at    origin
	nodes []int
}

// maxPicks bounds the picks of one graph.
const maxPicks = 16

// Picks finds the picks of a graph.
func Picks(g *compose.Graph) (out []Pick) {
	u := &unroller{tracer: newTracer(g)}
	u.keyed = true
	for _, n := range g.Nodes {
		if n.Kind == compose.EvNone || n.Ins == nil || len(n.Subjects) == 0 || n.Frame.Looped(n.Ins) {
			continue
		}
		o, ok := u.receiver(n)
		if !ok || !o.element() || o.ins.Mode == ir.ElemEach || o.frame.Looped(o.ins) {
			continue
		}
		i := slices.IndexFunc(out, func(p Pick) bool { return p.at == o })
		if i < 0 {
			among, ok := u.among(o)
			if !ok || len(out) == maxPicks || len(among) == 1 && !g.Object(among[0]).Weak { // that is certain as it is
				continue
			}
			i = len(out)
			out = append(out, Pick{Name: named(o), Among: among, at: o})
		}
		if !slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool { return !slices.Contains(out[i].Among, s.Obj) }) {
			out[i].nodes = append(out[i].nodes, n.ID)
		}
	}
	return slices.DeleteFunc(out, func(p Pick) bool { return len(p.nodes) == 0 })
}

// among are the objects that the elements of a container are, all of which the
// program makes; false if there may be others in it, or if the container is not
// the program's own.
func (u *unroller) among(o origin) (out []int, ok bool) {
	at := o.frame.Get(o.ins.A)
	if len(at) != 1 {
		return nil, false
	}
	obj, path, is := at[0].Place()
	if _, maker := u.g.Maker(obj); !is || path != "" || maker == nil || maker.Op != ir.OpAlloc {
		return nil, false
	}
	elements := u.g.Load(at[0], "[*]")
	if o.below != "" {
		var below interp.Values
		for _, v := range elements {
			below = append(below, u.g.Load(v, o.below)...)
		}
		elements = below
	}
	for _, v := range elements {
		id, _, is := v.Place()
		if v.Kind != interp.VLoc || !is || !u.g.Object(id).Made() || !u.g.Object(id).IsFactory() && !u.g.Object(id).IsInformer() {
			return nil, false
		}
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out, len(out) > 0
}

// named names the statement of a pick: the calls that lead to it, each by its number
// among those of the same function.
func named(o origin) string {
	name := ""
	for f, ins := o.frame, o.ins; f != nil && ins != nil; f, ins = f.Above() {
		k := 0
		for other := range f.Fn.Instrs() {
			if other == ins {
				break
			}
			if other.Op == ins.Op && other.Callee == ins.Callee && other.Name == ins.Name {
				k++
			}
		}
		name += fmt.Sprintf(" %s#%d", f.Fn.Key, k)
	}
	return name
}

// ForPick is the graph as an object sees it, if it is the element that is picked.
func ForPick(g *compose.Graph, obj int, p *Pick) *compose.Graph {
	u := picking(g, obj)
	for _, id := range p.nodes {
		u.certain(u.nodes[id])
	}
	return g.Derive(u.nodes, obj)
}

// Apart is the same if every other pick takes another element; nil if there is no
// other that may take this one.
func Apart(g *compose.Graph, obj int, p *Pick, all []Pick) *compose.Graph {
	u, others := picking(g, obj), false
	for _, id := range p.nodes {
		u.certain(u.nodes[id])
	}
	for _, o := range all {
		if o.at == p.at || !slices.Contains(o.Among, obj) {
			continue
		}
		others = true
		for _, id := range o.nodes {
			n := u.nodes[id]
			n.Subjects = slices.DeleteFunc(slices.Clone(n.Subjects), func(s compose.Subject) bool { return s.Obj == obj })
			if len(n.Subjects) == 0 {
				n.Kind = compose.EvNone
			}
		}
	}
	if !others {
		return nil
	}
	return g.Derive(u.nodes, obj)
}

// picking begins a graph as an object sees it.
func picking(g *compose.Graph, obj int) *unroller {
	u := &unroller{obj: obj}
	for _, n := range For(g, obj).Nodes {
		c := *n
		u.nodes = append(u.nodes, &c)
	}
	return u
}
