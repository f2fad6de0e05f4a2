package resolve

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/owners"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// events makes a group of the methods of a type of this package that becomes a predicate
// or handler of controller-runtime's events.
func (r *resolver) events(fn *ssa.Function, made *ssa.MakeInterface, style clientgo.HandlerStyle) {
	named, ok := types.Unalias(ssautil.Deref(made.X.Type())).(*types.Named)
	if !ok || named.Obj().Pkg() != r.pass.Pkg || len(*made.Referrers()) == 0 {
		return // or it only says that it is one: var _ predicate.Predicate = filter{}
	}
	r.in.Need(fn)
	if of := named.Origin(); !slices.Contains(r.made[of], ssa.Value(made)) {
		r.made[of] = append(r.made[of], made)
	}
	r.methods(made.X.Type(), style, clientgo.EventMethods)
}

// asked notes about which objects predicates are asked, and whether creations come to be
// reconciled. A type's methods are asked wherever one of its values becomes a predicate.
func (r *resolver) asked(key any, g *registered.Group) {
	values, of := []ssa.Value(nil), (*types.Named)(nil)
	switch key := key.(type) {
	case ssa.Value:
		values = []ssa.Value{key}
	case *types.Named:
		values, of = r.made[key], key
	}
	predicate := g.Style == clientgo.Predicate
	g.Held = predicate && len(values) > 0
	for _, v := range values {
		if g.Update != nil && predicate {
			if c := r.creations(v, g); c != registered.ByFunction {
				g.Creations = c
			}
		}
		to := r.reached(v)
		g.Open = g.Open || to.inside
		if g.Delete != nil && !to.one && len(values) == 1 && predicate {
			g.Owned = owners.Find(to.calls)
		}
		g.Held = g.Held && owners.Held(to.calls, r.fns)
	}
	if of != nil && g.Add == nil && (!embedded(of, "Create") || r.fills(of)) {
		g.Creations = registered.CreationsUnknown
	}
}

// embedded reports whether a type has a method of controller-runtime's predicate functions.
func embedded(named *types.Named, name string) bool {
	m, _, _ := types.LookupFieldOrMethod(named, true, named.Obj().Pkg(), name)
	fn, ok := m.(*types.Func)
	return ok && fn.Signature().Recv() != nil && clientgo.IsPredicateFuncs(ssautil.Deref(fn.Signature().Recv().Type()))
}

// fills reports whether the package puts functions into predicates that a type embeds:
// for creations, maybe.
func (r *resolver) fills(named *types.Named) (yes bool) {
	r.each(func(_ *ssa.Function, instr ssa.Instruction) {
		if fa, ok := instr.(*ssa.FieldAddr); ok && clientgo.IsPredicateFuncs(ssautil.Deref(fa.Type())) {
			of, ok := types.Unalias(ssautil.Deref(fa.X.Type())).(*types.Named)
			yes = yes || ok && of.Origin() == named
		}
	})
	return yes
}
