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
				if !f.Own || r.unfiltered(key) {
					r.forwarded(f, true)
				}
			}
		}
	}
}

// unfiltered reports whether a group is registered as it is, with no filter in front of
// it: a method of the project's own that its Delete calls gets what Delete gets.
func (r *resolver) unfiltered(key any) bool {
	if ok, open := r.registered(key); !ok || open {
		return false
	}
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

// behind returns the method behind an interface, and what the interface may come from.
// No value is asked twice.
func (r *resolver) behind(v ssa.Value, method string, asked map[ssa.Value]bool) []source {
	if asked[v] {
		return nil
	}
	asked[v] = true
	r.in.Need(v.Parent())
	switch v := v.(type) {
	case *ssa.MakeInterface:
		obj, _, _ := types.LookupFieldOrMethod(v.X.Type(), true, r.pass.Pkg, method)
		if m, ok := obj.(*types.Func); ok {
			if fn := r.pkg.Prog.FuncValue(m.Origin()); fn != nil && len(fn.Blocks) > 0 {
				return []source{{fn: &registered.Func{Fn: fn, First: 1}}}
			}
		}
	case *ssa.ChangeInterface:
		return r.behind(v.X, method, asked)
	case *ssa.Phi:
		var out []source
		for _, e := range v.Edges {
			out = append(out, r.behind(e, method, asked)...)
		}
		return out
	case *ssa.Parameter:
		return []source{{param: v}}
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil && fn.Signature.Results().Len() == 1 {
			var out []source
			for _, b := range ssautil.Origin(fn).Blocks {
				if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
					out = append(out, r.behind(ret.Results[0], method, asked)...)
				}
			}
			return out
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
