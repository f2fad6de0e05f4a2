package taker

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/frame"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A source is where an informer, or what reads its store, comes from: two that are equal
// are of one informer. It is nothing if that is not known.
type source struct {
	root any    // an ssa.Value, or the *types.Var of a field that several constructors fill
	path string // the accessors that lead from there to it
}

// sources follows informers and listers to where they come from.
type sources struct {
	p     *resolve.Package
	taker ssa.Value  // the receiver of the worker
	owner ssa.Value  // the structure whose queue the handlers add to, as who registers them has it
	in    *ssa.Alloc // the structure that it is then, nil if that is not known
	table *clientgo.Table
}

// registered is the source of the informer that a call gives a handler to.
func (o *sources) registered(c ssa.CallInstruction) source {
	if call, ok := c.(*ssa.Call); ok && withStore(call) {
		return source{call, ""}
	}
	informer, _ := ssautil.Method(c.Common())
	if informer == nil {
		return source{}
	}
	return o.of(informer, nil)
}

// withStore reports whether a call makes an informer with its handler, and returns its store.
func withStore(c *ssa.Call) bool {
	fn := ssautil.Callee(&c.Call)
	return fn != nil && fn.Signature().Recv() == nil && clientgo.Registers(fn) && clientgo.WithStore(fn.Name())
}

// of returns the source of a value.
func (o *sources) of(v ssa.Value, in *frame.Frame) source {
	path := ""
	for range maxSteps {
		v = hop.From(v, in)
		switch x := v.(type) {
		case *ssa.Parameter:
			return source{x, path}
		case *ssa.Extract:
			call, ok := x.Tuple.(*ssa.Call)
			if !ok {
				return source{}
			}
			if withStore(call) { // its store, and what runs it
				return source{call, path}
			}
			return source{x, path}
		case *ssa.Call:
			on, step := o.step(x)
			switch step {
			case clientgo.NoStep:
				return source{x, path}
			case clientgo.StepPart:
				path = "." + x.Call.Method.Name() + path
			}
			v = on
		case *ssa.UnOp:
			put, field := o.field(x, in)
			if field != nil {
				return source{field, path}
			}
			if put == nil {
				return source{}
			}
			v, in = put, nil
		default:
			return source{}
		}
	}
	return source{}
}

// maxSteps is how many accessors and fields are followed.
const maxSteps = 12

// step is what a call is asked of, and whether what it returns is of the same informer.
func (o *sources) step(c *ssa.Call) (on ssa.Value, s clientgo.Step) {
	if fn := ssautil.Callee(&c.Call); fn != nil && fn.Signature().Recv() == nil && clientgo.MakesLister(fn) && len(c.Call.Args) == 1 {
		return c.Call.Args[0], clientgo.StepSame
	}
	if !c.Call.IsInvoke() {
		return nil, clientgo.NoStep
	}
	return c.Call.Value, o.table.StepOf(c.Call.Value.Type(), c.Call.Method)
}

// field is what is in a field that a value is loaded from: what was put into it where its
// structure was made; the field itself if there are several such places, which can only be
// compared with itself.
func (o *sources) field(load *ssa.UnOp, fr *frame.Frame) (put ssa.Value, field *types.Var) {
	at, ok := load.X.(*ssa.FieldAddr)
	if !ok || load.Op != token.MUL || !hop.Fixed(at.X.Type(), at.Field, o.p.Functions(), o.p.Machine.Need, false) {
		return nil, nil
	}
	in, _ := at.X.(*ssa.Alloc)
	base := hop.From(at.X, fr)
	switch base := base.(type) {
	case *ssa.Alloc:
		in = base
	case *ssa.Parameter:
		if base == o.taker && o.in != nil && types.Identical(base.Type(), o.in.Type()) {
			in = o.in
		} else if !hop.Receiver(base) {
			return nil, nil // of which structure it is, is not known
		}
	default:
		return nil, nil // of another one, that this one leads to
	}
	stores := hop.Stores(at.X.Type(), at.Field, o.p.Functions())
	switch {
	case in != nil:
		if puts := hop.Puts(in, at.Field); len(puts) == 1 {
			return puts[0], nil
		}
	case len(stores) == 1:
		return stores[0].Val, nil
	case len(stores) > 1 && (base == o.taker || base == o.owner):
		return nil, ssautil.Field(at)
	}
	return nil, nil
}
