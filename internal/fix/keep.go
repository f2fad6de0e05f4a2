package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Keep gives a name to the first of a call's two results, which is dropped so
// far: the call is a statement, or all that is assigned to "_, err". What the
// name stands for, a field say, exists; nil if there is no edit for it.
func (p *Place) Keep(name string) []analysis.TextEdit {
	if p.Alone() {
		return []analysis.TextEdit{Insert(p.Stmt.Pos(), name+", _ = ")}
	}
	st, ifs, err := p.dropping()
	if st == nil {
		return nil
	}
	out := hoist(st, ifs, name+", "+err.Name+" = ")
	if st.Tok == token.DEFINE && !p.declared(err, st.Pos()) {
		declaration := "var " + err.Name + " error\n"
		if head := p.Head(); head != out[0].Pos {
			return append([]analysis.TextEdit{Insert(head, declaration)}, out...)
		}
		out[0].NewText = append([]byte(declaration), out[0].NewText...)
	}
	return out
}

// KeepNew is Keep with a new variable, which lives as long as the block. Where
// nobody looks at the error the function returns it.
func (p *Place) KeepNew(name string) []analysis.TextEdit {
	if p.Alone() {
		leave := p.Leave("err")
		if leave == "" {
			return nil
		}
		return []analysis.TextEdit{Insert(p.Stmt.Pos(), name+", err := "), Insert(p.lineEnd(p.Stmt.End()), "\nif err != nil {\n"+leave+"\n}")}
	}
	st, ifs, err := p.dropping()
	switch {
	case st == nil || err.Name == "_" || ifs != nil && st.Tok != token.DEFINE:
		return nil
	case ifs != nil:
		return hoist(st, ifs, name+", "+err.Name+" := ")
	case st.Tok == token.ASSIGN:
		if scope := p.pass.Pkg.Scope().Innermost(st.Pos()); scope == nil || scope.Lookup(err.Name) == nil {
			return nil // a new error would hide the one of an outer block
		}
		return []analysis.TextEdit{Replace(st.Lhs[0], name), Insert(st.TokPos, ":")}
	}
	return []analysis.TextEdit{Replace(st.Lhs[0], name)}
}

// Kept is the variable that has the first of the call's two results already, "" if there
// is none: it is declared there, nothing else is assigned to it, the name means the same
// at another position, and between the two it is only compared. What is deferred comes
// later: a registration is often kept to take the handler away again in the end.
func (p *Place) Kept(at token.Pos) string {
	st, _ := p.Stmt.(*ast.AssignStmt)
	if st == nil || st.Tok != token.DEFINE || len(st.Lhs) != 2 || len(st.Rhs) != 1 || ast.Unparen(st.Rhs[0]) != ast.Expr(p.Call) || at < st.End() {
		return ""
	}
	id, ok := st.Lhs[0].(*ast.Ident)
	if !ok || p.pass.TypesInfo.Defs[id] == nil {
		return ""
	}
	v, scope := p.pass.TypesInfo.Defs[id], p.pass.Pkg.Scope().Innermost(at)
	if scope == nil {
		return ""
	}
	if _, there := scope.LookupParent(id.Name, at); there != v {
		return ""
	}
	for use, obj := range p.pass.TypesInfo.Uses {
		if obj == v && !p.harmless(use) {
			return ""
		}
	}
	return id.Name
}

// harmless reports whether a use of a variable is a comparison, or deferred by the
// function.
func (p *Place) harmless(use *ast.Ident) bool {
	path := p.src.Path(use.Pos())
	if b, ok := path[1].(*ast.BinaryExpr); ok {
		return b.Op == token.EQL || b.Op == token.NEQ
	}
	i := slices.IndexFunc(path, func(n ast.Node) bool { _, is := n.(*ast.DeferStmt); return is })
	if i < 0 {
		return false
	}
	for _, n := range path[i:] {
		switch n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return n == p.Func
		}
	}
	return false
}

// dropping is the assignment of the call to "_, err", at the place or, with the
// statement, before the condition of an if.
func (p *Place) dropping() (st *ast.AssignStmt, ifs *ast.IfStmt, err *ast.Ident) {
	st, _ = p.Stmt.(*ast.AssignStmt)
	if ifs, _ = p.Stmt.(*ast.IfStmt); ifs != nil {
		st, _ = ifs.Init.(*ast.AssignStmt)
	}
	if st == nil || len(st.Lhs) != 2 || len(st.Rhs) != 1 || ast.Unparen(st.Rhs[0]) != ast.Expr(p.Call) || !Blank(st.Lhs[0]) {
		return nil, nil, nil
	}
	err, ok := st.Lhs[1].(*ast.Ident)
	if !ok {
		return nil, nil, nil
	}
	return st, ifs, err
}

// hoist writes other targets of an assignment, and takes it out of the if
// statement that it is in.
func hoist(st *ast.AssignStmt, ifs *ast.IfStmt, targets string) []analysis.TextEdit {
	from := st.Pos()
	if ifs != nil {
		from = ifs.Pos()
	}
	out := []analysis.TextEdit{{Pos: from, End: st.Rhs[0].Pos(), NewText: []byte(targets)}}
	if ifs != nil {
		out = append(out, analysis.TextEdit{Pos: st.Rhs[0].End(), End: ifs.Cond.Pos(), NewText: []byte("\nif ")})
	}
	return out
}

// Blank reports whether an expression is the blank identifier.
func Blank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// declared reports whether the function has an error of a name already.
func (p *Place) declared(id *ast.Ident, pos token.Pos) bool {
	for scope := p.pass.Pkg.Scope().Innermost(pos); scope != nil && scope != p.pass.Pkg.Scope(); scope = scope.Parent() {
		if v, ok := scope.Lookup(id.Name).(*types.Var); ok && v.Pos() < pos {
			return types.Identical(v.Type(), types.Universe.Lookup("error").Type())
		}
	}
	return false
}
