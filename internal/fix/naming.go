package fix

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// maxName is how long an expression may be that stands for a name in a message.
const maxName = 48

// Callee is what is called at a position, as it stands there: "slices.New",
// "c.podInformer.Lister". It is "" for a function literal, and where there is no
// call or one too long to be a name.
func (s *Source) Callee(pos token.Pos) string {
	p := s.At(pos)
	if p == nil || p.Call == nil {
		return ""
	}
	return Name(p.Call.Fun)
}

// Worker is what runs in the goroutine that is started at a position: what is called there,
// or the function of the user's that it is given, where what is called only runs that.
func (s *Source) Worker(pos token.Pos, runs func(*types.Func) bool) string {
	p := s.At(pos)
	if p == nil || p.Call == nil {
		return ""
	}
	fn := typeutil.StaticCallee(s.pass.TypesInfo, p.Call)
	if fn == nil || !runs(fn) {
		return Name(p.Call.Fun)
	}
	for _, arg := range p.Call.Args {
		if _, is := s.pass.TypesInfo.TypeOf(arg).Underlying().(*types.Signature); is {
			return Name(arg)
		}
	}
	return Name(p.Call.Fun)
}

// Begun names the function that the go statement at a position calls; "" if it is
// a literal, or another statement begins the goroutine.
func (s *Source) Begun(pos token.Pos) string {
	if p := s.At(pos); p != nil {
		if _, is := p.Stmt.(*ast.GoStmt); is {
			return s.Callee(pos)
		}
	}
	return ""
}

// Receiver is what a method is called on at a position: "factory" for
// factory.Start(stop).
func (s *Source) Receiver(pos token.Pos) string {
	p := s.At(pos)
	if p == nil || p.Call == nil {
		return ""
	}
	sel, ok := ast.Unparen(p.Call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	return Name(sel.X)
}

// Name is the text of an expression that can stand for a name in a message: it
// has no function in it, and is short; "" for any other.
func Name(e ast.Expr) string {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit, *ast.CompositeLit:
			found = true
		}
		return !found
	})
	text := types.ExprString(e)
	if found || len(text) > maxName {
		return ""
	}
	return text
}

// Function is the name of the declared function around a position.
func (s *Source) Function(pos token.Pos) string {
	if p := s.At(pos); p != nil && p.Decl != nil {
		return p.Decl.Name.Name
	}
	return ""
}

// Variable is what the result of the call at a position is assigned to, a
// variable or a field; "" if that is not one.
func (s *Source) Variable(pos token.Pos) string {
	p := s.At(pos)
	if p == nil || p.Call == nil {
		return ""
	}
	for i, n := range p.Path {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for k, e := range n.Rhs {
				if ast.Unparen(e) == ast.Expr(p.Call) && k < len(n.Lhs) {
					// "store, informer := New(...)": the informer is the last.
					if len(n.Rhs) == 1 {
						return named(n.Lhs[len(n.Lhs)-1], n.Lhs[0])
					}
					return named(n.Lhs[k])
				}
			}
		case *ast.KeyValueExpr:
			if i > 0 && ast.Unparen(n.Value) == ast.Expr(p.Call) {
				return named(n.Key)
			}
		case *ast.ValueSpec:
			if len(n.Names) == 1 {
				return named(n.Names[0])
			}
		case ast.Stmt, *ast.FuncLit:
			return ""
		}
	}
	return ""
}

// named is the first of some expressions that is a variable or field; an error
// that comes with the value is not meant.
func named(exprs ...ast.Expr) string {
	for _, e := range exprs {
		switch e.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			if text := Name(e); text != "_" && text != "err" {
				return text
			}
		}
	}
	return ""
}

// Names are those that the fixes of one package give: they may be applied together.
type Names map[string]bool

// Pick returns the first of some names that neither another fix nor the program has in
// a place; "" if there is none.
func (n Names) Pick(place string, of []string, taken func(name string) bool) string {
	for _, name := range of {
		if key := place + " " + name; !n[key] && !taken(name) {
			n[key] = true
			return name
		}
	}
	return ""
}
