package interp

import (
	"go/types"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/frame"
	"github.com/informerlint/informerlint/internal/handlers/keep"
	"github.com/informerlint/informerlint/internal/handlers/value"
)

// keeps reports whether it is known what the function keeps or frees by UID: what
// it is called is no sign then.
func (x *site) keeps() bool {
	return x.fn != nil && !x.c.IsInvoke() && len(x.in.known.Keepers[clientgo.FuncName(x.fn)]) > 0
}

// keyed returns whose UIDs what a call changes is found by. A store from which everything
// goes in time needs no handler for that.
func (x *site) keyed() (from uint8) {
	args := x.args
	switch {
	case x.keeps() || clientgo.Ages(x.fn):
		return 0
	case x.fn != nil && clientgo.IsSyncMap(x.fn) && len(args) > 2:
		args = args[:2] // what is kept under the key is not how it is found
	}
	for _, a := range args {
		if a.Kind == value.Derived && a.Part == clientgo.PartUID {
			from |= a.From
		}
	}
	return from
}

// keep notes what a function of another package keeps or frees under the UID of an
// object that it gets, and reports whether there is something.
func (x *site) keep(all []value.Value) (kept bool) {
	if !x.uid || x.fn == nil || x.c.IsInvoke() {
		return false
	}
	for _, k := range x.in.known.Keepers[clientgo.FuncName(x.fn)] {
		if k.Param >= len(x.args) || x.in.clears(k.Place) {
			continue
		}
		arg := x.args[k.Param]
		if arg.Kind != value.Object && (arg.Kind != value.Derived || arg.Part != clientgo.PartUID) {
			continue
		}
		e := &Effect{Key: "map " + k.Place, Name: x.fn.Name(), Pos: x.instr.Pos(), UID: arg.From, Frees: k.Frees, Kept: k.Place, how: frame.Manner(x.instr)}
		if k.Frees {
			e.Key = "delete " + k.Place
		}
		x.effect(x.fr, x.s, e, all...)
		kept = true
	}
	return kept
}

// elsewhere returns the package of a call that is not followed; "?" if that is not
// known. What a table knows of has no places.
func (x *site) elsewhere() string {
	switch {
	case x.fn == nil || x.fn.Pkg() == nil:
		return "?"
	case clientgo.Modelled(x.fn.Pkg().Path()) || clientgo.Std(x.fn.Pkg().Path()):
		return ""
	}
	return x.fn.Pkg().Path()
}

// clears reports whether Update may find and take away what is left in a place.
func (in *Machine) clears(place string) bool {
	if in.cleared == nil {
		in.cleared = keep.Cleared(in.pass.Fset, in.fns, in.known.Keepers)
	}
	return in.cleared[place]
}

// FreesElsewhere reports whether a function of another package takes away what is kept
// in one of its places.
func (pr *Program) FreesElsewhere(fn *types.Func, place string) bool {
	return slices.ContainsFunc(pr.in.known.Keepers[clientgo.FuncName(fn)], func(k keep.Func) bool { return k.Frees && k.Place == place })
}
