package alias

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/informerlint/informerlint/internal/fix"
)

// Holders are the variables of a function that hold an object, and the lists whose
// elements it is, with where each is declared.
type Holders struct {
	*Body
	Objects, Lists map[types.Object]token.Pos

	source token.Pos
	list   bool
}

// Holders finds what holds the object that the call at a position returns, or, if
// it is a list of such objects, one of its elements; or that the function has as a
// parameter, if it is not nil.
func (x *Body) Holders(source token.Pos, list bool, param types.Object) *Holders {
	h := &Holders{Body: x, Objects: make(map[types.Object]token.Pos), Lists: make(map[types.Object]token.Pos), source: source, list: list}
	if param != nil {
		h.Objects[param] = x.Lbrace
	}
	ast.Inspect(x.BlockStmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 {
				h.assigned(n.Lhs[0], n.Rhs[0], n.End())
			} else if len(n.Lhs) == len(n.Rhs) {
				for i := range n.Lhs {
					h.assigned(n.Lhs[i], n.Rhs[i], n.End())
				}
			}
		case *ast.RangeStmt:
			if n.Value != nil && h.List(n.X) {
				h.hold(h.Objects, n.Value, n.Body.Lbrace)
			}
		case *ast.TypeSwitchStmt:
			h.switched(n)
		}
		return true
	})
	return h
}

// Holds reports whether an expression is a variable that holds the object.
func (h *Holders) Holds(e ast.Expr) bool { return h.has(h.Objects, e) }

// List reports whether an expression is a variable whose elements hold it.
func (h *Holders) List(e ast.Expr) bool { return h.has(h.Lists, e) }

// assigned notes what a variable is given.
func (h *Holders) assigned(l, r ast.Expr, at token.Pos) {
	r = ast.Unparen(r)
	switch e := r.(type) {
	case *ast.TypeAssertExpr:
		r = e.X
	case *ast.IndexExpr:
		if h.List(e.X) {
			h.hold(h.Objects, l, at)
		}
		return
	case *ast.CallExpr:
		if e.Lparen == h.source || e.Pos() == h.source {
			if h.list {
				h.hold(h.Lists, l, at)
			} else {
				h.hold(h.Objects, l, at)
			}
		}
		return
	}
	switch {
	case h.Holds(r):
		h.hold(h.Objects, l, at)
	case h.List(r):
		h.hold(h.Lists, l, at)
	}
}

// switched notes the variables of a type switch.
func (h *Holders) switched(n *ast.TypeSwitchStmt) {
	v, ta := fix.Assertion(n.Assign)
	if v == nil || ta == nil || !h.Holds(ta.X) {
		return
	}
	for _, c := range n.Body.List {
		if obj := h.Info.Implicits[c]; obj != nil {
			h.Objects[obj] = c.(*ast.CaseClause).Colon
		}
	}
}

func (h *Holders) has(vars map[types.Object]token.Pos, e ast.Expr) bool {
	if sel, ok := e.(*ast.SelectorExpr); ok && h.Info.TypeOf(sel.X) != nil {
		if _, event := h.Info.TypeOf(sel.X).Underlying().(*types.Struct); event {
			e = sel.X // an event that has the object: objects are held by pointers
		}
	}
	obj := h.Object(e)
	_, ok := vars[obj]
	return obj != nil && ok
}

func (h *Holders) hold(vars map[types.Object]token.Pos, e ast.Expr, at token.Pos) {
	if obj := h.Object(e); h.Local(obj) {
		if _, again := vars[obj]; !again {
			vars[obj] = at
		}
	}
}

// Names reports whether a variable's name means that variable at a position.
func (x *Body) Names(obj types.Object, pos token.Pos) bool {
	scope := x.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	_, found := scope.LookupParent(obj.Name(), pos)
	return found == obj
}

// PartOf reports whether an expression begins with a variable, and goes on.
func (x *Body) PartOf(e ast.Expr, obj types.Object) bool {
	for {
		switch n := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			e = n.X
		case *ast.IndexExpr:
			e = n.X
		case *ast.StarExpr:
			e = n.X
		case *ast.UnaryExpr:
			e = n.X
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				return false
			}
			e = sel
		case *ast.Ident:
			return x.Object(n) == obj
		default:
			return false
		}
	}
}

// Copier is the call that copies values of a type, without its receiver.
func Copier(t types.Type) string {
	has := func(name string) *types.Signature {
		m, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
		fn, ok := m.(*types.Func)
		if !ok || fn.Signature().Params().Len() != 0 || fn.Signature().Results().Len() != 1 {
			return nil
		}
		return fn.Signature()
	}
	for _, name := range []string{"DeepCopy", "DeepCopyObject"} {
		if sig := has(name); sig != nil && types.Identical(sig.Results().At(0).Type(), t) {
			return name
		}
	}
	return ""
}
