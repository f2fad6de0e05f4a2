package cachecall

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// redone reports whether what a call has failed to read is had in another way where
// a result of it says so, before anything looks at that, or when the function ends:
// with the API reader, or a client of another kind, or by a call that gets what that
// takes. That the cache is not started is what such code is there for.
func (p *Package) redone(call *ssa.Call) bool {
	again := func(ins ssa.Instruction) bool { return p.otherwise(ins, call) }
	at := call.Block().Instrs
	if slices.ContainsFunc(at[slices.Index(at, ssa.Instruction(call))+1:], func(ins ssa.Instruction) bool {
		return again(ins) && (errorOf(call) != nil || alike(ins, call))
	}) {
		return true
	}
	means := func(ins ssa.Instruction) bool { return p.means(ins) && !alike(ins, call) }
	on := failed(call)
	if on.next {
		return true
	}
	for _, b := range call.Parent().Blocks {
		if b != call.Block() && on.passed[b] && slices.ContainsFunc(b.Instrs, func(ins ssa.Instruction) bool { return alike(ins, call) && again(ins) }) {
			return true // whoever fails goes on to it
		}
		for _, first := range on.only {
			if first.Dominates(b) && (slices.ContainsFunc(b.Instrs, again) || on.passed[b] && slices.ContainsFunc(b.Instrs, means) && !givesUp(first, call)) {
				return true
			}
		}
	}
	return p.deferred(call)
}

// alike reports whether an instruction reads the same kind as a call, or calls the same
// function.
func alike(ins ssa.Instruction, first *ssa.Call) bool {
	call, ok := ins.(ssa.CallInstruction)
	if !ok {
		return false
	}
	c, was := call.Common(), first.Common()
	if fn := was.StaticCallee(); fn != nil {
		return c.StaticCallee() == fn
	}
	return reads(c) && reads(was) && c.Method != nil && was.Method != nil && c.Method.Name() == was.Method.Name() &&
		slices.EqualFunc(c.Args, was.Args, func(a, b ssa.Value) bool { return types.Identical(unwrapped(a).Type(), unwrapped(b).Type()) })
}

// deferred reports whether the function of a call reads when it ends: in a literal, or a
// function that gets its error to change.
func (p *Package) deferred(call *ssa.Call) bool {
	for _, b := range call.Parent().Blocks {
		for _, ins := range b.Instrs {
			d, ok := ins.(*ssa.Defer)
			if !ok {
				continue
			}
			fn := d.Call.StaticCallee()
			if fn == nil || fn.Pkg != p.pkg || !p.readsAny(fn) {
				continue
			}
			if fn.Parent() != nil || slices.ContainsFunc(d.Call.Args, func(v ssa.Value) bool { return ssautil.IsPointer(v.Type()) && ssautil.IsError(ssautil.Deref(v.Type())) }) {
				return true
			}
		}
	}
	return false
}

// ofMany reports whether a call is of an element of a list or map, or gets one: those
// of the next round may read elsewhere.
func ofMany(call *ssa.Call) bool {
	c := call.Common()
	return slices.ContainsFunc(c.Args, element) || c.StaticCallee() == nil && element(c.Value)
}

func element(v ssa.Value) bool {
	if plain(v.Type(), 0) {
		return false // a name, or the like
	}
	switch v := unwrapped(v).(type) {
	case *ssa.UnOp:
		at, ok := v.X.(*ssa.IndexAddr)
		if !ok || v.Op != token.MUL {
			return false
		}
		_, fixed := at.Index.(*ssa.Const)
		return !fixed
	case *ssa.Extract:
		_, ok := v.Tuple.(*ssa.Next)
		return ok
	}
	return false
}

// resultsOf are the results of a call.
func resultsOf(call *ssa.Call) []ssa.Value {
	if _, several := call.Type().(*types.Tuple); !several {
		return []ssa.Value{call}
	}
	var out []ssa.Value
	for _, r := range *call.Referrers() {
		if e, ok := r.(*ssa.Extract); ok {
			out = append(out, e)
		}
	}
	return out
}

// errorOf is the error that a call returns, if something looks at it.
func errorOf(call *ssa.Call) ssa.Value {
	if ssautil.IsError(call.Type()) {
		return call
	}
	for _, r := range *call.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && ssautil.IsError(e.Type()) {
			return e
		}
	}
	return nil
}

// holds reports whether a value is an error: itself, out of the variable that it was
// put into, or what a function makes of it.
func holds(v, err ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Call:
		return v == err || slices.Contains(v.Call.Args, err)
	case *ssa.Phi:
		return slices.Contains(v.Edges, err)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return slices.Contains(stores(v.X), err)
		}
	}
	return v == err
}

// otherwise reports whether an instruction reads, but not with the client of a call.
func (p *Package) otherwise(ins ssa.Instruction, first *ssa.Call) bool {
	call, ok := ins.(ssa.CallInstruction)
	if !ok {
		return false
	}
	c, was := call.Common(), first.Common()
	if slices.ContainsFunc(c.Args, Live) || c.IsInvoke() && (Live(c.Value) || reads(c) && !same(c.Value, was.Value) || clientgo.ReadsServer(c.Method)) {
		return true
	}
	fn := c.StaticCallee()
	if fn == nil {
		return false
	}
	for _, arg := range c.Args {
		role := ctrlruntime.RoleOf(arg.Type())
		if role == ctrlruntime.Reader && fn == was.StaticCallee() && !slices.ContainsFunc(was.Args, func(v ssa.Value) bool { return same(v, arg) }) || role.Holder() && fn.Pkg != p.pkg {
			return true // another reader, or it can ask for one
		}
	}
	return ctrlruntime.NewClient(fn.Object()) || fn.Pkg == p.pkg && fn != was.StaticCallee() && p.readsAny(fn)
}

// same reports whether two values are surely one client: they are got by the same
// method, or are in the same field.
func same(a, b ssa.Value) bool {
	a, b = unwrapped(a), unwrapped(b)
	switch a := a.(type) {
	case *ssa.Call:
		b, ok := b.(*ssa.Call)
		return ok && a.Call.IsInvoke() && b.Call.IsInvoke() && a.Call.Method == b.Call.Method
	case *ssa.UnOp:
		if b, ok := b.(*ssa.UnOp); ok {
			x, isX := a.X.(*ssa.FieldAddr)
			y, isY := b.X.(*ssa.FieldAddr)
			return a.X == b.X || isX && isY && x.Field == y.Field && types.Identical(x.X.Type(), y.X.Type())
		}
	}
	return a == b
}

func unwrapped(v ssa.Value) ssa.Value {
	for {
		switch c := v.(type) {
		case *ssa.ChangeInterface:
			v = c.X
		case *ssa.MakeInterface:
			v = c.X
		default:
			return v
		}
	}
}

// readsAny reports whether a function of the package reads, with whatever client.
func (p *Package) readsAny(fn *ssa.Function) bool {
	if r, ok := p.reading[fn]; ok {
		return r
	}
	p.reading[fn] = false // recursion adds nothing
	for _, b := range fn.Blocks {
		for _, ins := range b.Instrs {
			if call, ok := ins.(ssa.CallInstruction); ok && p.leadsToRead(call.Common()) {
				p.reading[fn] = true
				return true
			}
		}
	}
	return false
}

func (p *Package) leadsToRead(c *ssa.CallCommon) bool {
	if reads(c) || c.IsInvoke() && (ctrlruntime.ReadsLive(c.Method) || clientgo.ReadsServer(c.Method)) {
		return true
	}
	fn := c.StaticCallee()
	return fn != nil && (ctrlruntime.NewClient(fn.Object()) || fn.Pkg == p.pkg && p.readsAny(fn))
}

// asksNotStarted reports whether a call asks whether a cache is not started: by its
// name, or by the words of the error.
func (p *Package) asksNotStarted(c *ssa.CallCommon) bool {
	for _, arg := range c.Args {
		if text, ok := arg.(*ssa.Const); ok && text.Value != nil && strings.Contains(text.Value.ExactString(), ctrlruntime.NotStartedText) {
			return true
		}
	}
	fn := c.StaticCallee()
	if fn == nil || !slices.ContainsFunc(c.Args, func(v ssa.Value) bool { return ssautil.IsError(v.Type()) }) {
		return false
	}
	return strings.Contains(fn.Name(), "NotStarted") || fn.Pkg == p.pkg && p.knowsNotStarted(fn)
}
