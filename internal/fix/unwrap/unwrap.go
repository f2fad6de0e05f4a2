// Package unwrap makes the edits by which a handler recovers the object in a
// tombstone.
package unwrap

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
)

// A Site is where a tombstone is met.
type Site struct {
	Pass *analysis.Pass
	Src  *fix.Source
	File *ast.File
	Pos  token.Pos
	Path []ast.Node // what is around Pos, from inside out
	Expr ast.Expr   // what meets it: an assertion, the type in a case, a call, or what is put into a queue
}

// Insert inserts, before the statement that meets the tombstone:
//
//	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
//		obj = tombstone.Obj
//	}
//
// queued: who takes out what Expr puts into a queue meets it.
func (s *Site) Insert(queued bool) []analysis.TextEdit {
	id := s.object(queued)
	if id == nil {
		return nil
	}
	p := s.place(id)
	if p == nil || !p.Visible(id) {
		return nil
	}
	pkg, edits := s.Src.Name(p.Stmt.Pos(), "cache", clientgo.CachePath(), clientgo.IsCache)
	if pkg == "" {
		return nil
	}
	name := s.idiom()
	if name == id.Name {
		name = "unknown"
	}
	text := fmt.Sprintf("if %s, ok := %s.(%s%s); ok {\n%s = %s.Obj\n}\n", name, id.Name, pkg, clientgo.Tombstone[strings.IndexByte(clientgo.Tombstone, '.'):], id.Name, name)
	return append(edits, fix.Insert(p.Head(), text))
}

// place is the statement to insert before: that which meets the tombstone, or one in
// front of it, where a function literal has the variable too that may run beside it in
// a goroutine. To give the variable another object would be a race there.
func (s *Site) place(id *ast.Ident) *fix.Place {
	p, v := s.Src.At(s.Pos), s.Pass.TypesInfo.Uses[id]
	// Out of the literals around, if what comes after them reads the variable.
	for p != nil {
		lit, ok := p.Func.(*ast.FuncLit)
		if !ok || lit.Pos() <= v.Pos() && v.Pos() < lit.End() {
			break
		}
		if s.among(v, lit.End(), s.File.FileEnd) {
			p = s.outside(lit)
			continue
		}
		break
	}
	// In front of the literals before.
	for p != nil {
		lit := s.before(v, p)
		if lit == nil {
			if s.lent(v, p) {
				return nil
			}
			return p
		}
		p = s.outside(lit)
	}
	return nil
}

// lent reports whether a variable's address is taken in front of a place: whoever has it may
// read the variable beside what follows.
func (s *Site) lent(v types.Object, p *fix.Place) (yes bool) {
	ast.Inspect(s.File, func(n ast.Node) bool {
		if n == nil || n.Pos() >= p.Stmt.Pos() || n.End() <= v.Pos() {
			return false
		}
		if addr, ok := n.(*ast.UnaryExpr); ok && addr.Op == token.AND {
			id, ok := ast.Unparen(addr.X).(*ast.Ident)
			yes = yes || ok && s.Pass.TypesInfo.Uses[id] == v
		}
		return !yes
	})
	return yes
}

// outside is the statement that a literal is in; nil if the statement begins with it.
func (s *Site) outside(lit *ast.FuncLit) *fix.Place {
	p := s.Src.At(lit.Pos())
	if p == nil || p.Stmt.Pos() >= lit.Pos() {
		return nil
	}
	return s.Src.At(p.Stmt.Pos())
}

// among reports whether a variable is named between two positions.
func (s *Site) among(v types.Object, from, to token.Pos) bool {
	for id, obj := range s.Pass.TypesInfo.Uses {
		if obj == v && from <= id.Pos() && id.Pos() < to {
			return true
		}
	}
	return false
}

// Alone reports whether the variable that Expr gets is used for nothing else in the
// function, but in logs and errors: what else is made of it would be made of a tombstone,
// if Expr alone learned to take one.
func (s *Site) Alone() bool {
	id := s.object(false)
	if id == nil {
		return true // it has no variable of its own
	}
	v, alone := s.Pass.TypesInfo.Uses[id], true
	var around []ast.Node
	ast.Inspect(s.File, func(n ast.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return true
		}
		around = append(around, n)
		if use, ok := n.(*ast.Ident); ok && s.Pass.TypesInfo.Uses[use] == v && !slices.ContainsFunc(around, func(n ast.Node) bool { return n == s.Expr || s.quiet(n) }) {
			alone = false
		}
		return true
	})
	return alone
}

// quiet: the node is a call that logs, or makes an error.
func (s *Site) quiet(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := typeutil.Callee(s.Pass.TypesInfo, call).(*types.Func)
	return ok && (clientgo.Logs(fn) || clientgo.MakesError(fn) || clientgo.Quiet(fn) && fn.Signature().Results().Len() == 0)
}

// before returns the first literal in front of a place, in the function that has a
// variable, which names it: but for those that are called at once, or deferred, which
// run in the same goroutine.
func (s *Site) before(v types.Object, p *fix.Place) (found *ast.FuncLit) {
	here := make(map[ast.Node]bool)
	ast.Inspect(s.File, func(n ast.Node) bool {
		if n == nil || found != nil || n.Pos() >= p.Stmt.Pos() || n.End() <= v.Pos() {
			return false
		}
		switch n := n.(type) {
		case *ast.GoStmt:
			here[ast.Unparen(n.Call.Fun)] = false
		case *ast.CallExpr:
			if _, begun := here[ast.Unparen(n.Fun)]; !begun {
				here[ast.Unparen(n.Fun)] = true
			}
		case *ast.FuncLit:
			if v.Pos() < n.Pos() && n.End() <= p.Stmt.Pos() && !here[n] && s.among(v, n.Pos(), n.End()) {
				found = n
			}
		}
		return true
	})
	return found
}

// object returns the variable that holds the tombstone where it is met. It has
// to be an interface{}, so that what is in the tombstone can be put there.
func (s *Site) object(queued bool) *ast.Ident {
	var candidates []ast.Expr
	switch e := s.Expr.(type) {
	case *ast.TypeAssertExpr:
		candidates = []ast.Expr{e.X}
	case *ast.CallExpr:
		candidates = e.Args
	}
	if queued {
		candidates = stored(s.Expr)
	}
	for _, n := range s.Path {
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
		v, ok := s.Pass.TypesInfo.Uses[id].(*types.Var)
		if !ok || !clientgo.IsAny(v.Type()) || v.Parent() == s.Pass.Pkg.Scope() || v.IsField() {
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
func (s *Site) idiom() string {
	name := "tombstone"
	ast.Inspect(s.File, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 2 {
			return true
		}
		if v, ta := fix.Assertion(as); v != nil && ta != nil && v.Name != "_" {
			if value, _ := clientgo.IsTombstone(s.Pass.TypesInfo.TypeOf(ta.Type)); value {
				name = v.Name
			}
		}
		return true
	})
	return name
}

// DropStar turns *cache.DeletedFinalStateUnknown into the value type. What is
// done with a pointer to a structure can be done with the structure, as long
// as only its fields are used.
func (s *Site) DropStar() []analysis.TextEdit {
	var star *ast.StarExpr
	switch e := s.Expr.(type) {
	case *ast.TypeAssertExpr:
		star, _ = ast.Unparen(e.Type).(*ast.StarExpr)
	case *ast.StarExpr:
		star = e
	}
	if star == nil || !s.Src.FieldsOnly(s.File, s.Path) {
		return nil
	}
	return []analysis.TextEdit{fix.Replace(star, types.ExprString(star.X))}
}
