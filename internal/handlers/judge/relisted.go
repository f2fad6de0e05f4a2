package judge

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// relisted reports whether all that is lost for a tombstone are entries of maps that
// somebody else goes through and holds against what there is: a resync is written for
// the very deletions that a handler does not hear of. Who only goes by age, or empties
// the map at the end, may do so for another reason, and does not count; nor does who
// looks something up beside that, and goes by age all the same.
func relisted(p *resolve.Package, g *registered.Group, lost []*interp.Effect) bool {
	if g.Delete == nil || slices.ContainsFunc(lost, func(e *interp.Effect) bool { return !e.Frees || e.Entry.Map == "" }) {
		return false
	}
	for _, fn := range p.Functions() {
		p.Machine.Need(fn)
	}
	own := asserted(g.Delete.Fn)
	// What only Delete leads to is done for objects only, as it is.
	free := below(slices.Clone(p.Machine.Hops().Without(g.Delete.Fn)), 1)
	var maps []string
	for _, e := range lost {
		maps = append(maps, e.Entry.Map)
	}
	return !slices.ContainsFunc(lost, func(e *interp.Effect) bool {
		s := &sweep{place: e.Entry.Map, own: own, beside: maps, fns: p.Functions(), free: free}
		return !s.takes() && !slices.ContainsFunc(effect.Sweeps(s.free, e.Entry.Map), s.decided)
	})
}

// below returns functions, the literals in them, and their helpers.
func below(fns []*ssa.Function, depth int) []*ssa.Function {
	for range depth {
		for _, fn := range slices.Clone(fns) {
			fns = append(fns, fn.AnonFuncs...)
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if call, ok := instr.(ssa.CallInstruction); ok && call.Common().StaticCallee() != nil {
						fns = append(fns, ssautil.Origin(call.Common().StaticCallee()))
					}
				}
			}
		}
		slices.SortFunc(fns, func(a, b *ssa.Function) int { return cmp.Compare(a.Pos(), b.Pos()) })
		fns = slices.Compact(fns)
	}
	return fns
}

// handsOut reports whether a method is Get or List, of objects: it reads them from a lister,
// a store or the server. A list of a client is one structure, and a store hands out what has
// no type. If the types of the handler's own objects are known, those of another kind do not
// count: a Pod that is gone stays in what is held against the Nodes.
func handsOut(m *types.Func, own []types.Type) bool {
	if m.Pkg() == nil || m.Signature().Recv() == nil || m.Signature().Results().Len() == 0 {
		return false
	}
	first := m.Signature().Results().At(0).Type()
	if s, ok := first.Underlying().(*types.Slice); ok {
		first = s.Elem()
	}
	switch {
	case clientgo.ReadsServer(m):
		return true
	case m.Name() == "Get" || m.Name() == "List":
		return clientgo.IsAPIObject(first) && ofKind(first, own) || clientgo.IsRoot(m.Pkg().Path())
	}
	return clientgo.Reads(m.Name()) && clientgo.IsRoot(m.Pkg().Path())
}

// ofKind reports whether typ is one of some types, or that is not known: there are none, or
// interfaces among them.
func ofKind(typ types.Type, own []types.Type) bool {
	return len(own) == 0 || slices.ContainsFunc(own, func(t types.Type) bool { return types.IsInterface(t) || types.Identical(t, typ) })
}
