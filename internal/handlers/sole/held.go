package sole

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// maxDepth bounds how far a value is followed: through a constructor, and what that
// calls.
const maxDepth = 4

// fields are the hidden fields of a package's structures that hold an interface,
// and what the package puts there.
type fields map[*types.Var]*impl

// stored notes what is put into a field. A field whose address goes anywhere else
// may be given another value there.
func (fs fields) stored(fn *ssa.Function, a *ssa.FieldAddr) {
	field := hidden(a.X.Type(), a.Field, fn)
	if field == nil {
		return
	}
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
			continue
		case *ssa.Store:
			if c, ok := ref.Val.(*ssa.Const); ok && c.IsNil() {
				continue // a call through it would panic, and say nothing of the type
			}
			if ref.Addr == a {
				fs.put(fn, field, concrete(ref.Val, 0))
				continue
			}
		}
		fs.put(fn, field, nil)
	}
}

// converted notes that values of another type become a structure: what its fields
// hold is not known.
func (fs fields) converted(fn *ssa.Function, t types.Type) {
	if s, ok := ssautil.Deref(t).Underlying().(*types.Struct); ok {
		for i := range s.NumFields() {
			if field := hidden(t, i, fn); field != nil {
				fs.put(fn, field, nil)
			}
		}
	}
}

func (fs fields) put(fn *ssa.Function, field *types.Var, typ types.Type) {
	i := fs[field]
	switch {
	case i == nil:
		i = &impl{typ: typ}
		fs[field] = i
	case i.typ != nil && (typ == nil || !types.Identical(i.typ, typ)):
		i.typ = nil
	}
	i.from = append(i.from, fn)
}

// hidden returns a field that only its own package can set, if it holds an
// interface: not embedded by an exported name, and in no generic type, whose
// instances hold different things.
func hidden(t types.Type, index int, fn *ssa.Function) *types.Var {
	t = ssautil.Deref(t)
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	field := s.Field(index)
	if field.Exported() || field.Pkg() == nil || !types.IsInterface(field.Type()) || fn.Pkg == nil || field.Pkg() != fn.Pkg.Pkg {
		return nil
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.TypeParams().Len() > 0 {
		return nil
	}
	return field
}

// concrete returns the one type that a value of an interface has, or nil: it is
// made here, or by functions of the package, whichever way they return.
func concrete(v ssa.Value, depth int) types.Type {
	if depth > maxDepth {
		return nil
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return v.X.Type()
	case *ssa.ChangeInterface:
		return concrete(v.X, depth+1)
	case *ssa.Phi:
		return same(v.Edges, depth)
	case *ssa.Call:
		return result(v, 0, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return result(call, v.Index, depth)
		}
	}
	return nil
}

// result returns what concrete says of a result of a call.
func result(call *ssa.Call, index, depth int) types.Type {
	callee := call.Call.StaticCallee()
	if callee == nil {
		return nil
	}
	var all []ssa.Value
	for _, b := range ssautil.Origin(callee).Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && index < len(ret.Results) {
			all = append(all, ret.Results[index])
		}
	}
	return same(all, depth)
}

// same returns the one type that all values have. A nil beside them is what comes
// with an error.
func same(vs []ssa.Value, depth int) (one types.Type) {
	for _, v := range vs {
		if c, ok := v.(*ssa.Const); ok && c.IsNil() {
			continue
		}
		t := concrete(v, depth+1)
		if t == nil || one != nil && !types.Identical(one, t) {
			return nil
		}
		one = t
	}
	return one
}

// held returns the field that a value was loaded from.
func held(v ssa.Value) *types.Var {
	switch v := v.(type) {
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.FieldAddr); ok {
			return hidden(a.X.Type(), a.Field, v.Parent())
		}
	case *ssa.Field:
		return hidden(v.X.Type(), v.Field, v.Parent())
	}
	return nil
}
