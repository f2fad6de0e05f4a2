package cachecall

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ctrlruntime"
)

// Live reports whether a client may be the one that reads from the API server, by a
// condition: that may be asked again before a read.
func Live(client ssa.Value) bool { return live(client, make(map[ssa.Value]bool)) }

func live(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	again := func(v ssa.Value) bool { return live(v, seen) }
	switch v := v.(type) {
	case *ssa.Call:
		return v.Call.IsInvoke() && ctrlruntime.ReadsLive(v.Call.Method)
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, again)
	case *ssa.ChangeInterface:
		return again(v.X)
	case *ssa.MakeInterface:
		return again(v.X)
	case *ssa.Slice:
		return slices.ContainsFunc(elements(v.X), again)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		if at, ok := v.X.(*ssa.IndexAddr); ok {
			return slices.ContainsFunc(elements(at.X), again)
		}
		return slices.ContainsFunc(stores(v.X), again)
	}
	return false
}

// mixed reports whether a value is one of several clients, or has several in it, of
// which one reads from the API server: whoever has failed with the first may go on to
// that one.
func mixed(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.ChangeInterface:
		return mixed(v.X)
	case *ssa.Phi, *ssa.Slice, *ssa.UnOp:
		return Live(v)
	}
	return false
}

// Edges are those of a phi; none if it may be a client that reads from the API server.
func Edges(v *ssa.Phi) []ssa.Value {
	if Live(v) {
		return nil
	}
	return v.Edges
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
