package tombstone

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers"
)

// fix returns the edit that makes the handler do for a tombstone what it does
// for an object, or nil where that cannot be said in one edit.
func (s *site) fix() *analysis.SuggestedFix {
	switch s.Kind {
	case handlers.PointerAssert:
		return s.dropStar()
	case handlers.KeyFunc:
		if f := s.twin(); f != nil {
			return f
		}
		return s.unwrap()
	case handlers.Mishandled:
		// What the author meant with the tombstone cannot be told.
		return nil
	}
	if s.Throws {
		return nil
	}
	return s.unwrap()
}

// dropStar turns *cache.DeletedFinalStateUnknown into the value type. What is
// done with a pointer to a structure can be done with the structure, as long
// as only its fields are used.
func (s *site) dropStar() *analysis.SuggestedFix {
	var star *ast.StarExpr
	switch e := s.expr().(type) {
	case *ast.TypeAssertExpr:
		star, _ = ast.Unparen(e.Type).(*ast.StarExpr)
	case *ast.StarExpr:
		star = e
	}
	if star == nil || !s.onlyFields() {
		return nil
	}
	var b bytes.Buffer
	b.WriteString(types.ExprString(star.X))
	return &analysis.SuggestedFix{Message: "Assert the value type", TextEdits: []analysis.TextEdit{{Pos: star.Pos(), End: star.End(), NewText: b.Bytes()}}}
}

// onlyFields reports whether the variable that gets the asserted pointer is
// only used for the fields it points to.
func (s *site) onlyFields() bool {
	var vars []types.Object
	for _, n := range s.path {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok {
				if n.Tok != token.DEFINE && id.Name != "_" {
					return false // a variable of the pointer type, declared elsewhere
				}
				if obj := s.pass.TypesInfo.Defs[id]; obj != nil {
					vars = append(vars, obj)
				}
			}
		case *ast.CaseClause:
			if len(n.List) != 1 {
				return true // the variable has the type of the interface
			}
			if obj := s.pass.TypesInfo.Implicits[n]; obj != nil {
				vars = append(vars, obj)
			}
		}
	}
	fine := true
	for _, v := range vars {
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if id, ok := n.X.(*ast.Ident); ok && s.pass.TypesInfo.Uses[id] == v {
					return false
				}
			case *ast.Ident:
				if s.pass.TypesInfo.Uses[n] == v {
					fine = false
				}
			}
			return true
		})
	}
	return fine
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

// importName returns the qualifier, with its dot, by which the file can name
// the tombstone's package at pos, and an edit that imports it if need be.
func (s *site) importName(pos token.Pos) (string, []analysis.TextEdit) {
	scope := s.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return "", nil
	}
	for _, spec := range s.file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if !clientgo.IsRoot(path) {
			continue
		}
		pn, ok := s.pass.TypesInfo.Implicits[spec].(*types.PkgName)
		if spec.Name != nil {
			pn, ok = s.pass.TypesInfo.Defs[spec.Name].(*types.PkgName)
		}
		if !ok || pn.Name() == "_" || pn.Name() == "." {
			continue
		}
		if _, obj := scope.LookupParent(pn.Name(), pos); obj == pn {
			return pn.Name() + ".", nil
		}
	}
	const name = "cache"
	if _, obj := scope.LookupParent(name, token.NoPos); obj != nil || s.pass.Pkg.Scope().Lookup(name) != nil || s.file.Scope != nil && s.file.Scope.Lookup(name) != nil {
		return "", nil // the name is taken
	}
	edit, ok := addImport(s.file, clientgo.CachePath())
	if !ok {
		return "", nil
	}
	return name + ".", []analysis.TextEdit{edit}
}

// addImport adds an import after the last one of the same kind in the first
// declaration with parentheses.
func addImport(file *ast.File, path string) (analysis.TextEdit, bool) {
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT || !gen.Lparen.IsValid() || len(gen.Specs) == 0 {
			continue
		}
		at := gen.Specs[len(gen.Specs)-1]
		for _, spec := range gen.Specs {
			if p, _ := strconv.Unquote(spec.(*ast.ImportSpec).Path.Value); strings.HasPrefix(p, "k8s.io/") && p < path {
				at = spec
			}
		}
		return analysis.TextEdit{Pos: at.End(), End: at.End(), NewText: []byte("\n\t" + strconv.Quote(path))}, true
	}
	return analysis.TextEdit{}, false
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
