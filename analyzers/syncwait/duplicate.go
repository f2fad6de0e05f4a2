package syncwait

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/report"
)

// duplicate: one HasSynced twice, while a sibling of it is used and is awaited
// nowhere in the package.
func (c *caller) duplicate(call *ast.CallExpr) {
	for i, a := range call.Args {
		if !fix.IsChain(a) || !isFunc(c.pass.TypesInfo.TypeOf(a)) {
			continue
		}
		text := types.ExprString(a)
		k := slices.IndexFunc(call.Args[:i], func(b ast.Expr) bool { return types.ExprString(b) == text })
		if k < 0 {
			continue
		}
		forgotten := c.siblings(a)
		if len(forgotten) == 0 || c.factoryWaits() {
			continue // a factory's own wait asks all of them
		}
		var fixes []analysis.SuggestedFix
		if len(forgotten) == 1 {
			fixes = []analysis.SuggestedFix{{Message: "Wait for " + forgotten[0], TextEdits: []analysis.TextEdit{fix.Replace(a, forgotten[0])}}}
		}
		c.claim(call, report.Finding{
			Pos: a.Pos(), End: a.End(), Rule: DuplicateSynced, Fixes: fixes,
			Message: fmt.Sprintf("%s is awaited twice, and %s is not awaited at all: what it feeds may be read before it is synced", text, strings.Join(forgotten, ", ")),
			Related: []analysis.RelatedInformation{{Pos: call.Args[k].Pos(), Message: "the first time"}},
		})
	}
}

// factoryWaits: the package also waits for all informers of a factory.
func (c *caller) factoryWaits() bool {
	for _, file := range c.pass.Files {
		found := false
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			found = found || ok && c.op(call) == clientgo.OpWait
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
func (c *caller) siblings(a ast.Expr) []string {
	sel, ok := a.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	info := c.pass.TypesInfo
	if v, ok := info.Uses[sel.Sel].(*types.Var); ok && v.IsField() {
		return c.fields(sel.X, v, "", func(f *types.Var) bool { return c.assignedOnly(f) })
	}
	if sel.Sel.Name != "HasSynced" {
		return nil
	}
	switch x := ast.Unparen(sel.X).(type) {
	case *ast.SelectorExpr:
		if v, ok := info.Uses[x.Sel].(*types.Var); ok && v.IsField() {
			return c.fields(x.X, v, ".HasSynced", c.usedNotAsked)
		}
	case *ast.Ident:
		v, ok := info.Uses[x].(*types.Var)
		if !ok {
			return nil
		}
		var out []string
		for id, obj := range info.Defs {
			d, ok := obj.(*types.Var)
			if ok && d != v && !d.IsField() && d.Parent() == v.Parent() && types.Identical(d.Type(), v.Type()) && id.Pos() < a.Pos() && c.usedNotAsked(d) {
				out = append(out, id.Name+".HasSynced")
			}
		}
		slices.Sort(out)
		return out
	}
	return nil
}

// fields are the hidden fields beside v, as expressions below x.
func (c *caller) fields(x ast.Expr, v *types.Var, suffix string, want func(*types.Var) bool) []string {
	t := c.pass.TypesInfo.TypeOf(x)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []string
	for f := range st.Fields() {
		if f != v && !f.Exported() && types.Identical(f.Type(), v.Type()) && want(f) {
			out = append(out, types.ExprString(x)+"."+f.Name()+suffix)
		}
	}
	return out
}

// assignedOnly: the package sets the variable and never reads it.
func (c *caller) assignedOnly(v *types.Var) bool {
	set, read := 0, 0
	c.eachUse(v, func(parents []ast.Node) {
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
func (c *caller) usedNotAsked(v *types.Var) bool {
	used, lost := 0, false
	c.eachUse(v, func(parents []ast.Node) {
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

// eachUse gives the nodes from the file down to each mention of v.
func (c *caller) eachUse(v *types.Var, do func([]ast.Node)) {
	for _, file := range c.pass.Files {
		var stack []ast.Node
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return false
			}
			stack = append(stack, n)
			if id, ok := n.(*ast.Ident); ok && c.pass.TypesInfo.Uses[id] == v {
				do(stack)
			}
			return true
		})
	}
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
