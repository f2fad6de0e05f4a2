package waits

import (
	"go/ast"
	"go/types"
)

// Given says what a wait for nothing is given, and what has to be done with what
// it should ask.
func (w *Wait) Given() (given, todo string) {
	if list := w.unfilled(); list != "" {
		return list + ", which nothing fills,", "put into it"
	}
	return "no HasSynced", "give it"
}

// unfilled is the list that the wait is given, as an expression, if that is a hidden
// field which is never filled: the package only reads it, so that it is nil. "" for
// any other.
func (w *Wait) unfilled() string {
	if !w.Call.Ellipsis.IsValid() || len(w.Call.Args) == 0 {
		return ""
	}
	list := w.Call.Args[len(w.Call.Args)-1]
	x, v := w.field(list)
	if v == nil || v.Exported() || v.Pkg() != w.pass.Pkg || generic(w.pass.TypesInfo.TypeOf(x)) || w.filled(w.structOf(x), v) {
		return ""
	}
	return types.ExprString(list)
}

// generic: of such a type the fields are others in each instance.
func generic(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.TypeArgs().Len()+n.TypeParams().Len() > 0
}

// filled: something in the package may give a field a value: all that is done with
// it but to read it counts, and so does a literal of its structure without keys, or
// what is converted to it.
func (f *finder) filled(st *types.Struct, v *types.Var) (filled bool) {
	f.eachUse(v, func(stack []ast.Node) {
		k := len(stack) - 2
		if sel, ok := stack[k].(*ast.SelectorExpr); !ok || sel.Sel != stack[k+1] {
			filled = true // a key of a literal
			return
		}
		switch p := stack[k-1].(type) {
		case *ast.CallExpr:
		case *ast.RangeStmt:
			filled = filled || p.X != stack[k]
		default:
			filled = true
		}
	})
	like := func(e ast.Expr) bool {
		t := f.pass.TypesInfo.TypeOf(e)
		return t != nil && types.Identical(t.Underlying(), st)
	}
	for _, file := range f.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if len(n.Elts) > 0 && like(n) {
					_, keyed := n.Elts[0].(*ast.KeyValueExpr)
					filled = filled || !keyed
				}
			case *ast.CallExpr:
				filled = filled || f.pass.TypesInfo.Types[n.Fun].IsType() && like(n)
			}
			return !filled
		})
	}
	return filled
}
