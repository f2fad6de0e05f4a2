package resolve

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// forwards runs the functions that were found, to see which function values
// and interfaces they pass the objects on to: these are handlers, too.
func (r *resolver) forwards() {
	for _, key := range slices.Clone(r.order) {
		g := r.groups[key]
		if g.Style != clientgo.Untyped {
			continue
		}
		r.plumbed(key, g)
		if g.Update != nil {
			for _, f := range r.forwardsOf(g.Update, func(f *registered.Func) *interp.Trail { return r.in.RunUpdate(f, false) }) {
				r.forwarded(f, f.Flags&(interp.SawUID|interp.Sought|interp.OnNew|interp.OnOld) != 0)
			}
		}
		if g.Delete != nil {
			for _, f := range r.forwardsOf(g.Delete, r.in.RunTombstone) {
				if !f.Own || r.merely(key, g, f) {
					r.forwarded(f, true)
				}
			}
		}
	}
}

// merely reports whether a Delete function does nothing with what it gets but to give it
// to a method of what the function around it was given, which registers the handler in
// any case, as it is, and no other. What may choose, handle a tombstone beside it or wrap
// is not followed.
func (r *resolver) merely(key any, g *registered.Group, f interp.Forward) bool {
	if ok, open := r.registered(key); !ok || open || len(g.Calls) != 1 || !r.unfiltered(key) {
		return false
	}
	fn, in, params := g.Delete.Fn, g.Delete.Fn.Parent(), g.Delete.Params()
	if in == nil || len(fn.Blocks) != 1 || len(params) != 1 || g.Calls[0].Block() != in.Blocks[0] {
		return false
	}
	for _, ref := range *params[0].Referrers() {
		call, ok := ref.(*ssa.Call)
		if _, debug := ref.(*ssa.DebugRef); !debug && (!ok || call.Call.Value != f.Callee || len(*call.Referrers()) > 0) {
			return false
		}
	}
	for _, b := range in.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && c != g.Calls[0] {
				if obj := ssautil.Callee(c.Common()); obj != nil && clientgo.Registers(obj) {
					return false
				}
			}
		}
	}
	from := r.trace(f.Callee, 0)
	return len(from) == 1 && from[0].param != nil && from[0].param.Parent() == in
}

// unfiltered reports whether there is no filter in front of a handler.
func (r *resolver) unfiltered(key any) bool {
	for range maxFilters {
		if f := r.groups[key]; f != nil && (f.Filter != nil || r.opaque[f][clientgo.Filter]) {
			return false
		}
		outer, ok := r.filters[key]
		if !ok {
			break
		}
		key = outer
	}
	return true
}

// behind returns the method of what is put into an interface for a call.
func (r *resolver) behind(v ssa.Value, method string) []source {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		obj, _, _ := types.LookupFieldOrMethod(mi.X.Type(), true, r.pass.Pkg, method)
		if m, ok := obj.(*types.Func); ok {
			if fn := r.pkg.Prog.FuncValue(m.Origin()); fn != nil && len(fn.Blocks) > 0 {
				return []source{{fn: &registered.Func{Fn: fn, First: 1}}}
			}
		}
	}
	return []source{{}}
}

// forwardsOf runs a function in the first round that has it: it does the same in
// those that follow. What only a branch hands on that may have told tombstones apart, by
// reflect, is not known to get one.
func (r *resolver) forwardsOf(f *registered.Func, run func(*registered.Func) *interp.Trail) []interp.Forward {
	out, ok := r.ran[f]
	if !ok {
		t := run(f)
		out = slices.DeleteFunc(slices.Concat(t.Forwards, t.Calls), interp.Forward.Guessed)
		r.ran[f] = out // no function is in two roles: fill is given a new one each time
	}
	return out
}

func (r *resolver) forwarded(f interp.Forward, open bool) {
	role, method := f.Role, ""
	if f.Own {
		method = f.Method
	} else if f.Method != "" {
		role = clientgo.Whole
	}
	s := Sink{Role: role, Style: clientgo.Untyped, Open: open, Args: f.Args, Method: method}
	for _, o := range r.trace(f.Callee, 0) {
		switch {
		case o.param != nil:
			r.learnParam(o.param, s)
		case o.field != "":
			r.learnField(o.field, s)
		}
	}
}
