// Package sweep tells whether functions take entries out of a map by what there is: such a
// loop is written for the deletions that nobody has told.
package sweep

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/depends"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A sweep takes entries out of a map that is at a place.
type sweep struct {
	place string
	own   []types.Type // of the objects that the map is about
	// beside are maps from which the same deletions take the same keys.
	beside []string
	fns    []*ssa.Function
	free   []*ssa.Function // that may run though nobody calls Delete
}

// Decided reports whether functions that may run though nobody calls Delete take entries
// out of the map at a place by what there is of some types; see handsOut. The same
// deletions take the same keys from the maps beside it.
func Decided(place string, beside []string, own []types.Type, fns, free []*ssa.Function) bool {
	s := &sweep{place: place, beside: beside, own: own, fns: fns, free: below(slices.Clone(free), 1)}
	return s.takes() || slices.ContainsFunc(effect.Sweeps(s.free, place), s.decided)
}

// decided reports whether it is by what there is that an instruction takes entries away, or
// puts others in their place. What there is and the entry have to come together in what is
// asked, and the entries of objects that are gone must not be the ones that stay.
func (s *sweep) decided(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		return s.looks(i.Val)
	case *ssa.Call:
		b, ok := i.Call.Value.(*ssa.Builtin)
		switch {
		case !ok:
			return s.kept(i.Call.Args[1])
		case b.Name() == "clear":
			return s.filled(below([]*ssa.Function{i.Parent()}, 1))
		}
		return every(i.Block(), next(i.Call.Args[1], 0)) && s.filled(below([]*ssa.Function{i.Parent()}, 1))
	}
	return false
}

// every: what is in a block is done in each round.
func every(b *ssa.BasicBlock, round *ssa.Next) bool {
	return round != nil && len(b.Preds) == 1 && b.Preds[0] == round.Block()
}

// kept: what maps.DeleteFunc asks for each entry.
func (s *sweep) kept(given ssa.Value) bool {
	mc, ok := given.(*ssa.MakeClosure)
	fn, plain := given.(*ssa.Function)
	if ok {
		fn, plain = mc.Fn.(*ssa.Function)
	}
	if !plain || len(fn.Params) == 0 {
		return false
	}
	entry := &depends.Question{Fns: s.fns, Is: func(v ssa.Value) bool { p, ok := v.(*ssa.Parameter); return ok && p.Parent() == fn }, Ends: func(ssa.Value) bool { return false }}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		if takes, known := s.gone(ret.Results[0]); known && !takes {
			return false
		}
		conds := append(depends.Conditions(b), ret.Results[0])
		for _, c := range conds {
			if s.looks(c) && entry.On(c) {
				return true
			}
		}
	}
	return false
}

// filled: the map is filled anew from what there is.
func (s *sweep) filled(fns []*ssa.Function) bool {
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if u, ok := instr.(*ssa.MapUpdate); ok && effect.Place(u.Map) == s.place && s.looks(u.Key) {
					return true
				}
			}
		}
	}
	return false
}

// next is the round of the loop over the map that a key is from.
func next(key ssa.Value, depth int) *ssa.Next {
	switch v := key.(type) {
	case *ssa.Extract:
		n, _ := v.Tuple.(*ssa.Next)
		return n
	case *ssa.UnOp:
		if depth < maxLoads {
			return next(v.X, depth+1)
		}
	}
	return nil
}

// maxLoads is how many loads a key is away from the loop.
const maxLoads = 3

func branch(holds bool) int {
	if holds {
		return 0
	}
	return 1
}

// looks reports whether a value depends on what there is. The entries themselves do not
// count: they may have come from there.
func (s *sweep) looks(v ssa.Value) bool { return s.question(false).On(v) }

// listed reports whether what is in a map is what there is.
func (s *sweep) listed(m ssa.Value) bool { return s.question(true).On(m) }

func (s *sweep) question(parts bool) *depends.Question {
	return &depends.Question{Fns: s.fns, Parts: parts, Is: s.asks, Ends: func(v ssa.Value) bool {
		_, is := ssautil.Deref(v.Type()).Underlying().(*types.Map)
		switch x := v.(type) {
		case *ssa.Range:
			return effect.Place(x.X) == s.place
		case *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar, *ssa.UnOp:
			return is && effect.Place(v) == s.place
		}
		return false
	}}
}

// asks reports whether a value is a call that hands out objects.
func (s *sweep) asks(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	m := ssautil.Callee(&call.Call)
	return m != nil && handsOut(m, s.own)
}

// gone is what a condition comes to for an object that is gone, where it says so itself.
func (s *sweep) gone(cond ssa.Value) (holds, known bool) {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			holds, known = s.gone(c.X)
			return !holds, known
		}
	case *ssa.BinOp:
		nothing, ok := c.Y.(*ssa.Const)
		if !ok || !nothing.IsNil() || c.Op != token.EQL && c.Op != token.NEQ {
			break
		}
		if none, known := s.none(c.X); known {
			return none == (c.Op == token.EQL), true
		}
	case *ssa.Extract:
		if l, ok := c.Tuple.(*ssa.Lookup); ok && c.Index == 1 {
			return false, s.listed(l.X)
		}
		return false, s.asks(c.Tuple) && ssautil.IsBool(c.Type())
	case *ssa.Lookup:
		return false, ssautil.IsBool(c.Type()) && s.listed(c.X)
	case *ssa.Call:
		if fn := ssautil.Callee(&c.Call); fn != nil && clientgo.AsksForNotFound(fn) && len(c.Call.Args) == 1 {
			_, known = s.none(c.Call.Args[0])
			return true, known
		}
	}
	return false, false
}

// none reports whether what was looked up, or the error of that, is nil for what is gone.
func (s *sweep) none(v ssa.Value) (none, known bool) {
	switch x := v.(type) {
	case *ssa.Extract:
		if l, ok := x.Tuple.(*ssa.Lookup); ok {
			return true, x.Index == 0 && s.listed(l.X)
		}
		if res, ok := x.Tuple.Type().(*types.Tuple); ok && res.Len() == 2 && s.asks(x.Tuple) { // others fail for other reasons
			_, many := res.At(0).Type().Underlying().(*types.Slice)
			return !ssautil.IsError(x.Type()), !many
		}
	case *ssa.Lookup:
		return true, s.listed(x.X)
	}
	return false, false
}

// below returns functions, the literals in them, and their helpers.
func below(fns []*ssa.Function, depth int) []*ssa.Function {
	for range depth {
		for _, fn := range slices.Clone(fns) {
			fns = append(fns, fn.AnonFuncs...)
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if call, ok := instr.(ssa.CallInstruction); ok && call.Common().StaticCallee() != nil {
						fns = append(fns, ssautil.Origin(call.Common().StaticCallee()))
					}
				}
			}
		}
		slices.SortFunc(fns, func(a, b *ssa.Function) int { return cmp.Compare(a.Pos(), b.Pos()) })
		fns = slices.Compact(fns)
	}
	return fns
}

// handsOut reports whether a method is Get or List, of objects: it reads them from a lister,
// a store or the server. A list of a client is one structure, and a store hands out what has
// no type. If the types of the handler's own objects are known, those of another kind do not
// count: a Pod that is gone stays in what is held against the Nodes.
func handsOut(m *types.Func, own []types.Type) bool {
	if m.Pkg() == nil || m.Signature().Recv() == nil || m.Signature().Results().Len() == 0 {
		return false
	}
	first := m.Signature().Results().At(0).Type()
	if s, ok := first.Underlying().(*types.Slice); ok {
		first = s.Elem()
	}
	switch {
	case clientgo.ReadsServer(m):
		return true
	case m.Name() == "Get" || m.Name() == "List":
		return clientgo.IsAPIObject(first) && ofKind(first, own) || clientgo.IsRoot(m.Pkg().Path())
	}
	return clientgo.Reads(m.Name()) && clientgo.IsRoot(m.Pkg().Path())
}

// ofKind reports whether typ is one of some types, or that is not known: there are none, or
// interfaces among them.
func ofKind(typ types.Type, own []types.Type) bool {
	return len(own) == 0 || slices.ContainsFunc(own, func(t types.Type) bool { return types.IsInterface(t) || types.Identical(t, typ) })
}
