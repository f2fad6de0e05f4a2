package compose

import (
	"maps"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/reads"
)

// idles notes that a callee is inert, and what it is given.
func (in *interp) idles(f *Frame, ins *ir.Instr, key string, args []Values) {
	at := threadSite{f, ins}
	if in.idle[at] == nil {
		in.idle[at] = make(map[string][]Values)
	}
	given := in.idle[at][key]
	for i, a := range args {
		if i == len(given) {
			given = append(given, nil)
		}
		given[i].addAll(a)
	}
	in.idle[at][key] = given
}

// idleReads lays out what an inert callee reads. Where the call may be one of
// something else, nothing is said.
func (g *Graph) idleReads(f *Frame, ins *ir.Instr, cur, thread int) int {
	at := threadSite{f, ins}
	if len(g.in.idle[at]) != 1 || g.in.unknown[f][ins] || ir.CallMode(ins.Mode) == ir.CallGo && ins.Op == ir.OpCall {
		return cur
	}
	key := slices.Collect(maps.Keys(g.in.idle[at]))[0]
	for _, r := range g.in.by.reads.Of(key) {
		n := &Node{Thread: thread, Frame: &Frame{Fn: r.At[0].Fn, parent: f, call: ins, thread: f.thread}}
		for i, a := range r.At {
			if n.Ins = a.Ins; i+1 < len(r.At) {
				n.Frame = &Frame{Fn: r.At[i+1].Fn, parent: n.Frame, call: a.Ins, thread: f.thread}
			}
		}
		if g.about(n, clientgo.OpRead, g.in.arrive(g.in.idle[at][key], r), ""); n.Kind == EvNone {
			continue
		}
		g.link(cur, g.add(n))
		if cur = n.ID; r.Loop || ins.Op == ir.OpRun && clientgo.Mode(ins.Mode) == clientgo.Now {
			g.link(cur, cur) // any number of times
		}
	}
	return cur
}

// arrive returns the listers and stores that a read is about.
func (in *interp) arrive(given []Values, r reads.Read) Values {
	var at Values
	switch {
	case r.Param < 0:
		for _, o := range in.objs {
			if o.global == r.Global {
				at = Values{{vLoc, o.id, ""}}
			}
		}
	case r.Param < len(given):
		at = given[r.Param]
	}
	for _, s := range r.Path {
		var next Values
		for _, v := range at {
			switch {
			case v.k != vLoc:
			case s.Op == ir.OpLoad:
				next.addAll(in.load(loc{v.obj, v.s}))
			case s.Op == ir.OpElem:
				next.add(Value{vLoc, v.obj, join(v.s, "[*]")})
			default:
				next.add(Value{vLoc, v.obj, join(v.s, s.Name)})
			}
		}
		at = next
	}
	return at
}
