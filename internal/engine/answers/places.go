package answers

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A statistic is a field or a global variable that nobody decides by: it is logged or
// exported, so that to set it puts no work back. One that some condition of the package
// looks at may be how work is found that is still to be done.

// onlyTold: nothing in the package decides by what is in a place, and nobody else can.
func (p *Package) onlyTold(addr ssa.Value) bool {
	place := placeOf(addr)
	if place == nil || place.Exported() {
		return false
	}
	if p.asked == nil {
		p.asked = make(map[types.Object]bool)
		for _, fn := range p.fns {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					p.asks(instr)
				}
			}
		}
	}
	return !p.asked[place]
}

// placeOf is the field or the global variable that an address is of.
func placeOf(addr ssa.Value) types.Object {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return field(ssautil.Deref(a.X.Type()), a.Field)
	case *ssa.Global:
		if a.Object() != nil {
			return a.Object()
		}
	}
	return nil
}

func field(t types.Type, i int) types.Object {
	if st, ok := t.Underlying().(*types.Struct); ok {
		return st.Field(i).Origin()
	}
	return nil
}

// asks notes the places that an instruction makes something depend on.
func (p *Package) asks(instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.FieldAddr:
		if place := placeOf(x); place != nil && p.addressAsks(*x.Referrers(), x, place) {
			p.asked[place] = true
		}
	case *ssa.Field:
		if place := field(x.X.Type(), x.Field); place != nil && p.decides(x, place, 0) {
			p.asked[place] = true
		}
	default:
		for _, op := range instr.Operands(nil) {
			if g, ok := (*op).(*ssa.Global); ok && g.Object() != nil && p.addressAsks([]ssa.Instruction{instr}, g, g.Object()) {
				p.asked[g.Object()] = true
			}
		}
	}
}

// addressAsks: through its address, something decides by a place, or may.
func (p *Package) addressAsks(users []ssa.Instruction, addr ssa.Value, place types.Object) bool {
	for _, r := range users {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if r.Val == addr {
				return true
			}
		case *ssa.UnOp:
			if p.decides(r, place, 0) {
				return true
			}
		case *ssa.Call:
			if !isAtomic(&r.Call) || p.decides(r, place, 0) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// decides: what is done depends on a value, or somebody is given it who may decide.
func (p *Package) decides(v ssa.Value, of types.Object, depth int) bool {
	if depth > 6 {
		return true
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.MapUpdate:
			if r.Map != v {
				return true
			}
		case *ssa.Store:
			if _, listed := r.Addr.(*ssa.IndexAddr); !listed && placeOf(r.Addr) != of {
				return true // somewhere else, where it may be looked at
			}
		case *ssa.Lookup:
			if r.X != v || r.CommaOk || p.decides(r, of, depth+1) {
				return true
			}
		case *ssa.BinOp:
			if r.Op != token.ADD && r.Op != token.SUB || p.decides(r, of, depth+1) {
				return true
			}
		case *ssa.Convert:
			if p.decides(r, of, depth+1) {
				return true
			}
		case *ssa.MakeInterface:
			if p.decides(r, of, depth+1) {
				return true
			}
		case *ssa.Call:
			_, builtin := r.Call.Value.(*ssa.Builtin)
			_, number := v.Type().Underlying().(*types.Basic)
			if fn := r.Call.StaticCallee(); !builtin && (!number || fn == nil || p.own[fn]) || builtin && p.decides(r, of, depth+1) {
				return true
			}
		default:
			return true // a branch, a loop, whoever is returned it or looks something up by it
		}
	}
	return false
}

func isAtomic(c *ssa.CallCommon) bool {
	fn := ssautil.Callee(c)
	return fn != nil && fn.Pkg() != nil && clientgo.Path(fn.Pkg().Path()) == "sync/atomic"
}

// statistic: what is stored comes of what was read, or counts, and nobody decides by the
// place.
func (w *way) statistic(st *ssa.Store) bool {
	return (w.get(st.Val).read || counts(st)) && w.p.onlyTold(st.Addr)
}

// table is a statistic in a map.
func (w *way) table(up *ssa.MapUpdate) bool {
	load, ok := up.Map.(*ssa.UnOp)
	return ok && w.get(up.Value).read && w.p.onlyTold(load.X)
}

// tally: the call adds to a number, does not look at the sum, and neither does anybody else
// to decide by it.
func (p *Package) tally(call *ssa.Call) bool {
	c := &call.Call
	return isAtomic(c) && strings.HasPrefix(ssautil.Callee(c).Name(), "Add") && Unused(call) && p.onlyTold(c.Args[0])
}
