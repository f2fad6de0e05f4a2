package ssautil

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// MayCall reports whether a method of another package, by its name, may be called of
// what a value points to: by the function of the value, by closures that share it, by
// functions of the package that it is handed to or comes from, or, if it is in a hidden
// field of a structure, of that field anywhere in the package. Of what is seen by other
// packages it is not known.
func MayCall(recv ssa.Value, method string) bool {
	m := &maker{method: method, seen: make(map[ssa.Value]bool), fields: make(map[*types.Var]bool)}
	return m.of(recv)
}

// A maker goes from a value to all that may be the same one.
type maker struct {
	method string
	seen   map[ssa.Value]bool
	fields map[*types.Var]bool
	fns    []*ssa.Function // of the package
}

// of follows a value to where it comes from, and to what is done with it.
func (m *maker) of(v ssa.Value) bool {
	if m.seen[v] {
		return false
	}
	m.seen[v] = true
	switch v := v.(type) {
	case *ssa.UnOp:
		if m.of(v.X) {
			return true
		}
	case *ssa.ChangeType:
		if m.of(v.X) {
			return true
		}
	case *ssa.FieldAddr:
		return m.field(v.Parent(), Field(v))
	case *ssa.Field:
		st, _ := v.X.Type().Underlying().(*types.Struct)
		return st == nil || m.field(v.Parent(), st.Field(v.Field))
	case *ssa.Phi:
		if slices.ContainsFunc(v.Edges, m.of) {
			return true
		}
	case *ssa.FreeVar:
		if m.bound(v) {
			return true
		}
	case *ssa.Parameter:
		if m.given(v) {
			return true
		}
	case *ssa.Extract:
		if m.of(v.Tuple) {
			return true
		}
	case *ssa.Call:
		if m.made(v.Common()) {
			return true
		}
	case *ssa.Alloc, *ssa.Const:
	default:
		return true // a global, an element, a dynamic value
	}
	uses := v.Referrers()
	return uses != nil && slices.ContainsFunc(*uses, func(ref ssa.Instruction) bool { return m.use(v, ref) })
}

// use: an instruction calls the method of a value, or hands the value to what does.
func (m *maker) use(v ssa.Value, ref ssa.Instruction) bool {
	switch ref := ref.(type) {
	case *ssa.UnOp:
		return m.of(ref)
	case *ssa.Phi:
		return m.of(ref)
	case *ssa.ChangeType:
		return m.of(ref)
	case *ssa.Extract:
		return IsPointer(ref.Type()) && m.of(ref)
	case *ssa.Store:
		if ref.Val == v {
			return m.of(ref.Addr)
		}
		return ref.Addr == v && IsPointer(ref.Val.Type()) && m.of(ref.Val)
	case *ssa.MakeClosure:
		for i, b := range ref.Bindings {
			if fn := ref.Fn.(*ssa.Function); b == v && (Bound(fn) != nil && fn.Object().Name() == m.method || m.of(fn.FreeVars[i])) {
				return true
			}
		}
	case ssa.CallInstruction:
		c := ref.Common()
		fn := c.StaticCallee()
		for i, arg := range c.Args {
			switch {
			case arg != v:
			case fn == nil:
				return true
			case len(fn.Blocks) > 0:
				if m.of(fn.Params[i]) {
					return true
				}
			case i > 0 || fn.Signature.Recv() == nil || fn.Name() == m.method:
				return true // of its other methods none calls this one
			}
		}
	case *ssa.MakeInterface, *ssa.Return, *ssa.MapUpdate, *ssa.Send:
		_, back := ref.(*ssa.Return)
		return !back // who gets it is looked at from there
	}
	return false
}

// field: the method is called of a field, of whatever object.
func (m *maker) field(in *ssa.Function, field *types.Var) bool {
	if field == nil || in.Pkg == nil || field.Exported() || field.Pkg() != in.Pkg.Pkg {
		return true
	}
	if m.fields[field] {
		return false
	}
	m.fields[field] = true
	return m.each(in, func(instr ssa.Instruction) bool {
		var at ssa.Value
		switch instr := instr.(type) {
		case *ssa.FieldAddr:
			if Field(instr) == field {
				at = instr
			}
		case *ssa.Field: // of a structure that is a result, or an element
			if st, ok := instr.X.Type().Underlying().(*types.Struct); ok && st.Field(instr.Field) == field {
				at = instr
			}
		}
		return at != nil && slices.ContainsFunc(*at.Referrers(), func(ref ssa.Instruction) bool { return m.use(at, ref) })
	})
}

// bound follows a captured variable to the function that it is captured from.
func (m *maker) bound(v *ssa.FreeVar) bool {
	fn := v.Parent()
	if fn.Parent() == nil {
		return true
	}
	return m.each(fn.Parent(), func(instr ssa.Instruction) bool {
		mk, ok := instr.(*ssa.MakeClosure)
		return ok && mk.Fn == ssa.Value(fn) && m.of(mk.Bindings[slices.Index(fn.FreeVars, v)])
	})
}

// given follows a parameter to those that call its function. Others may as well if
// it is exported, or used as a value.
func (m *maker) given(v *ssa.Parameter) bool {
	fn := v.Parent()
	if obj := Object(fn); obj == nil || obj.Exported() {
		return true
	}
	i := slices.Index(fn.Params, v)
	called := false
	if m.each(fn, func(instr ssa.Instruction) bool {
		call, ok := instr.(ssa.CallInstruction)
		if ok && call.Common().StaticCallee() == fn {
			called = true
			return m.of(call.Common().Args[i])
		}
		return slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool { return *op == ssa.Value(fn) })
	}) {
		return true
	}
	return !called
}

// made follows a result to what a function of the package returns; one that is made by
// another package has no limit of its own only if its own package makes it.
func (m *maker) made(c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	if fn == nil {
		return true
	}
	if len(fn.Blocks) == 0 {
		return fn.Name() != "WithContext"
	}
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && slices.ContainsFunc(ret.Results, func(r ssa.Value) bool { return IsPointer(r.Type()) && m.of(r) }) {
			return true
		}
	}
	return false
}

// each looks for an instruction in all functions of the package.
func (m *maker) each(in *ssa.Function, is func(ssa.Instruction) bool) bool {
	if m.fns == nil {
		m.fns = FunctionsOf(in)
	}
	return slices.ContainsFunc(m.fns, func(fn *ssa.Function) bool {
		return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, is) })
	})
}

// functionsOf are all functions and methods of the package of one, with their literals.
func FunctionsOf(in *ssa.Function) (out []*ssa.Function) {
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		if fn != nil {
			out = append(out, fn)
			for _, anon := range fn.AnonFuncs {
				add(anon)
			}
		}
	}
	if in.Pkg == nil {
		return nil
	}
	for _, member := range in.Pkg.Members {
		switch member := member.(type) {
		case *ssa.Function:
			add(member)
		case *ssa.Type:
			if named, ok := types.Unalias(member.Type()).(*types.Named); ok {
				for method := range named.Methods() {
					add(in.Prog.FuncValue(method))
				}
			}
		}
	}
	return out
}
