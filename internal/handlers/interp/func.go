package interp

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Group is the functions that are registered together.
type Group struct {
	Pos    token.Pos // where they are put together
	Style  clientgo.HandlerStyle
	Add    *Func // nil: none, or not known
	Update *Func
	Delete *Func
	Filter *Func // in front of all of them
	// Calls are where the handler is registered, as far as that is seen.
	Calls []ssa.CallInstruction
	// Open is set if a function of the group may be given elsewhere, or the
	// handler goes through a wrapper of which nothing is known: what such a
	// wrapper does before it calls the functions is not known either.
	Open bool
	// NoUpdate is set if it is certain that there is no Update function.
	NoUpdate bool
	// FilterRejects is set if the filter in front lets no tombstone through,
	// so that Delete never sees one.
	FilterRejects bool
	// Opened is set if the config file says that what is around the handler
	// opens tombstones.
	Opened bool
}

// A Func is a handler function.
type Func struct {
	Fn    *ssa.Function
	Free  []val         // what a closure has captured
	First int           // the index of the first parameter that is an object
	held  map[place]val // what captured variables hold
	Args  Args          // what it is called with, if that is more than its objects
}

// Params returns the object parameters.
func (f *Func) Params() []*ssa.Parameter { return f.Fn.Params[f.First:] }

// NewFunc makes a Func of a function, or of the closure of one; nil if it has
// no body here.
func NewFunc(fn *ssa.Function, mc *ssa.MakeClosure) *Func {
	if m := ssautil.Bound(fn); m != nil {
		if len(m.Blocks) == 0 {
			return nil
		}
		return &Func{Fn: m, First: 1}
	}
	fn = ssautil.Origin(fn)
	if len(fn.Blocks) == 0 {
		return nil
	}
	f := &Func{Fn: fn}
	if fn.Signature.Recv() != nil {
		f.First = 1 // a method expression
	}
	// controller-runtime's handler functions take a context first.
	for f.First < len(fn.Params) && isContext(fn.Params[f.First].Type()) {
		f.First++
	}
	if mc != nil {
		f.held = make(map[place]val)
		for _, b := range mc.Bindings {
			f.Free = append(f.Free, bindingVal(b, f.held, 0))
		}
	}
	return f
}

func isContext(t types.Type) bool {
	return clientgo.TypeName(t) == "context.Context"
}

// bindingVal is what is known of a captured value: functions only, also in
// variables that are assigned once. What such a variable holds goes to held.
func bindingVal(b ssa.Value, held map[place]val, depth int) val {
	if depth > 4 {
		return val{}
	}
	switch b := b.(type) {
	case *ssa.Function:
		return val{k: closure, ref: b}
	case *ssa.MakeClosure:
		c := val{k: closure, ref: b.Fn}
		for _, x := range b.Bindings {
			c.elems = append(c.elems, bindingVal(x, held, depth+1))
		}
		return c
	case *ssa.MakeInterface:
		if t := implementing(b); t != nil {
			return val{k: nonNil, typ: t}
		}
	case *ssa.Alloc:
		var stored ssa.Value
		for _, ref := range *b.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == b {
				if stored != nil {
					return val{}
				}
				stored = st.Val
			}
		}
		if stored == nil {
			return val{}
		}
		if v := bindingVal(stored, held, depth+1); v.k == closure || v.k == nonNil {
			held[place{ref: b}] = v
			return val{k: pointer, ref: b}
		}
	}
	return val{}
}

// objects returns the arguments of a handler: its objects, or an event or a
// deletion that holds them.
func objects(f *Func, objs ...val) []val {
	if params := f.Params(); len(params) == 0 || len(params) < len(objs) || clientgo.EventObjects(params[0].Type()) != nil || clientgo.IsDeletedObject(params[0].Type()) {
		return []val{{k: tuple, elems: objs}}
	}
	return objs
}
