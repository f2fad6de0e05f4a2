// Package owners tells which predicates of controller-runtime are asked about objects
// that others own: what is deleted of those, the reconciler of the owner creates again.
package owners

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Find returns where owned objects are watched, by the calls that a predicate gets to and
// those on the builder whose filter it is.
func Find(calls []ssa.CallInstruction) token.Pos {
	for _, call := range calls {
		c := call.Common()
		fn := ssautil.Callee(c)
		switch name := clientgo.Builder(fn); {
		case owns(call), clientgo.WatchesKind(fn) && slices.ContainsFunc(c.Args, asksOwner):
			return ssautil.Pos(call)
		case name == "WithEventFilter":
			b := &builder{seen: make(map[ssa.Value]bool)}
			if b.value(c.Args[0]); b.owns != nil {
				return ssautil.Pos(b.owns)
			}
		}
	}
	return token.NoPos
}

// owns reports whether a call on a builder watches what the controller's objects own.
func owns(call ssa.CallInstruction) bool {
	c := call.Common()
	switch clientgo.Builder(ssautil.Callee(c)) {
	case "Owns":
		return true
	case "Watches":
		return slices.ContainsFunc(c.Args, asksOwner)
	}
	return false
}

// asksOwner reports whether a value is the handler that has owners reconciled.
func asksOwner(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return clientgo.AsksOwner(x.X.Type(), nil) || asksOwner(x.X)
	case *ssa.ChangeInterface:
		return asksOwner(x.X)
	case *ssa.Call:
		return clientgo.AsksOwner(nil, ssautil.Callee(&x.Call))
	}
	return false
}

// A builder is what is known of one builder: its methods return it.
type builder struct {
	seen map[ssa.Value]bool
	owns ssa.CallInstruction
}

func (b *builder) value(v ssa.Value) {
	if b.seen[v] || v.Referrers() == nil {
		return
	}
	b.seen[v] = true
	switch x := v.(type) {
	case *ssa.Call:
		if clientgo.Builder(ssautil.Callee(&x.Call)) != "" {
			b.value(x.Call.Args[0])
		}
	case *ssa.Phi:
		for _, e := range x.Edges {
			b.value(e)
		}
	}
	for _, ref := range *v.Referrers() {
		switch i := ref.(type) {
		case *ssa.Call:
			if clientgo.Builder(ssautil.Callee(&i.Call)) == "" || i.Call.Args[0] != v {
				continue
			}
			if b.owns == nil && owns(i) {
				b.owns = i
			}
			b.value(i)
		case *ssa.Phi:
			b.value(i)
		}
	}
}
