package value

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// Raw reports whether an item holds an object where it could be a tombstone as
// well: in an interface.
func (s *State) Raw(put ssa.Value, item Value) bool {
	switch item.Kind {
	case Object, Tomb:
		return types.IsInterface(put.Type())
	case Pointer:
		alloc, ok := item.Ref.(*ssa.Alloc)
		if !ok || item.Path != "" {
			return false
		}
		for _, f := range interfaces(ssautil.Deref(alloc.Type())) {
			if v, ok := s.Mem.known[place{item.Ref, "." + f}]; ok && v.Whole() {
				return true
			}
		}
	case Derived:
		return slices.ContainsFunc(item.Elems, Value.Whole)
	}
	return false
}

// interfaces returns the names of the fields of a structure that are interfaces.
func interfaces(t types.Type) (names []string) {
	st, ok := t.Underlying().(*types.Struct)
	for i := 0; ok && i < st.NumFields(); i++ {
		if types.IsInterface(st.Field(i).Type()) {
			names = append(names, st.Field(i).Name())
		}
	}
	return names
}

// FillZeros sets the fields of a structure that a literal has left out.
func (s *State) FillZeros(alloc *ssa.Alloc) {
	st, ok := ssautil.Deref(alloc.Type()).Underlying().(*types.Struct)
	for i := 0; ok && i < st.NumFields(); i++ {
		p := place{alloc, "." + st.Field(i).Name()}
		if _, set := s.Mem.known[p]; !set {
			s.Mem.set(p, Zero(st.Field(i).Type()))
		}
	}
}

// Tasks are the closures among values, and in structures that these point to,
// that have captured an object.
func (s *State) Tasks(given []Value) (out []Value) {
	keep := func(v Value) {
		if v.Kind == Closure && slices.ContainsFunc(v.Elems, s.holds) {
			out = append(out, v)
		}
	}
	for _, v := range given {
		keep(v)
		if v.Kind == Pointer {
			for p, part := range s.Mem.known {
				if p.ref == v.Ref && p.path != v.Path && strings.HasPrefix(p.path, v.Path) {
					keep(part)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b Value) int { return int(a.Ref.Pos() - b.Ref.Pos()) })
	return out
}

// holds reports whether a captured value is an object or tombstone, or a
// variable with one in it.
func (s *State) holds(v Value) bool {
	if v.Kind == Pointer {
		v = s.Load(v)
	}
	return v.Whole()
}

// Single returns the variable of a list of arguments of which there is one.
func Single(list ssa.Value) *ssa.Alloc {
	s, ok := list.(*ssa.Slice)
	if !ok {
		return nil
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok || a.Comment != "varargs" {
		return nil
	}
	if array, ok := ssautil.Deref(a.Type()).Underlying().(*types.Array); !ok || array.Len() != 1 {
		return nil
	}
	return a
}
