// Package owners tells which predicates of controller-runtime are asked about objects
// that others own: what is deleted of those, the reconciler of the owner creates again.
// And which are asked about objects that a finalizer holds.
package owners

import (
	"go/token"
	"go/types"
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
			if b := of(c.Args[0]); b.owns != nil {
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

// Held reports whether all objects that a predicate is asked about have a finalizer that
// one of the functions adds: by the calls that it gets to, and those on the builder whose
// filter it is.
func Held(calls []ssa.CallInstruction, fns []*ssa.Function) bool {
	var kinds []types.Type
	for _, call := range calls {
		c := call.Common()
		switch clientgo.Builder(ssautil.Callee(c)) {
		case "For":
			kinds = append(kinds, object(c.Args[1]))
		case "WithEventFilter":
			b := of(c.Args[0])
			if b.others || len(b.kinds) == 0 {
				return false
			}
			kinds = append(kinds, b.kinds...)
		default:
			if others(call) {
				return false
			}
		}
	}
	return len(kinds) > 0 && !slices.ContainsFunc(kinds, func(k types.Type) bool { return k == nil || !finalized(k, fns) })
}

// others reports whether a call watches other objects than a controller's own.
func others(call ssa.CallInstruction) bool {
	fn := ssautil.Callee(call.Common())
	switch clientgo.Builder(fn) {
	case "Owns", "Watches", "WatchesRawSource", "WatchesMetadata":
		return true
	}
	return clientgo.WatchesKind(fn)
}

// finalized reports whether a finalizer is added to objects of a type.
func finalized(kind types.Type, fns []*ssa.Function) bool {
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || !clientgo.AddsFinalizer(ssautil.Callee(&call.Call)) {
					continue
				}
				if o := object(call.Call.Args[0]); o != nil && types.Identical(o, kind) {
					return true
				}
			}
		}
	}
	return false
}

// object is the type of an object that is put into an interface for a call.
func object(v ssa.Value) types.Type {
	if m, ok := v.(*ssa.MakeInterface); ok {
		return m.X.Type()
	}
	return nil
}

// A builder is what is known of one builder: its methods return it.
type builder struct {
	seen   map[ssa.Value]bool
	owns   ssa.CallInstruction
	kinds  []types.Type // that it is for
	others bool         // it watches others as well
}

func of(v ssa.Value) *builder {
	b := &builder{seen: make(map[ssa.Value]bool)}
	b.value(v)
	return b
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
			b.called(i)
			b.value(i)
		case *ssa.Phi:
			b.value(i)
		}
	}
}

func (b *builder) called(i *ssa.Call) {
	if b.owns == nil && owns(i) {
		b.owns = i
	}
	b.others = b.others || others(i)
	if clientgo.Builder(ssautil.Callee(&i.Call)) == "For" {
		b.kinds = append(b.kinds, object(i.Call.Args[1]))
	}
}
