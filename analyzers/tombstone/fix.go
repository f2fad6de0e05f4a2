package tombstone

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// fix returns the edit that makes the handler do for a tombstone what it does
// for an object, or nil where that cannot be said in one edit.
func (s *site) fix() []analysis.SuggestedFix {
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
func (s *site) twin() []analysis.SuggestedFix {
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
	return fix.Suggest("Use "+k.Twin, fix.Replace(sel.Sel, k.Twin))
}

// unwrap inserts, before the statement that meets the tombstone:
//
//	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
//		obj = tombstone.Obj
//	}
func (s *site) unwrap() []analysis.SuggestedFix {
	id := s.object()
	if id == nil {
		return nil
	}
	p := s.src.At(s.Pos)
	if p == nil || !p.Visible(id) {
		return nil
	}
	pkg, edits := s.src.Name(p.Stmt.Pos(), "cache", clientgo.CachePath(), clientgo.IsCache)
	if pkg == "" {
		return nil
	}
	name := s.idiom()
	if name == id.Name {
		name = "unknown"
	}
	text := fmt.Sprintf("if %s, ok := %s.(%s%s); ok {\n%s = %s.Obj\n}\n", name, id.Name, pkg, clientgo.Tombstone[strings.IndexByte(clientgo.Tombstone, '.'):], id.Name, name)
	return fix.Suggest("Unwrap the tombstone", append(edits, fix.Insert(p.Stmt.Pos(), text))...)
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
	if s.Worker != "" {
		candidates = stored(s.expr())
	}
	for _, n := range s.path {
		if sw, ok := n.(*ast.TypeSwitchStmt); ok && len(candidates) == 0 {
			if _, ta := fix.Assertion(sw.Assign); ta != nil {
				candidates = []ast.Expr{ta.X}
			}
		}
	}
	var found *ast.Ident
	for _, c := range candidates {
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

// stored returns what is put into a queue, by itself or as a field of an item.
func stored(e ast.Expr) (out []ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			out = append(out, stored(n.Value)...)
			return false
		case *ast.Ident:
			out = append(out, n)
		}
		return true
	})
	return out
}

// idiom returns the name that the file uses for tombstones.
func (s *site) idiom() string {
	name := "tombstone"
	ast.Inspect(s.file, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 2 {
			return true
		}
		if v, ta := fix.Assertion(as); v != nil && ta != nil && v.Name != "_" {
			if value, _ := clientgo.IsTombstone(s.pass.TypesInfo.TypeOf(ta.Type)); value {
				name = v.Name
			}
		}
		return true
	})
	return name
}

// dropStar turns *cache.DeletedFinalStateUnknown into the value type. What is
// done with a pointer to a structure can be done with the structure, as long
// as only its fields are used.
func (s *site) dropStar() []analysis.SuggestedFix {
	var star *ast.StarExpr
	switch e := s.expr().(type) {
	case *ast.TypeAssertExpr:
		star, _ = ast.Unparen(e.Type).(*ast.StarExpr)
	case *ast.StarExpr:
		star = e
	}
	if star == nil || !s.src.FieldsOnly(s.file, s.path) {
		return nil
	}
	return fix.Suggest("Assert the value type", fix.Replace(star, types.ExprString(star.X)))
}
