package judge

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// paired reports whether the worker asks the informer that was put into the same structure
// as the queue, and that the handlers are registered with: of several constructors each has
// its own. The structure that it takes the key from has to be the one whose informer it asks.
func paired(p *resolve.Package, g *registered.Group, q queue, gone *interp.Trail) bool {
	out := hop.Find(p.Functions())[q.place]
	taker := receiver(out)
	if taker == nil || q.in == nil || !q.key || g.Open || len(g.Calls) == 0 || len(gone.LookUps) == 0 {
		return false
	}
	for _, l := range gone.LookUps {
		at := field(informerOf(l.Of))
		if at == nil || hop.From(at.X, l.In) != taker || !taken(l, out) || !hop.Fixed(q.in.Type(), at.Field, p.Functions(), p.Machine.Need, false) {
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

// receiver is that of the method which takes items out of a field of its own; nil if
// something else does so.
func receiver(out hop.Out) ssa.Value {
	var from ssa.Value
	switch i := out.At.(type) {
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

// handsBack reports whether all that a worker adds to a queue goes into the one that it
// takes from, and not into that of another structure of the same type.
func handsBack(p *resolve.Package, place string, e *interp.Effect) bool {
	taker := receiver(hop.Find(p.Functions())[place])
	return taker != nil && !slices.ContainsFunc(e.Into, func(s hop.Site) bool {
		at := field(s.Of)
		return at == nil || hop.From(at.X, s.In) != taker
	})
}

// informerOf is the informer that a store is of, or what was given if it is none.
func informerOf(v ssa.Value) ssa.Value {
	v = hop.Root(v)
	if c, ok := v.(*ssa.Call); ok && c.Call.IsInvoke() && (c.Call.Method.Name() == "GetIndexer" || c.Call.Method.Name() == "GetStore") {
		return hop.Root(c.Call.Value)
	}
	return v
}

// ownKey reports whether what a handler puts into a queue is what a key function gives for
// its object, and not what is made of it.
func ownKey(s hop.Site) bool {
	key, ok := hop.From(s.Key, s.In).(*ssa.Extract)
	if !ok || key.Index != 0 {
		return false
	}
	call, ok := key.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	name := ""
	if fn := ssautil.Callee(&call.Call); fn != nil {
		name = clientgo.FuncName(fn)
	} else if g := ssautil.Global(call.Call.Value); g != nil {
		name = clientgo.VarName(g.Object())
	}
	_, ok = clientgo.KeyFuncOf(name)
	return ok
}

// taken reports whether a key is the one that the worker has taken out, as it is.
func taken(s hop.Site, out hop.Out) bool {
	at, _ := out.At.(ssa.Value)
	v := hop.From(s.Key, s.In)
	for {
		switch x := v.(type) {
		case *ssa.TypeAssert:
			v = hop.From(x.X, s.In)
			continue
		case *ssa.Extract:
			if _, asserted := x.Tuple.(*ssa.TypeAssert); asserted && x.Index == 0 {
				v = x.Tuple
				continue
			}
			return x.Tuple == at && x.Index == out.Index
		}
		return v == at && out.Index < 0
	}
}
