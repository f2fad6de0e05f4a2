package taker

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/frame"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// paired reports whether all that the worker looks up is asked of the informer that the
// handlers are registered with, by the key that it has taken out. Of several structures of
// one type each has its own: the one that it takes the key from is known then.
func paired(p *resolve.Package, g *registered.Group, q queue, gone *interp.Trail) bool {
	out := hop.Find(p.Functions())[q.place]
	taker := receiver(out)
	if taker == nil || !q.key || g.Open || len(g.Calls) == 0 || len(gone.LookUps) == 0 {
		return false
	}
	o := &sources{p: p, taker: taker, owner: q.owner, in: q.in, table: clientgo.NewTable()}
	from := o.registered(g.Calls[0])
	return from.root != nil && !slices.ContainsFunc(g.Calls, func(c ssa.CallInstruction) bool { return o.registered(c) != from }) &&
		!slices.ContainsFunc(gone.LookUps, func(l hop.Site) bool { return !taken(l, out) || o.of(l.Of, l.In) != from })
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
	if !ok || !hop.Receiver(param) {
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

// taken reports whether a look-up is by the key that the worker has taken out, as it is, or
// by both parts of it.
func taken(s hop.Site, out hop.Out) bool {
	key, by := split(s.Key, s.In, 1)
	narrow, ok := hop.From(s.Of, s.In).(*ssa.Call)
	if ok && narrow.Call.IsInvoke() && len(narrow.Call.Args) == 1 { // of one namespace
		_, namespace := split(narrow.Call.Args[0], s.In, 0)
		return by != nil && namespace == by && isItem(key, s.In, out)
	}
	if by == nil {
		key = s.Key
	}
	return isItem(key, s.In, out)
}

// split is the key of which a value is one part, and the call that takes it apart.
func split(v ssa.Value, in *frame.Frame, part int) (key ssa.Value, by *ssa.Call) {
	e, ok := hop.From(v, in).(*ssa.Extract)
	if !ok || e.Index != part {
		return nil, nil
	}
	call, ok := e.Tuple.(*ssa.Call)
	if !ok {
		return nil, nil
	}
	if fn := ssautil.Callee(&call.Call); fn == nil || !clientgo.SplitsKey(fn) {
		return nil, nil
	}
	return call.Call.Args[0], call
}

// isItem reports whether a value is what the worker has taken out.
func isItem(v ssa.Value, in *frame.Frame, out hop.Out) bool {
	at, _ := out.At.(ssa.Value)
	v = hop.From(v, in)
	for {
		switch x := v.(type) {
		case *ssa.TypeAssert:
			v = hop.From(x.X, in)
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
