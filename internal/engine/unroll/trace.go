package unroll

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// An origin is where a value surely comes from: what an instruction has made
// the last time that it ran, or the element that it has taken from a container.
// below is the way from there.
type origin struct {
	frame *interp.Frame
	ins   *ir.Instr
	below string
}

func (o origin) element() bool { return o.ins.Op == ir.OpElem || o.ins.Op == ir.OpField }

// maxTrace bounds the steps of one trace.
const maxTrace = 100

// A tracer finds origins.
type tracer struct {
	g     *compose.Graph
	defs  map[*ir.Fn][][]*ir.Instr // of each register
	loops map[*ir.Fn][]ir.Loop
	steps int  // of the trace that is under way
	keyed bool // an element that is taken by a key is an origin as well
}

func newTracer(g *compose.Graph) *tracer {
	return &tracer{g: g, defs: make(map[*ir.Fn][][]*ir.Instr), loops: make(map[*ir.Fn][]ir.Loop)}
}

// definitions are the instructions that give a register a value.
func (t *tracer) definitions(fn *ir.Fn, r ir.Reg) []*ir.Instr {
	defs, ok := t.defs[fn]
	if !ok {
		defs = make([][]*ir.Instr, fn.Regs)
		for ins := range fn.Instrs() {
			if ins.Dst != ir.NoReg {
				defs[ins.Dst] = append(defs[ins.Dst], ins)
			}
			for _, res := range ins.Results {
				if res != ir.NoReg {
					defs[res] = append(defs[res], ins)
				}
			}
		}
		t.defs[fn] = defs
	}
	return defs[r]
}

// around are the heads of the loops of a function that an instruction lies in.
func (t *tracer) around(fn *ir.Fn, ins *ir.Instr) []int {
	loops, ok := t.loops[fn]
	if !ok {
		loops = fn.Loops()
		t.loops[fn] = loops
	}
	var heads []int
	at := fn.BlockOf(ins)
	for i := range loops {
		if loops[i].Has(at) {
			heads = append(heads, loops[i].Head)
		}
	}
	return heads
}

// of is the origin of what a register of a frame holds; false if it may come
// from more than one place, or from another round of a loop.
func (t *tracer) of(f *interp.Frame, r ir.Reg, depth int) (origin, bool) {
	if depth == 0 {
		t.steps = 0
	}
	if t.steps++; f == nil || r == ir.NoReg || t.steps > maxTrace {
		return origin{}, false
	}
	if int(r) < f.Fn.Params {
		return t.argument(f, int(r), depth)
	}
	if i := int(r) - f.Fn.Params; i < f.Fn.Free {
		in, closure := t.g.Bound(f)
		if closure == nil || closure.Op != ir.OpClosure || i >= len(closure.Args) {
			return origin{}, false
		}
		return t.of(in, closure.Args[i], depth+1)
	}
	defs := t.definitions(f.Fn, r)
	if len(defs) != 1 {
		return origin{}, false
	}
	return t.made(f, defs[0], r, depth)
}

func (t *tracer) made(f *interp.Frame, def *ir.Instr, r ir.Reg, depth int) (origin, bool) {
	switch def.Op {
	case ir.OpAlloc, ir.OpBound, ir.OpClosure:
		return origin{frame: f, ins: def}, true
	case ir.OpMove:
		return t.moved(f, def, depth)
	case ir.OpElem:
		return origin{frame: f, ins: def}, t.keyed || def.Mode == ir.ElemEach
	case ir.OpField:
		if def.Name == "[*]" {
			return origin{frame: f, ins: def}, t.keyed || def.Mode == ir.ElemEach
		}
		o, ok := t.of(f, def.A, depth+1)
		o.below = under(o.below, def.Name)
		return o, ok
	case ir.OpLoad:
		o, ok := t.of(f, def.A, depth+1)
		if !ok || o.element() {
			return o, ok
		}
		return t.stored(o, depth)
	case ir.OpProto:
		if def.Proto.Makes() {
			return origin{frame: f, ins: def}, true
		}
		switch def.Proto {
		case clientgo.OpGroup, clientgo.OpVersion, clientgo.OpAccessor, clientgo.OpForResource, clientgo.OpInformer, clientgo.OpInformerFor,
			clientgo.OpLister, clientgo.OpStore, clientgo.OpHasSynced, clientgo.OpNarrow:
			return t.of(f, def.A, depth+1)
		}
	case ir.OpCall:
		return t.result(f, def, slices.Index(def.Results, r), depth)
	}
	return origin{}, false
}

func under(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// moved is the origin of a conversion, or of a choice of which all come from one
// place. At the head of a loop it may be what the last round has left.
func (t *tracer) moved(f *interp.Frame, def *ir.Instr, depth int) (origin, bool) {
	if len(def.Args) != 1 && def.Mode != ir.MovePhi || len(def.Args) == 0 {
		return origin{}, false
	}
	if phi := def.Mode == ir.MovePhi || def.Mode == ir.MoveSome; phi {
		at := f.Fn.BlockOf(def)
		if slices.Contains(t.around(f.Fn, def), at) {
			return origin{}, false
		}
	}
	first, ok := t.of(f, def.Args[0], depth+1)
	for _, a := range def.Args[1:] {
		o, same := t.of(f, a, depth+1)
		ok = ok && same && o == first
	}
	return first, ok
}

// argument is the origin of a parameter.
func (t *tracer) argument(f *interp.Frame, i, depth int) (origin, bool) {
	up, call := f.Above()
	if up == nil || call == nil {
		return origin{}, false
	}
	switch {
	case call.Op == ir.OpCall && call.Callee == ir.CalleeInvoke:
		if i == 0 {
			return t.of(up, call.A, depth+1)
		}
		i--
	case call.Op != ir.OpCall || call.Callee == ir.CalleeValue && f.Fn.Params != len(call.Args):
		return origin{}, false
	}
	if i >= len(call.Args) {
		return origin{}, false
	}
	return t.of(up, call.Args[i], depth+1)
}

// result is the origin of what a call returns: one function is called, and
// wherever it returns something, it is this.
func (t *tracer) result(f *interp.Frame, call *ir.Instr, i, depth int) (origin, bool) {
	callees := f.Callees(call)
	if len(callees) != 1 || t.g.Unknown(f, call) || ir.CallMode(call.Mode) != ir.CallPlain {
		return origin{}, false
	}
	var out origin
	found := false
	for ins := range callees[0].Fn.Instrs() {
		if ins.Op != ir.OpReturn || i >= len(ins.Args) || ins.Args[i] == ir.NoReg {
			continue // a nil, most often beside an error
		}
		o, ok := t.of(callees[0], ins.Args[i], depth+1)
		if !ok || found && o != out {
			return origin{}, false
		}
		out, found = o, true
	}
	return out, found
}

// stored is the origin of what is at a place of an object: the function that
// made the object has put it there, once, in the same round.
func (t *tracer) stored(o origin, depth int) (origin, bool) {
	if o.ins.Op != ir.OpAlloc {
		return origin{}, false
	}
	var put *ir.Instr
	for ins := range o.frame.Fn.Instrs() {
		if (ins.Op == ir.OpStore || ins.Op == ir.OpCopy) && t.below(o.frame.Fn, ins.A, o.ins.Dst) == o.below && (o.below != "" || ins.A == o.ins.Dst) {
			if put != nil {
				return origin{}, false
			}
			put = ins
		}
	}
	if put == nil || !slices.Equal(t.around(o.frame.Fn, put), t.around(o.frame.Fn, o.ins)) {
		return origin{}, false
	}
	if !t.only(o) {
		return origin{}, false
	}
	return t.of(o.frame, put.B, depth+1)
}

// only: what one instruction puts there is all that is ever there.
func (t *tracer) only(o origin) bool {
	for _, v := range o.frame.Get(o.ins.Dst) {
		if _, _, is := v.Place(); is && len(t.g.Load(v, o.below)) > 1 {
			return false
		}
	}
	return true
}

// below is the way from one register to another that is an address in it.
func (t *tracer) below(fn *ir.Fn, r, base ir.Reg) string {
	if r == base || r == ir.NoReg || int(r) < fn.Params+fn.Free {
		return ""
	}
	defs := t.definitions(fn, r)
	if len(defs) != 1 || defs[0].Op != ir.OpField {
		return ""
	}
	if defs[0].A == base {
		return defs[0].Name
	}
	if up := t.below(fn, defs[0].A, base); up != "" {
		return up + "." + defs[0].Name
	}
	return ""
}
