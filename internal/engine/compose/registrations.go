package compose

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// ComposeMarked is Compose for programs with marks (program.Set.Marked). What is
// not followed is a value that says so, and the methods of the types in owners
// are followed as if somebody called them at some time. It is nil if the result
// is too large, or the root is not known.
func (c *Composer) ComposeMarked(root string, owners []string) *Graph {
	fn := c.set.Lookup(root)
	if fn == nil {
		return nil
	}
	in := newInterp(c, fn)
	in.hollow = in.newObject(oHolder)
	in.run()
	for _, o := range slices.Clone(in.objs) {
		if o.origin != oPlain && o.origin != oOpen || !slices.Contains(owners, o.Typ) {
			continue
		}
		if info := c.set.TypeInfo(o.Typ); info != nil {
			for _, method := range info.Methods {
				in.spawnKey(in.root, nil, method, map[int]Value{0: {vLoc, o.id, ""}})
			}
		}
	}
	if in.run(); in.full {
		return nil
	}
	if g := newGraph(in); !g.full {
		return g
	}
	return nil
}

// registration is the object that stands for what an AddEventHandler returns.
func (in *interp) registration(f *Frame, ins *ir.Instr) int {
	o, ok := f.allocs[ins]
	if !ok {
		obj := in.newObject(oRegistration)
		obj.frame, obj.ins, obj.Weak = f, ins, f.loop || f.Fn.InLoop(ins)
		o = obj.id
		f.allocs[ins] = o
	}
	return o
}

// hollowResults gives the results of a call that is not followed a value that
// says so, where somebody asks.
func (in *interp) hollowResults(f *Frame, ins *ir.Instr) {
	if in.hollow != nil {
		for _, r := range ins.Results {
			in.assign(f, r, Value{vHollow, in.hollow.id, ""})
		}
	}
}

// hollowStore stores what has no value in the end as a value that says so.
func (in *interp) hollowStore(f *Frame, ins *ir.Instr) {
	if in.hollow == nil || !in.settled || len(f.get(ins.B)) > 0 {
		return
	}
	for _, a := range f.get(ins.A) {
		if a.k == vLoc {
			in.store(loc{a.obj, a.s}, Values{{vHollow, in.hollow.id, ""}})
		}
	}
}

// Awaited is what a cache.WaitForCacheSync asks.
type Awaited struct {
	Informers     []Subject // their HasSynced
	Outside       []Subject // the HasSynced of informers that come from outside
	Registrations []int     // likewise, of handlers
	Funcs         []string  // other functions, by their keys
	Open          bool      // and something that is not known
}

// Awaited says what the wait n asks.
func (g *Graph) Awaited(n *Node) Awaited {
	last := len(n.Ins.Args) - 1
	if last < 0 || len(n.Frame.get(n.Ins.Args[last])) == 0 {
		return Awaited{Open: true}
	}
	return g.awaited(n.Frame, n.Ins.Args[last:])
}

func (g *Graph) awaited(f *Frame, args []ir.Reg) Awaited {
	var out Awaited
	seen := make(map[Value]bool)
	var visit func(v Value, depth int)
	visit = func(v Value, depth int) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch {
		case depth > 4:
			out.Open = true
		case v.k == vSynced:
			g.informer(v, &out)
		case v.k == vDelivered:
			out.Registrations = append(out.Registrations, v.obj)
		case v.k == vFunc:
			out.Funcs = append(out.Funcs, v.s)
		case v.k == vBound:
			g.bound(v, &out)
		case v.k == vLoc && g.in.objs[v.obj].origin != oOpen:
			elems := g.in.load(loc{v.obj, join(v.s, "[*]")})
			out.Open = out.Open || len(elems) == 0
			for _, x := range elems {
				visit(x, depth+1)
			}
		default:
			out.Open = true // somebody else's list
		}
	}
	for _, a := range args {
		for _, v := range f.get(a) {
			visit(v, 0)
		}
	}
	return out
}

// informer adds the HasSynced of an informer to what is awaited.
func (g *Graph) informer(v Value, out *Awaited) {
	id, ok := g.in.id(v)
	s := Subject{Obj: id, Key: v.s}
	switch {
	case !ok:
		out.Open = true
	case v.k == vLoc:
		out.Outside = append(out.Outside, Subject{Obj: id})
	case !slices.Contains(out.Informers, s):
		out.Informers = append(out.Informers, s)
	}
}

// bound adds a bound method to what is awaited, by what its receivers are.
func (g *Graph) bound(v Value, out *Awaited) {
	o := g.in.objs[v.obj]
	recvs := g.in.load(loc{v.obj, "recv"})
	out.Open = out.Open || len(recvs) == 0
	for _, recv := range recvs {
		byHand := g.in.handWritten(recv, o.method)
		switch {
		case recv.k == vRegistration:
			out.Registrations = append(out.Registrations, recv.obj)
		case !byHand && (o.proto == clientgo.OpHasSynced || g.in.opByName(recv, o.method) == clientgo.OpHasSynced):
			g.informer(recv, out)
		case byHand:
			out.Funcs = append(out.Funcs, g.in.objs[recv.obj].Typ+"."+o.method)
		case o.static != "" && g.in.set.Lookup(o.static) != nil:
			out.Funcs = append(out.Funcs, o.static)
		default:
			out.Open = true
		}
	}
}

// Registration is the event that made a registration; nil if that is not one
// event.
func (g *Graph) Registration(obj int) *Node {
	o := g.in.objs[obj]
	if o.origin != oRegistration || o.Weak {
		return nil
	}
	for _, n := range g.Nodes {
		if n.Frame == o.frame && n.Ins == o.ins && n.Kind == EvUse {
			return n
		}
	}
	return nil
}

// Plain: the event is all that its call does. A call of a method value or
// through an interface may do something else, too.
func (g *Graph) Plain(n *Node) bool {
	if n.Weak || n.Kind == EvUnknown || len(n.Subjects) != 1 || len(n.Frame.get(n.Ins.A)) != 1 {
		return false
	}
	for k := range n.Frame.kids {
		if k.ins == n.Ins {
			return false
		}
	}
	return !g.in.unknown[n.Frame][n.Ins]
}

// Caller is the frame that called f, and the call; nil for the top of a thread.
func (f *Frame) Caller() (*Frame, *ir.Instr) { return f.parent, f.call }

// Below: f is top, or was called from there.
func (f *Frame) Below(top *Frame) bool {
	for ; f != nil; f = f.parent {
		if f == top {
			return true
		}
	}
	return false
}
