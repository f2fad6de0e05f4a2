// Package fix makes the text edits of suggested fixes: statements that are
// inserted, moved or replaced within one function of the analysed package.
//
// Package fix/apply applies them, and package fix/try analyses the package as it
// would be with them.
package fix

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
)

// ReadFile returns how the pass reads files. Bazel's nogo sets no function for
// it: there the files on disk are what is analyzed.
func ReadFile(pass *analysis.Pass) func(name string) ([]byte, error) {
	if pass.ReadFile != nil {
		return pass.ReadFile
	}
	return os.ReadFile
}

// A Source is the syntax of the package that a pass is about. It finds each
// place once.
type Source struct {
	pass   *analysis.Pass
	places map[token.Pos]*Place
}

// In returns the source of a pass.
func In(pass *analysis.Pass) *Source {
	return &Source{pass: pass, places: make(map[token.Pos]*Place)}
}

// A Place is a statement that a finding is about.
type Place struct {
	src  *Source
	pass *analysis.Pass
	File *ast.File
	Path []ast.Node    // what is around the position, from inside out
	Call *ast.CallExpr // the call at the position, nil if there is none
	Stmt ast.Stmt      // the innermost statement of a block that holds it
	List []ast.Stmt    // that block
	I    int           // index of Stmt in List
	Func ast.Node      // the function or literal around it
	Decl *ast.FuncDecl // the declaration around that
}

// File returns the file of a position; nil if it is in none of the package's.
func (s *Source) File(pos token.Pos) *ast.File {
	for _, file := range s.pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			return file
		}
	}
	return nil
}

// Path returns what is around a position, from inside out.
func (s *Source) Path(pos token.Pos) []ast.Node {
	file := s.File(pos)
	if file == nil {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(file, pos, pos+1)
	return path
}

// At finds the place of a position as go/ssa gives it: the opening
// parenthesis of a call, or the go keyword. Nil if there is no statement.
func (s *Source) At(pos token.Pos) *Place {
	p, ok := s.places[pos]
	if !ok {
		p = s.find(pos)
		s.places[pos] = p
	}
	return p
}

func (s *Source) find(pos token.Pos) *Place {
	p := &Place{src: s, pass: s.pass, File: s.File(pos), Path: s.Path(pos)}
	for i, n := range p.Path {
		switch n := n.(type) {
		case *ast.CallExpr:
			if p.Call == nil && n.Lparen == pos {
				p.Call = n
			}
		case *ast.GoStmt:
			if p.Call == nil && n.Pos() == pos {
				p.Call = n.Call
			}
		case *ast.FuncLit:
			if p.Func == nil {
				p.Func = n
			}
		case *ast.FuncDecl:
			if p.Func == nil {
				p.Func = n
			}
			p.Decl = n
		}
		if p.Stmt != nil || i == 0 {
			continue
		}
		if stmt, ok := p.Path[i-1].(ast.Stmt); ok {
			if list := statements(n); slices.Contains(list, stmt) {
				p.Stmt, p.List, p.I = stmt, list, slices.Index(list, stmt)
			}
		}
	}
	if p.Stmt == nil {
		return nil
	}
	return p
}

// statements are those of a block, among which others can be put.
func statements(n ast.Node) []ast.Stmt {
	switch b := n.(type) {
	case *ast.BlockStmt:
		if len(b.List) > 0 {
			switch b.List[0].(type) {
			case *ast.CaseClause, *ast.CommClause:
				return nil // the clauses of a switch or select
			}
		}
		return b.List
	case *ast.CaseClause:
		return b.Body
	case *ast.CommClause:
		return b.Body
	}
	return nil
}

// Goroutine returns the place of "go func() {...}()" whose function is around
// p, nil if that is anything else.
func (p *Place) Goroutine() *Place {
	lit, _ := p.Func.(*ast.FuncLit)
	for i, n := range p.Path {
		g, ok := n.(*ast.GoStmt)
		if ok && i > 0 && lit != nil && ast.Unparen(g.Call.Fun) == ast.Expr(lit) {
			return p.src.At(g.Pos())
		}
	}
	return nil
}

// Range is the text that a finding at pos is about: the call or go statement.
func (s *Source) Range(pos token.Pos) (start, end token.Pos) {
	p := s.At(pos)
	if p == nil {
		return pos, token.NoPos
	}
	if g, ok := p.Stmt.(*ast.GoStmt); ok && g.Pos() == pos {
		return g.Pos(), g.Call.Fun.End()
	}
	if p.Call != nil {
		return p.Call.Pos(), p.Call.End()
	}
	return pos, token.NoPos
}

// At returns the place of statement k of p's block.
func (p *Place) At(k int) *Place {
	at := *p
	at.Stmt, at.I = p.List[k], k
	return &at
}

// Around returns the place of the statement that p's block belongs to, nil if it
// is the body of a function.
func (p *Place) Around() *Place {
	from := slices.IndexFunc(p.Path, func(n ast.Node) bool { return n == ast.Node(p.Stmt) })
	for i := from + 2; 0 <= from && i < len(p.Path); i++ {
		switch p.Path[i].(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return nil
		}
		stmt, ok := p.Path[i-1].(ast.Stmt)
		if list := statements(p.Path[i]); ok && slices.Contains(list, stmt) {
			out := *p
			out.Stmt, out.List, out.I = stmt, list, slices.Index(list, stmt)
			return &out
		}
	}
	return nil
}

// Outer returns the place of the statement in p's own block list order that
// holds q, if q lies in a statement of the same block (however deep).
func (p *Place) Outer(q *Place) (index int, ok bool) {
	for k, s := range p.List {
		if s.Pos() <= q.Stmt.Pos() && q.Stmt.End() <= s.End() {
			return k, p.File == q.File
		}
	}
	return 0, false
}

// Text prints a node as it stands in the source.
func (p *Place) Text(n ast.Node) string {
	if src, err := ReadFile(p.pass)(p.pass.Fset.Position(n.Pos()).Filename); err == nil {
		a, b := p.pass.Fset.Position(n.Pos()).Offset, p.pass.Fset.Position(n.End()).Offset
		if 0 <= a && a <= b && b <= len(src) {
			return string(src[a:b])
		}
	}
	var buf bytes.Buffer
	if err := printer.Fprint(&buf, p.pass.Fset, n); err != nil {
		return ""
	}
	return buf.String()
}

// indent is the white space before a statement.
func (p *Place) indent(s ast.Stmt) string {
	pos := p.pass.Fset.Position(s.Pos())
	src, err := ReadFile(p.pass)(pos.Filename)
	if err != nil || pos.Offset > len(src) {
		return ""
	}
	line := src[:pos.Offset]
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	space := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
	for {
		line = bytes.TrimSpace(line)
		at := bytes.LastIndex(line, []byte("/*"))
		if at < 0 || !bytes.HasSuffix(line, []byte("*/")) {
			break
		}
		line = line[:at]
	}
	if len(line) > 0 {
		return "" // not alone on its line, but for comments
	}
	return string(space)
}

// Before inserts statements before the place, and before the comment that belongs
// to it.
func (p *Place) Before(lines ...string) analysis.TextEdit {
	in := p.indent(p.Stmt)
	return Insert(p.Head(), strings.Join(lines, "\n"+in)+"\n"+in)
}

// After inserts statements after a statement of the place's block. A comment
// on the statement's line stays with it.
func (p *Place) After(k int, lines ...string) analysis.TextEdit {
	s := p.List[k]
	in := p.indent(s)
	end := p.lineEnd(s.End())
	return analysis.TextEdit{Pos: end, End: end, NewText: []byte("\n" + in + strings.Join(lines, "\n"+in))}
}

// Instead puts statements in the place's stead.
func (p *Place) Instead(lines ...string) analysis.TextEdit {
	return Replace(p.Stmt, strings.Join(lines, "\n"+p.indent(p.Stmt)))
}

// lineEnd moves a position to the end of the comment that ends its line, if any.
func (p *Place) lineEnd(pos token.Pos) token.Pos { return p.src.lineEnd(p.File, pos) }

func (s *Source) lineEnd(file *ast.File, pos token.Pos) token.Pos {
	line := s.pass.Fset.Position(pos).Line
	for _, g := range file.Comments {
		for _, c := range g.List {
			if c.Pos() >= pos && s.pass.Fset.Position(c.Pos()).Line == line && s.pass.Fset.Position(c.End()).Line == line {
				return c.End()
			}
		}
	}
	return pos
}

// LineComments returns the comments inside a node, to be put at the end of the
// line that replaces it.
func (p *Place) LineComments(n ast.Node) string {
	text := ""
	for _, g := range p.File.Comments {
		for _, c := range g.List {
			if n.Pos() <= c.Pos() && c.End() <= n.End() {
				text += " " + c.Text
			}
		}
	}
	return text
}

// Insert puts text at a position.
func Insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

// Merge appends the edits that are not there yet: two places may share a helper
// or need one import.
func Merge(edits []analysis.TextEdit, more ...analysis.TextEdit) []analysis.TextEdit {
	for _, e := range more {
		if !slices.ContainsFunc(edits, func(o analysis.TextEdit) bool {
			return o.Pos == e.Pos && o.End == e.End && string(o.NewText) == string(e.NewText)
		}) {
			edits = append(edits, e)
		}
	}
	return edits
}

// Replace puts text in the place of a node.
func Replace(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}

// Delete removes a whole statement with its line.
func (p *Place) Delete(k int) analysis.TextEdit {
	s := p.List[k]
	file := p.pass.Fset.File(s.Pos())
	end := p.lineEnd(s.End())
	line := file.Line(s.Pos())
	if p.indent(s) == "" && file.Position(s.Pos()).Column > 1 || file.Line(end) >= file.LineCount() {
		return analysis.TextEdit{Pos: s.Pos(), End: s.End()}
	}
	return analysis.TextEdit{Pos: file.LineStart(line), End: file.LineStart(file.Line(end) + 1)}
}

// Visible reports whether every name of an expression means the same at the
// place as where the expression stands.
func (p *Place) Visible(e ast.Expr) bool { return p.visibleAt(e, p.Stmt.Pos()) }

// VisibleAfter is Visible after statement k of the block.
func (p *Place) VisibleAfter(e ast.Expr, k int) bool { return p.visibleAt(e, p.List[k].End()) }

func (p *Place) visibleAt(e ast.Expr, pos token.Pos) bool {
	scope := p.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			ok = ok && p.visibleAt(n.X, pos)
			return false
		case *ast.KeyValueExpr:
			ok = ok && p.visibleAt(n.Value, pos)
			return false
		case *ast.FuncLit:
			ok = false
			return false
		case *ast.Ident:
			obj := p.pass.TypesInfo.ObjectOf(n)
			if obj == nil {
				ok = false
				return false
			}
			if obj.Parent() == nil || obj.Parent() == types.Universe {
				return true
			}
			_, found := scope.LookupParent(n.Name, pos)
			ok = ok && found == obj
		}
		return ok
	})
	return ok
}

// Definition returns the expression that a local variable is declared with,
// if that is its only assignment in the function; nil otherwise.
func (p *Place) Definition(id *ast.Ident) ast.Expr {
	obj := p.pass.TypesInfo.ObjectOf(id)
	if obj == nil || p.Decl == nil {
		return nil
	}
	var def ast.Expr
	count := 0
	ast.Inspect(p.Decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if lid, ok := l.(*ast.Ident); ok && p.pass.TypesInfo.ObjectOf(lid) == obj {
					count++
					if len(n.Lhs) == len(n.Rhs) {
						def = n.Rhs[i]
					}
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if p.pass.TypesInfo.Defs[name] == obj {
					count++
					if len(n.Values) == len(n.Names) {
						def = n.Values[i]
					}
				}
			}
		}
		return true
	})
	if count != 1 {
		return nil
	}
	return def
}

// Suggest is a list of one fix; of none if there are no edits. They are in the
// order of their positions, as go vet prints them.
func Suggest(message string, edits ...analysis.TextEdit) []analysis.SuggestedFix {
	if len(edits) == 0 {
		return nil
	}
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int { return cmp.Compare(a.Pos, b.Pos) })
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}
