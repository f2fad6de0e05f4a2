// Package alias says who else has what a variable leads to: a fix that gives the
// variable a copy has to know whether what is changed afterwards is still seen by
// all that have to see it. It reads the source of one function, and says yes where
// it does not know.
package alias

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/fix"
)

// A Body is the body of a function.
type Body struct {
	*ast.BlockStmt
	Info *types.Info
	Pkg  *types.Package
	Src  *fix.Source
}

// Object returns the variable or function that an expression is; nil if it is none.
func (x *Body) Object(e ast.Expr) types.Object {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok || id.Name == "_" {
		return nil
	}
	return x.Info.ObjectOf(id)
}

// Local reports whether something is a variable of the function, or of one around
// it.
func (x *Body) Local(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	return ok && !v.IsField() && v.Parent() != x.Pkg.Scope()
}

// Leaks reports whether the object was stored, sent, captured or handed to a
// goroutine before a position: whoever has it may have to see the change.
func (x *Body) Leaks(obj types.Object, before token.Pos) (yes bool) {
	is := func(e ast.Expr) bool { return e != nil && x.Object(e) == obj }
	same := x.aliases(obj, before)
	called := make(map[ast.Expr]bool)
	ast.Inspect(x.BlockStmt, func(n ast.Node) bool {
		if n == nil || n.Pos() >= before {
			return false
		}
		switch n := n.(type) {
		case *ast.SelectorExpr:
			// A method value keeps its receiver, also if that is a part of the object.
			if sel := x.Info.Selections[n]; sel != nil && sel.Kind() == types.MethodVal && !called[n] {
				of := x.root(n.X)
				yes = yes || of == obj || of != nil && same[of]
			}
		case *ast.FuncLit:
			if n.Body.Lbrace < before && before < n.Body.Rbrace {
				return true
			}
			yes = yes || x.Src.Mentions(n.Body, obj)
			return false
		case *ast.GoStmt:
			yes = yes || slices.ContainsFunc(n.Call.Args, is)
		case *ast.DeferStmt:
			yes = yes || slices.ContainsFunc(n.Call.Args, is)
		case *ast.SendStmt:
			yes = yes || is(n.Value)
		case *ast.KeyValueExpr:
			yes = yes || is(n.Value)
		case *ast.CompositeLit:
			yes = yes || slices.ContainsFunc(n.Elts, is)
		case *ast.AssignStmt:
			for i, r := range n.Rhs {
				if len(n.Lhs) != len(n.Rhs) {
					break
				}
				if _, local := ast.Unparen(n.Lhs[i]).(*ast.Ident); is(r) && !local || same[x.Object(r)] && x.shared(x.Object(n.Lhs[i]), before) {
					yes = true
				}
			}
		case *ast.CallExpr:
			called[ast.Unparen(n.Fun)] = true
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "append" && len(n.Args) > 0 {
				yes = yes || slices.ContainsFunc(n.Args[1:], is)
			}
		}
		return true
	})
	return yes
}

// shared reports whether a variable is not only the function's own: the package or a
// function around it has it, a caller gets it, or a function literal that is not around
// a position reads it.
func (x *Body) shared(obj types.Object, pos token.Pos) (yes bool) {
	if obj == nil {
		return false
	}
	if !in(x.BlockStmt, obj.Pos()) {
		return true
	}
	ast.Inspect(x.BlockStmt, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if !ok || in(lit, pos) || in(lit, obj.Pos()) {
			return !yes
		}
		yes = yes || x.Src.Mentions(lit.Body, obj)
		return false
	})
	return yes
}

// Compared reports whether it is asked which object a variable leads to, by == or as
// the key of a map: a copy is another one.
func (x *Body) Compared(obj types.Object) (yes bool) {
	null := func(e ast.Expr) bool { return x.Info.Types[e].IsNil() }
	ast.Inspect(x.BlockStmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if (n.Op == token.EQL || n.Op == token.NEQ) && !null(n.X) && !null(n.Y) {
				yes = yes || x.Object(n.X) == obj || x.Object(n.Y) == obj
			}
		case *ast.IndexExpr:
			if t := x.Info.TypeOf(n.X); t != nil && x.Object(n.Index) == obj {
				_, is := t.Underlying().(*types.Map)
				yes = yes || is
			}
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && id.Name == "delete" && len(n.Args) == 2 {
				yes = yes || x.Object(n.Args[1]) == obj
			}
		}
		return !yes
	})
	return yes
}

// Stale reports whether something that is used after a position may still be the
// object that a variable had until then: once the variable has a copy, what is
// changed is not seen there.
func (x *Body) Stale(obj types.Object, after token.Pos) (yes bool) {
	same := x.aliases(obj, after)
	loops := x.loops(after)
	var path []ast.Node
	ast.Inspect(x.BlockStmt, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		path = append(path, n)
		id, ok := n.(*ast.Ident)
		if !ok || yes {
			return true
		}
		other := x.Info.Uses[id]
		if other == nil || other == obj || !same[other] || identity(path) {
			return true
		}
		again := func(l loop) bool {
			return in(l.body, id.Pos()) && !in(l.stmt, other.Pos()) && !x.gives(path, same)
		}
		yes = id.Pos() >= after && !assigned(path) && !apart(path, after) || slices.ContainsFunc(loops, again)
		return true
	})
	return yes
}

// A loop is one around a position. Its variables are new in each round.
type loop struct{ stmt, body ast.Node }

// loops returns the loops around a position.
func (x *Body) loops(pos token.Pos) (all []loop) {
	for _, n := range x.Src.Path(pos) {
		switch n := n.(type) {
		case *ast.ForStmt:
			all = append(all, loop{n, n.Body})
		case *ast.RangeStmt:
			all = append(all, loop{n, n.Body})
		}
	}
	return all
}

// aliases returns the variables of the function that may lead to what a variable
// leads to: what it was assigned from, what was assigned from that, and so on,
// with the lists and maps that it is an element of. What is assigned at a position
// or after it comes from the copy.
func (x *Body) aliases(obj types.Object, before token.Pos) map[types.Object]bool {
	var pairs [][2]types.Object
	pair := func(l ast.Expr, r ast.Expr) {
		if a, b := x.Object(l), x.root(r); a != nil && b != nil && holds(a.Type()) {
			pairs = append(pairs, [2]types.Object{a, b})
		}
	}
	ast.Inspect(x.BlockStmt, func(n ast.Node) bool {
		if n != nil && n.Pos() >= before {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) {
					pair(l, n.Rhs[i])
				} else if i == 0 {
					pair(l, n.Rhs[0]) // v, ok := m[k], or x.(T)
				}
			}
		case *ast.ValueSpec:
			if len(n.Names) == len(n.Values) {
				for i, name := range n.Names {
					pair(name, n.Values[i])
				}
			}
		case *ast.RangeStmt:
			if n.Value != nil {
				pair(n.Value, n.X)
			}
		case *ast.TypeSwitchStmt:
			if as, ok := n.Assign.(*ast.AssignStmt); ok {
				if b := x.root(as.Rhs[0]); b != nil {
					for _, c := range n.Body.List {
						if a := x.Info.Implicits[c]; a != nil {
							pairs = append(pairs, [2]types.Object{a, b})
						}
					}
				}
			}
		}
		return true
	})
	same := map[types.Object]bool{obj: true}
	for grown := true; grown; {
		grown = false
		for _, p := range pairs {
			if same[p[0]] != same[p[1]] {
				same[p[0]], same[p[1]], grown = true, true, true
			}
		}
	}
	return same
}

// root returns the variable that an expression begins with, if what it says may
// be a part of what the variable leads to.
func (x *Body) root(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if obj := x.Object(e); x.Local(obj) && holds(obj.Type()) {
			return obj
		}
	case *ast.SelectorExpr:
		return x.root(e.X)
	case *ast.IndexExpr:
		return x.root(e.X)
	case *ast.SliceExpr:
		return x.root(e.X)
	case *ast.StarExpr:
		return x.root(e.X)
	case *ast.UnaryExpr:
		return x.root(e.X)
	case *ast.TypeAssertExpr:
		return x.root(e.X)
	case *ast.CallExpr:
		if x.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return x.root(e.Args[0])
		}
		if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok && id.Name == "append" && len(e.Args) > 0 {
			return x.root(e.Args[0])
		}
		// A getter.
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && len(e.Args) == 0 && !strings.HasPrefix(sel.Sel.Name, "DeepCopy") {
			return x.root(sel.X)
		}
	}
	return nil
}

// holds reports whether values of a type may lead to an object.
func holds(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Interface, *types.Struct:
		return !types.Identical(t, types.Universe.Lookup("error").Type().Underlying())
	case *types.Array:
		return holds(t.Elem())
	}
	return false
}

// identity reports whether an identifier, the last of a path, is only asked for
// what an object is called, or for how many there are: no change has to be seen.
func identity(path []ast.Node) bool {
	for i := len(path) - 2; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.SelectorExpr:
			switch n.Sel.Name {
			case "Name", "Namespace", "UID", "GetName", "GetNamespace", "GetUID":
				return true
			case "ObjectMeta":
				continue
			}
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && id.Name == "len" {
				return true
			}
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "KObj" {
				return true
			}
		}
		return false
	}
	return false
}

// assigned reports whether an identifier, the last of a path, is given a value.
func assigned(path []ast.Node) bool {
	id := path[len(path)-1].(ast.Expr)
	as, ok := path[len(path)-2].(*ast.AssignStmt)
	return ok && slices.Contains(as.Lhs, id)
}

// apart reports whether the last node of a path is in another branch than a
// position before it.
func apart(path []ast.Node, before token.Pos) bool {
	for i := 1; i < len(path); i++ {
		switch n := path[i].(type) {
		case *ast.CaseClause:
			// Its parent is the body of the switch.
			if in(path[i-1], before) && !in(n, before) {
				return true
			}
		case *ast.BlockStmt, *ast.IfStmt:
			if f, ok := path[i-1].(*ast.IfStmt); ok && f.Else == n && in(f.Body, before) {
				return true
			}
		}
	}
	return false
}

func in(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// gives reports whether an identifier, the last of a path, is where one of the
// variables gets its value: in the next round that is another object.
func (x *Body) gives(path []ast.Node, same map[types.Object]bool) bool {
	for i := len(path) - 2; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, func(l ast.Expr) bool { return same[x.Object(l)] })
		case *ast.TypeSwitchStmt:
			return true
		case ast.Stmt:
			return false
		}
	}
	return false
}
