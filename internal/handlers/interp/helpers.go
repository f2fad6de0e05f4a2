package interp

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/value"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Helper is what a function does with an object and with a tombstone, and an Outcome
// that with one of them.
type (
	Helper  = value.Helper
	Outcome = value.Outcome
)

// A Var is a package-level variable that holds a known key function for ever.
type Var struct{ Name, Func string }

// keyFunc returns what is known of a function or a variable that holds one.
func (in *Machine) keyFunc(name string) (clientgo.KeyFunc, bool) {
	if f, ok := in.known.KeyVars[name]; ok {
		name = f
	}
	return clientgo.KeyFuncOf(name)
}

// summary interprets a function for its fact. Functions that do the same with
// a tombstone as with an object need none, unless they return the object.
func (in *Machine) summary(fn *ssa.Function, obj *types.Func, param int) (Helper, bool) {
	f := &registered.Func{Fn: fn, First: ssautil.Shift(obj) + param}
	live := in.run(f, false, value.Value{Kind: value.Object, From: Old})
	dead := in.run(f, false, value.Value{Kind: value.Tomb, From: Old})
	if live.GaveUp || dead.GaveUp {
		return Helper{}, false
	}
	h := Helper{Name: clientgo.FuncName(obj), Param: param, Object: outcomeOf(live), Tomb: outcomeOf(dead)}
	if slices.Equal(h.Object.Ends, h.Tomb.Ends) && h.Object.Acts == h.Tomb.Acts && h.Object.Dies == h.Tomb.Dies &&
		!slices.ContainsFunc(h.Object.Ends, func(e string) bool { return strings.Contains(e, "o") }) {
		return Helper{}, false
	}
	return h, true
}

func outcomeOf(t *Trail) Outcome {
	o := Outcome{Acts: len(t.Effects) > 0, Gives: len(t.Forwards) > 0}
	for key, e := range t.Effects {
		o.Works = o.Works || !e.Queue && !strings.HasPrefix(key, "send ")
	}
	for _, e := range t.Ends {
		if e.Flags&Odd != 0 {
			continue
		}
		if s := value.Letters(e.results); !slices.Contains(o.Ends, s) {
			o.Ends = append(o.Ends, s)
		}
	}
	for _, m := range t.Misses {
		o.Dies = o.Dies || m.Kind == MissPanic || m.Kind == MissDeref || m.Kind == MissThrow
	}
	slices.Sort(o.Ends)
	return o
}

// Export returns what importers have to know of the functions and variables of
// the package. What it looks into for that is not needed for handlers here.
func (in *Machine) Export(tells func(*ssa.Function) bool) ([]Helper, []Var) {
	needed := maps.Clone(in.needed)
	defer func() { in.needed = needed }()
	var helpers []Helper
	for _, fn := range in.fns {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() || len(fn.Blocks) == 0 || fn.Synthetic != "" || tells != nil && !tells(fn) {
			continue
		}
		for i := range obj.Signature().Params().Len() {
			if !clientgo.IsAny(obj.Signature().Params().At(i).Type()) {
				continue
			}
			if h, ok := in.summary(fn, obj, i); ok {
				helpers = append(helpers, h)
			}
		}
	}
	var vars []Var
	for g, v := range in.globals {
		if fn, ok := v.(*ssa.Function); ok && g.Object() != nil && g.Object().Exported() {
			if obj, ok := fn.Object().(*types.Func); ok {
				if _, known := in.keyFunc(clientgo.FuncName(obj)); known {
					vars = append(vars, Var{clientgo.VarName(g.Object()), clientgo.FuncName(obj)})
				}
			}
		}
	}
	return helpers, vars
}
