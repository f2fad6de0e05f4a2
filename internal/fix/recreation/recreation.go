// Package recreation makes the edits by which an Update handler tells an object that
// was created again from the one before it.
package recreation

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
)

// Handlers are the functions of one registration, nil where there is none.
type Handlers struct{ Add, Update, Delete *ssa.Function }

// CompareUIDs adds a comparison of the UIDs to one of the generations:
//
//	old.Generation == new.Generation  ->  old.Generation == new.Generation && old.UID == new.UID
//	old.Generation != new.Generation  ->  old.Generation != new.Generation || old.UID != new.UID
func CompareUIDs(pass *analysis.Pass, src *fix.Source, pos token.Pos) []analysis.TextEdit {
	path := src.Path(pos)
	for i, n := range path {
		cmp, ok := n.(*ast.BinaryExpr)
		if !ok {
			continue
		}
		x, y := uidOf(pass, cmp.X), uidOf(pass, cmp.Y)
		if x == "" || y == "" || cmp.Op != token.EQL && cmp.Op != token.NEQ {
			return nil
		}
		op := token.LAND
		if cmp.Op == token.NEQ {
			op = token.LOR
		}
		before, after := "", fmt.Sprintf(" %s %s %s %s", op, x, cmp.Op, y)
		if fix.Parens(path[i+1], op) {
			before, after = "(", after+")"
		}
		// One replacement of the whole, not two insertions: readers see what
		// the condition becomes.
		var b bytes.Buffer
		if err := format.Node(&b, pass.Fset, cmp); err != nil {
			return nil
		}
		return []analysis.TextEdit{fix.Replace(cmp, before+b.String()+after)}
	}
	return nil
}

// uidOf returns the text that reads the UID where e reads the generation, if e
// is as simple as old.Generation or old.GetGeneration(): it is evaluated twice.
func uidOf(pass *analysis.Pass, e ast.Expr) string {
	call, _ := ast.Unparen(e).(*ast.CallExpr)
	name, end := "UID", ""
	if call != nil {
		if len(call.Args) != 0 {
			return ""
		}
		e, name, end = call.Fun, "GetUID", "()"
	}
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || clientgo.Meta(sel.Sel.Name) != "Generation" || !fix.Simple(sel.X) {
		return ""
	}
	obj, _, _ := types.LookupFieldOrMethod(pass.TypesInfo.TypeOf(sel.X), true, pass.Pkg, name)
	if obj == nil {
		return ""
	}
	return types.ExprString(sel.X) + "." + name + end
}

// Split inserts, once Update knows its objects' type:
//
//	if old.UID != new.UID {
//		c.onDelete(oldObj)
//		c.onAdd(newObj)
//		return
//	}
//
// It is offered where the three functions are methods of one type: then Delete
// and Add can be called by name.
func Split(pass *analysis.Pass, src *fix.Source, of Handlers, update *ssa.Function) []analysis.TextEdit {
	up, decl := method(of.Update)
	add, addDecl := method(of.Add)
	del, delDecl := method(of.Delete)
	if up == nil || add == nil || del == nil || src.File(decl.Pos()) == nil || up != update || !untyped(up, 2) || !untyped(add, 1) || !untyped(del, 1) {
		return nil
	}
	if r := fix.Receiver(pass.TypesInfo, decl); r == nil || fix.Receiver(pass.TypesInfo, addDecl) != r || fix.Receiver(pass.TypesInfo, delDecl) != r || len(decl.Recv.List[0].Names) == 0 || decl.Type.Results != nil {
		return nil
	}
	self := decl.Recv.List[0].Names[0].Name
	oldParam, newParam := up.Params[1].Object(), up.Params[2].Object()
	if self == "_" || oldParam.Name() == "_" || newParam.Name() == "_" || oldParam.Name() == "" || newParam.Name() == "" {
		return nil
	}
	before, after := typed(pass, decl, oldParam), typed(pass, decl, newParam)
	if after.name == "" {
		return nil
	}
	last := max(before.at, after.at)
	// The check of the assertion, if there is one, comes first.
	if last+1 < len(decl.Body.List) {
		if _, ok := decl.Body.List[last+1].(*ast.IfStmt); ok && len(decl.Body.List[last].(*ast.AssignStmt).Lhs) == 2 {
			last++
		}
	}
	cond := fmt.Sprintf("%s.UID != %s.UID", before.name, after.name)
	if before.name == "" {
		name := "old"
		if name == oldParam.Name() || name == newParam.Name() || name == after.name {
			name = "before"
		}
		cond = fmt.Sprintf("%s, ok := %s.(%s); ok && %s.UID != %s.UID", name, oldParam.Name(), after.typ, name, after.name)
	}
	at := src.At(decl.Body.List[last].Pos())
	if at == nil {
		return nil
	}
	text := fmt.Sprintf("if %s {\n%s.%s(%s)\n%s.%s(%s)\nreturn\n}", cond, self, del.Name(), oldParam.Name(), self, add.Name(), newParam.Name())
	return []analysis.TextEdit{at.After(at.I, text)}
}

// An asserted parameter has a variable of its type, from a statement of the
// function on.
type asserted struct {
	name, typ string // "" if there is none
	at        int
}

func typed(pass *analysis.Pass, decl *ast.FuncDecl, param types.Object) asserted {
	out := asserted{at: -1}
	for i, stmt := range decl.Body.List {
		v, ta := fix.Assertion(stmt)
		if v == nil || ta == nil || v.Name == "_" {
			continue
		}
		if id, ok := ta.X.(*ast.Ident); !ok || pass.TypesInfo.Uses[id] != param {
			continue
		}
		if obj, _, _ := types.LookupFieldOrMethod(pass.TypesInfo.TypeOf(ta.Type), true, pass.Pkg, "UID"); obj != nil {
			out = asserted{v.Name, types.ExprString(ta.Type), i}
		}
	}
	return out
}

// method returns the declaration of f, if it is a method.
func method(f *ssa.Function) (*ssa.Function, *ast.FuncDecl) {
	if f == nil {
		return nil, nil
	}
	decl, ok := f.Syntax().(*ast.FuncDecl)
	if !ok || decl.Recv == nil {
		return nil, nil
	}
	return f, decl
}

// untyped reports whether all of f's parameters after the receiver are
// interface{}, n of them.
func untyped(f *ssa.Function, n int) bool {
	params := f.Params[1:]
	for _, p := range params {
		if !clientgo.IsAny(p.Type()) {
			return false
		}
	}
	return len(params) == n
}
