package form

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Asked are the types that one object is asserted to be.
type Asked struct {
	types []string
	other bool // a tombstone, or a type without a name
}

// Add adds the type of an assertion, and returns how the object is called from
// now on. A tombstone does not give it a name: none is in a store, and none comes
// to Add or Update, though a helper that serves Delete as well asks for it.
func (a *Asked) Add(i *ssa.TypeAssert) string {
	name := TypeName(i.AssertedType)
	if value, pointer := clientgo.IsTombstone(i.AssertedType); value || pointer || name == "" {
		a.other = true
	} else if !slices.Contains(a.types, name) {
		a.types = append(a.types, name)
	}
	if len(a.types) == 0 {
		return ""
	}
	return a.types[len(a.types)-1]
}

// Several says that the object is taken for more than one type.
func (a *Asked) Several() bool {
	return len(a.types) > 1 || a.other && len(a.types) > 0
}

// At returns which of several types the object has at an instruction: the only
// one that what the instruction works on was reached from, by fields and elements.
func (a *Asked) At(in ssa.Instruction) string {
	if len(a.types) < 2 || in == nil {
		return ""
	}
	var found []string
	seen := make(map[ssa.Value]bool)
	var look func(v ssa.Value)
	look = func(v ssa.Value) {
		if v == nil || seen[v] {
			return
		}
		seen[v] = true
		if name := TypeName(v.Type()); slices.Contains(a.types, name) && !slices.Contains(found, name) {
			found = append(found, name)
		}
		switch v := v.(type) {
		case *ssa.FieldAddr:
			look(v.X)
		case *ssa.Field:
			look(v.X)
		case *ssa.IndexAddr:
			look(v.X)
		case *ssa.Lookup:
			look(v.X)
		case *ssa.UnOp:
			look(v.X)
		case *ssa.ChangeType:
			look(v.X)
		case *ssa.MakeInterface:
			look(v.X)
		}
	}
	for _, op := range in.Operands(nil) {
		look(*op)
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}
