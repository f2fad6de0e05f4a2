// Package registered has the functions that are registered together, and what they are
// called with.
package registered

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/value"
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
	// NoDelete is set if it is certain that there is no Delete function.
	NoDelete bool
	// FilterRejects is set if the filter in front lets no tombstone through,
	// so that Delete never sees one.
	FilterRejects bool
	// FilterUnknown is set if the filter in front cannot be followed: whether it
	// lets tombstones through is not known. See also Program.FilterKnown.
	FilterUnknown bool
	// Creations says whether creations go through predicates.
	Creations Creations
	// Owned is where a predicate comes to be asked about objects that others own; invalid
	// if it is not known to be, or another one may let through what it drops.
	Owned token.Pos
	// Held is set if a predicate is asked about objects alone to which the package adds a
	// finalizer: none is gone before it was seen being deleted.
	Held bool
	// Opened is set if what is around the handler opens tombstones: the config file
	// says so, or it was followed.
	Opened bool
	// Process is set if Delete is none of a handler: it processes what comes out of a
	// queue of deltas.
	Process bool
}

// Creations says whether creations go through predicates.
type Creations int

const (
	ByFunction       Creations = iota // as the function for them says, and where there is none
	CreationsPass                     // by another, of which one is enough
	CreationsUnknown                  // there may be others that let none through, or another function
)

// Functions are the functions of the group, without the filter.
func (g *Group) Functions() (out []*ssa.Function) {
	for _, f := range []*Func{g.Add, g.Update, g.Delete} {
		if f != nil {
			out = append(out, f.Fn)
		}
	}
	return out
}

// A Func is a handler function.
type Func struct {
	Fn    *ssa.Function
	Free  []value.Value // what a closure has captured
	First int           // the index of the first parameter that is an object
	Held  value.Memory  // what captured variables hold
	Args  Args          // what it is called with, if that is more than its objects

	// Value is the method value that Fn is the wrapper of: the place of all that it does.
	Value *ssa.MakeClosure
}

// Params returns the object parameters.
func (f *Func) Params() []*ssa.Parameter { return f.Fn.Params[f.First:] }

// NewFunc makes a Func of a function, or of the closure of one; nil if it has
// no body here.
func NewFunc(fn *ssa.Function, mc *ssa.MakeClosure) *Func {
	if m := ssautil.Bound(fn); m != nil {
		if len(m.Blocks) > 0 {
			return &Func{Fn: m, First: 1}
		}
		if mc == nil || len(fn.Blocks) == 0 {
			return nil
		}
		// Another package's method, which its wrapper calls, as a function literal would.
		f := &Func{Fn: fn, Value: mc}
		f.Free, f.Held = value.Captured(mc)
		return f
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
	for f.First < len(fn.Params) && clientgo.IsContext(fn.Params[f.First].Type()) {
		f.First++
	}
	if mc != nil {
		f.Free, f.Held = value.Captured(mc)
	}
	return f
}

// At is where a method of another package is given as a value; not valid if it is none.
func (f *Func) At() token.Pos {
	if f.Value == nil {
		return token.NoPos
	}
	return f.Value.Pos()
}

// Functions returns the function, and those in the values that it has captured.
func (f *Func) Functions() []*ssa.Function {
	fns := functions([]*ssa.Function{f.Fn}, f.Free...)
	for v := range f.Held.Values() {
		fns = functions(fns, v)
	}
	return fns
}

// functions adds the functions in captured values.
func functions(fns []*ssa.Function, captured ...value.Value) []*ssa.Function {
	for _, v := range captured {
		if fn, ok := v.Ref.(*ssa.Function); ok {
			fns = append(fns, fn)
		}
		fns = functions(fns, v.Elems...)
	}
	return fns
}

// Objects returns the arguments of a handler: its objects, or an event or a
// deletion that holds them, and may say that there was a tombstone.
func (f *Func) Objects(objs ...value.Value) []value.Value {
	if f.Args != nil {
		return objs // it is known which parameter gets which
	}
	if params := f.Params(); len(params) == 0 || len(params) < len(objs) || clientgo.EventObjects(params[0].Type()) != nil || clientgo.IsDeletedObject(params[0].Type()) {
		if len(objs) == 1 && objs[0].Kind == value.Tomb {
			objs = []value.Value{objs[0].Field(clientgo.TombstoneObject), value.Of(value.True)}
		}
		return []value.Value{{Kind: value.Tuple, Elems: objs}}
	}
	return objs
}

// Kind is the one type of objects that the function expects, by what it asserts them to
// be; nil if it is not known.
func (f *Func) Kind(asserted []types.Type) (kind types.Type) {
	for _, t := range asserted {
		if tomb, ptr := clientgo.IsTombstone(t); tomb || ptr {
			continue
		}
		if types.IsInterface(t) || kind != nil && !types.Identical(kind, t) {
			return nil
		}
		kind = t
	}
	if kind == nil && f.First < len(f.Fn.Params) && clientgo.IsObject(f.Fn.Params[f.First].Type()) {
		kind = f.Fn.Params[f.First].Type()
	}
	return kind
}

// Args are the arguments of a call that hands objects on: objectArg (of an update
// the old one), newArg, nilArg, a constant after an equals sign, or nothing that is
// known. A function for all notifications is told by a constant, or by what is nil,
// which one it gets.
type Args []string

const (
	objectArg = "object"
	newArg    = "new"
	nilArg    = "nil"
	deltasArg = "deltas"
	keyedArg  = "deltas, and a store that takes tombstones"
)

// OfProcess is what a queue calls its process function with: deltas in which the object
// is deleted. With keyed, the store behind the queue finds a tombstone's key, and so
// returns no error for one.
func OfProcess(keyed bool) Args {
	if keyed {
		return Args{keyedArg}
	}
	return Args{deltasArg}
}

// Process reports whether these are the arguments of a process function.
func (a Args) Process() bool { return len(a) > 0 && (a[0] == deltasArg || a.Keyed()) }

// Keyed reports whether its store takes tombstones.
func (a Args) Keyed() bool { return len(a) > 0 && a[0] == keyedArg }

// ArgsOf returns the arguments of a call.
func ArgsOf(args []value.Value) Args {
	out := make(Args, len(args))
	for i, a := range args {
		switch {
		case a.Whole() && a.From == value.New:
			out[i] = newArg
		case a.Whole():
			out[i] = objectArg
		case a.Kind == value.Nil:
			out[i] = nilArg
		case a.Kind == value.Text:
			out[i] = "=" + a.Part
		}
	}
	return out
}

// Apply sets what the parameters of a function get, from first on.
func (a Args) Apply(args []value.Value, first int, objs ...value.Value) {
	for i, arg := range a {
		at := first + i
		if at >= len(args) {
			return
		}
		args[at] = value.Value{}
		switch part, constant := strings.CutPrefix(arg, "="); {
		case arg == objectArg:
			args[at] = objs[0]
		case arg == newArg && len(objs) > 1:
			args[at] = objs[1]
		case arg == deltasArg, arg == keyedArg:
			args[at] = value.DeltasOf(objs[0])
		case arg == nilArg:
			args[at] = value.Of(value.Nil)
		case constant:
			args[at] = value.Value{Kind: value.Text, Part: part}
		}
	}
}
