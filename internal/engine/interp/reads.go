package interp

import (
	"iter"
	"maps"
	"slices"

	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/reads"
)

// idles notes that a callee is inert, and what it is given.
func (in *Interpretation) idles(f *Frame, ins *ir.Instr, key string, args []Values) {
	at := Point{f, ins}
	if in.idle[at] == nil {
		in.idle[at] = make(map[string][]Values)
	}
	given := in.idle[at][key]
	for i, a := range args {
		if i == len(given) {
			given = append(given, nil)
		}
		given[i].AddAll(a)
	}
	in.idle[at][key] = given
}

// Idle: a callee of an instruction is inert.
func (in *Interpretation) Idle(f *Frame, ins *ir.Instr) bool { return len(in.idle[Point{f, ins}]) > 0 }

// An IdleRead is a read of listers or stores in an inert callee. Its frame is
// not one of those that are interpreted: it has no registers.
type IdleRead struct {
	Frame *Frame
	Ins   *ir.Instr
	Of    Values
	Loop  bool // any number of times
}

// IdleReads are what the inert callee of an instruction reads. Where the call
// may be one of something else, nothing is said.
func (in *Interpretation) IdleReads(f *Frame, ins *ir.Instr) iter.Seq[IdleRead] {
	return func(yield func(IdleRead) bool) {
		idle := in.idle[Point{f, ins}]
		if len(idle) != 1 || in.unknown[f][ins] || ir.CallMode(ins.Mode) == ir.CallGo && ins.Op == ir.OpCall {
			return
		}
		key := slices.Collect(maps.Keys(idle))[0]
		for _, r := range in.by.reads.Of(key) {
			read := IdleRead{Frame: &Frame{Fn: r.At[0].Fn, parent: f, call: ins, thread: f.thread}, Loop: r.Loop}
			for i, a := range r.At {
				if read.Ins = a.Ins; i+1 < len(r.At) {
					read.Frame = &Frame{Fn: r.At[i+1].Fn, parent: read.Frame, call: a.Ins, thread: f.thread}
				}
			}
			read.Of = in.arrive(idle[key], r)
			if !yield(read) {
				return
			}
		}
	}
}

// arrive returns the listers and stores that a read is about.
func (in *Interpretation) arrive(given []Values, r reads.Read) Values {
	var at Values
	switch {
	case r.Param < 0:
		for _, o := range in.objs {
			if o.global == r.Global {
				at = Values{{VLoc, o.ID, ""}}
			}
		}
	case r.Param < len(given):
		at = given[r.Param]
	}
	for _, s := range r.Path {
		var next Values
		for _, v := range at {
			switch {
			case v.Kind != VLoc:
			case s.Op == ir.OpLoad:
				next.AddAll(in.load(loc{v.Obj, v.Key}))
			case s.Op == ir.OpElem:
				next.Add(Value{VLoc, v.Obj, join(v.Key, "[*]")})
			default:
				next.Add(Value{VLoc, v.Obj, join(v.Key, s.Name)})
			}
		}
		at = next
	}
	return at
}
