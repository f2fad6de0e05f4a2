package effect

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// inner ends the name of the maps that are the values of a map.
const inner = "[]"

// Loose reports whether a name is that of the maps in a map, taken as one, or of a
// slice: that there is no entry is not only a matter of its key.
func Loose(name string) bool { return strings.HasSuffix(name, inner) || isSlice(name) }

// Replaced reports whether maps in a map, taken as one, may be taken away or replaced
// with something in them, or be somebody else's too.
func Replaced(fns []*ssa.Function, name string) bool {
	if !strings.HasSuffix(name, inner) {
		return false
	}
	_, known := Sites(fns, name)
	return !known
}

// InnerOf names the maps in a map that has a name.
func InnerOf(name string) string { return name + inner }

// Within names the maps in a map of the package's own, by one of them; "" is any other.
func Within(v ssa.Value) string {
	if outer := outerOf(v, 0); outer != nil {
		if own := Own(outer); own != "" {
			return own + inner
		}
	}
	return ""
}

// outerOf returns the map that a map was found in. Where there was none a new one may
// stand for it, which is put there sooner or later.
func outerOf(v ssa.Value, depth int) (outer ssa.Value) {
	if _, is := v.Type().Underlying().(*types.Map); !is || depth > 3 {
		return nil
	}
	switch x := v.(type) {
	case *ssa.Lookup:
		return x.X
	case *ssa.Extract:
		switch t := x.Tuple.(type) {
		case *ssa.Lookup:
			return t.X
		case *ssa.Next:
			if r, ok := t.Iter.(*ssa.Range); ok && x.Index == 2 {
				return r.X
			}
		}
	case *ssa.ChangeType:
		return outerOf(x.X, depth+1)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if _, made := e.(*ssa.MakeMap); made {
				continue
			}
			o := outerOf(e, depth+1)
			if o == nil || outer != nil && Own(o) != Own(outer) {
				return nil
			}
			outer = o
		}
	case *ssa.MakeMap:
		// m := make(...); all[k] = m
		for _, r := range *x.Referrers() {
			if put, ok := r.(*ssa.MapUpdate); ok && put.Value == ssa.Value(x) {
				return put.Map
			}
		}
	}
	return outer
}

// An Inside is what is done to the maps in a map.
type Inside struct {
	Puts  []*ssa.MapUpdate
	Frees []*ssa.Call
	// Known: nothing else is done to them, and none is taken away or replaced as long
	// as there is something in it.
	Known bool

	seen map[ssa.Value]bool
}

// Inner returns what is done to the maps in a map that was loaded.
func Inner(outer ssa.Value) *Inside {
	in := &Inside{Known: true, seen: make(map[ssa.Value]bool)}
	for _, r := range *outer.Referrers() {
		in.Known = in.outer(outer, r) && in.Known
	}
	return in
}

// outer looks at a use of the map that has the maps.
func (in *Inside) outer(outer ssa.Value, use ssa.Instruction) bool {
	switch i := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.Lookup:
		if i.CommaOk {
			return in.extracted(i, 0)
		}
		return in.one(i)
	case *ssa.Range:
		return !slices.ContainsFunc(*i.Referrers(), func(r ssa.Instruction) bool {
			next, ok := r.(*ssa.Next)
			return ok && !in.extracted(next, 2)
		})
	case *ssa.MapUpdate:
		return i.Map == outer && i.Key != outer && in.stands(i)
	case *ssa.Call:
		if b, ok := i.Call.Value.(*ssa.Builtin); ok {
			return b.Name() == "len" || b.Name() == "delete" && i.Call.Args[0] == outer && emptied(i, Own(outer))
		}
	}
	return false
}

// extracted looks at the parts of a tuple of which one is a map.
func (in *Inside) extracted(tuple ssa.Value, index int) bool {
	return !slices.ContainsFunc(*tuple.Referrers(), func(r ssa.Instruction) bool {
		e, ok := r.(*ssa.Extract)
		return ok && e.Index == index && !in.one(e)
	})
}

// stands reports whether what is put under a key is the map that was there, or a new
// one where there was none.
func (in *Inside) stands(i *ssa.MapUpdate) bool {
	place := Within(i.Value)
	if place == "" || place != Own(i.Map)+inner {
		return false
	}
	edges := []ssa.Value{i.Value}
	if phi, ok := i.Value.(*ssa.Phi); ok {
		edges = phi.Edges
	}
	for _, e := range edges {
		made, ok := e.(*ssa.MakeMap)
		if !ok {
			continue
		}
		if !in.one(made) || !asked(made.Block(), func(cond ssa.Value) (bool, bool) {
			asks, none := Kept(cond)
			m := Looked(cond)
			return asks && m != nil && Own(m) == Own(i.Map), none
		}) {
			return false
		}
	}
	return true
}

// one looks at the uses of one of the maps.
func (in *Inside) one(m ssa.Value) bool {
	if in.seen[m] {
		return true
	}
	in.seen[m] = true
	known := true
	for _, r := range *m.Referrers() {
		known = in.use(m, r) && known
	}
	return known
}

func (in *Inside) use(m ssa.Value, use ssa.Instruction) bool {
	switch i := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.Lookup, *ssa.Range:
		return true
	case *ssa.Phi:
		return Within(i) != "" && in.one(i)
	case *ssa.ChangeType:
		return Within(i) != "" && in.one(i)
	case *ssa.MapUpdate:
		if i.Value == m {
			return Within(m) == Own(i.Map)+inner // the other side looks whether that is right
		}
		if i.Map != m || i.Key == m {
			return false
		}
		in.Puts = append(in.Puts, i)
		return true
	case *ssa.Call:
		b, ok := i.Call.Value.(*ssa.Builtin)
		if !ok || b.Name() != "delete" {
			return ok && b.Name() == "len"
		}
		in.Frees = append(in.Frees, i)
		return true
	}
	return false
}

// emptied reports whether a map is taken away only where nothing is left in it.
func emptied(i *ssa.Call, outer string) bool {
	return asked(i.Block(), func(cond ssa.Value) (bool, bool) {
		cmp, ok := cond.(*ssa.BinOp)
		if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
			return false, false
		}
		length, isCall := cmp.X.(*ssa.Call)
		if !isCall || !isNumber(cmp.Y, 0) {
			return false, false
		}
		b, ok := length.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "len" && Within(length.Call.Args[0]) == outer+inner, cmp.Op == token.EQL
	})
}

// asked reports whether a block is come to only after a condition that is what about
// wants, and on its side.
func asked(b *ssa.BasicBlock, about func(cond ssa.Value) (ok, side bool)) bool {
	for ; b.Idom() != nil; b = b.Idom() {
		last, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		want, side := about(last.Cond)
		if !want {
			continue
		}
		to := last.Block().Succs[1]
		if side {
			to = last.Block().Succs[0]
		}
		if len(to.Preds) == 1 && to.Dominates(b) {
			return true
		}
	}
	return false
}

// innerSites are the sites of the maps in a map.
func innerSites(instr ssa.Instruction, at ssa.Value) (out []Site, known bool) {
	switch i := instr.(type) {
	case *ssa.UnOp:
		in := Inner(i)
		for _, p := range in.Puts {
			out = append(out, Site{Pos: p.Pos(), Puts: true})
		}
		for _, f := range in.Frees {
			out = append(out, Site{Pos: f.Pos(), Frees: true})
		}
		return out, in.Known
	case *ssa.Store:
		return nil, i.Addr == at && makes(i.Val) && begins(i, at)
	case *ssa.MakeClosure:
		return nil, true
	}
	return nil, false
}
