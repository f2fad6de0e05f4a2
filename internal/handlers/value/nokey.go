package value

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Returned evaluates what a function returns at the end of a block, or, with a block that
// comes after it, what a variable has there. The empty text that it goes on with where a
// tombstone was no object, or has no metadata, is nobody's key: it is like the one that a
// key function returns with an error. But a call that is not followed may mean something
// by it, as "" is all namespaces: Neg tells the two apart.
func (s *State) Returned(v ssa.Value, at, next *ssa.BasicBlock) Value {
	if len(s.tombs) > 0 && empty(v) && s.without(at, next) && !s.lends(at.Parent()) {
		return Value{Kind: NoKey, Neg: true}
	}
	return s.Said(v)
}

// without reports whether it comes from one block to the next, or to the end of it, only
// where a tombstone that the function was given has not been taken for an object, and was
// not recognized either.
func (s *State) without(at, next *ssa.BasicBlock) (failed bool) {
	for d := at; d != nil; next, d = d, d.Idom() {
		i, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok || next == nil || d != at && len(next.Preds) != 1 {
			continue
		}
		switch s.taken(i.Cond, d.Succs[0] == next) {
		case False:
			failed = true
		case True:
			return false
		}
	}
	return failed
}

// taken is what a condition says of a tombstone if it is as given: that it is no object,
// or that it was recognized; else Unknown.
func (s *State) taken(cond ssa.Value, is bool) Kind {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return s.taken(c.X, !is)
		}
	case *ssa.Extract:
		if a, ok := c.Tuple.(*ssa.TypeAssert); ok && c.Index == 1 && s.tomb(a.X) && !generic(a) {
			byValue, _ := clientgo.IsTombstone(a.AssertedType)
			switch {
			case byValue && is:
				return True
			case !byValue && !is:
				return False
			}
		}
	case *ssa.BinOp:
		x, ok := c.X.(*ssa.Extract)
		if !ok || !isNil(c.Y) || c.Op != token.EQL && c.Op != token.NEQ {
			break
		}
		none := is == (c.Op == token.EQL)
		switch from := x.Tuple.(type) {
		case *ssa.TypeAssert: // the object that it leaves
			if byValue, _ := clientgo.IsTombstone(from.AssertedType); x.Index == 0 && none && !byValue && s.tomb(from.X) {
				return False
			}
		case *ssa.Call: // the error of a key function
			k, known := clientgo.KeyFuncOf(clientgo.FuncName(ssautil.Callee(&from.Call)))
			if n := len(from.Call.Args); known && !k.Takes && x.Index == 1 && !none && n > 0 && s.tomb(from.Call.Args[n-1]) {
				return False
			}
		}
	}
	return Unknown
}

// tomb reports whether a value is a parameter that a tombstone was given for.
func (s *State) tomb(v ssa.Value) bool {
	if c, ok := v.(*ssa.ChangeInterface); ok {
		v = c.X
	}
	p, ok := v.(*ssa.Parameter)
	return ok && slices.Contains(s.tombs, p)
}

// lends reports whether a tombstone is given to a generic function: what that asserts is
// not known here.
func (s *State) lends(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && call.Call.StaticCallee() != nil && call.Call.StaticCallee().Origin() != nil && slices.ContainsFunc(call.Call.Args, s.tomb) {
				return true
			}
		}
	}
	return false
}

// generic reports whether the type that is asserted may be any, that of tombstones too.
func generic(a *ssa.TypeAssert) bool {
	_, param := types.Unalias(a.AssertedType).(*types.TypeParam)
	return param
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}
