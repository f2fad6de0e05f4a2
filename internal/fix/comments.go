package fix

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// Moving is statement k of p's block, or text that stands for it, with the
// comments that belong to it (on the lines directly above it, before it and at the end
// of its line), and the edit that takes all of that away.
func (p *Place) Moving(k int, text string) (whole string, gone analysis.TextEdit) {
	s := p.List[k]
	gone = p.Delete(k)
	if end := p.lineEnd(s.End()); end > s.End() {
		text += p.slice(s.End(), end)
	}
	above := p.above(k)
	if above == nil || gone.Pos == s.Pos() {
		return text, gone // none, or the statement is not alone on its line
	}
	file := p.pass.Fset.File(s.Pos())
	gone.Pos = file.LineStart(file.Line(above.Pos()))
	return p.slice(above.Pos(), s.Pos()) + text, gone
}

// Head is where the place begins: at the comment on the lines directly above its
// statement, if there is one.
func (p *Place) Head() token.Pos {
	if above := p.above(p.I); above != nil && p.indent(p.Stmt) != "" {
		return above.Pos()
	}
	return p.Stmt.Pos()
}

// slice is the source between two positions of the file.
func (p *Place) slice(from, to token.Pos) string {
	src, err := ReadFile(p.pass)(p.pass.Fset.Position(from).Filename)
	a, b := p.pass.Fset.Position(from).Offset, p.pass.Fset.Position(to).Offset
	if err != nil || a > b || b > len(src) {
		return ""
	}
	return string(src[a:b])
}

// above is the comment on the lines directly above statement k, or before it on its
// line, nil if there is none.
func (p *Place) above(k int) *ast.CommentGroup {
	file := p.pass.Fset.File(p.List[k].Pos())
	first := file.Line(p.List[k].Pos())
	for _, g := range p.File.Comments {
		if at := file.Line(g.End()); g.End() > p.List[k].Pos() || at != first-1 && at != first {
			continue
		}
		if p.sharesLine(g) {
			return nil // it is at the end of what comes before
		}
		return g
	}
	return nil
}

// sharesLine: something else stands on the line where a comment begins.
func (p *Place) sharesLine(g *ast.CommentGroup) bool {
	file := p.pass.Fset.File(g.Pos())
	for _, r := range p.slice(file.LineStart(file.Line(g.Pos())), g.Pos()) {
		if r != ' ' && r != '\t' {
			return true
		}
	}
	return false
}
