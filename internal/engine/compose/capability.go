package compose

import (
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A Capability is what a stranger can do with something that escaped.
type Capability uint8

const (
	CanStart    Capability = 1 << iota // start the factory, and all below
	CanRegister                        // register the resource (or any, if none is named)
	CanRun                             // run the informer
	CanRead                            // read from the cache
)

func (c Capability) String() string {
	var can []string
	for i, name := range []string{"start", "register", "run"} {
		if c&(1<<i) != 0 {
			can = append(can, name)
		}
	}
	return strings.Join(can, "+")
}

// escapes adds a node for what leaves at an instruction, if anything does.
func (g *Graph) escapes(f *interp.Frame, ins *ir.Instr, cur, thread int) int {
	left, leaves, only := g.in.Left(f, ins)
	vs := slices.Clone(left)
	switch ins.Op {
	case ir.OpEscape:
		for _, a := range ins.Args {
			vs.AddAll(f.Get(a))
		}
	case ir.OpReturn:
		if !f.Answers() {
			return cur
		}
		for _, a := range ins.Args {
			vs.AddAll(f.Get(a))
		}
	case ir.OpStore, ir.OpCopy:
		open := false
		for _, a := range f.Get(ins.A) {
			open = open || g.in.Opens(a)
		}
		if !open && len(f.Get(ins.A)) > 0 {
			if vs = g.shown(f.Get(ins.A)); len(vs) > 0 {
				break
			}
			if !g.startsThread(f, ins) && len(g.in.StoredOutside(f, ins)) == 0 {
				return cur
			}
		} else {
			vs = f.Get(ins.B)
		}
	case ir.OpCall:
		if only {
			break
		}
		for _, a := range ins.Args {
			vs = append(vs, f.Get(a)...)
		}
		if ins.Callee == ir.CalleeInvoke {
			for _, v := range f.Get(ins.A) {
				// A method that is not known can use its receiver's fields.
				if g.in.Opaque(v, ins.Name) {
					vs.Add(v)
				}
			}
		}
	}
	if g.set.Caches() {
		vs = slices.Concat(vs, g.in.Foreign(f, ins))
	}
	subjects := g.capabilities(vs)
	if ins.Op == ir.OpCall && !only && g.startsAnything(f, ins) {
		subjects = g.anything(subjects)
	}
	if g.set.Caches() {
		subjects = g.handed(slices.Concat(vs, g.in.StoredOutside(f, ins)), subjects)
	}
	kind := EvEscape
	if len(subjects) == 0 && !g.startsThread(f, ins) {
		if ins.Op != ir.OpCall && !leaves {
			return cur
		}
		kind = EvUnknown
	}
	if kind == EvEscape && (ins.Op == ir.OpCall || leaves) && g.Coarse() {
		// The function is of this program: it may as well wait and signal.
		id := g.add(&Node{Kind: EvUnknown, Frame: f, Ins: ins, Thread: thread})
		g.link(cur, id)
		cur = id
	}
	id := g.add(&Node{Kind: kind, Subjects: subjects, Frame: f, Ins: ins, Thread: thread})
	g.link(cur, id)
	return id
}

// shown are the values that get out by methods of what is stored into, of objects that come
// from outside and in large programs.
func (g *Graph) shown(at interp.Values) (vs interp.Values) {
	if !g.Coarse() {
		return nil
	}
	for _, a := range at {
		if a.Kind == interp.VLoc && g.in.Object(a.Obj).IsOpen() {
			vs = append(vs, g.in.Shown(interp.Value{Kind: interp.VLoc, Obj: a.Obj})...)
		}
	}
	return vs
}

func (g *Graph) startsThread(f *interp.Frame, ins *ir.Instr) bool {
	if g.sites == nil {
		g.sites = make(map[interp.Point]bool)
		for _, t := range g.threads {
			for s := range g.in.Starts(t) {
				g.sites[s] = true
			}
		}
	}
	return g.sites[interp.Point{Frame: f, Ins: ins}]
}

// capabilities: what a stranger that gets the values can do with informers.
func (g *Graph) capabilities(vs interp.Values) []Subject {
	if len(vs) == 0 {
		return nil
	}
	var out []Subject
	if g.met == nil {
		g.met = make(map[interp.Value]int)
	}
	g.turn++
	add := func(s Subject) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	var visit func(v interp.Value, depth int)
	visit = func(v interp.Value, depth int) {
		if g.met[v] == g.turn || depth > 8 {
			return
		}
		g.met[v] = g.turn
		switch v.Kind {
		case interp.VHolder:
			add(Subject{Obj: v.Obj, Cap: CanStart | CanRegister | CanRead})
		case interp.VGroup, interp.VVersion:
			add(Subject{Obj: v.Obj, Cap: CanRegister | CanRun})
		case interp.VAccessor:
			add(Subject{Obj: v.Obj, Key: v.Key, Cap: CanRegister | CanRun})
		case interp.VInformer:
			add(Subject{Obj: v.Obj, Key: v.Key, Cap: CanRun})
		case interp.VLoc:
			o := g.in.Object(v.Obj)
			switch {
			case o.IsFactory():
				add(Subject{Obj: v.Obj, Cap: CanStart | CanRegister | CanRun})
				return
			case o.IsOpen():
				if id, ok := g.in.Identity(v); ok {
					add(Subject{Obj: id, Cap: CanStart | CanRegister | CanRun})
				}
			}
			for _, x := range g.in.Visible(v) {
				visit(x, depth+1)
			}
		}
	}
	for _, v := range vs {
		visit(v, 0)
	}
	return g.shared(out)
}

// shared is one copy of subjects that many nodes have: what leaves a large program
// leaves it at thousands of places.
func (g *Graph) shared(subjects []Subject) []Subject {
	if len(subjects) == 0 {
		return nil
	}
	if g.same == nil {
		g.same = make(map[Subject][][]Subject)
	}
	all := g.same[subjects[0]]
	for _, known := range all {
		if slices.Equal(known, subjects) {
			return known
		}
	}
	subjects = slices.Clip(slices.Clone(subjects))
	if len(all) < 64 {
		g.same[subjects[0]] = append(all, subjects)
	}
	return subjects
}

// Lets reports whether an escape gives a stranger any of the capabilities for
// this factory and resource.
func (n *Node) Lets(obj int, key string, want Capability) bool {
	for _, s := range n.Subjects {
		if s.Obj == obj && s.Cap&want != 0 && (s.Key == "" || MayBe(s.Key, key)) {
			return true
		}
	}
	return false
}
