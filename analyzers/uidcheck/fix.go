package uidcheck

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// compareUIDs adds a comparison of the UIDs to one of the generations:
//
//	old.Generation == new.Generation  ->  old.Generation == new.Generation && old.UID == new.UID
//	old.Generation != new.Generation  ->  old.Generation != new.Generation || old.UID != new.UID
func (s *site) compareUIDs() *analysis.SuggestedFix {
	if s.file == nil {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(s.file, s.Pos, s.Pos+1)
	for i, n := range path {
		cmp, ok := n.(*ast.BinaryExpr)
		if !ok {
			continue
		}
		x, y := s.uidOf(cmp.X), s.uidOf(cmp.Y)
		if x == "" || y == "" || cmp.Op != token.EQL && cmp.Op != token.NEQ {
			return nil
		}
		op := token.LAND
		if cmp.Op == token.NEQ {
			op = token.LOR
		}
		before, after := "", fmt.Sprintf(" %s %s %s %s", op, x, cmp.Op, y)
		if parens(path[i+1], op) {
			before, after = "(", after+")"
		}
		// One replacement of the whole, not two insertions: readers see what
		// the condition becomes.
		var b bytes.Buffer
		if err := format.Node(&b, s.pass.Fset, cmp); err != nil {
			return nil
		}
		return &analysis.SuggestedFix{Message: "Compare the UIDs as well", TextEdits: []analysis.TextEdit{
			{Pos: cmp.Pos(), End: cmp.End(), NewText: []byte(before + b.String() + after)}}}
	}
	return nil
}

// parens reports whether an expression with op needs parentheses inside n.
func parens(n ast.Node, op token.Token) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return n.Op != op
	case *ast.UnaryExpr:
		return true
	}
	return false
}

// uidOf returns the text that reads the UID where e reads the generation, if e
// is as simple as old.Generation or old.GetGeneration(): it is evaluated twice.
func (s *site) uidOf(e ast.Expr) string {
	call, _ := ast.Unparen(e).(*ast.CallExpr)
	name, end := "UID", ""
	if call != nil {
		if len(call.Args) != 0 {
			return ""
		}
		e, name, end = call.Fun, "GetUID", "()"
	}
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || clientgo.Meta(sel.Sel.Name) != "Generation" || !simple(sel.X) {
		return ""
	}
	obj, _, _ := types.LookupFieldOrMethod(s.pass.TypesInfo.TypeOf(sel.X), true, s.pass.Pkg, name)
	if obj == nil {
		return ""
	}
	return types.ExprString(sel.X) + "." + name + end
}

func simple(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return simple(e.X)
	case *ast.TypeAssertExpr:
		return simple(e.X)
	}
	return false
}

// split inserts, once Update knows its objects' type:
//
//	if old.UID != new.UID {
//		c.onDelete(oldObj)
//		c.onAdd(newObj)
//		return
//	}
//
// It is offered where the three functions are methods of one type: then Delete
// and Add can be called by name.
func (s *site) split() *analysis.SuggestedFix {
	up, decl := method(s.Group.Update)
	add, addDecl := method(s.Group.Add)
	del, delDecl := method(s.Group.Delete)
	if up == nil || add == nil || del == nil || s.file == nil || up != s.Func || !untyped(up, 2) || !untyped(add, 1) || !untyped(del, 1) {
		return nil
	}
	recv := func(d *ast.FuncDecl) types.Object {
		t := types.Unalias(s.pass.TypesInfo.TypeOf(d.Recv.List[0].Type))
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if named, ok := t.(*types.Named); ok {
			return named.Obj()
		}
		return nil
	}
	if r := recv(decl); r == nil || recv(addDecl) != r || recv(delDecl) != r || len(decl.Recv.List[0].Names) == 0 || decl.Type.Results != nil {
		return nil
	}
	self := decl.Recv.List[0].Names[0].Name
	oldParam, newParam := up.Params[1].Object(), up.Params[2].Object()
	if self == "_" || oldParam.Name() == "_" || newParam.Name() == "_" || oldParam.Name() == "" || newParam.Name() == "" {
		return nil
	}
	var oldVar, newVar, typ string
	after := -1
	for i, stmt := range decl.Body.List {
		as, ok := stmt.(*ast.AssignStmt)
		if !ok || as.Tok != token.DEFINE || len(as.Rhs) != 1 {
			continue
		}
		ta, ok := as.Rhs[0].(*ast.TypeAssertExpr)
		if !ok || ta.Type == nil {
			continue
		}
		id, ok := ta.X.(*ast.Ident)
		lhs, isID := as.Lhs[0].(*ast.Ident)
		if !ok || !isID || lhs.Name == "_" {
			continue
		}
		if obj, _, _ := types.LookupFieldOrMethod(s.pass.TypesInfo.TypeOf(ta.Type), true, s.pass.Pkg, "UID"); obj == nil {
			continue
		}
		switch s.pass.TypesInfo.Uses[id] {
		case oldParam:
			oldVar = lhs.Name
		case newParam:
			newVar, typ = lhs.Name, types.ExprString(ta.Type)
		default:
			continue
		}
		after = i
	}
	if newVar == "" {
		return nil
	}
	// The check of the assertion, if there is one, comes first.
	if after+1 < len(decl.Body.List) {
		if _, ok := decl.Body.List[after+1].(*ast.IfStmt); ok && len(decl.Body.List[after].(*ast.AssignStmt).Lhs) == 2 {
			after++
		}
	}
	cond := fmt.Sprintf("%s.UID != %s.UID", oldVar, newVar)
	if oldVar == "" {
		name := "old"
		if name == oldParam.Name() || name == newParam.Name() || name == newVar {
			name = "before"
		}
		cond = fmt.Sprintf("%s, ok := %s.(%s); ok && %s.UID != %s.UID", name, oldParam.Name(), typ, name, newVar)
	}
	text := fmt.Sprintf("\nif %s {\n%s.%s(%s)\n%s.%s(%s)\nreturn\n}", cond, self, del.Name(), oldParam.Name(), self, add.Name(), newParam.Name())
	at := decl.Body.List[after].End()
	return &analysis.SuggestedFix{Message: "Handle a recreated object as Delete and Add", TextEdits: []analysis.TextEdit{{Pos: at, End: at, NewText: []byte(text)}}}
}
