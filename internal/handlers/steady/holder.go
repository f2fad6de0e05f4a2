package steady

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Holders are the structures that have a place, and those that have these.
type holders struct {
	*uses
	roots map[string]bool // the handlers' own
	asked map[string]bool
}

const maxHolders = 4 // one in another

func newHolders(p *uses) *holders {
	h := &holders{uses: p, roots: make(map[string]bool), asked: make(map[string]bool)}
	for _, fn := range p.Handlers {
		if fn.Signature.Recv() != nil && len(fn.Params) > 0 {
			h.roots[clientgo.TypeName(fn.Params[0].Type())] = true
		}
		for _, v := range fn.FreeVars {
			h.roots[clientgo.TypeName(ssautil.Deref(v.Type()))] = true
		}
	}
	return h
}

// lasts reports whether structures of a type, by its name, stay where they are once they
// are in use.
func (h *holders) lasts(owner string, depth int) bool {
	if h.asked[owner] {
		return true
	}
	h.asked[owner] = true
	if depth > maxHolders {
		return false
	}
	root := h.roots[owner]
	names := h.behind(owner)
	stores := make(map[string]int)
	var in []string
	if !h.each(func(fn *ssa.Function, instr ssa.Instruction) bool {
		switch i := instr.(type) {
		case *ssa.Store:
			return !names[named(i.Val)] || h.put(i, stores, root)
		case *ssa.MapUpdate:
			return root || !names[named(i.Value)] || found(i) && h.stays(i.Map)
		case *ssa.Slice:
			// Of a list some are left out.
			list, is := i.X.Type().Underlying().(*types.Slice)
			return root || !is || i.Low == nil && i.High == nil || !names[clientgo.TypeName(list.Elem())]
		case *ssa.Send:
			return root || !names[named(i.X)]
		case *ssa.FieldAddr:
			if names[clientgo.TypeName(ssautil.Deref(i.Type()))] && !slices.Contains(in, clientgo.TypeName(i.X.Type())) {
				in = append(in, clientgo.TypeName(i.X.Type()))
			}
		case ssa.CallInstruction:
			return root || h.given(i, names)
		}
		return true
	}) {
		return false
	}
	for _, n := range stores {
		if n > 1 {
			return false
		}
	}
	return root || !slices.ContainsFunc(in, func(name string) bool { return name != "" && !h.lasts(name, depth+1) })
}

// behind returns the names under which structures of a type are kept: their own, and
// those of interfaces of the package that have one in them.
func (h *holders) behind(owner string) map[string]bool {
	names := map[string]bool{owner: true}
	h.each(func(_ *ssa.Function, instr ssa.Instruction) bool {
		if i, ok := instr.(*ssa.MakeInterface); ok && clientgo.TypeName(i.X.Type()) == owner && i.Parent().Pkg != nil {
			if t, ok := types.Unalias(i.Type()).(*types.Named); ok && t.Obj().Pkg() == i.Parent().Pkg.Pkg {
				names[clientgo.TypeName(t)] = true
			}
		}
		return true
	})
	return names
}

func named(v ssa.Value) string {
	if i, ok := v.(*ssa.MakeInterface); ok {
		v = i.X
	}
	return clientgo.TypeName(v.Type())
}

// put reports whether a structure, or a pointer to one, that is written somewhere was
// not written over another one. Who writes over all of a handler's own structure takes
// from it what is in it; where else pointers to it are does not matter.
func (h *holders) put(i *ssa.Store, stores map[string]int, root bool) bool {
	_, whole := i.Val.Type().Underlying().(*types.Struct)
	switch at := i.Addr.(type) {
	case *ssa.Alloc:
		return once(at)
	case *ssa.FreeVar:
		return false
	case *ssa.FieldAddr:
		if root && !whole || begins(i) || lazily(i) {
			return true
		}
		stores[effect.Place(at)]++
		return h.prepares(i)
	case *ssa.Global:
		if root && !whole || lazily(i) {
			return true
		}
		if _, cleared := i.Val.(*ssa.Const); cleared && i.Parent().Name() != "init" {
			return false
		}
		stores[at.Name()]++
		return i.Parent().Name() == "init" || h.prepares(i)
	case *ssa.IndexAddr:
		return root || local(at.X) || h.prepares(i)
	}
	return root && !whole || h.prepares(i)
}

// once reports whether a variable that closures share is written once.
func once(a *ssa.Alloc) bool {
	stores, shared := 0, false
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == a {
				if c, ok := r.Val.(*ssa.Const); !ok || !c.IsNil() {
					stores++
				}
			}
		case *ssa.MakeClosure:
			shared = true
		}
	}
	return !shared || stores < 2
}

// local: an array or slice that was made for a call, or is only filled here.
func local(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.MakeSlice:
		return true
	}
	return false
}

// found reports whether something is put into a map where there was nothing yet.
func found(i *ssa.MapUpdate) bool {
	if _, made := i.Map.(*ssa.MakeMap); made {
		return true
	}
	for b := i.Block(); b.Idom() != nil; b = b.Idom() {
		last, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, yes, no := ssautil.Asked(last)
		asks, none := effect.Kept(cond)
		m := effect.Looked(cond)
		if !asks || m == nil || effect.Place(m) != effect.Place(i.Map) {
			continue
		}
		to := last.Block().Succs[no]
		if none {
			to = last.Block().Succs[yes]
		}
		if alone(to) && to.Dominates(i.Block()) {
			return true
		}
	}
	return false
}

// alone reports whether a block is only reached by one branch: not the body of an "or".
func alone(b *ssa.BasicBlock) bool { return len(b.Preds) == 1 }

// stays reports whether nothing is taken out of a map, nor another one put in its place.
func (h *holders) stays(m ssa.Value) bool {
	place := effect.Place(m)
	return h.each(func(fn *ssa.Function, instr ssa.Instruction) bool {
		switch i := instr.(type) {
		case *ssa.Store:
			if !types.Identical(i.Val.Type(), m.Type()) {
				return true
			}
			_, isField := i.Addr.(*ssa.FieldAddr)
			_, isGlobal := i.Addr.(*ssa.Global)
			return !isField && !isGlobal || effect.Place(i.Addr) != place || begins(i) || lazily(i) || fn.Name() == "init" || h.prepares(i)
		case ssa.CallInstruction:
			c := i.Common()
			b, ok := c.Value.(*ssa.Builtin)
			if ok {
				return b.Name() != "delete" && b.Name() != "clear" || !types.Identical(c.Args[0].Type(), m.Type())
			}
			callee := ssautil.Callee(c)
			return callee == nil || clientgo.FuncName(callee) != "maps.DeleteFunc"
		}
		return true
	})
}

// given reports whether a call does not put a structure where another one may be put in
// its place: into a sync.Map, an atomic pointer, or a store.
func (h *holders) given(i ssa.CallInstruction, names map[string]bool) bool {
	c := i.Common()
	fn := ssautil.Callee(c)
	if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "slices" && strings.HasPrefix(fn.Name(), "Delete") {
		list, is := c.Args[0].Type().Underlying().(*types.Slice)
		return !is || !names[clientgo.TypeName(list.Elem())]
	}
	if fn == nil || fn.Signature().Recv() == nil || !slices.ContainsFunc(c.Args, func(a ssa.Value) bool { return names[named(a)] }) {
		return true
	}
	if !c.IsInvoke() && !slices.ContainsFunc(c.Args[1:], func(a ssa.Value) bool { return names[named(a)] }) {
		return true // a method of its own
	}
	if clientgo.IsSyncMap(fn) {
		return fn.Name() == "LoadOrStore" && h.stored(effect.Place(c.Args[0]))
	}
	switch name := clientgo.FuncName(fn); {
	case clientgo.Ages(fn):
		return false
	case strings.Contains(name, "sync/atomic."), generic(fn):
		// A box or a registry of anything may put it over another one.
		return h.prepares(i)
	case strings.Contains(name, "container/list."), strings.Contains(name, "client-go/tools/cache."):
		return !(fn.Name() == "Add" || fn.Name() == "Update" || fn.Name() == "Replace" || strings.HasPrefix(fn.Name(), "Push"))
	}
	return true
}

func generic(fn *types.Func) bool {
	return fn.Origin().Signature().RecvTypeParams().Len() > 0
}

// stored reports whether in a sync.Map there is only put what was not there.
func (h *holders) stored(place string) bool {
	return h.each(func(_ *ssa.Function, instr ssa.Instruction) bool {
		i, ok := instr.(ssa.CallInstruction)
		if !ok {
			return true
		}
		fn := ssautil.Callee(i.Common())
		if fn == nil || !clientgo.IsSyncMap(fn) || len(i.Common().Args) == 0 || effect.Place(i.Common().Args[0]) != place {
			return true
		}
		return fn.Name() == "Load" || fn.Name() == "Range" || fn.Name() == "LoadOrStore"
	})
}

// begins reports whether something is put into what was just made.
func begins(i *ssa.Store) bool {
	switch at := i.Addr.(type) {
	case *ssa.FieldAddr:
		for x := at.X; ; {
			switch v := x.(type) {
			case *ssa.Alloc:
				return true
			case *ssa.FieldAddr:
				x = v.X
				continue
			}
			return false
		}
	case *ssa.Alloc:
		return once(at)
	}
	return false
}

// lazily: something is put where it was found that there is nothing.
func lazily(i *ssa.Store) bool {
	place := effect.Place(i.Addr)
	for b := i.Block(); b.Idom() != nil; b = b.Idom() {
		last, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, yes, _ := ssautil.Asked(last)
		cmp, ok := cond.(*ssa.BinOp)
		if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
			continue
		}
		c, isConst := cmp.Y.(*ssa.Const)
		load, isLoad := cmp.X.(*ssa.UnOp)
		if !isConst || !c.IsNil() || !isLoad || load.Op != token.MUL || effect.Place(load.X) != place {
			continue
		}
		if cmp.Op == token.NEQ {
			yes = 1 - yes
		}
		if to := last.Block().Succs[yes]; alone(to) && to.Dominates(i.Block()) {
			return true
		}
	}
	return false
}
