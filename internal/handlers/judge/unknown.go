package judge

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// unknown: a predicate lets deletions of owned objects through, and none that the watch
// missed. Of others it is not known that anybody wants to hear: who is asked for an object
// of its own finds that it is gone, and mostly does nothing.
func unknown(p *resolve.Package, g *registered.Group) []*Tomb {
	if g.Delete == nil || !g.Owned.IsValid() || g.Open {
		return nil
	}
	if !unheard(p.Program(g)) {
		return nil
	}
	t := &Tomb{Kind: FilterRejects, Role: clientgo.Filter, Group: g, Func: g.Delete.Fn, Param: -1}
	if t.Pos = AsksUnknown(g.Delete.Fn); !t.Pos.IsValid() {
		return nil
	}
	return []*Tomb{t}
}

// unheard reports whether a predicate lets some deletion through that the watch
// saw, and none that it missed.
func unheard(pr *interp.Program) bool {
	live, dead := pr.Ways(interp.DeleteObject), pr.Ways(interp.DeleteTombstone)
	if !live.Exists || live.Cut || dead.Cut {
		return false
	}
	heard := func(w interp.Way) bool { return w.End == interp.Returns && w.Result != interp.False }
	drops := func(w interp.Way) bool { return w.End == interp.Returns && w.Result == interp.False }
	return slices.ContainsFunc(live.All, heard) && len(dead.All) > 0 && !slices.ContainsFunc(dead.All, func(w interp.Way) bool { return !drops(w) })
}

// AsksUnknown is where a function asks an event for whether the watch missed the deletion,
// or else where one of its package does that says yes or no to it.
func AsksUnknown(fn *ssa.Function) token.Pos { return asksUnknown(fn, fn.Pkg, 0) }

func asksUnknown(fn *ssa.Function, pkg *ssa.Package, depth int) token.Pos {
	if fn.Pkg != pkg || depth > 2 {
		return token.NoPos
	}
	var helpers []*ssa.Function
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.FieldAddr:
				if ssautil.FieldName(i.X.Type(), i.Field) == clientgo.EventUnknown {
					return i.Pos()
				}
			case *ssa.Field:
				if ssautil.FieldName(i.X.Type(), i.Field) == clientgo.EventUnknown {
					return i.Pos()
				}
			case *ssa.Call:
				if callee := i.Call.StaticCallee(); callee != nil && ssautil.IsBool(i.Type()) {
					helpers = append(helpers, callee)
				}
			}
		}
	}
	for _, helper := range helpers {
		if pos := asksUnknown(helper, pkg, depth+1); pos.IsValid() {
			return pos
		}
	}
	return token.NoPos
}
