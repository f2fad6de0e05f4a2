package cachemutation

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/informerlint/informerlint/internal/cached"
	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/alias"
	"github.com/informerlint/informerlint/internal/fix/reread"
)

// A fixer makes the fixes of one finding: candidates, of which the gate takes
// the first one that holds.
type fixer struct {
	pass *analysis.Pass
	src  *fix.Source
	f    *cached.Finding
	body *alias.Body // of the function that has the source
	held *alias.Holders

	marks bool // a copy would be thrown away with the change
}

const copies = "Copy the object before it is changed"

// goesBy is what to do where a copy would take something from the program.
const goesBy = "later reads of the cache may count on it, so a copy alone may break them: let them find the change in the API server, or keep it elsewhere"

// depends reports whether the program may read the change back from the cache.
func depends(f *cached.Finding) bool {
	last := f.Way.Steps[len(f.Way.Steps)-1]
	return reread.Depends(reread.Change{First: f.First, Via: last.Via, Type: f.Way.Source.Type, Field: f.Field, Param: f.Param}) ||
		slices.ContainsFunc(f.Also, depends)
}

// suggest returns the candidates, and whether the change is a mark in the cache: nothing
// is done with the object after it.
func suggest(pass *analysis.Pass, src *fix.Source, f *cached.Finding) (fixes []analysis.SuggestedFix, marks bool) {
	x := &fixer{pass: pass, src: src, f: f}
	x.body = &alias.Body{Info: pass.TypesInfo, Pkg: pass.Pkg, Src: src}
	switch fn := src.Func(f.Way.Source.Pos).(type) {
	case *ast.FuncLit:
		x.body.BlockStmt = fn.Body
	case *ast.FuncDecl:
		x.body.BlockStmt = fn.Body
	}
	last := f.Way.Steps[len(f.Way.Steps)-1].Pos
	if x.body.BlockStmt == nil || last < x.body.Pos() || last > x.body.End() {
		return nil, false
	}
	x.held = x.body.Holders(f.Way.Source.Pos, f.Way.Source.Kind == track.List, param(f))
	fixes = slices.Concat(x.shallow(last), x.before(last))
	for len(x.held.Objects) > 0 {
		// From what was declared last to what was declared first.
		var obj types.Object
		for o := range x.held.Objects {
			if obj == nil || o.Pos() > obj.Pos() {
				obj = o
			}
		}
		fixes = append(fixes, x.derived(obj, last)...)
		fixes = append(fixes, x.declared(obj)...)
		delete(x.held.Objects, obj)
	}
	return fixes, x.marks && len(fixes) == 0
}

// param is the parameter that has the object; nil if something else has it.
func param(f *cached.Finding) types.Object {
	if f.Param == nil {
		return nil
	}
	return f.Param.Object()
}

// shallow makes deep copies of shallow ones: *pod becomes *pod.DeepCopy().
func (x *fixer) shallow(last token.Pos) (out []analysis.SuggestedFix) {
	if x.f.Rule != cached.ShallowCopy {
		return nil
	}
	for _, st := range x.f.Way.Steps {
		if st.Act != track.Shallow || st.Via.IsValid() || st.Pos > last {
			continue
		}
		p := x.src.At(st.Pos)
		if p == nil {
			continue
		}
		ast.Inspect(p.Stmt, func(n ast.Node) bool {
			if e, ok := n.(*ast.StarExpr); ok && x.held.Holds(e.X) && alias.Copier(x.pass.TypesInfo.TypeOf(e.X)) != "" {
				out = append(out, fix.Suggest("Make a deep copy", fix.Insert(e.End(), ".DeepCopy()"))...)
			}
			return true
		})
	}
	return out
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
			if _, held := x.held.Objects[obj]; obj != nil && (held || x.body.Local(obj) && obj.Pos() > x.src.Func(last).Pos()) && !slices.Contains(vars, obj) {
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
	if !x.held.List(n.X) || alias.Copier(x.pass.TypesInfo.TypeOf(n)) != "DeepCopy" || !fix.Simple(n.Index) {
		return ""
	}
	return types.ExprString(n)
}

// at copies a variable at a place, unless somebody has the object already who
// has to see the change.
func (x *fixer) at(obj types.Object, p *fix.Place, insert func(...string) analysis.TextEdit) []analysis.SuggestedFix {
	name := alias.Copier(obj.Type())
	edit := insert(obj.Name() + " = " + obj.Name() + "." + name + "()")
	from := x.held.Objects[obj]
	if name == "" || edit.Pos < from || x.body.Compared(obj) || x.body.Leaks(obj, edit.Pos) || x.body.Stale(obj, edit.Pos) || !x.body.Names(obj, edit.Pos) {
		return nil
	}
	if x.body.Unused(obj, edit.Pos) {
		x.marks = true
		return nil
	}
	return fix.Suggest(copies, edit)
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
				if x.body.PartOf(r, obj) {
					if p := x.src.At(n.Pos()); p != nil {
						out = x.at(obj, p, p.Before)
					}
				}
			}
		case *ast.RangeStmt:
			if x.body.PartOf(n.X, obj) {
				if p := x.src.At(n.Pos()); p != nil {
					out = x.at(obj, p, p.Before)
				}
			}
		}
		return true
	})
	return out
}

// declared copies as soon as a variable has the object, after its error check.
func (x *fixer) declared(obj types.Object) []analysis.SuggestedFix {
	at := x.held.Objects[obj]
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
			k := x.body.Checked(p, n)
			return x.at(obj, p, func(lines ...string) analysis.TextEdit { return p.After(k, lines...) })
		}
	}
	return nil
}
