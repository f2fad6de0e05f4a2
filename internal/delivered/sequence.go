package delivered

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// sequence looks for a function that waits for the informer of a registration
// and then reads, itself or through functions of the package that it calls,
// what the handler fills.
func (f *finder) sequence(r *registration) *Claim {
	if r.call == nil || r.informer == "" {
		return nil
	}
	for _, fn := range f.fns {
		if r.all[fn] {
			continue
		}
		for _, b := range fn.Blocks {
			for n, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || !f.covers(call, r) || !f.before(r, call) {
					continue
				}
				read, ok := f.after(fn, b, n, r)
				if !ok {
					continue
				}
				c := &Claim{Shape: Sequence, Method: fn, Wait: call.Pos(), WaitCall: call, Read: read, Place: read.Place, Write: r.does.state[read.Place],
					State: f.display(read.Place), Register: r.pos, Handler: r.add.Pos()}
				c.Call, _ = r.call.(*ssa.Call)
				w, _ := f.waits(call, r)
				c.Ways = []Way{w}
				return c
			}
		}
	}
	return nil
}

// covers reports whether a call waits for the informer of a registration, and
// for nothing that the handler has a part in.
func (f *finder) covers(call *ssa.Call, r *registration) bool {
	w, ok := f.waits(call, r)
	if !ok {
		return false
	}
	_, bad := f.early(w, r)
	return bad
}

// waits returns what a call waits for, as a way; ok is false if it is no wait.
func (f *finder) waits(call *ssa.Call, r *registration) (w Way, ok bool) {
	obj := ssautil.Callee(&call.Call)
	if obj == nil {
		return w, false
	}
	if f.table.FuncOp(obj) == clientgo.OpWaitFor {
		w.Atoms = f.waited(call, nil, r.does.flags, r.does.state)
		return f.about(w, r), true
	}
	if call.Call.IsInvoke() && f.table.MethodOp(call.Call.Value.Type(), obj.Name()) == clientgo.OpWait {
		factory := f.place(call.Call.Value, nil)
		for _, fac := range f.aliases(factory) {
			for _, inf := range f.aliases(r.informer) {
				if strings.HasPrefix(inf, fac+".") {
					w.Atoms = []Atom{{Kind: InformerSynced, Want: true, Pos: call.Pos(), Place: r.informer}}
					return w, true
				}
			}
		}
	}
	return w, false
}

// before reports whether a registration certainly comes before a wait: it is
// in the same function and dominates it, in one that is called before it, or
// in the function that makes the object whose method waits.
func (f *finder) before(r *registration, wait *ssa.Call) bool {
	reg, fn := r.call, wait.Parent()
	if reg.Parent() == fn {
		return precedes(reg, wait)
	}
	called := false
	for _, c := range f.calls[reg.Parent()] {
		if c.Parent() == fn {
			called = true
			if _, ok := c.(*ssa.Call); ok && precedes(c, wait) {
				return true
			}
		}
	}
	if called || reg.Parent().Parent() != nil {
		return false
	}
	if fn.Signature.Recv() == nil {
		return false
	}
	root := f.root(fn.Signature.Recv().Type())
	return root != "" && f.makes(reg.Parent(), root)
}

// makes reports whether a function makes an object of a type of the package.
func (f *finder) makes(fn *ssa.Function, root string) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok && f.place(a, nil) == root {
				return true
			}
		}
	}
	return false
}

func precedes(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		for _, instr := range a.Block().Instrs {
			if instr == a {
				return true
			}
			if instr == b {
				return false
			}
		}
	}
	return a.Block().Dominates(b.Block())
}

// Mended returns the ways that the wait of a claim has in the
// edited package p; nil if it is not found there.
func (p *Package) Mended(c *Claim) (ways []Way) {
	if p.lazy.Package() == nil {
		return nil
	}
	f := newFinder(p.pass, p.lazy.Package(), p.lazy.Functions())
	for _, r := range f.registrations(p.Handlers) {
		if r.call == nil || r.call.Parent().String() != c.Call.Parent().String() || r.nth != c.nth || r.does.state[c.Place].Place == "" {
			continue
		}
		for _, m := range append([]*Claim{c}, c.More...) {
			for _, fn := range f.fns {
				if fn.String() != m.Method.String() {
					continue
				}
				if c.Shape == Component {
					all, ok := f.ways(fn, nil, r.does.flags, r.does.state)
					if !ok {
						return nil
					}
					for _, w := range all {
						ways = append(ways, f.about(w, r))
					}
					continue
				}
				var all Way
				for _, b := range fn.Blocks {
					for _, instr := range b.Instrs {
						if call, ok := instr.(*ssa.Call); ok {
							if w, ok := f.waits(call, r); ok {
								all.Atoms = append(all.Atoms, w.Atoms...)
							}
						}
					}
				}
				ways = append(ways, all)
			}
		}
		return ways
	}
	return nil
}

// after returns the first read of the state that the wait dominates and that
// nothing else can order: no receive, no other wait, no write of the state.
func (f *finder) after(fn *ssa.Function, b *ssa.BasicBlock, n int, r *registration) (Access, bool) {
	var found Access
	ok := false
	if f.fillsAfter(fn, b, n, r) {
		return found, false
	}
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(blk *ssa.BasicBlock, from int)
	visit = func(blk *ssa.BasicBlock, from int) {
		for _, instr := range blk.Instrs[from:] {
			if ok {
				return
			}
			e := f.newEffects()
			e.instr(instr, nil, 0)
			if e.blocks || e.guards || touches(e.state, r.does.state) {
				return
			}
			if call, is := instr.(*ssa.Call); is && e.looks && call.Call.StaticCallee() != nil && len(call.Call.StaticCallee().Blocks) > 0 {
				continue // it looks at the store as well: what is missing may not matter
			}
			if a, is := f.readAt(instr, nil, r.does.state, func(c *ssa.Function) bool { return r.all[c] }, 0, make(map[*ssa.Function]bool)); is {
				found, ok = a, true
				return
			}
		}
		for _, s := range blk.Succs {
			if !seen[s] && b.Dominates(s) {
				seen[s] = true
				visit(s, 0)
			}
		}
	}
	visit(b, n+1)
	return found, ok
}

// fillsAfter reports whether a function fills the state itself somewhere behind
// the wait: then what the handler has not seen may be there as well.
func (f *finder) fillsAfter(fn *ssa.Function, b *ssa.BasicBlock, n int, r *registration) bool {
	e := f.newEffects()
	for _, blk := range fn.Blocks {
		if !b.Dominates(blk) {
			continue
		}
		from := 0
		if blk == b {
			from = n + 1
		}
		for _, instr := range blk.Instrs[from:] {
			e.instr(instr, nil, 0)
		}
	}
	return touches(e.state, r.does.state)
}
