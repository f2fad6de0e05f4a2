package cachecall

import (
	"go/token"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Live reports whether a client may be one that reads from the API server, by a
// condition, or of several: that may be asked again before a read.
func Live(client ssa.Value) bool { return live(client, make(map[ssa.Value]bool)) }

func live(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	again := func(v ssa.Value) bool { return live(v, seen) }
	any := func(of []ssa.Value) bool { return slices.ContainsFunc(of, again) || several(of...) }
	switch v := v.(type) {
	case *ssa.Call:
		return v.Call.IsInvoke() && ctrlruntime.ReadsLive(v.Call.Method)
	case *ssa.Phi:
		return any(v.Edges)
	case *ssa.ChangeInterface:
		return again(v.X)
	case *ssa.MakeInterface:
		return again(v.X)
	case *ssa.Slice:
		return any(elements(v.X))
	case *ssa.Index:
		load, ok := v.X.(*ssa.UnOp)
		return ok && any(elements(load.X))
	case *ssa.Lookup:
		return any(mapped(v.X))
	case *ssa.Extract:
		look, ok := v.Tuple.(*ssa.Lookup)
		return ok && v.Index == 0 && again(look)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		if at, ok := v.X.(*ssa.IndexAddr); ok {
			return any(elements(at.X))
		}
		return any(stores(v.X))
	}
	return false
}

// Uncached reports whether client.Options are written in place, without a cache, or with
// one only under a condition, or for a time.
func Uncached(options ssa.Value) bool {
	load, ok := options.(*ssa.UnOp)
	if !ok {
		_, zero := options.(*ssa.Const)
		return zero
	}
	made, ok := load.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	puts, all := cachePuts(made, 0)
	return all && (len(puts) != 1 || !puts[0].Block().Dominates(load.Block()) || isNil(puts[0].Val))
}

// cachePuts are the stores into the field of client.Options that has the cache; all says
// that there are no others.
func cachePuts(made *ssa.Alloc, depth int) (out []*ssa.Store, all bool) {
	for _, r := range *made.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.FieldAddr:
			if ssautil.Field(r).Name() != ctrlruntime.ReaderField[0] {
				continue
			}
			for _, use := range *r.Referrers() {
				put, ok := use.(*ssa.Store)
				if !ok || put.Addr != ssa.Value(r) {
					return nil, false
				}
				out = append(out, put)
			}
		case *ssa.Store:
			if _, zero := r.Val.(*ssa.Const); zero {
				continue
			}
			whole, ok := r.Val.(*ssa.UnOp) // of a literal
			if !ok || depth > 2 || r.Addr != ssa.Value(made) {
				return nil, false
			}
			from, ok := whole.X.(*ssa.Alloc)
			if !ok {
				return nil, false
			}
			puts, ok := cachePuts(from, depth+1)
			if !ok {
				return nil, false
			}
			out = append(out, puts...)
		default:
			return nil, false
		}
	}
	return out, true
}

// mapped are the values that are put into a map where it is made.
func mapped(of ssa.Value) (out []ssa.Value) {
	made, ok := of.(*ssa.MakeMap)
	if !ok {
		return nil
	}
	for _, r := range *made.Referrers() {
		if put, ok := r.(*ssa.MapUpdate); ok && put.Map == of {
			out = append(out, put.Value)
		}
	}
	return out
}

// mixed reports whether a value is one of several clients, or has several in it, of
// which one reads from the API server: whoever has failed with the first may go on to
// that one.
func mixed(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.ChangeInterface:
		return mixed(v.X)
	case *ssa.Phi, *ssa.Slice, *ssa.UnOp, *ssa.Index, *ssa.Lookup, *ssa.Extract:
		return Live(v)
	}
	return false
}

// Edges are those of a phi; none if it may be another client than that of the cache.
func Edges(v *ssa.Phi) []ssa.Value {
	if Live(v) {
		return nil
	}
	return v.Edges
}

// Returned are the values that a return gives; nothing for a client if the function has
// another one to give: which it is, its callers may know.
func Returned(ret *ssa.Return) []ssa.Value {
	out := slices.Clone(ret.Results)
	for i, v := range out {
		if ctrlruntime.RoleOf(v.Type()) != ctrlruntime.Reader {
			continue
		}
		var all []ssa.Value
		for _, b := range ret.Parent().Blocks {
			if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
				all = append(all, r.Results[i])
			}
		}
		if several(all...) {
			out[i] = nil
		}
	}
	return out
}

// several reports whether values are clients that come from more than one place.
func several(clients ...ssa.Value) bool {
	from := make(map[string]bool)
	for _, v := range clients {
		if ctrlruntime.RoleOf(v.Type()) == ctrlruntime.Reader {
			origins(v, from, make(map[ssa.Value]bool))
		}
	}
	return len(from) > 1
}

// origins are where a client comes from: what says that two are surely one.
func origins(v ssa.Value, from map[string]bool, seen map[ssa.Value]bool) {
	if seen[v] {
		return
	}
	seen[v] = true
	switch v := unwrapped(v).(type) {
	case *ssa.Const: // there is none yet
	case *ssa.Phi:
		for _, e := range v.Edges {
			origins(e, from, seen)
		}
	case *ssa.Call:
		c := v.Common()
		switch {
		case c.IsInvoke():
			from["of "+c.Method.Name()] = true
		case ctrlruntime.Wraps(Called(c)):
			origins(c.Args[0], from, seen)
		default:
			from["by "+c.Value.String()] = true
		}
	case *ssa.UnOp:
		if at, ok := v.X.(*ssa.FieldAddr); ok {
			from["in "+at.X.Type().String()+" "+strconv.Itoa(at.Field)] = true
			return
		}
		if put := stores(v.X); len(put) > 0 {
			for _, e := range put {
				origins(e, from, seen)
			}
			return
		}
		from["at "+v.X.Name()] = true
	default:
		from["as "+v.Name()] = true
	}
}

// stores are the values that are put into a variable, where it is made.
func stores(place ssa.Value) (out []ssa.Value) {
	if made, ok := place.(*ssa.Alloc); ok {
		for _, r := range *made.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(made) {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// elements are the values that are put into an array, or into one that is sliced,
// where it is made.
func elements(of ssa.Value) (out []ssa.Value) {
	if s, ok := of.(*ssa.Slice); ok {
		of = s.X
	}
	made, ok := of.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, r := range *made.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == of {
			if whole, ok := st.Val.(*ssa.UnOp); ok && whole.X != of {
				out = append(out, elements(whole.X)...) // of a literal
			}
		}
		at, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, r := range *at.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(at) {
				out = append(out, st.Val)
			}
		}
	}
	return out
}
