package program

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// handlerGiven emits that a handler is added to the controller that a constructor
// makes: cache.NewInformer and the like get it.
func (f *fnBuilder) handlerGiven(made ir.Instr, args []ssa.Value, pos token.Pos) {
	k := slices.IndexFunc(made.Results, func(r ir.Reg) bool { return r != ir.NoReg })
	if k < 0 || !slices.ContainsFunc(args, givesHandler) {
		return
	}
	add := newInstr(ir.OpProto)
	add.Proto, add.A, add.Name = clientgo.OpAddHandler, made.Results[k], clientgo.AddEventHandler
	add.Tentative, add.Deaf = made.Tentative, made.Deaf
	f.emit(add, pos)
}

// givesHandler reports whether an argument is a handler with functions in it, or
// options that have one.
func givesHandler(v ssa.Value) bool {
	if made, ok := v.(*ssa.MakeInterface); ok && clientgo.IsHandlerInterface(v.Type()) {
		return filled(made.X, "")
	}
	if clientgo.IsInformerOptions(v.Type()) {
		return filled(v, "Handler")
	}
	return clientgo.IsHandlerInterface(v.Type()) && !isNil(v)
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// filled reports whether anything is stored in a field of a structure that is
// written where it is used; in any field if none is named. Of other values that
// is taken for granted.
func filled(v ssa.Value, field string) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		_, zero := v.(*ssa.Const)
		return field == "" && !zero
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok {
		return field == ""
	}
	for _, r := range *alloc.Referrers() {
		addr, ok := r.(*ssa.FieldAddr)
		if !ok || field != "" && ssautil.FieldName(addr.X.Type(), addr.Field) != field {
			continue
		}
		for _, r := range *addr.Referrers() {
			if store, ok := r.(*ssa.Store); ok && !isNil(store.Val) {
				return true
			}
		}
	}
	return false
}
