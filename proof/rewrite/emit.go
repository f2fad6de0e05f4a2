package rewrite

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Names under which a rewritten file imports what it calls.
const (
	rtName    = "proofrt"
	schedName = "proofsched"
)

// An emitter rewrites one file. Its central function is text: the text of a
// node, with everything below it rewritten.
type emitter struct {
	fset  *token.FileSet
	info  *types.Info
	pkg   *types.Package
	src   []byte
	name  string // of the file, for lines
	file  *ast.File
	twins Twins
	moved func(string) string

	shared map[types.Object]bool // local variables that goroutines may share
	temps  int
	errs   []error
}

func (e *emitter) refuse(n ast.Node, format string, args ...any) {
	pos := e.fset.Position(n.Pos())
	pos.Offset = 0
	e.errs = append(e.errs, &Error{pos, fmt.Sprintf(format, args...)})
}

func (e *emitter) offset(p token.Pos) int { return e.fset.Position(p).Offset }

func (e *emitter) line(p token.Pos) string {
	return strconv.Quote(e.name + ":" + strconv.Itoa(e.fset.Position(p).Line))
}

// whole is the text of the file.
func (e *emitter) whole() []byte {
	e.check()
	e.shared = e.findShared()
	var edits []edit
	after := e.offset(e.file.Name.End())
	edits = append(edits, edit{after, after, fmt.Sprintf("; import (%s %q; %s %q)", rtName, path.Join(twinRoot, "rt"), schedName, "github.com/informerlint/informerlint/reference/sched")})
	for _, imp := range e.file.Imports {
		edits = append(edits, edit{e.offset(imp.Path.Pos()), e.offset(imp.Path.End()), e.importPath(imp)})
	}
	for _, d := range e.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		edits = append(edits, edit{e.offset(d.Pos()), e.offset(d.End()), e.text(d)})
	}
	out := splice(e.src, 0, len(e.src), edits)
	return []byte(out + fmt.Sprintf("\nvar _, _ = %s.Forever, %s.Sleep\n", rtName, schedName))
}

func (e *emitter) importPath(imp *ast.ImportSpec) string {
	original, err := strconv.Unquote(imp.Path.Value)
	if err != nil {
		e.refuse(imp, "import %s", imp.Path.Value)
		return imp.Path.Value
	}
	if imp.Name != nil && (imp.Name.Name == "." || imp.Name.Name == "_") {
		e.refuse(imp, "import of %s as %s", original, imp.Name.Name)
	}
	if to := e.moved(original); to != "" {
		return strconv.Quote(to)
	}
	if e.twins[original] != nil {
		return strconv.Quote(twinPath(original))
	}
	if _, ok := pure[original]; ok {
		return imp.Path.Value
	}
	e.refuse(imp, "import of %s, which has no twin", original)
	return imp.Path.Value
}

type edit struct {
	from, to int
	text     string
}

func splice(src []byte, from, to int, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	at := from
	for _, ed := range edits {
		b.Write(src[at:ed.from])
		b.WriteString(ed.text)
		at = ed.to
	}
	b.Write(src[at:to])
	return b.String()
}

// text is the rewritten text of a node.
func (e *emitter) text(n ast.Node) string {
	if n == nil {
		return ""
	}
	if s, ok := e.replace(n); ok {
		return s
	}
	return e.inside(n)
}

// inside is the text of a node that stays, with its children rewritten.
func (e *emitter) inside(n ast.Node) string {
	var edits []edit
	ast.Inspect(n, func(c ast.Node) bool {
		if c == nil || c == n {
			return true
		}
		if _, ok := c.(*ast.CommentGroup); ok {
			return false
		}
		s, ok := e.replace(c)
		if !ok {
			return true
		}
		edits = append(edits, edit{e.offset(c.Pos()), e.offset(c.End()), s})
		return false
	})
	return splice(e.src, e.offset(n.Pos()), e.offset(n.End()), edits)
}

// replace rewrites a node that does not stay as it is, and says whether it is
// one.
func (e *emitter) replace(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return e.funcDecl(n), true
	case *ast.FuncLit:
		return e.text(n.Type) + " " + e.body(n.Body, n.Pos()), true
	case *ast.BlockStmt:
		return e.block(n, ""), true
	case *ast.CaseClause:
		return e.clause(n), true
	case *ast.ChanType:
		return "*" + schedName + ".Chan[" + e.text(n.Value) + "]", true
	case *ast.UnaryExpr:
		switch n.Op {
		case token.ARROW:
			return "(" + e.text(n.X) + ").Recv()", true
		case token.AND:
			if _, lit := ast.Unparen(n.X).(*ast.CompositeLit); !lit {
				return "&" + e.place(n.X), true
			}
		}
	case *ast.SendStmt:
		return "(" + e.text(n.Chan) + ").Send(" + e.text(n.Value) + ")", true
	case *ast.GoStmt:
		return e.goStmt(n), true
	case *ast.SelectStmt:
		return e.selectStmt(n), true
	case *ast.RangeStmt:
		return e.rangeStmt(n)
	case *ast.AssignStmt:
		return e.assign(n), true
	case *ast.IncDecStmt:
		return e.place(n.X) + n.Tok.String(), true
	case *ast.ValueSpec:
		if len(n.Names) == 2 && len(n.Values) == 1 {
			if u, ok := receive(n.Values[0]); ok {
				e.refuseIf(n.Type != nil, n, "var with a type and two values of a receive")
				return n.Names[0].Name + ", " + n.Names[1].Name + " = (" + e.text(u.X) + ").Recv2()", true
			}
		}
	case *ast.CallExpr:
		return e.call(n)
	case *ast.KeyValueExpr:
		// The key of a structure is a name and no use of a variable.
		if id, ok := n.Key.(*ast.Ident); ok {
			if v, ok := e.info.Uses[id].(*types.Var); ok && v.IsField() {
				return id.Name + ": " + e.text(n.Value), true
			}
		}
	case *ast.Ident:
		if obj := e.info.Uses[n]; obj != nil && e.shared[obj] {
			return "(*" + rtName + ".R(&" + n.Name + "))", true
		}
	case *ast.SelectorExpr:
		return e.selector(n)
	case *ast.StarExpr:
		if tv, ok := e.info.Types[n]; ok && tv.IsValue() {
			return "(*" + rtName + ".R(" + e.text(n.X) + "))", true
		}
	case *ast.IndexExpr:
		return e.index(n)
	}
	return "", false
}

func (e *emitter) refuseIf(bad bool, n ast.Node, format string, args ...any) {
	if bad {
		e.refuse(n, format, args...)
	}
}

func receive(x ast.Expr) (*ast.UnaryExpr, bool) {
	u, ok := ast.Unparen(x).(*ast.UnaryExpr)
	return u, ok && u.Op == token.ARROW
}

func (e *emitter) funcDecl(d *ast.FuncDecl) string {
	s := "func "
	if d.Recv != nil {
		s += e.text(d.Recv) + " "
	}
	s += d.Name.Name
	if d.Type.TypeParams != nil {
		s += e.text(d.Type.TypeParams)
	}
	s += e.text(d.Type.Params)
	if d.Type.Results != nil {
		s += " " + e.text(d.Type.Results)
	}
	if d.Body == nil {
		e.refuse(d, "function %s without a body", d.Name.Name)
		return s
	}
	return s + " " + e.body(d.Body, d.Name.Pos())
}

// body is the body of a function that begins on the line of pos.
func (e *emitter) body(b *ast.BlockStmt, pos token.Pos) string {
	return e.block(b, " defer "+rtName+".Enter("+e.line(pos)+")();")
}

func (e *emitter) block(b *ast.BlockStmt, first string) string {
	return "{" + first + splice(e.src, e.offset(b.Lbrace)+1, e.offset(b.Rbrace), e.list(b.List)) + "}"
}

func (e *emitter) clause(c *ast.CaseClause) string {
	var edits []edit
	for _, x := range c.List {
		edits = append(edits, edit{e.offset(x.Pos()), e.offset(x.End()), e.text(x)})
	}
	// The case itself is a line: what it decided is that it came here.
	colon := e.offset(c.Colon) + 1
	edits = append(edits, edit{colon, colon, " " + rtName + ".Line(" + e.line(c.Pos()) + ");"})
	edits = append(edits, e.list(c.Body)...)
	return splice(e.src, e.offset(c.Pos()), e.offset(c.End()), edits)
}

// list rewrites statements: each announces its line, and what it writes to.
func (e *emitter) list(list []ast.Stmt) []edit {
	var edits []edit
	for _, s := range list {
		text := e.text(s)
		if announced(s) {
			text = rtName + ".Line(" + e.line(s.Pos()) + "); " + text
		}
		if after := e.written(s); after != "" {
			text += "; " + after
		}
		edits = append(edits, edit{e.offset(s.Pos()), e.offset(s.End()), text})
	}
	return edits
}

func announced(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.EmptyStmt, *ast.DeclStmt, *ast.BlockStmt, *ast.BranchStmt, *ast.CaseClause:
		return false
	}
	return true
}

// goStmt binds the function and its arguments at the statement.
func (e *emitter) goStmt(g *ast.GoStmt) string {
	call := g.Call
	if tv := e.info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		e.refuse(g, "go with a conversion or a builtin")
		return ""
	}
	var names, values, args []string
	bind := func(text string) string {
		e.temps++
		name := fmt.Sprintf("proof%d", e.temps)
		names, values = append(names, name), append(values, text)
		return name
	}
	fun := ""
	if e.static(call.Fun) {
		fun = e.text(call.Fun)
	} else {
		fun = bind(e.text(call.Fun))
	}
	for _, a := range call.Args {
		tv := e.info.Types[a]
		switch {
		case tv.Value != nil || tv.IsNil():
			args = append(args, e.text(a)) // a constant
		default:
			if _, tuple := tv.Type.(*types.Tuple); tuple {
				e.refuse(a, "go with the results of a call as arguments")
			}
			args = append(args, bind(e.text(a)))
		}
	}
	if call.Ellipsis.IsValid() {
		args[len(args)-1] += "..."
	}
	start := rtName + ".Go(" + e.line(g.Pos()) + ", func() { " + fun + "(" + strings.Join(args, ", ") + ") })"
	if len(names) == 0 {
		return start
	}
	return "{ " + strings.Join(names, ", ") + " := " + strings.Join(values, ", ") + "; " + start + " }"
}

// static reports whether an expression is a function that is declared, so that
// evaluating it later makes no difference.
func (e *emitter) static(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		f, ok := e.info.Uses[x].(*types.Func)
		return ok && f.Signature().Recv() == nil
	case *ast.SelectorExpr:
		id, ok := x.X.(*ast.Ident)
		if !ok {
			return false
		}
		_, isPkg := e.info.Uses[id].(*types.PkgName)
		_, isFunc := e.info.Uses[x.Sel].(*types.Func)
		return isPkg && isFunc
	case *ast.IndexExpr:
		return e.static(x.X)
	case *ast.IndexListExpr:
		return e.static(x.X)
	}
	return false
}

// selectStmt makes a select a switch over which case was taken.
func (e *emitter) selectStmt(s *ast.SelectStmt) string {
	if len(s.Body.List) == 0 {
		return "{ " + rtName + ".Forever(); panic(\"unreachable\") }" // as final a statement as select {}
	}
	var names, values []string
	var edits []edit
	which := "Select"
	for _, c := range s.Body.List {
		clause := c.(*ast.CommClause)
		head := ""
		first := ""
		if clause.Comm == nil {
			which = "TrySelect"
			head = "default:"
		} else {
			e.temps++
			name := fmt.Sprintf("proof%d", e.temps)
			head = fmt.Sprintf("case %d:", len(names))
			value, prefix := e.comm(clause.Comm, name)
			names, values = append(names, name), append(values, value)
			first = prefix
		}
		text := head + " " + rtName + ".Line(" + e.line(clause.Pos()) + "); " + first +
			splice(e.src, e.offset(clause.Colon)+1, e.offset(clause.End()), e.list(clause.Body))
		edits = append(edits, edit{e.offset(clause.Pos()), e.offset(clause.End()), text})
	}
	head := "switch "
	if len(names) > 0 {
		head += strings.Join(names, ", ") + " := " + strings.Join(values, ", ") + "; "
	}
	head += rtName + "." + which + "(" + strings.Join(names, ", ") + ") "
	rest := ""
	if which == "Select" {
		rest = "default: panic(\"unreachable\") " // as final as a select without default
	}
	return head + "{" + splice(e.src, e.offset(s.Body.Lbrace)+1, e.offset(s.Body.Rbrace), edits) + rest + "}"
}

// comm is one communication of a select: the case, and the statements that the
// clause begins with.
func (e *emitter) comm(s ast.Stmt, name string) (value, first string) {
	switch s := s.(type) {
	case *ast.SendStmt:
		return rtName + ".Send(" + e.text(s.Chan) + ", " + e.text(s.Value) + ")", ""
	case *ast.ExprStmt:
		if u, ok := receive(s.X); ok {
			return rtName + ".Recv(" + e.text(u.X) + ")", ""
		}
	case *ast.AssignStmt:
		u, ok := receive(s.Rhs[0])
		if !ok {
			break
		}
		from := []string{name + ".V", name + ".OK"}[:len(s.Lhs)]
		var lhs []string
		for _, x := range s.Lhs {
			lhs = append(lhs, e.place(x))
		}
		first = strings.Join(lhs, ", ") + " " + s.Tok.String() + " " + strings.Join(from, ", ") + "; "
		if after := e.written(s); after != "" {
			first += after + "; "
		}
		return rtName + ".Recv(" + e.text(u.X) + ")", first
	}
	e.refuse(s, "a case of a select")
	return "", ""
}

func (e *emitter) rangeStmt(r *ast.RangeStmt) (string, bool) {
	over := ""
	x := e.text(r.X)
	switch types.Unalias(e.info.TypeOf(r.X)).Underlying().(type) {
	case *types.Chan:
		over = "(" + x + ").All"
	case *types.Map:
		over = rtName + ".Sorted(" + x + ")"
	case *types.Slice:
		over = rtName + ".SliceR(" + x + ")"
	case *types.Array, *types.Basic, *types.Signature, *types.Pointer:
		over = x
	default:
		e.refuse(r, "range over %s", e.info.TypeOf(r.X))
	}
	head := "for "
	if r.Key != nil {
		vars := []string{}
		for _, v := range []ast.Expr{r.Key, r.Value} {
			if v == nil {
				continue
			}
			if r.Tok == token.ASSIGN {
				e.refuseIf(e.effect(v) != "", v, "range that assigns to a shared variable")
			}
			vars = append(vars, e.place(v))
		}
		head += strings.Join(vars, ", ") + " " + r.Tok.String() + " "
	}
	return head + "range " + over + " " + e.block(r.Body, ""), true
}

// assign rewrites an assignment; what it writes is announced behind it.
func (e *emitter) assign(a *ast.AssignStmt) string {
	var lhs, rhs []string
	for _, x := range a.Lhs {
		lhs = append(lhs, e.place(x))
	}
	for _, x := range a.Rhs {
		rhs = append(rhs, e.text(x))
	}
	if len(a.Lhs) == 2 && len(a.Rhs) == 1 {
		if u, ok := receive(a.Rhs[0]); ok {
			rhs[0] = "(" + e.text(u.X) + ").Recv2()"
		}
	}
	return strings.Join(lhs, ", ") + " " + a.Tok.String() + " " + strings.Join(rhs, ", ")
}

// call rewrites builtins that are about channels, maps and panics.
func (e *emitter) call(c *ast.CallExpr) (string, bool) {
	id, ok := ast.Unparen(c.Fun).(*ast.Ident)
	if !ok {
		return "", false
	}
	b, ok := e.info.Uses[id].(*types.Builtin)
	if !ok {
		return "", false
	}
	isChan := func(x ast.Expr) bool {
		t := e.info.TypeOf(x)
		if p, ok := types.Unalias(t).(*types.TypeParam); ok {
			t = p.Constraint()
		}
		_, ok := types.Unalias(t).Underlying().(*types.Chan)
		return ok
	}
	switch b.Name() {
	case "close":
		return "(" + e.text(c.Args[0]) + ").Close()", true
	case "len", "cap":
		switch {
		case isChan(c.Args[0]):
			return "(" + e.text(c.Args[0]) + ")." + map[string]string{"len": "Len", "cap": "Cap"}[b.Name()] + "()", true
		case isMap(e.info.TypeOf(c.Args[0])):
			return "len(" + rtName + ".MapR(" + e.text(c.Args[0]) + "))", true
		}
	case "make":
		if !isChan(c.Args[0]) {
			return "", false
		}
		t, ok := ast.Unparen(c.Args[0]).(*ast.ChanType)
		if !ok {
			e.refuse(c, "make of a channel type that has a name")
			return "", true
		}
		size := "0"
		if len(c.Args) > 1 {
			size = "int(" + e.text(c.Args[1]) + ")"
		}
		return schedName + ".NamedChan[" + e.text(t.Value) + "](" + strconv.Quote("chan of line "+strconv.Itoa(e.fset.Position(c.Pos()).Line)) + ", " + size + ")", true
	case "delete":
		return "delete(" + rtName + ".MapW(" + e.text(c.Args[0]) + "), " + e.text(c.Args[1]) + ")", true
	case "clear":
		if isMap(e.info.TypeOf(c.Args[0])) {
			return "clear(" + rtName + ".MapW(" + e.text(c.Args[0]) + "))", true
		}
	case "recover":
		return schedName + ".Recovered(recover())", true
	case "print", "println":
		e.refuse(c, "%s", b.Name())
	}
	return "", false
}

func isMap(t types.Type) bool {
	_, ok := types.Unalias(t).Underlying().(*types.Map)
	return ok
}

// selector announces the read of a field of one of the program's own types.
func (e *emitter) selector(s *ast.SelectorExpr) (string, bool) {
	if id, ok := s.X.(*ast.Ident); ok {
		if _, isPkg := e.info.Uses[id].(*types.PkgName); isPkg {
			return id.Name + "." + s.Sel.Name, true
		}
	}
	if !e.watched(s) {
		return e.base(s.X) + "." + s.Sel.Name, true
	}
	return "(*" + rtName + ".R(&" + e.place(s) + "))", true
}

// base is the text of what a field or method is selected from. A structure is
// not read for that, a pointer is.
func (e *emitter) base(x ast.Expr) string {
	if tv := e.info.Types[x]; tv.IsValue() && tv.Addressable() && !isPointerLike(tv.Type) {
		return e.place(x)
	}
	return e.text(x)
}

func isPointerLike(t types.Type) bool {
	switch types.Unalias(t).Underlying().(type) {
	case *types.Struct, *types.Array:
		return false
	}
	return true
}

// watched reports whether a selector is a field that is plain memory of the
// program: one that the race detector must know about.
func (e *emitter) watched(s *ast.SelectorExpr) bool {
	sel := e.info.Selections[s]
	if sel == nil || sel.Kind() != types.FieldVal || e.moved(sel.Obj().Pkg().Path()) == "" && sel.Obj().Pkg() != e.pkg {
		return false
	}
	if tv := e.info.Types[s]; !tv.Addressable() {
		return false
	}
	if named, ok := types.Unalias(sel.Type()).(*types.Named); ok {
		if pkg := named.Obj().Pkg(); pkg != nil && e.twins[pkg.Path()] != nil {
			if _, iface := named.Underlying().(*types.Interface); !iface {
				if _, str := named.Underlying().(*types.Struct); str {
					return false // a lock or the like: it minds itself
				}
			}
		}
	}
	return true
}

// index announces the read of an element.
func (e *emitter) index(x *ast.IndexExpr) (string, bool) {
	tv, ok := e.info.Types[x.X]
	if !ok || !tv.IsValue() {
		return "", false // an instance of a generic type
	}
	switch types.Unalias(tv.Type).Underlying().(type) {
	case *types.Map:
		return rtName + ".MapR(" + e.text(x.X) + ")[" + e.text(x.Index) + "]", true
	case *types.Slice:
		return "(*" + rtName + ".R(&" + e.place(x) + "))", true
	}
	return "", false
}

// place is the text of what is assigned to, or whose address is taken: the
// variable itself is not read, pointers on the way to it are.
func (e *emitter) place(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.ParenExpr:
		return "(" + e.place(x.X) + ")"
	case *ast.SelectorExpr:
		if id, ok := x.X.(*ast.Ident); ok {
			if _, isPkg := e.info.Uses[id].(*types.PkgName); isPkg {
				return id.Name + "." + x.Sel.Name
			}
		}
		return e.base(x.X) + "." + x.Sel.Name
	case *ast.IndexExpr:
		return e.base(x.X) + "[" + e.text(x.Index) + "]"
	case *ast.StarExpr:
		return "*" + e.text(x.X)
	}
	return e.text(x)
}

// written announces what a statement has written to.
func (e *emitter) written(s ast.Stmt) string {
	var all []string
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, x := range s.Lhs {
			if id, ok := x.(*ast.Ident); ok && e.info.Defs[id] != nil {
				continue
			}
			if w := e.effect(x); w != "" {
				all = append(all, w)
			}
		}
	case *ast.IncDecStmt:
		if w := e.effect(s.X); w != "" {
			all = append(all, w)
		}
	}
	return strings.Join(all, "; ")
}

// effect announces the write of one place, "" if nobody else can see it.
func (e *emitter) effect(x ast.Expr) string {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		if obj := e.info.Uses[x]; obj != nil && e.shared[obj] {
			return rtName + ".W(&" + x.Name + ")"
		}
	case *ast.SelectorExpr:
		if e.watched(x) {
			e.simple(x.X)
			return rtName + ".W(&" + e.place(x) + ")"
		}
	case *ast.StarExpr:
		e.simple(x.X)
		return rtName + ".W(" + e.text(x.X) + ")"
	case *ast.IndexExpr:
		e.simple(x.X)
		switch types.Unalias(e.info.TypeOf(x.X)).Underlying().(type) {
		case *types.Map:
			return rtName + ".MapW(" + e.text(x.X) + ")"
		case *types.Slice:
			e.simple(x.Index)
			return rtName + ".W(&" + e.place(x) + ")"
		}
	}
	return ""
}

// simple refuses what cannot be evaluated a second time.
func (e *emitter) simple(x ast.Expr) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.FuncLit:
			e.refuse(n, "an assignment to what a call returns")
		case *ast.UnaryExpr:
			e.refuseIf(n.Op == token.ARROW, n, "an assignment to what a receive returns")
		}
		return true
	})
}

// findShared finds the local variables that a function literal captures and
// that somebody assigns to after their declaration.
func (e *emitter) findShared() map[types.Object]bool {
	home := make(map[types.Object]ast.Node)
	captured, assigned := make(map[types.Object]bool), make(map[types.Object]bool)
	local := func(id *ast.Ident) types.Object {
		v, ok := e.info.Uses[id].(*types.Var)
		if !ok || v.IsField() || v.Parent() == nil || v.Parent() == e.pkg.Scope() || v.Pkg() != e.pkg {
			return nil
		}
		return v
	}
	mark := func(x ast.Expr) {
		if id, ok := ast.Unparen(x).(*ast.Ident); ok {
			if v := local(id); v != nil {
				assigned[v] = true
			}
		}
	}
	var stack []ast.Node
	var funcs []ast.Node
	ast.Inspect(e.file, func(n ast.Node) bool {
		if n == nil {
			switch stack[len(stack)-1].(type) {
			case *ast.FuncDecl, *ast.FuncLit:
				funcs = funcs[:len(funcs)-1]
			}
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		switch n := n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			funcs = append(funcs, n)
		case *ast.Ident:
			if len(funcs) == 0 {
				break
			}
			if obj := e.info.Defs[n]; obj != nil {
				home[obj] = funcs[len(funcs)-1]
			}
			if v := local(n); v != nil && home[v] != funcs[len(funcs)-1] {
				captured[v] = true
			}
		}
		assignees(n, mark)
		return true
	})
	shared := make(map[types.Object]bool)
	for v := range assigned {
		if captured[v] {
			shared[v] = true
		}
	}
	return shared
}

// assignees calls mark for what a node assigns to, or takes the address of: who
// has that may assign at any time.
func assignees(n ast.Node, mark func(ast.Expr)) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, x := range n.Lhs {
			mark(x)
		}
	case *ast.IncDecStmt:
		mark(n.X)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			mark(n.Key)
			if n.Value != nil {
				mark(n.Value)
			}
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			mark(n.X)
		}
	}
}

// constantish reports whether an initialiser of a package's variable needs no
// call but errors.New and makes nothing that can change.
func (e *emitter) constantish(x ast.Expr) bool {
	ok := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if s, isSel := n.Fun.(*ast.SelectorExpr); isSel {
				if f, isFunc := e.info.Uses[s.Sel].(*types.Func); isFunc && f.FullName() == "errors.New" {
					return true
				}
			}
			if tv := e.info.Types[n]; tv.Value != nil && tv.Value.Kind() != constant.Unknown || e.info.Types[n.Fun].IsType() {
				return true
			}
			ok = false
		case *ast.FuncLit:
			return false
		case *ast.CompositeLit:
			switch types.Unalias(e.info.TypeOf(n)).Underlying().(type) {
			case *types.Map:
				ok = false
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND || n.Op == token.ARROW {
				ok = false
			}
		}
		return ok
	})
	return ok
}
