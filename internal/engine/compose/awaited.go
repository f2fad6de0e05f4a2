package compose

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

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
	if last < 0 || len(n.Frame.Get(n.Ins.Args[last])) == 0 {
		return Awaited{Open: true}
	}
	return g.awaited(n.Frame, n.Ins.Args[last:])
}

func (g *Graph) awaited(f *interp.Frame, args []ir.Reg) Awaited {
	var out Awaited
	seen := make(map[interp.Value]bool)
	var visit func(v interp.Value, depth int)
	visit = func(v interp.Value, depth int) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch {
		case depth > 4:
			out.Open = true
		case v.Kind == interp.VSynced:
			g.informer(v, &out)
		case v.Kind == interp.VDelivered:
			out.Registrations = append(out.Registrations, v.Obj)
		case v.Kind == interp.VFunc:
			out.Funcs = append(out.Funcs, v.Key)
		case v.Kind == interp.VBound:
			g.bound(v, &out)
		case v.Kind == interp.VLoc && !g.in.Object(v.Obj).IsOpen():
			elems := g.in.Load(v, "[*]")
			out.Open = out.Open || len(elems) == 0
			for _, x := range elems {
				visit(x, depth+1)
			}
		default:
			out.Open = true // somebody else's list
		}
	}
	for _, a := range args {
		for _, v := range f.Get(a) {
			visit(v, 0)
		}
	}
	return out
}

// informer adds the HasSynced of an informer to what is awaited.
func (g *Graph) informer(v interp.Value, out *Awaited) {
	id, ok := g.in.Identity(v)
	s := Subject{Obj: id, Key: v.Key}
	switch {
	case !ok:
		out.Open = true
	case v.Kind == interp.VLoc:
		out.Outside = append(out.Outside, Subject{Obj: id})
	case !slices.Contains(out.Informers, s):
		out.Informers = append(out.Informers, s)
	}
}

// bound adds a bound method to what is awaited, by what its receivers are.
func (g *Graph) bound(v interp.Value, out *Awaited) {
	o, method := g.in.Object(v.Obj), v.Key
	recvs := g.in.Receivers(v)
	out.Open = out.Open || len(recvs) == 0
	for _, recv := range recvs {
		byHand := g.in.HandWritten(recv, method)
		switch {
		case recv.Kind == interp.VRegistration:
			out.Registrations = append(out.Registrations, recv.Obj)
		case !byHand && (o.Proto == clientgo.OpHasSynced || g.in.OpByName(recv, method) == clientgo.OpHasSynced):
			g.informer(recv, out)
		case byHand:
			out.Funcs = append(out.Funcs, g.in.Object(recv.Obj).Typ+"."+method)
		case o.Static != "" && g.set.Lookup(o.Static) != nil:
			out.Funcs = append(out.Funcs, o.Static)
		default:
			out.Open = true
		}
	}
}

// Registration is the event that made a registration; nil if that is not one
// event.
func (g *Graph) Registration(obj int) *Node {
	f, ins := g.in.Registered(obj)
	if f == nil {
		return nil
	}
	for _, n := range g.Nodes {
		if n.Frame == f && n.Ins == ins && n.Kind == EvUse {
			return n
		}
	}
	return nil
}

// Plain: the event is all that its call does. A call of a method value or
// through an interface may do something else, too.
func (g *Graph) Plain(n *Node) bool {
	if n.Weak || n.Kind == EvUnknown || len(n.Subjects) != 1 || len(n.Frame.Get(n.Ins.A)) != 1 {
		return false
	}
	return len(n.Frame.Callees(n.Ins)) == 0 && !g.in.Unknown(n.Frame, n.Ins)
}
