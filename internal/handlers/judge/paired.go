package judge

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/frame"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
)

// paired reports whether the worker asks the informer that was put into the same structure
// as the queue, and that the handlers are registered with: of several constructors each has
// its own. The structure that it takes the key from has to be the one whose informer it asks.
func paired(p *resolve.Package, g *registered.Group, q queue, gone *interp.Trail) bool {
	taker := receiver(p, q.place)
	if taker == nil || q.in == nil || g.Open || len(g.Calls) == 0 || len(gone.LookUps) == 0 {
		return false
	}
	for _, l := range gone.LookUps {
		at := asked(l.Call)
		if at == nil || !same(at.X, l.In, taker) || !hop.Fixed(q.in.Type(), at.Field, p.Functions(), p.Machine.Need, false) {
			return false
		}
		put := hop.Puts(q.in, at.Field)
		if len(put) != 1 || slices.ContainsFunc(g.Calls, func(c ssa.CallInstruction) bool {
			informer, _ := method(c.Common())
			return informer == nil || hop.Root(informer) != informerOf(put[0])
		}) {
			return false
		}
	}
	return true
}

// receiver is that of the method which takes items out of a field of its own; nil if it
// is anything else that does so.
func receiver(p *resolve.Package, place string) *ssa.Parameter {
	var from ssa.Value
	switch i := hop.Find(p.Functions())[place].At.(type) {
	case *ssa.Call:
		from = i.Call.Value
	case *ssa.UnOp:
		from = i.X
	}
	at := field(from)
	if at == nil {
		return nil
	}
	param, ok := hop.Root(at.X).(*ssa.Parameter)
	if !ok || param.Parent().Signature.Recv() == nil || param.Parent().Params[0] != param {
		return nil
	}
	return param
}

// field is the field that a value is loaded from, nil if it is not.
func field(v ssa.Value) *ssa.FieldAddr {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		at, _ := load.X.(*ssa.FieldAddr)
		return at
	}
	return nil
}

// asked is the field with the informer, or its store, whose object a call looks up by key.
func asked(call ssa.Instruction) *ssa.FieldAddr {
	c, ok := call.(*ssa.Call)
	if !ok || !c.Call.IsInvoke() || c.Call.Method.Name() != "GetByKey" {
		return nil
	}
	return field(informerOf(c.Call.Value))
}

// informerOf is the informer that a store is of, or what was given if it is none.
func informerOf(v ssa.Value) ssa.Value {
	v = hop.Root(v)
	if c, ok := v.(*ssa.Call); ok && c.Call.IsInvoke() && (c.Call.Method.Name() == "GetIndexer" || c.Call.Method.Name() == "GetStore") {
		return hop.Root(c.Call.Value)
	}
	return v
}

// same reports whether a value is the taker's receiver, in the calls that led from the
// taker to it: each hands its own receiver on.
func same(v ssa.Value, in *frame.Frame, taker *ssa.Parameter) bool {
	for {
		param, ok := hop.Root(v).(*ssa.Parameter)
		if !ok || param == taker {
			return ok
		}
		for in != nil && in.Fn != param.Parent() {
			in = in.Up
		}
		if in == nil || in.Up == nil {
			return false
		}
		call, ok := in.Call.(ssa.CallInstruction)
		if !ok {
			return false
		}
		c := call.Common()
		i := slices.Index(in.Fn.Params, param)
		if c.IsInvoke() || c.StaticCallee() != in.Fn || i < 0 || i >= len(c.Args) {
			return false
		}
		v, in = c.Args[i], in.Up
	}
}
