package cachemutation

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/informerlint/informerlint/internal/cached"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/alias"
)

// A fixer makes the fixes of one finding: candidates, of which the gate takes
// the first one that holds.
type fixer struct {
	pass *analysis.Pass
	src  *fix.Source
	f    *cached.Finding
	body *alias.Body // of the function that has the source
	// The variables that hold the object, and the slices whose elements it is,
	// with where each is declared.
	objects, lists map[types.Object]token.Pos
}

const copies = "Copy the object before it is changed"

func suggest(pass *analysis.Pass, src *fix.Source, f *cached.Finding) []analysis.SuggestedFix {
	x := &fixer{pass: pass, src: src, f: f, objects: make(map[types.Object]token.Pos), lists: make(map[types.Object]token.Pos)}
	x.body = &alias.Body{Info: pass.TypesInfo, Pkg: pass.Pkg, Src: src}
	switch fn := x.function(f.Way.Source.Pos).(type) {
	case *ast.FuncLit:
		x.body.BlockStmt = fn.Body
	case *ast.FuncDecl:
		x.body.BlockStmt = fn.Body
	}
	last := f.Way.Steps[len(f.Way.Steps)-1].Pos
	if x.body.BlockStmt == nil || last < x.body.Pos() || last > x.body.End() {
		return nil
	}
	x.holders()
	fixes := slices.Concat(x.shallow(last), x.before(last))
	for len(x.objects) > 0 {
		// From what was declared last to what was declared first.
		var obj types.Object
		for o := range x.objects {
			if obj == nil || o.Pos() > obj.Pos() {
				obj = o
			}
		}
		fixes = append(fixes, x.derived(obj, last)...)
		fixes = append(fixes, x.declared(obj)...)
		delete(x.objects, obj)
	}
	return fixes
}

// holders finds the variables that hold the object, in the order of the source.
func (x *fixer) holders() {
	if x.f.Param != nil {
		x.objects[x.f.Param.Object()] = x.body.Lbrace
	}
	ast.Inspect(x.body.BlockStmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 {
				x.assigned(n.Lhs[0], n.Rhs[0], n.End())
			} else if len(n.Lhs) == len(n.Rhs) {
				for i := range n.Lhs {
					x.assigned(n.Lhs[i], n.Rhs[i], n.End())
				}
			}
		case *ast.RangeStmt:
			if n.Value != nil && x.has(x.lists, n.X) {
				x.hold(x.objects, n.Value, n.Body.Lbrace)
			}
		case *ast.TypeSwitchStmt:
			x.switched(n)
		}
		return true
	})
}

// assigned notes what a variable is given.
func (x *fixer) assigned(l, r ast.Expr, at token.Pos) {
	r = ast.Unparen(r)
	switch e := r.(type) {
	case *ast.TypeAssertExpr:
		r = e.X
	case *ast.IndexExpr:
		if x.has(x.lists, e.X) {
			x.hold(x.objects, l, at)
		}
		return
	case *ast.CallExpr:
		if e.Lparen == x.f.Way.Source.Pos || e.Pos() == x.f.Way.Source.Pos {
			if x.f.Way.Source.Kind == cached.List {
				x.hold(x.lists, l, at)
			} else {
				x.hold(x.objects, l, at)
			}
		}
		return
	}
	switch {
	case x.has(x.objects, r):
		x.hold(x.objects, l, at)
	case x.has(x.lists, r):
		x.hold(x.lists, l, at)
	}
}

// switched notes the variables of a type switch.
func (x *fixer) switched(n *ast.TypeSwitchStmt) {
	v, ta := fix.Assertion(n.Assign)
	if v == nil || ta == nil || !x.has(x.objects, ta.X) {
		return
	}
	for _, c := range n.Body.List {
		if obj := x.pass.TypesInfo.Implicits[c]; obj != nil {
			x.objects[obj] = c.(*ast.CaseClause).Colon
		}
	}
}

func (x *fixer) has(vars map[types.Object]token.Pos, e ast.Expr) bool {
	obj := x.body.Object(e)
	_, ok := vars[obj]
	return obj != nil && ok
}

func (x *fixer) hold(vars map[types.Object]token.Pos, e ast.Expr, at token.Pos) {
	if obj := x.body.Object(e); x.body.Local(obj) {
		if _, again := vars[obj]; !again {
			vars[obj] = at
		}
	}
}

// function returns the innermost function around a position.
func (x *fixer) function(pos token.Pos) ast.Node {
	for _, n := range x.src.Path(pos) {
		switch n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return n
		}
	}
	return nil
}

// shallow makes deep copies of shallow ones: *pod becomes *pod.DeepCopy().
func (x *fixer) shallow(last token.Pos) (out []analysis.SuggestedFix) {
	if x.f.Rule != cached.ShallowCopy {
		return nil
	}
	for _, st := range x.f.Way.Steps {
		if st.Act != cached.Shallow || st.Via.IsValid() || st.Pos > last {
			continue
		}
		p := x.src.At(st.Pos)
		if p == nil {
			continue
		}
		ast.Inspect(p.Stmt, func(n ast.Node) bool {
			if e, ok := n.(*ast.StarExpr); ok && x.has(x.objects, e.X) && copier(x.pass.TypesInfo.TypeOf(e.X)) != "" {
				out = append(out, fix.Suggest("Make a deep copy", fix.Insert(e.End(), ".DeepCopy()"))...)
			}
			return true
		})
	}
	return out
}

// copier is the call that copies values of a type, without its receiver.
func copier(t types.Type) string {
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

// before copies right in front of the statement that changes the object, if a
// variable of its own is in it. It may have come there by way of calls and lists
// that are not looked at here: whether it is the object is for the gate to see.
func (x *fixer) before(last token.Pos) (out []analysis.SuggestedFix) {
	p := x.src.At(last)
	if p == nil {
		return nil
	}
	var vars []types.Object
	ast.Inspect(p.Stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IndexExpr:
			if e := x.element(n); e != "" {
				out = append(out, fix.Suggest(copies, p.Before(e+" = "+e+".DeepCopy()"))...)
			}
		case *ast.Ident:
			obj := x.pass.TypesInfo.Uses[n]
			if _, held := x.objects[obj]; obj != nil && (held || x.body.Local(obj) && obj.Pos() > x.function(last).Pos()) && !slices.Contains(vars, obj) {
				vars = append(vars, obj)
			}
		}
		return true
	})
	for _, obj := range vars {
		out = append(out, x.at(obj, p, p.Before)...)
	}
	return out
}

// element is the text of an element of the list that can be replaced by a copy.
func (x *fixer) element(n *ast.IndexExpr) string {
	if !x.has(x.lists, n.X) || copier(x.pass.TypesInfo.TypeOf(n)) != "DeepCopy" || !fix.Simple(n.Index) {
		return ""
	}
	return types.ExprString(n)
}

// at copies a variable at a place, unless somebody has the object already who
// has to see the change.
func (x *fixer) at(obj types.Object, p *fix.Place, insert func(...string) analysis.TextEdit) []analysis.SuggestedFix {
	name := copier(obj.Type())
	edit := insert(obj.Name() + " = " + obj.Name() + "." + name + "()")
	from := x.objects[obj]
	if name == "" || edit.Pos < from || x.body.Leaks(obj, edit.Pos) || x.body.Stale(obj, edit.Pos) || !x.names(obj, edit.Pos) {
		return nil
	}
	return fix.Suggest(copies, edit)
}

// names reports whether a variable's name means that variable at a position.
func (x *fixer) names(obj types.Object, pos token.Pos) bool {
	scope := x.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	_, found := scope.LookupParent(obj.Name(), pos)
	return found == obj
}

// derived copies in front of the first statement that takes a part of the
// object into another variable.
func (x *fixer) derived(obj types.Object, last token.Pos) (out []analysis.SuggestedFix) {
	ast.Inspect(x.body.BlockStmt, func(n ast.Node) bool {
		if n == nil || n.Pos() > last || len(out) > 0 {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, r := range n.Rhs {
				if x.partOf(r, obj) {
					if p := x.src.At(n.Pos()); p != nil {
						out = x.at(obj, p, p.Before)
					}
				}
			}
		case *ast.RangeStmt:
			if x.partOf(n.X, obj) {
				if p := x.src.At(n.Pos()); p != nil {
					out = x.at(obj, p, p.Before)
				}
			}
		}
		return true
	})
	return out
}

// partOf reports whether an expression begins with a variable, and goes on.
func (x *fixer) partOf(e ast.Expr, obj types.Object) bool {
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
			return x.body.Object(n) == obj
		default:
			return false
		}
	}
}

// declared copies as soon as a variable has the object, after its error check.
func (x *fixer) declared(obj types.Object) []analysis.SuggestedFix {
	at := x.objects[obj]
	inside, _ := astutil.PathEnclosingInterval(x.src.File(at), at-1, at-1) // the end of a statement is outside of it
	here, _ := astutil.PathEnclosingInterval(x.src.File(at), at, at)
	for _, n := range slices.Concat(inside, here) {
		switch n := n.(type) {
		case *ast.BlockStmt:
			if n.Lbrace == at && len(n.List) > 0 {
				if p := x.src.At(n.List[0].Pos()); p != nil {
					return x.at(obj, p, p.Before)
				}
				return nil
			}
		case *ast.AssignStmt:
			p := x.src.At(n.Pos())
			if p == nil || p.Stmt != n {
				return nil
			}
			k := x.checked(p, n)
			return x.at(obj, p, func(lines ...string) analysis.TextEdit { return p.After(k, lines...) })
		}
	}
	return nil
}

// checked returns the index of the last of the statements after an assignment
// that ask for its error, or whether there is anything.
func (x *fixer) checked(p *fix.Place, as *ast.AssignStmt) int {
	k := p.I
	for k+1 < len(p.List) {
		ifs, ok := p.List[k+1].(*ast.IfStmt)
		if !ok || !slices.ContainsFunc(as.Lhs[1:], func(l ast.Expr) bool { return x.mentions(ifs.Cond, l) }) {
			break
		}
		k++
	}
	return k
}

func (x *fixer) mentions(in, e ast.Expr) bool {
	obj := x.body.Object(e)
	return obj != nil && x.src.Mentions(in, obj)
}
