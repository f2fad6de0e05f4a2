package waits

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// calls are the calls, by their parentheses, through which a package gets, reads
// or asks the informer that a variable leads to, be that the informer, its
// accessor, lister or HasSynced. By them what a claim is about is told from the
// other informers in what is run.
func (f *finder) calls(vars ...*types.Var) []token.Pos {
	out := []token.Pos{} // none is not the same as any
	seen := make(map[*types.Var]bool)
	for ; len(vars) > 0; vars = vars[1:] {
		v := vars[0]
		if v == nil || seen[v] || !f.leads(v.Type()) {
			continue
		}
		seen[v] = true
		f.eachMention(v, func(stack []ast.Node) {
			if !f.ofTest(stack[0].(*ast.File)) {
				more, also := f.with(stack)
				out, vars = append(out, more...), append(vars, also...)
			}
		})
	}
	return out
}

// leads: a value of the type leads to one informer. A factory leads to many.
func (f *finder) leads(t types.Type) bool {
	switch f.table.RoleOf(t) {
	case clientgo.Accessor, clientgo.Informer, clientgo.Controller, clientgo.Lister, clientgo.Synced:
		return true
	}
	sig, ok := t.Underlying().(*types.Signature)
	return ok && sig.Params().Len() == 0 && sig.Results().Len() == 1 && types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool])
}

// with are the calls around one mention of a variable, and the variables that
// are of the same informer because of it.
func (f *finder) with(stack []ast.Node) (calls []token.Pos, vars []*types.Var) {
	e := stack[len(stack)-1].(ast.Expr)
	for i := len(stack) - 2; i > 0; i-- {
		switch p := stack[i].(type) {
		case *ast.SelectorExpr:
		case *ast.CallExpr:
			if p.Fun != e {
				return calls, nil // it is handed on
			}
			calls = append(calls, p.Lparen)
		case *ast.KeyValueExpr:
			if p.Key == e {
				return f.below(p.Value)
			}
			return calls, []*types.Var{f.variable(p.Key)}
		case *ast.AssignStmt:
			return f.assigned(p.Lhs, p.Rhs, e, calls)
		case *ast.ValueSpec:
			var lhs []ast.Expr
			for _, name := range p.Names {
				lhs = append(lhs, name)
			}
			return f.assigned(lhs, p.Values, e, calls)
		default:
			return calls, nil
		}
		e = stack[i].(ast.Expr)
	}
	return calls, nil
}

// assigned looks at an assignment with e on one of its sides.
func (f *finder) assigned(lhs, rhs []ast.Expr, e ast.Expr, calls []token.Pos) ([]token.Pos, []*types.Var) {
	k := slices.Index(lhs, e)
	switch {
	case k < 0 && len(lhs) == len(rhs):
		return calls, []*types.Var{f.variable(lhs[slices.Index(rhs, e)])}
	case k >= 0 && len(lhs) == len(rhs):
		return f.below(rhs[k])
	case k >= 0 && len(rhs) == 1: // store, informer := cache.NewInformer()
		calls, vars := f.below(rhs[0])
		for _, l := range lhs {
			vars = append(vars, f.variable(l))
		}
		return calls, vars
	}
	return calls, nil
}

// below are the calls that an expression is made of, and the variable that it
// begins with.
func (f *finder) below(e ast.Expr) (calls []token.Pos, vars []*types.Var) {
	for {
		switch p := ast.Unparen(e).(type) {
		case *ast.CallExpr:
			calls = append(calls, p.Lparen)
			e = p.Fun
		case *ast.SelectorExpr:
			if v := f.variable(p); v != nil {
				return calls, []*types.Var{v}
			}
			e = p.X
		default:
			return calls, []*types.Var{f.variable(p)}
		}
	}
}

// variable is what e names if that is a variable or a field that is set at one
// place: others may hold several informers in turn.
func (f *finder) variable(e ast.Expr) *types.Var {
	v := f.varOf(e)
	if v == nil || v.IsField() && len(f.sets(v)) > 1 {
		return nil
	}
	return v
}

func (f *finder) varOf(e ast.Expr) *types.Var {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		e = sel.Sel
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := f.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}

// Calls are those of what the wait can be given, by its expressions; nil if one
// of them stands for many informers.
func (w *Wait) Calls(given ...string) []token.Pos {
	var vars []*types.Var
	for _, text := range given {
		v := w.meant(strings.TrimSuffix(text, ".HasSynced"))
		if v == nil || !w.leads(v.Type()) {
			return nil
		}
		vars = append(vars, v)
	}
	return w.calls(vars...)
}

// meant is the variable that an expression in the function that waits names, or
// a field of its receiver.
func (w *Wait) meant(text string) (v *types.Var) {
	ast.Inspect(w.decl, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && v == nil && types.ExprString(e) == text {
			v = w.varOf(e)
		}
		return v == nil
	})
	if recv, st := w.receiver(); v == nil && st != nil {
		for field := range st.Fields() {
			if text == recv+"."+field.Name() {
				v = field
			}
		}
	}
	return v
}
