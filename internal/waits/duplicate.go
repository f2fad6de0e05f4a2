package waits

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
)

// A Duplicate is a HasSynced that is given twice, while siblings of it are used
// and awaited nowhere in the package.
type Duplicate struct {
	Arg, First ast.Expr
	Text       string
	Forgotten  []string
	Calls      []token.Pos // of the informers that are forgotten
}

// Duplicates returns those of the wait.
func (w *Wait) Duplicates() (out []Duplicate) {
	if w.Factory {
		return nil
	}
	for i, a := range w.Call.Args {
		if !fix.IsChain(a) || !isFunc(w.pass.TypesInfo.TypeOf(a)) {
			continue
		}
		text := types.ExprString(a)
		k := slices.IndexFunc(w.Call.Args[:i], func(b ast.Expr) bool { return types.ExprString(b) == text })
		if k < 0 {
			continue
		}
		// A factory's own wait asks all of them.
		// Calls is not nil: where it is not known through which calls the program gets to
		// one of them, no run shows it, and nothing is reported.
		if forgotten := w.siblings(a); len(forgotten) > 0 && !w.factoryWaits() {
			out = append(out, Duplicate{Arg: a, First: w.Call.Args[k], Text: text, Forgotten: forgotten, Calls: append([]token.Pos{}, w.Calls(forgotten...)...)})
		}
	}
	return out
}

// factoryWaits: the package also waits for all informers of a factory.
func (f *finder) factoryWaits() bool {
	for _, file := range f.pass.Files {
		found := false
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			found = found || ok && f.op(call) == clientgo.OpWait
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

func isFunc(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// siblings of x.aSynced are x.bSynced, hidden fields of the same type that are
// only ever assigned; of a.HasSynced they are b.HasSynced, for variables and
// fields of a's type that are used and never asked.
func (f *finder) siblings(a ast.Expr) []string {
	sel, ok := a.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	info := f.pass.TypesInfo
	if v, ok := info.Uses[sel.Sel].(*types.Var); ok && v.IsField() {
		return f.fields(sel.X, v, "", f.assignedOnly)
	}
	if sel.Sel.Name != "HasSynced" {
		return nil
	}
	switch x := ast.Unparen(sel.X).(type) {
	case *ast.SelectorExpr:
		if v, ok := info.Uses[x.Sel].(*types.Var); ok && v.IsField() {
			return f.fields(x.X, v, ".HasSynced", f.usedNotAsked)
		}
	case *ast.Ident:
		v, ok := info.Uses[x].(*types.Var)
		if !ok {
			return nil
		}
		var out []string
		for id, obj := range info.Defs {
			d, ok := obj.(*types.Var)
			if ok && d != v && !d.IsField() && d.Parent() == v.Parent() && types.Identical(d.Type(), v.Type()) && id.Pos() < a.Pos() && f.usedNotAsked(d) {
				out = append(out, id.Name+".HasSynced")
			}
		}
		slices.Sort(out)
		return out
	}
	return nil
}

// fields are the hidden fields beside v, as expressions below x.
func (f *finder) fields(x ast.Expr, v *types.Var, suffix string, want func(*types.Var) bool) []string {
	st := f.structOf(x)
	if st == nil {
		return nil
	}
	var out []string
	for sibling := range st.Fields() {
		if sibling != v && !sibling.Exported() && types.Identical(sibling.Type(), v.Type()) && want(sibling) {
			out = append(out, types.ExprString(x)+"."+sibling.Name()+suffix)
		}
	}
	return out
}

// assignedOnly: the package sets the variable and never reads it.
func (f *finder) assignedOnly(v *types.Var) bool {
	set, read := 0, 0
	f.eachUse(v, func(parents []ast.Node) {
		if assigns(parents) {
			set++
		} else {
			read++
		}
	})
	return set > 0 && read == 0
}

// usedNotAsked: the package calls methods of the variable, and HasSynced is none
// of them; and it is handed to nobody.
func (f *finder) usedNotAsked(v *types.Var) bool {
	used, lost := 0, false
	f.eachUse(v, func(parents []ast.Node) {
		if assigns(parents) {
			return
		}
		sel, ok := parents[len(parents)-2].(*ast.SelectorExpr)
		if ok && v.IsField() && sel.Sel == parents[len(parents)-1] { // x.v: look at what is around it
			sel, ok = parents[len(parents)-3].(*ast.SelectorExpr)
		}
		if !ok || strings.HasPrefix(sel.Sel.Name, "HasSynced") {
			lost = true
		}
		used++
	})
	return used > 0 && !lost
}

// eachUse gives the nodes from the file down to each mention of v but its
// definition.
func (f *finder) eachUse(v *types.Var, do func([]ast.Node)) {
	f.eachMention(v, func(stack []ast.Node) {
		if id := stack[len(stack)-1].(*ast.Ident); f.pass.TypesInfo.Uses[id] == v {
			do(stack)
		}
	})
}

// assigns: the mention is the left side of an assignment, or a key of a
// composite literal.
func assigns(parents []ast.Node) bool {
	var below ast.Node
	for _, n := range slices.Backward(parents) {
		switch n := n.(type) {
		case *ast.SelectorExpr, *ast.Ident:
		case *ast.KeyValueExpr:
			return n.Key == below
		case *ast.AssignStmt:
			return n.Tok != token.DEFINE && slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return e == below })
		default:
			return false
		}
		below = n
	}
	return false
}
