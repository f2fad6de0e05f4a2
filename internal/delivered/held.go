package delivered

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/delivered/across"
	"github.com/informerlint/informerlint/internal/delivered/uses"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// State may be in a container of another package: its methods fill it and hand out
// what is in there, as the facts of that package say. It counts only if this package
// has made it and nobody else has it, since whoever has it may fill it, and if nothing
// that is not known is asked of it.

// holder is the place of the container that a call is a method of; "" if it is none,
// or one that somebody else may have.
func (f *finder) holder(i ssa.CallInstruction, fr *frame) (m across.Method, place string) {
	if len(f.across.Known) == 0 {
		return m, ""
	}
	c := i.Common()
	m, ok := f.across.Known.Of(ssautil.Callee(c))
	if !ok || c.IsInvoke() || len(c.Args) == 0 || f.elsewhere(c.Args[0]) {
		return m, ""
	}
	if place = f.place(c.Args[0], fr); place == "" || !f.mine(place, c.Args[0].Type()) {
		return m, ""
	}
	return m, place
}

// elsewhere reports whether a value is in a field of a type of another package: whoever
// has that has it as well.
func (f *finder) elsewhere(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	fa, ok := v.(*ssa.FieldAddr)
	return ok && f.root(fa.X.Type()) == ""
}

// held notes what a method of a container does; false if the call is none.
func (e *effects) held(i ssa.CallInstruction, fr *frame) bool {
	m, place := e.f.holder(i, fr)
	if place == "" {
		return false
	}
	for _, field := range m.Fills {
		at := dot(place, field)
		e.f.names[at] = e.f.display(place)
		if _, ok := e.state[at]; !ok {
			e.state[at] = Access{at, i.Pos(), i.Parent()}
		}
	}
	for _, field := range m.Takes {
		e.taken[dot(place, field)] = true
	}
	e.blocks = e.blocks || !m.Plain
	return true
}

// handsOver is the place, of some, whose contents a method of a container hands to
// who does something with them.
func (f *finder) handsOver(call *ssa.Call, fr *frame, of map[string]Access) string {
	m, place := f.holder(call, fr)
	if place == "" || !uses.Consumed(call, 0) {
		return ""
	}
	for _, field := range m.Reads {
		if _, ok := of[dot(place, field)]; ok {
			return dot(place, field)
		}
	}
	return ""
}

// mine reports whether the container at a place is one that this package has made and
// hands to nobody.
func (f *finder) mine(place string, t types.Type) bool {
	if only, done := f.only[place]; done {
		return only
	}
	f.only[place] = false // until it is known
	if strings.Contains(place, "[]") || strings.Contains(place, "()") || strings.HasPrefix(place, "param:") {
		return false
	}
	if name, ok := strings.CutPrefix(place, "global:"); ok && token.IsExported(name) {
		return false // others may fill it
	}
	if i := strings.LastIndexByte(place, '.'); strings.HasPrefix(place, "(") && (i < 0 || token.IsExported(place[i+1:])) {
		return false
	}
	only, typ := true, ssautil.Deref(t)
	var ops []*ssa.Value
	f.each(func(instr ssa.Instruction) {
		if !only || f.inTest(instr.Parent().Pos()) {
			return
		}
		ops = instr.Operands(ops[:0])
		for _, op := range ops {
			v := *op
			if v == nil || !uses.Of(v.Type(), typ) || f.place(v, nil) != place {
				continue
			}
			only = only && f.keeps(instr, v, place)
		}
	})
	f.only[place] = only
	return only
}

// keeps reports whether an instruction does nothing with a container, or the address of
// a pointer to one, but call a method that is known, store a new one, or look whether
// there is one.
func (f *finder) keeps(instr ssa.Instruction, v ssa.Value, place string) bool {
	switch i := instr.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.UnOp:
		_, pointer := i.Type().Underlying().(*types.Pointer)
		return pointer
	case *ssa.FieldAddr: // on the way to it, or an exported field of its own
		return i.X != v || f.place(i, nil) == place
	case *ssa.Store:
		if i.Addr != v {
			return f.place(i.Addr, nil) == place
		}
		return f.place(i.Val, nil) == place || uses.Made(i.Val)
	case *ssa.MakeClosure: // a variable that it shares
		_, variable := v.(*ssa.Alloc)
		return variable && ssautil.Bound(i.Fn.(*ssa.Function)) == nil
	case ssa.CallInstruction:
		c := i.Common()
		if c.IsInvoke() || len(c.Args) == 0 {
			return false
		}
		if _, known := f.across.Known.Of(ssautil.Callee(c)); known {
			for _, arg := range c.Args[1:] {
				if arg == v {
					return false
				}
			}
			return c.Args[0] == v
		}
	}
	return false
}
