package tombstone

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// fix returns the edit that makes the handler do for a tombstone what it does
// for an object, or nil where that cannot be said in one edit.
func (s *site) fix() *analysis.SuggestedFix {
	switch s.Kind {
	case judge.PointerAssert:
		return s.dropStar()
	case judge.KeyFunc:
		if f := s.twin(); f != nil {
			return f
		}
		return s.unwrap()
	case judge.Mishandled:
		// What the author meant with the tombstone cannot be told.
		return nil
	}
	if s.Throws {
		return nil
	}
	return s.unwrap()
}

// twin replaces a key function by the one of the same package that knows
// tombstones, if the client-go in use has it.
func (s *site) twin() *analysis.SuggestedFix {
	k, _ := clientgo.KeyFuncOf(s.KeyName)
	call, ok := s.expr().(*ast.CallExpr)
	if !ok || k.Twin == "" {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || "."+sel.Sel.Name != s.KeyName[strings.LastIndexByte(s.KeyName, '.'):] {
		return nil
	}
	obj := s.pass.TypesInfo.Uses[sel.Sel]
	if obj == nil || obj.Pkg() == nil || obj.Pkg().Scope().Lookup(k.Twin) == nil {
		return nil
	}
	return &analysis.SuggestedFix{Message: "Use " + k.Twin, TextEdits: []analysis.TextEdit{{Pos: sel.Sel.Pos(), End: sel.Sel.End(), NewText: []byte(k.Twin)}}}
}

// unwrap inserts, before the statement that meets the tombstone:
//
//	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
//		obj = tombstone.Obj
//	}
func (s *site) unwrap() *analysis.SuggestedFix {
	id := s.object()
	if id == nil {
		return nil
	}
	stmt := s.statement(id)
	if stmt == nil {
		return nil
	}
	pkg, edits := s.importName(stmt.Pos())
	if pkg == "" {
		return nil
	}
	name := s.idiom()
	if name == id.Name {
		name = "unknown"
	}
	text := fmt.Sprintf("if %s, ok := %s.(%s%s); ok {\n%s = %s.Obj\n}\n", name, id.Name, pkg, clientgo.Tombstone[strings.IndexByte(clientgo.Tombstone, '.')+1:], id.Name, name)
	edits = append(edits, analysis.TextEdit{Pos: stmt.Pos(), End: stmt.Pos(), NewText: []byte(text)})
	return &analysis.SuggestedFix{Message: "Unwrap the tombstone", TextEdits: edits}
}

// object returns the variable that holds the tombstone where it is met. It has
// to be an interface{}, so that what is in the tombstone can be put there.
func (s *site) object() *ast.Ident {
	var candidates []ast.Expr
	switch e := s.expr().(type) {
	case *ast.TypeAssertExpr:
		candidates = []ast.Expr{e.X}
	case *ast.CallExpr:
		candidates = e.Args
	}
	for _, n := range s.path {
		if sw, ok := n.(*ast.TypeSwitchStmt); ok && len(candidates) == 0 {
			candidates = []ast.Expr{switchSubject(sw)}
		}
	}
	var found *ast.Ident
	for _, c := range candidates {
		if c == nil {
			continue
		}
		id, ok := ast.Unparen(c).(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := s.pass.TypesInfo.Uses[id].(*types.Var)
		if !ok || !clientgo.IsAny(v.Type()) || v.Parent() == s.pass.Pkg.Scope() || v.IsField() {
			continue
		}
		if found != nil {
			return nil
		}
		found = id
	}
	return found
}

func switchSubject(sw *ast.TypeSwitchStmt) ast.Expr {
	var e ast.Expr
	switch a := sw.Assign.(type) {
	case *ast.AssignStmt:
		e = a.Rhs[0]
	case *ast.ExprStmt:
		e = a.X
	}
	if ta, ok := e.(*ast.TypeAssertExpr); ok {
		return ta.X
	}
	return nil
}

// statement returns the innermost statement in a block that contains the
// expression, and whose block is inside the variable's scope.
func (s *site) statement(id *ast.Ident) ast.Stmt {
	var inner ast.Node
	v := s.pass.TypesInfo.Uses[id]
	for _, n := range s.path {
		switch b := n.(type) {
		case *ast.BlockStmt:
			if sw := inCase(b, inner); sw {
				inner = n
				continue // the clauses of a switch: go on to the switch
			}
			if st, ok := inner.(ast.Stmt); ok {
				return s.aliased(st, v)
			}
		case *ast.CaseClause:
			if st, ok := inner.(ast.Stmt); ok && !contains(b.List, inner) {
				return s.aliased(st, v)
			}
		case *ast.FuncLit, *ast.FuncDecl:
			return nil
		}
		inner = n
	}
	return nil
}

// aliased returns st, unless the name in front of it means another variable
// (x := x.(*T) as the init of the statement itself is fine).
func (s *site) aliased(st ast.Stmt, v types.Object) ast.Stmt {
	scope := s.pass.Pkg.Scope().Innermost(st.Pos())
	if scope == nil {
		return nil
	}
	if _, obj := scope.LookupParent(v.Name(), st.Pos()); obj != v {
		return nil
	}
	return st
}

func inCase(b *ast.BlockStmt, inner ast.Node) bool {
	_, is := inner.(*ast.CaseClause)
	if !is {
		_, is = inner.(*ast.CommClause)
	}
	return is
}

func contains(list []ast.Expr, n ast.Node) bool {
	for _, e := range list {
		if e == n {
			return true
		}
	}
	return false
}

// idiom returns the name that the file uses for tombstones.
func (s *site) idiom() string {
	name := "tombstone"
	ast.Inspect(s.file, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 2 || len(as.Rhs) != 1 {
			return true
		}
		ta, ok := as.Rhs[0].(*ast.TypeAssertExpr)
		if !ok || ta.Type == nil {
			return true
		}
		if value, _ := clientgo.IsTombstone(s.pass.TypesInfo.TypeOf(ta.Type)); value {
			if id, ok := as.Lhs[0].(*ast.Ident); ok && id.Name != "_" {
				name = id.Name
			}
		}
		return true
	})
	return name
}

func enclosing(file *ast.File, pos token.Pos) []ast.Node {
	path, _ := astutil.PathEnclosingInterval(file, pos, pos+1)
	return path
}
