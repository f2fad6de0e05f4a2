// Package ssautil answers questions about go/ssa that several engines have:
// what a call calls, what a field is called, where an instruction stands.
package ssautil

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// FieldName returns the name of field i of a structure, given its type or that
// of a pointer to it.
func FieldName(t types.Type, i int) string {
	if st, ok := Deref(t).Underlying().(*types.Struct); ok && i < st.NumFields() {
		return st.Field(i).Name()
	}
	return "?"
}

// Deref returns what a pointer points to, and any other type as it is.
func Deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// Field returns the field that an address is of; nil if that is no structure's.
func Field(fa *ssa.FieldAddr) *types.Var {
	st, ok := Deref(fa.X.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return st.Field(fa.Field)
}

// Origin returns the generic function of an instance, and any other function
// as it is.
func Origin(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

// Outermost returns the declared function that a literal is written in, and any
// other function as it is.
func Outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// Object returns the declared function or method that fn is, of an instance
// the generic one; nil for a function literal.
func Object(fn *ssa.Function) *types.Func {
	obj, _ := Origin(fn).Object().(*types.Func)
	return obj
}

// Callee returns the function, method or interface method that a call names;
// nil for a call of a function value.
func Callee(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	if callee := c.StaticCallee(); callee != nil {
		return Object(callee)
	}
	return nil
}

// Bound returns the method that a method value's wrapper calls, or nil if fn is
// no such wrapper.
func Bound(fn *ssa.Function) *ssa.Function {
	if fn.Synthetic == "" || fn.Object() == nil || len(fn.FreeVars) != 1 {
		return nil
	}
	if m, ok := fn.Object().(*types.Func); ok && m.Signature().Recv() != nil {
		return fn.Prog.FuncValue(m.Origin())
	}
	return nil
}

// Global returns the package variable that a value was loaded from, or nil.
func Global(v ssa.Value) *ssa.Global {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		g, _ := u.X.(*ssa.Global)
		return g
	}
	return nil
}

// Pos returns where an instruction stands: its own position, that of an
// operand, or that of its function.
func Pos(instr ssa.Instruction) token.Pos {
	if instr.Pos().IsValid() {
		return instr.Pos()
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && (*op).Pos().IsValid() {
			return (*op).Pos()
		}
		if ex, ok := (*op).(*ssa.Extract); ok && ex.Tuple.Pos().IsValid() {
			return ex.Tuple.Pos()
		}
	}
	return instr.Parent().Pos()
}

// Inverted reports whether the source has a "!" before what a branch asks.
func Inverted(branch *ssa.If) (found bool) {
	at, syntax := Pos(branch), branch.Parent().Syntax()
	if syntax == nil {
		return false
	}
	ast.Inspect(syntax, func(n ast.Node) bool {
		if not, ok := n.(*ast.UnaryExpr); ok && not.Op == token.NOT && not.X.Pos() <= at && at < not.X.End() {
			found = ast.Unparen(not.X).Pos() <= at && asked(not.X, at)
		}
		return true
	})
	return found
}

// asked reports whether what stands at a place is all that an expression asks, and
// not a part of it.
func asked(e ast.Expr, at token.Pos) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Pos() == at
	case *ast.SelectorExpr:
		return e.Pos() == at || e.Sel.Pos() == at
	case *ast.CallExpr:
		return e.Lparen == at || e.Pos() == at
	case *ast.BinaryExpr:
		return e.OpPos == at
	case *ast.IndexExpr:
		return e.Lbrack == at || e.Pos() == at
	case *ast.StarExpr:
		return e.Star == at
	}
	return false
}

// Captured returns what the closures of a function give one of its free
// variables.
func Captured(v *ssa.FreeVar, closures []*ssa.MakeClosure) []ssa.Value {
	i := slices.Index(v.Parent().FreeVars, v)
	var out []ssa.Value
	for _, mc := range closures {
		out = append(out, mc.Bindings[i])
	}
	return out
}

// IsError reports whether t is error.
func IsError(t types.Type) bool {
	return types.Identical(types.Unalias(t), types.Universe.Lookup("error").Type())
}

// IsBool reports whether t is a boolean type.
func IsBool(t types.Type) bool {
	return types.Identical(t.Underlying(), types.Typ[types.Bool])
}

// IsRef reports whether values of a type lead to memory.
func IsRef(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Interface:
		return true
	}
	return false
}

// IsConst reports whether v is a constant.
func IsConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

// OnlyReturn returns the one return of a function; nil if it has none, or
// several.
func OnlyReturn(fn *ssa.Function) *ssa.Return {
	var only *ssa.Return
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if only != nil {
				return nil
			}
			only = ret
		}
	}
	return only
}

// Named calls do with the functions that a function names.
func Named(fn *ssa.Function, do func(*ssa.Function)) {
	var ops []*ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(ops[:0]) {
				if callee, ok := (*op).(*ssa.Function); ok {
					do(callee)
				}
			}
		}
	}
}

// AsksForError reports whether a branch asks whether something has failed.
func AsksForError(last *ssa.If) bool {
	i, ok := last.Cond.(*ssa.BinOp)
	return ok && IsError(i.X.Type())
}

// AssignedOnce returns the package variables that functions assign once, and
// what; seen is told of the functions that assign any.
func AssignedOnce(fns []*ssa.Function, seen func(*ssa.Function)) map[*ssa.Global]ssa.Value {
	once, stores := make(map[*ssa.Global]ssa.Value), make(map[*ssa.Global]int)
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if st, ok := instr.(*ssa.Store); ok {
					if g, ok := st.Addr.(*ssa.Global); ok {
						stores[g]++
						once[g] = st.Val
						if c, ok := st.Val.(*ssa.ChangeType); ok {
							once[g] = c.X // var f Filter = func(...) ...
						}
						seen(fn)
					}
				}
			}
		}
	}
	maps.DeleteFunc(once, func(g *ssa.Global, _ ssa.Value) bool { return stores[g] > 1 })
	return once
}

// Elements are the values in a list that is written where it is used; false if
// there may be others.
func Elements(list ssa.Value) (out []ssa.Value, all bool) {
	if c, ok := list.(*ssa.Const); ok && c.IsNil() {
		return nil, true
	}
	slice, ok := list.(*ssa.Slice)
	if !ok {
		return nil, false
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	for _, r := range *array.Referrers() {
		elem, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, r := range *elem.Referrers() {
			store, ok := r.(*ssa.Store)
			if !ok || store.Addr != elem {
				return nil, false // somebody else may have its address
			}
			out = append(out, store.Val)
		}
	}
	return out, true
}

// Stored reports whether a function stores to a variable that it has captured.
func Stored(v *ssa.FreeVar) bool {
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		st, ok := r.(*ssa.Store)
		return ok && st.Addr == v
	})
}

// Elem is the type of what is taken out of a map or received from a channel; nil
// for anything else.
func Elem(t types.Type) types.Type {
	switch t := t.Underlying().(type) {
	case *types.Map:
		return t.Elem()
	case *types.Chan:
		return t.Elem()
	}
	return nil
}

// AssertedTo reports whether the first of the values that a call returns is asserted to
// be of a type.
func AssertedTo(result ssa.Value, typ types.Type) bool {
	if result == nil {
		return false
	}
	for _, r := range *result.Referrers() {
		first, ok := r.(*ssa.Extract)
		if !ok || first.Index != 0 {
			continue
		}
		for _, use := range *first.Referrers() {
			if a, ok := use.(*ssa.TypeAssert); ok && types.Identical(a.AssertedType, typ) {
				return true
			}
		}
	}
	return false
}

// IsPointer reports whether a type is that of pointers.
func IsPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// OnlyStored is the value that is stored in a variable as a whole, if only one is;
// what closures store there does not count.
func OnlyStored(a *ssa.Alloc) (val ssa.Value) {
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(a) {
			if val != nil {
				return nil
			}
			val = st.Val
		}
	}
	return val
}

// AsInterface returns the interface that a type is, if it is one: a type parameter
// is none.
func AsInterface(t types.Type) *types.Interface {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return nil
	}
	iface, _ := t.Underlying().(*types.Interface)
	return iface
}
