package compose

import (
	"slices"
	"strings"

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
func (g *Graph) escapes(f *Frame, ins *ir.Instr, cur, thread int) int {
	var vs Values
	switch ins.Op {
	case ir.OpEscape:
		for _, a := range ins.Args {
			vs.addAll(f.get(a))
		}
	case ir.OpReturn:
		if !f.answers() {
			return cur
		}
		for _, a := range ins.Args {
			vs.addAll(f.get(a))
		}
	case ir.OpStore, ir.OpCopy:
		open := false
		for _, a := range f.get(ins.A) {
			open = open || a.k == vLoc && g.in.objs[a.obj].origin == oOpen && g.in.opens(a)
		}
		if !open && len(f.get(ins.A)) > 0 {
			if !g.startsThread(f, ins) && len(g.storedOutside(f, ins)) == 0 {
				return cur
			}
		} else {
			vs = f.get(ins.B)
		}
	case ir.OpCall:
		for _, a := range ins.Args {
			vs.addAll(f.get(a))
		}
		if ins.Callee == ir.CalleeInvoke {
			for _, v := range f.get(ins.A) {
				// A method that is not known can use its receiver's fields.
				if v.k == vLoc && g.in.objs[v.obj].origin == oPlain && !g.in.handWritten(v, ins.Name) {
					vs.add(v)
				}
			}
		}
	}
	if g.in.set.Caches() {
		vs = slices.Concat(vs, g.foreign(f, ins))
	}
	subjects := g.capabilities(vs)
	if g.in.set.Caches() {
		subjects = g.handed(slices.Concat(vs, g.storedOutside(f, ins)), subjects)
	}
	kind := EvEscape
	if len(subjects) == 0 && !g.startsThread(f, ins) {
		if ins.Op != ir.OpCall {
			return cur
		}
		kind = EvUnknown
	}
	id := g.add(&Node{Kind: kind, Subjects: subjects, Frame: f, Ins: ins, Thread: thread})
	g.link(cur, id)
	return id
}

func (g *Graph) startsThread(f *Frame, ins *ir.Instr) bool {
	if g.sites == nil {
		g.sites = make(map[threadSite]bool)
		for _, t := range g.in.threads {
			for _, s := range t.sites {
				g.sites[s] = true
			}
		}
	}
	return g.sites[threadSite{f, ins}]
}

// capabilities: what a stranger that gets the values can do with informers.
func (g *Graph) capabilities(vs Values) []Subject {
	var out []Subject
	seen := make(map[Value]bool)
	add := func(s Subject) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	var visit func(v Value, depth int)
	visit = func(v Value, depth int) {
		if seen[v] || depth > 8 {
			return
		}
		seen[v] = true
		switch v.k {
		case vHolder:
			add(Subject{Obj: v.obj, Cap: CanStart | CanRegister | CanRead})
		case vGroup, vVersion:
			add(Subject{Obj: v.obj, Cap: CanRegister | CanRun})
		case vAccessor:
			add(Subject{Obj: v.obj, Key: v.s, Cap: CanRegister | CanRun})
		case vInformer:
			add(Subject{Obj: v.obj, Key: v.s, Cap: CanRun})
		case vLoc:
			o := g.in.objs[v.obj]
			switch o.origin {
			case oFactory:
				add(Subject{Obj: v.obj, Cap: CanStart | CanRegister | CanRun})
				return
			case oOpen:
				if id, ok := g.in.id(v); ok {
					add(Subject{Obj: id, Cap: CanStart | CanRegister | CanRun})
				}
			}
			for _, x := range g.in.visible(v) {
				visit(x, depth+1)
			}
		}
	}
	for _, v := range vs {
		visit(v, 0)
	}
	return out
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
