package judge

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// otherKind reports whether Delete expects objects of another type than Add gets, as
// a copied handler does: none of this informer is handled, and that is not the
// tombstone's fault.
func otherKind(p *resolve.Package, g *registered.Group) bool {
	if g.Add == nil {
		return false
	}
	added, deleted := p.Machine.RunOne(g.Add).Kind(g.Add), p.Machine.RunOne(g.Delete).Kind(g.Delete)
	return added != nil && deleted != nil && !types.Identical(added, deleted)
}

// wrongKind says so where it is certain what the informer has: it is got by that type,
// in front of the one registration. A handler of several kinds may do one thing for one
// of them, and another for the next.
func wrongKind(p *resolve.Package, g *registered.Group, tombs []*Tomb, dead *interp.Trail) []*Tomb {
	if len(tombs) != 1 || tombs[0].Kind != Unchecked && tombs[0].Kind != Dropped || tombs[0].Worker != "" || g.Filter != nil || g.Open {
		return nil
	}
	t := tombs[0]
	got := p.Machine.RunOne(g.Add).Kind(g.Add)
	if g.Update != nil {
		if updated := p.Machine.RunUpdate(g.Update, false).Kind(g.Update); updated != nil && !types.Identical(updated, got) {
			return nil
		}
	}
	expects := p.Machine.RunOne(g.Delete).Kind(g.Delete)
	for _, kind := range []types.Type{got, expects} {
		if ptr, ok := kind.(*types.Pointer); !ok || clientgo.IsUnstructured(kind) || types.IsInterface(ptr.Elem()) {
			return nil
		}
	}
	if len(g.Calls) != 1 || ssautil.Reaches(g.Calls[0], g.Calls[0]) {
		return nil
	}
	if informer, _ := ssautil.Method(g.Calls[0].Common()); !has(informer, got) || slices.ContainsFunc(p.Functions(), transforms) {
		return nil
	}
	i := slices.IndexFunc(dead.Misses, func(m interp.Miss) bool {
		a, ok := m.Instr.(*ssa.TypeAssert)
		return ok && types.Identical(a.AssertedType, expects)
	})
	if i < 0 || usedAgain(p, g.Delete.Fn) {
		return nil
	}
	if path := dead.Misses[i].Frame.Path(); len(path) > 1 {
		t.Func, t.At, t.Inner = path[0].Fn, path[1].Call, ssautil.Pos(dead.Misses[i].Instr)
		t.Pos = ssautil.Pos(t.At)
	}
	t.Got = got
	return elsewhere(p, g, tombs)
}

// usedAgain reports whether a function of the package is called or registered in more
// than one place: it may get objects of its type in another, and have nothing to do here.
// That is asked of the Delete function alone: one that is this informer's, and hands its
// objects to a function for others, is wrong whoever else calls that.
func usedAgain(p *resolve.Package, fn *ssa.Function) bool {
	uses := 0
	for _, by := range p.Functions() {
		for _, b := range by.Blocks {
			for _, instr := range b.Instrs {
				uses += usesIn(instr, ssautil.Origin(fn))
			}
		}
	}
	return uses > 1
}

// usesIn is how often an instruction uses a function, as it is, as a literal or as a
// method value. One that is put into a variable may be used anywhere.
func usesIn(instr ssa.Instruction, fn *ssa.Function) (n int) {
	switch i := instr.(type) {
	case *ssa.MakeClosure, *ssa.DebugRef:
		return 0 // it counts where its value is used
	case ssa.CallInstruction:
		if c := i.Common(); c.IsInvoke() && fn.Signature.Recv() != nil && c.Method.Name() == fn.Name() {
			n++ // it may be this method
		}
	}
	for _, op := range instr.Operands(nil) {
		v := *op
		if mc, ok := v.(*ssa.MakeClosure); ok {
			v = mc.Fn
		}
		if f, ok := v.(*ssa.Function); ok && (ssautil.Origin(f) == fn || ssautil.Bound(f) == fn) {
			n++
		}
	}
	if st, ok := instr.(*ssa.Store); ok && n > 0 {
		if _, field := st.Addr.(*ssa.FieldAddr); !field {
			n++
		}
	}
	return n
}

// has reports whether an informer is got from a call that says which type of objects it
// has, with group and version: factory.Core().V1().Pods().Informer(), cache.GetInformer(ctx, &corev1.Pod{}).
func has(informer ssa.Value, typ types.Type) bool {
	if e, ok := informer.(*ssa.Extract); ok {
		informer = e.Tuple
	}
	call, ok := informer.(*ssa.Call)
	if !ok {
		return false
	}
	if recv, called := ssautil.Method(&call.Call); recv != nil && called == "Informer" {
		of := clientgo.Resource(recv.Type())
		return of != "" && of == clientgo.Resource(typ)
	}
	return slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool {
		mi, ok := a.(*ssa.MakeInterface)
		return ok && types.Identical(mi.X.Type(), typ)
	})
}

// transforms reports whether a function gives an informer or cache a transform: its
// objects may be of another type then.
func transforms(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && clientgo.Transforms(ssautil.Callee(c.Common())) {
				return true
			}
		}
	}
	return false
}
