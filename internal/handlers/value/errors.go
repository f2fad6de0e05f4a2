package value

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Which error it is that a conversion has left may well be what tells a tombstone from
// an object. Errors are not told apart: whether it is a given one is not known, and
// what goes by that is not certain to be done, or to be done wrong, for a tombstone.
var whichError = Value{Kind: Derived, From: Old, Part: AnyPart, Stone: true}

// AsksError interprets errors.Is and errors.As, which fills what its second argument
// points to.
func (s *State) AsksError(fn *types.Func, args []Value) (Value, bool) {
	if !clientgo.AsksError(fn) || len(args) < 2 {
		return Value{}, false
	}
	if args[1].Kind == Pointer {
		s.Store(args[1], Value{})
	}
	switch args[0].Kind {
	case Nil:
		return Of(False), true
	case NonNil:
		if fn.Name() == "Is" && sentinel(args[0], args[1]) {
			return Bool(args[0].Ref == args[1].Ref), true
		}
		return whichError, true
	}
	return Taint(args...), true
}

// sentinel reports whether two errors are what two variables of the package were made
// with, or one. What wraps an error is not followed: that may be any of them.
func sentinel(x, y Value) bool {
	_, a := x.Ref.(*ssa.Global)
	_, b := y.Ref.(*ssa.Global)
	return a && b
}

// Compared is the outcome of comparing two values that say nothing of two objects.
func Compared(i *ssa.BinOp, x, y Value) Value {
	if (i.Op == token.EQL || i.Op == token.NEQ) && ssautil.IsError(i.X.Type()) && (x.Kind == NonNil || y.Kind == NonNil) {
		if sentinel(x, y) {
			return Equal(i, x.Ref == y.Ref)
		}
		return whichError
	}
	if x.Kind == NoKey && empty(i.Y) || y.Kind == NoKey && empty(i.X) {
		v := Equal(i, true) // a key function that has failed returns ""
		v.Stone = true
		return v
	}
	return Stoned(x, y)
}

// Variable is what a package variable has that is assigned once, as far as it is known.
// One for errors that is made with the package, or that another package exports, is
// there to be returned.
func (s *State) Variable(load *ssa.UnOp, g *ssa.Global, assigned ssa.Value) Value {
	if ssautil.IsError(load.Type()) {
		call, ok := assigned.(*ssa.Call)
		switch ok = ok && ssautil.Callee(&call.Call) != nil && clientgo.MakesError(ssautil.Callee(&call.Call)); {
		case ok && ssautil.Callee(&call.Call).Name() == "New":
			return Value{Kind: NonNil, Ref: g}
		case ok, g.Pkg != load.Parent().Pkg:
			return Of(NonNil)
		}
	}
	if assigned == nil {
		return Value{}
	}
	return s.Eval(assigned)
}
