package mutate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// others is how many wrong names are tried in place of a right one.
const others = 3

var opposite = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
	token.ASSIGN: token.DEFINE, token.DEFINE: token.ASSIGN,
}

// expressions makes the mutants of parts of statements.
func (m *maker) expressions(s *source) {
	ast.Inspect(s.syntax, func(n ast.Node) bool {
		if n == nil || n != ast.Node(s.syntax) && !s.touched(n) {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return !s.moved(n)
		case *ast.BinaryExpr:
			m.operator(s, n, n.OpPos, n.Op)
			if s.own(n.Y) && !s.own(n) {
				m.add(LeftOut, s, s.replace(n, s.textOf(n.X)), "without %s %s", n.Op, short(s.textOf(n.Y)))
			}
		case *ast.AssignStmt:
			m.operator(s, n, n.TokPos, n.Tok)
		case *ast.UnaryExpr:
			if n.Op == token.NOT && m.mine(s, n.OpPos) {
				m.add(Inverted, s, s.replace(n, s.textOf(n.X)), "without ! in %s", short(s.textOf(n)))
			}
		case *ast.IfStmt:
			if s.touched(n.Cond) {
				m.invert(s, n.Cond)
			}
		case *ast.ReturnStmt:
			for _, r := range n.Results {
				if t := m.info.TypeOf(r); s.touched(r) && t != nil && types.Identical(t.Underlying(), types.Typ[types.Bool]) {
					m.invert(s, r)
				}
			}
		case *ast.CompositeLit:
			m.entries(s, n)
		case *ast.CallExpr:
			m.arguments(s, n)
			m.nothing(s, n)
		case *ast.SelectorExpr:
			if m.mine(s, n.Sel.Pos()) {
				m.members(s, n)
			}
		case *ast.Ident:
			if m.mine(s, n.Pos()) {
				m.variables(s, n)
			}
		}
		return true
	})
}

func (m *maker) operator(s *source, n ast.Node, pos token.Pos, op token.Token) {
	wrong, ok := opposite[op]
	if !ok || !m.mine(s, pos) {
		return
	}
	kind := Operator
	if op == token.EQL || op == token.NEQ {
		kind = Inverted
	}
	at := s.offset(pos)
	m.add(kind, s, s.put(at, at+len(op.String()), wrong.String()), "%s instead of %s in %s", wrong, op, short(s.textOf(n)))
}

// invert inverts a whole condition.
func (m *maker) invert(s *source, cond ast.Expr) {
	if not, ok := ast.Unparen(cond).(*ast.UnaryExpr); ok && not.Op == token.NOT {
		m.add(Inverted, s, s.replace(cond, s.textOf(not.X)), "without ! in %s", short(s.textOf(cond)))
		return
	}
	m.add(Inverted, s, s.replace(cond, "!("+s.textOf(cond)+")"), "!(%s)", short(s.textOf(cond)))
}

// arguments leaves out an argument that the fix has added, and gives two of one
// type in the other order.
func (m *maker) arguments(s *source, call *ast.CallExpr) {
	for i, arg := range call.Args {
		if i > 0 && s.own(arg) && !s.own(call) {
			m.add(LeftOut, s, s.put(s.offset(call.Args[i-1].End()), s.offset(arg.End()), ""), "without %s in %s", short(s.textOf(arg)), short(s.textOf(call)))
		}
		if i == 0 || !s.own(call) || !m.mine(s, arg.Pos()) {
			continue
		}
		if x, y := m.info.TypeOf(call.Args[i-1]), m.info.TypeOf(arg); x != nil && y != nil && types.Identical(x, y) {
			swapped := s.textOf(arg) + ", " + s.textOf(call.Args[i-1])
			m.add(Variable, s, s.put(s.offset(call.Args[i-1].Pos()), s.offset(arg.End()), swapped), "%s in %s", swapped, short(s.textOf(call)))
		}
	}
}

// entries leaves out a field of a literal whose value the fix has changed.
func (m *maker) entries(s *source, lit *ast.CompositeLit) {
	for i, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok || s.own(kv) || !s.touched(kv.Value) {
			continue
		}
		if _, block := ast.Unparen(kv.Value).(*ast.FuncLit); block {
			continue // what the fix has changed is in it
		}
		end := lit.Rbrace
		if i+1 < len(lit.Elts) {
			end = lit.Elts[i+1].Pos()
		}
		m.add(LeftOut, s, s.put(s.offset(kv.Pos()), s.offset(end), ""), "without %s", short(s.textOf(kv)))
	}
}

// nothing gives nil to a function that the fix has chosen.
func (m *maker) nothing(s *source, call *ast.CallExpr) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !m.mine(s, sel.Sel.Pos()) {
		return
	}
	for _, arg := range call.Args {
		if any, ok := m.info.TypeOf(arg).Underlying().(*types.Interface); ok && any.Empty() {
			m.add(Variable, s, s.replace(arg, "nil"), "nil instead of %s in %s", short(s.textOf(arg)), short(s.textOf(call)))
		}
	}
}

// variables puts others in scope in the place of a variable: of the same type,
// or such that what is asked of it is there as well.
func (m *maker) variables(s *source, id *ast.Ident) {
	obj := m.info.Uses[id]
	if c, ok := obj.(*types.Const); ok && c.Parent() == types.Universe && (id.Name == "true" || id.Name == "false") {
		m.add(Inverted, s, s.replace(id, map[string]string{"true": "false", "false": "true"}[id.Name]), "not %s", id.Name)
		return
	}
	v, ok := obj.(*types.Var)
	if !ok || v.IsField() {
		return
	}
	asked := m.asked(s, id)
	var names []string
	for scope := m.pkg.Scope().Innermost(id.Pos()); scope != nil && scope != types.Universe; scope = scope.Parent() {
		for _, name := range scope.Names() {
			other, ok := scope.Lookup(name).(*types.Var)
			if !ok || other == v || name == "_" || slices.Contains(names, name) {
				continue
			}
			if _, visible := m.pkg.Scope().Innermost(id.Pos()).LookupParent(name, id.Pos()); visible != types.Object(other) {
				continue
			}
			if types.Identical(other.Type(), v.Type()) || asked != nil && m.has(other.Type(), asked) {
				names = append(names, name)
			}
		}
	}
	for _, name := range names[:min(len(names), others)] {
		m.add(Variable, s, s.replace(id, name), "%s instead of %s at %s", name, id.Name, m.line(s, id))
	}
}

// asked is what is selected of a name; nil if nothing is.
func (m *maker) asked(s *source, id *ast.Ident) (obj types.Object) {
	ast.Inspect(s.syntax, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.X == ast.Expr(id) {
			obj = m.info.Uses[sel.Sel]
		}
		return obj == nil
	})
	return obj
}

// has reports whether a type has a field or method like another one.
func (m *maker) has(t types.Type, like types.Object) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, m.pkg, like.Name())
	return obj != nil && similar(obj, like)
}

func similar(a, b types.Object) bool {
	_, isVar := a.(*types.Var)
	_, isVar2 := b.(*types.Var)
	return isVar == isVar2 && types.Identical(a.Type(), b.Type())
}

// members puts other fields, methods and functions in the place of one: of the
// same type, or such that what is asked of the result is there as well.
func (m *maker) members(s *source, sel *ast.SelectorExpr) {
	obj := m.info.Uses[sel.Sel]
	if obj == nil {
		return
	}
	var names []string
	try := func(other types.Object) {
		// TypedInformer is Informer with another static type.
		if other.Name() != "_" && strings.TrimPrefix(other.Name(), "Typed") != strings.TrimPrefix(obj.Name(), "Typed") && (other.Exported() || other.Pkg() == m.pkg) && !slices.Contains(names, other.Name()) && m.alike(s, sel, obj, other) {
			names = append(names, other.Name())
		}
	}
	if pkg, ok := m.info.Uses[root(sel.X)].(*types.PkgName); ok && ast.Unparen(sel.X) == ast.Expr(root(sel.X)) {
		scope := pkg.Imported().Scope()
		for _, name := range scope.Names() {
			try(scope.Lookup(name))
		}
	} else if t := m.info.TypeOf(sel.X); t != nil {
		for _, other := range membersOf(t) {
			try(other)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return far(a, obj.Name()) - far(b, obj.Name()) })
	for _, name := range names[:min(len(names), others)] {
		m.add(Variable, s, s.replace(sel.Sel, name), "%s instead of %s at %s", name, sel.Sel.Name, m.line(s, sel))
	}
}

// far says how little two names have in common: which is mistaken for which.
func far(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	k := 0
	for k < len(a)-n && k < len(b)-n && a[len(a)-1-k] == b[len(b)-1-k] {
		k++
	}
	return max(len(a), len(b)) - n - k
}

// root is the name that a selector begins with.
func root(e ast.Expr) *ast.Ident {
	id, _ := ast.Unparen(e).(*ast.Ident)
	return id
}

// alike reports whether one member can stand for another.
func (m *maker) alike(s *source, sel *ast.SelectorExpr, a, b types.Object) bool {
	if similar(a, b) {
		return true
	}
	x, ok := a.Type().(*types.Signature)
	y, ok2 := b.Type().(*types.Signature)
	if !ok || !ok2 || x.Results().Len() != 1 || y.Results().Len() != 1 || !types.Identical(x.Params(), y.Params()) || strings.HasPrefix(b.Name(), "Deprecated") {
		return false
	}
	// factory.Core().V1().Nodes().Informer() for Pods.
	var asked types.Object
	ast.Inspect(s.syntax, func(n ast.Node) bool {
		if next, ok := n.(*ast.SelectorExpr); ok {
			if call, ok := ast.Unparen(next.X).(*ast.CallExpr); ok && call.Fun == ast.Expr(sel) {
				asked = m.info.Uses[next.Sel]
			}
		}
		return asked == nil
	})
	return asked != nil && m.has(y.Results().At(0).Type(), asked)
}

// membersOf are the fields and methods of a type.
func membersOf(t types.Type) (out []types.Object) {
	under := t
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		under = p.Elem()
	}
	if st, ok := under.Underlying().(*types.Struct); ok {
		for field := range st.Fields() {
			out = append(out, field)
		}
		t = types.NewPointer(under)
	}
	for sel := range types.NewMethodSet(t).Methods() {
		out = append(out, sel.Obj())
	}
	return out
}

// line is the line around a node.
func (m *maker) line(s *source, n ast.Node) string {
	at := s.offset(n.Pos())
	from := strings.LastIndexByte(string(s.text[:at]), '\n') + 1
	to := len(s.text)
	if i := strings.IndexByte(string(s.text[at:]), '\n'); i >= 0 {
		to = at + i
	}
	return short(string(s.text[from:to]))
}
