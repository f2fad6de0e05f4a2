package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Over says which statements something may be put after though it does not
// simply run after them.
type Over uint8

// What may be passed over.
const (
	Go    Over = 1 << iota // what it begins may not have happened yet
	Defer                  // what it defers has not happened yet
	Loop                   // it may never end
)

// MayFollow reports whether something can be put after a statement, and then
// runs after it.
func MayFollow(s ast.Stmt, over Over) bool {
	switch s.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return false
	case *ast.GoStmt:
		return over&Go != 0
	case *ast.DeferStmt:
		return over&Defer != 0
	case *ast.ForStmt, *ast.RangeStmt:
		return over&Loop != 0
	}
	return true
}

// Later returns the index of the statement of p's block that comes after p and
// holds q, if something may follow it.
func (p *Place) Later(q *Place, over Over) (k int, ok bool) {
	if q == nil {
		return 0, false
	}
	k, ok = p.Outer(q)
	return k, ok && k > p.I && MayFollow(p.List[k], over)
}

// Precedes reports whether q is in a statement that comes after p in p's block.
func (p *Place) Precedes(q *Place) bool {
	k, ok := p.Outer(q)
	return ok && k > p.I
}

// Below returns the index of the statement at q, if it comes after p in the same
// block.
func (p *Place) Below(q *Place) (k int, ok bool) {
	k, ok = p.Outer(q)
	return k, ok && k > p.I && p.List[k] == q.Stmt
}

// Last is the place of the innermost block that comes after all of some places,
// or at the last of them; nil if no block has them all, or one is not known.
func Last(places []*Place) *Place {
	var last *Place
	for i, p := range places {
		if p == nil {
			return nil
		}
		if i == 0 {
			last = p
		} else if k, ok := last.Outer(p); ok {
			last = last.At(max(k, last.I))
		} else if k, ok := p.Outer(last); ok {
			last = p.At(max(k, p.I))
		} else {
			return nil
		}
	}
	return last
}

// MoveUp puts statements of p's block, which come after p, before it, with their
// comments.
func (p *Place) MoveUp(statements []int) []analysis.TextEdit {
	var lines []string
	var edits []analysis.TextEdit
	for _, k := range statements {
		text, gone := p.Moving(k, p.Text(p.List[k]))
		lines, edits = append(lines, text), append(edits, gone)
	}
	if len(lines) == 0 {
		return nil
	}
	return append([]analysis.TextEdit{p.Before(lines...)}, edits...)
}

// MoveAfter puts text, which is the statement at the place or stands for it, and
// its comments after statement k of its block and the check of its error.
func (p *Place) MoveAfter(k int, text string) []analysis.TextEdit {
	text, gone := p.Moving(p.I, text)
	return []analysis.TextEdit{gone, p.After(p.WithCheck(k), text)}
}

// Calls reports whether an expression calls something when it is evaluated.
func Calls(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CallExpr:
			found = true
		case *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}

// Unchanged reports whether nothing that a node mentions is declared, set, or
// handed on by its address in some statements, which come before it.
func (p *Place) Unchanged(n ast.Node, statements []ast.Stmt) bool {
	used := make(map[types.Object]bool)
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj, ok := p.pass.TypesInfo.Uses[id].(*types.Var); ok && !obj.IsField() {
				used[obj] = true
			}
		}
		return true
	})
	// changes: the variable that an expression leads to is one of them.
	changes := func(e ast.Expr) bool {
		for {
			switch x := ast.Unparen(e).(type) {
			case *ast.Ident:
				return used[p.pass.TypesInfo.ObjectOf(x)]
			case *ast.SelectorExpr:
				e = x.X
			case *ast.IndexExpr:
				e = x.X
			case *ast.StarExpr:
				e = x.X
			default:
				return false
			}
		}
	}
	ok := true
	for _, s := range statements {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				ok = ok && !slices.ContainsFunc(n.Lhs, changes)
			case *ast.IncDecStmt:
				ok = ok && !changes(n.X)
			case *ast.UnaryExpr:
				ok = ok && (n.Op != token.AND || !changes(n.X))
			case *ast.RangeStmt:
				ok = ok && (n.Key == nil || !changes(n.Key)) && (n.Value == nil || !changes(n.Value))
			case *ast.ValueSpec:
				for _, name := range n.Names {
					ok = ok && !used[p.pass.TypesInfo.Defs[name]]
				}
			}
			return ok
		})
	}
	return ok
}

// Mentioned reports whether statements of p's block, from its own to the one
// before k, say the variable that a later assignment sets, so that this cannot
// move over them.
func (p *Place) Mentioned(as *ast.AssignStmt, k int) bool {
	lhs := p.Text(as.Lhs[0])
	return slices.ContainsFunc(p.List[p.I:k], func(s ast.Stmt) bool {
		if as.Tok != token.DEFINE && strings.Contains(p.Text(s), lhs) {
			return true
		}
		d, ok := s.(*ast.AssignStmt)
		return ok && d.Tok == token.DEFINE && slices.ContainsFunc(d.Lhs, func(l ast.Expr) bool { return p.Text(l) == lhs })
	})
}

// Again repeats the call at start after the last of some places, and the wait
// that follows it, a call of the method named wait: one start serves all that
// comes before it in one block. Where something in whose text unclear occurs
// follows start, and no such wait, the program waits in a way that is not
// understood, and there is no edit: without the same wait after the second start
// what comes then may be too early.
func (start *Place) Again(places []*Place, wait, unclear string) []analysis.TextEdit {
	last := Last(places)
	if !start.Alone() || last == nil || last.Decl == nil || last.Decl != start.Decl || !MayFollow(last.Stmt, Loop) || !last.VisibleAfter(start.Call, last.I) {
		return nil
	}
	k := last.WithCheck(last.I) // after all of "if err := build(factory); err != nil"
	lines := []string{start.Text(start.Stmt)}
	waits := start.Next(wait)
	if waits == nil && slices.ContainsFunc(start.List[start.I+1:], func(s ast.Stmt) bool { return strings.Contains(start.Text(s), unclear) }) {
		return nil
	}
	if waits != nil && last.Func == start.Func && last.VisibleAfter(waits, k) {
		lines = append(lines, start.Text(waits))
	}
	return []analysis.TextEdit{last.After(k, lines...)}
}

// PlainAfter turns a go statement into a plain call after the last of some
// places of the same block.
func (p *Place) PlainAfter(places []*Place) []analysis.TextEdit {
	g, ok := p.Stmt.(*ast.GoStmt)
	if !ok {
		return nil
	}
	last := -1
	for _, q := range places {
		k, ok := p.Later(q, Go|Defer)
		if !ok {
			return nil
		}
		last = max(last, k)
	}
	if last < 0 || !p.VisibleAfter(g.Call, p.WithCheck(last)) || !p.Unchanged(g, p.List[p.I+1:last+1]) {
		return nil
	}
	return p.MoveAfter(last, p.Text(g.Call))
}
