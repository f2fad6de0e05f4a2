package life

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// join makes one life of what is made in exclusive branches for one variable:
//
//	if namespace == "" {
//		factory = informers.NewSharedInformerFactory(client, 0)
//	} else {
//		factory = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
//	}
//
// There are never both, so that what is done to "one of the two" is surely done to
// the one that is there. What is done to only one of them, in its
// branch or elsewhere, is part of the life as well: each path knows what it has
// passed.
func (g *Graph) join() {
	births := make(map[int]*compose.Node)
	for _, n := range g.Nodes {
		if n.Kind == compose.EvBirth && g.Object(n.Subjects[0].Obj).Made() && !g.Object(n.Subjects[0].Obj).Weak {
			births[n.Subjects[0].Obj] = n
		}
	}
	if len(births) < 2 {
		return
	}
	groups := make(map[int][]int) // by the object that stands for all
	g.one = make(map[int]int)
	tried := make(map[[2]int]bool)
	for _, n := range g.Nodes {
		made := slices.DeleteFunc(slices.Clone(n.Subjects), func(s compose.Subject) bool { return births[s.Obj] == nil })
		for i, s := range made {
			for _, t := range made[:i] {
				pair := [2]int{t.Obj, s.Obj}
				if tried[pair] {
					continue
				}
				tried[pair] = true
				a, b := g.stands(t.Obj), g.stands(s.Obj)
				if a != b && g.alternative(births, group(groups, a), group(groups, b)) {
					groups[a] = append(group(groups, a), group(groups, b)...)
					for _, o := range groups[a] {
						g.one[o] = a
					}
				}
			}
		}
	}
	for _, n := range g.Nodes {
		g.rename(n)
	}
}

func group(groups map[int][]int, obj int) []int {
	if of := groups[obj]; of != nil {
		return of
	}
	return []int{obj}
}

// alternative: at no time are there an object of the one group and one of the
// other, and they are of one sort.
func (g *Graph) alternative(births map[int]*compose.Node, as, bs []int) bool {
	for _, a := range as {
		for _, b := range bs {
			n, m := births[a], births[b]
			if n.Thread != m.Thread || n.Op != m.Op || clientgo.Kind(n.Ins.Key) != clientgo.Kind(m.Ins.Key) {
				return false
			}
			switch before, after := g.Reaches(n.ID, m.ID), g.Reaches(m.ID, n.ID); {
			case before && (after || !g.replaces(m, n)), after && !g.replaces(n, m):
				return false
			case !before && !after && !g.once(n.Thread) && !sameVariable(n, m):
				return false // one run makes the one, and the next run the other
			}
		}
	}
	return true
}

// replaces: one variable has held nothing but what n made, and holds what m makes
// from then on. Nothing was done to the former, and nobody else has it.
//
//	factory := informers.NewSharedInformerFactory(client, 0)
//	if namespace != "" {
//		factory = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
//	}
func (g *Graph) replaces(m, n *compose.Node) bool {
	if !sameVariable(n, m) {
		return false
	}
	for _, e := range g.Nodes {
		if e != n && slices.ContainsFunc(e.Subjects, func(s compose.Subject) bool { return s.Obj == n.Subjects[0].Obj }) &&
			g.Reaches(n.ID, e.ID) && g.Reaches(e.ID, m.ID) {
			return false
		}
	}
	return true
}

// A holder is the only place that the result of a call goes to.
type holder struct {
	f     *interp.Frame
	phi   *ir.Instr // where it meets others, or
	base  ir.Reg    // the variable that it is stored in
	field string    // or the field of one
}

func sameVariable(n, m *compose.Node) bool {
	a, ok := variable(n)
	b, known := variable(m)
	return ok && known && a == b
}

// variable is the holder of what is made at n, if it has one.
func variable(n *compose.Node) (h holder, ok bool) {
	f, made := n.Frame, slices.DeleteFunc(slices.Clone(n.Ins.Results), func(r ir.Reg) bool { return r == ir.NoReg })
	if len(made) != 1 {
		return h, false
	}
	for r := made[0]; r != ir.NoReg; {
		use := onlyUse(f.Fn, r)
		switch {
		case use == nil:
			return h, false
		case use.Op == ir.OpMove && len(use.Args) > 1:
			return holder{f: f, phi: use}, true
		case use.Op == ir.OpMove:
			r = use.Dst
		case use.Op == ir.OpStore && use.A != r:
			base, field := use.A, ""
			for ins := range f.Fn.Instrs() {
				if ins.Op == ir.OpField && ins.Dst == use.A {
					base, field = ins.A, ins.Name
				}
			}
			return holder{f: f, base: base, field: field}, true
		case use.Op == ir.OpReturn:
			i := slices.Index(use.Args, r)
			up, call := f.Caller()
			if up == nil || i >= len(call.Results) {
				return h, false
			}
			f, r = up, call.Results[i]
		default:
			return h, false
		}
	}
	return h, false
}

func onlyUse(fn *ir.Fn, r ir.Reg) *ir.Instr {
	var use *ir.Instr
	for ins := range fn.Instrs() {
		if ins.A == r || ins.B == r || slices.Contains(ins.Args, r) {
			if use != nil {
				return nil
			}
			use = ins
		}
	}
	return use
}

// stands is the object whose life an object is part of.
func (g *Graph) stands(obj int) int {
	if one, ok := g.one[obj]; ok {
		return one
	}
	return obj
}

// rename gives an event the joined lives for its subjects.
func (g *Graph) rename(n *compose.Node) {
	if !slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool { return g.stands(s.Obj) != s.Obj }) {
		return
	}
	several := len(n.Subjects) > 1
	var subjects []compose.Subject
	for _, s := range n.Subjects {
		s.Obj = g.stands(s.Obj)
		if !slices.Contains(subjects, s) {
			subjects = append(subjects, s)
		}
	}
	n.Subjects = subjects
	if several && len(subjects) == 1 {
		n.Weak = false // it was one of several
	}
}

// IsSubject: one of the values is the factory or informer of a life.
func (g *Graph) IsSubject(vs interp.Values, obj int) bool {
	if g.Graph.IsSubject(vs, obj) {
		return true
	}
	for o, one := range g.one {
		if one == obj && g.Graph.IsSubject(vs, o) {
			return true
		}
	}
	return false
}
