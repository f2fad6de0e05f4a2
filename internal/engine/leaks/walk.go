package leaks

import (
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A walk reads one function, again until nothing is new: what a register may hold, what
// is stored in what the function makes, and what goes.
type walk struct {
	*Finder
	key     string
	fn      *ir.Fn
	sum     *summary
	new     func(key string) // a callee that has no summary
	regs    [][]Place
	at      map[*ir.Instr]int // numbers of instructions, which are those of what they make
	objects map[int]*Object
	changed bool
	more    bool // the summary says more than before
	fled    map[Place]bool
}

func (w *walk) run() bool {
	w.regs, w.at, w.objects = make([][]Place, w.fn.Regs), make(map[*ir.Instr]int), make(map[int]*Object)
	for i := range w.fn.Params + w.fn.Free {
		w.regs[i] = []Place{{Param: i}}
	}
	for ins := range w.fn.Instrs() {
		w.at[ins] = len(w.at)
	}
	for w.changed = true; w.changed; {
		w.changed = false
		for ins := range w.fn.Instrs() {
			w.step(ins)
		}
	}
	for _, r := range w.sum.Results {
		for _, p := range r {
			w.export(p)
		}
	}
	return w.more
}

// export adds what is made here to the summary, and all that it leads to.
func (w *walk) export(p Place) {
	w.fled = make(map[Place]bool)
	var rec func(p Place)
	rec = func(p Place) {
		at := Place{Param: Made, Object: p.Object}
		if p.Param != Made || w.fled[at] || w.objects[p.Object] == nil {
			return
		}
		w.fled[at] = true
		o, out := w.objects[p.Object], w.sum.objects[p.Object]
		if out == nil {
			out = new(Object)
			w.sum.objects[p.Object] = out
		}
		w.more = out.is(o.Type) || w.more
		for _, c := range o.Cells {
			for _, p := range c.Of {
				w.more = out.keep(c.Path, p, c.Copied) || w.more
				rec(p)
			}
		}
	}
	rec(p)
}

func (w *walk) get(r ir.Reg) []Place {
	if r == ir.NoReg {
		return nil
	}
	return w.regs[r]
}

func (w *walk) set(r ir.Reg, ps ...Place) {
	if r == ir.NoReg {
		return
	}
	for _, p := range ps {
		w.changed = add(&w.regs[r], p, maxPlaces) || w.changed
	}
}

func (w *walk) step(ins *ir.Instr) {
	switch ins.Op {
	case ir.OpAlloc:
		w.object(ins).is(ins.Name)
		w.set(ins.Dst, Place{Param: Made, Object: w.at[ins]})
	case ir.OpGlobal:
		w.set(ins.Dst, Place{Param: Variable, Global: ins.Name})
	case ir.OpField:
		w.project(ins, ins.Name)
	case ir.OpElem:
		w.project(ins, "[*]")
	case ir.OpLoad:
		for _, p := range w.get(ins.A) {
			w.set(ins.Dst, w.load(p, 0)...)
		}
	case ir.OpMove:
		for _, a := range ins.Args {
			w.set(ins.Dst, w.get(a)...)
		}
	case ir.OpStore, ir.OpCopy:
		w.store(ins)
	case ir.OpFunc, ir.OpClosure:
		w.literal(ins.Name, nil, ins.Args)
	case ir.OpBound:
		if ins.Key == "" {
			w.leave(ins.A)
			return
		}
		w.literal(ins.Key, []ir.Reg{ins.A}, nil)
	case ir.OpCall:
		w.call(ins)
	case ir.OpProto:
		w.proto(ins)
	case ir.OpReturn:
		w.returns(ins)
	case ir.OpAwait, ir.OpSignal, ir.OpRunDefer:
	default:
		w.leave(ins.A)
		w.leave(ins.Args...)
	}
}

// object is what an instruction makes. What several callees have made is one.
func (w *walk) object(ins *ir.Instr) *Object {
	o := w.objects[w.at[ins]]
	if o == nil {
		o = new(Object)
		w.objects[w.at[ins]] = o
	}
	return o
}

func (w *walk) project(ins *ir.Instr, name string) {
	for _, p := range w.get(ins.A) {
		w.set(ins.Dst, p.step(name))
	}
}

// store stores into what is made here; anything else that is stored has gone.
func (w *walk) store(ins *ir.Instr) {
	to := w.get(ins.A)
	outside := len(to) == 0
	for _, a := range to {
		if a.Param != Made || a.Deep {
			outside = true
			continue
		}
		for _, b := range w.get(ins.B) {
			path := a.Path
			if ins.Op == ir.OpCopy && ins.Name == "[*]" {
				path, b = path+"/[*]", b.step("[*]")
			}
			w.changed = w.objects[a.Object].keep(path, b, ins.Op == ir.OpCopy) || w.changed
		}
	}
	if outside {
		w.leave(ins.B)
	}
}

// load is what is stored at a place.
func (w *walk) load(p Place, depth int) []Place {
	if p.Param != Made {
		return []Place{p.step(Load)}
	}
	if strings.HasSuffix(p.Path, Store) {
		return nil
	}
	out := []Place{}
	if p.Deep {
		out = append(out, p)
	}
	for _, c := range w.objects[p.Object].Cells {
		rest, below := under(p.Path, c.Path)
		for _, b := range c.Of {
			switch {
			case p.Deep:
				out = append(out, b.deep(true))
			case !c.Copied && c.Path == p.Path:
				out = append(out, b)
			case c.Copied && below && depth == maxSteps:
				out = append(out, b.deep(true))
			case c.Copied && below:
				out = append(out, w.load(b.join(rest), depth+1)...)
			}
		}
	}
	return out
}

// leave lets registers go.
func (w *walk) leave(rs ...ir.Reg) {
	for _, r := range rs {
		for _, p := range w.get(r) {
			w.gone(p)
		}
	}
}

// gone lets a value go: of what is made here, what is stored in it.
func (w *walk) gone(p Place) {
	w.fled = make(map[Place]bool)
	w.flee(p)
}

func (w *walk) flee(p Place) {
	if p.Param != Made {
		w.more = add(&w.sum.Gone, p, maxLeaks) || w.more
		return
	}
	if w.fled[p] {
		return
	}
	w.fled[p] = true
	for _, c := range w.objects[p.Object].Cells {
		_, above := under(c.Path, p.Path)
		rest, below := under(p.Path, c.Path)
		for _, b := range c.Of {
			switch {
			case above:
				w.flee(b.deep(p.Deep))
			case below && (c.Copied || p.Deep):
				w.flee(b.join(rest).deep(p.Deep))
			}
		}
	}
}

// literal makes a function value: whoever gets it may call it at any time, so that all
// goes which it lets go or returns.
func (w *walk) literal(key string, params, free []ir.Reg) {
	callee := w.lookup(key)
	if callee == nil {
		w.leave(params...)
		w.leave(free...)
		return
	}
	args := make([]ir.Reg, callee.Params, callee.Params+len(free))
	for i := range args {
		if args[i] = ir.NoReg; i < len(params) {
			args[i] = params[i]
		}
	}
	args = append(args, free...)
	s := w.of(key)
	for _, p := range s.Gone {
		w.given(p, args, w.gone)
	}
	for _, r := range s.Results {
		for _, p := range r {
			w.given(p, args, w.gone)
		}
	}
	for _, o := range s.Objects() {
		for _, c := range o.Cells {
			for _, p := range c.Of {
				w.given(p, args, w.gone)
			}
		}
	}
}

func (w *walk) call(ins *ir.Instr) {
	if ins.Callee != ir.CalleeStatic || w.lookup(ins.Name) == nil {
		if ins.Callee != ir.CalleeStatic {
			w.leave(ins.A)
		}
		w.leave(ins.Args...)
		return
	}
	s := w.of(ins.Name)
	for _, p := range s.Gone {
		w.given(p, ins.Args, w.gone)
	}
	mine := func(p Place, do func(Place)) {
		if p.Param == Made {
			w.object(ins)
			p.Object = w.at[ins]
			do(p)
			return
		}
		w.given(p, ins.Args, do)
	}
	for _, o := range s.Objects() {
		here := w.object(ins)
		w.changed = here.is(o.Type) || w.changed
		for _, c := range o.Cells {
			for _, p := range c.Of {
				mine(p, func(p Place) { w.changed = here.keep(c.Path, p, c.Copied) || w.changed })
			}
		}
	}
	for i, r := range s.Results {
		if i < len(ins.Results) {
			for _, p := range r {
				mine(p, func(p Place) { w.set(ins.Results[i], p) })
			}
		}
	}
}

// given does something with what a place of a callee is here. What the callee has made is
// nothing that it was given.
func (w *walk) given(p Place, args []ir.Reg, do func(Place)) {
	from := []Place{{Param: Variable, Global: p.Global}}
	switch {
	case p.Param == Made:
		return
	case p.Param >= len(args):
		return
	case p.Param >= 0:
		from = w.get(args[p.Param])
	}
	if p.Path != "" {
		for _, name := range Steps(p.Path) {
			var next []Place
			for _, q := range from {
				if name != Load {
					add(&next, q.step(name), maxPlaces)
					continue
				}
				for _, r := range w.load(q, 0) {
					add(&next, r, maxPlaces)
				}
			}
			from = next
		}
	}
	for _, q := range from {
		do(q.deep(p.Deep))
	}
}

// proto: reading changes nothing, and a lister or store that goes lets nobody do anything.
// What is one by its type only may be of this program, and do more. Whoever asks about a
// function that does something else is told that all goes.
func (w *walk) proto(ins *ir.Instr) {
	switch {
	case ins.Proto == clientgo.OpNarrow && ir.Plain(ins):
		for _, r := range ins.Results {
			w.set(r, w.get(ins.A)...)
		}
	case ins.Proto == clientgo.OpStore && ir.Plain(ins):
		for _, p := range w.get(ins.A) {
			p = p.step(Store)
			w.gone(p)
			for _, r := range ins.Results {
				w.set(r, p)
			}
		}
		return
	}
	w.leave(ins.A)
	w.leave(ins.Args...)
}

func (w *walk) returns(ins *ir.Instr) {
	for len(w.sum.Results) < len(ins.Args) {
		w.sum.Results = append(w.sum.Results, nil)
	}
	for i, r := range ins.Args {
		for _, p := range w.get(r) {
			w.more = add(&w.sum.Results[i], p, maxPlaces) || w.more
		}
	}
}
