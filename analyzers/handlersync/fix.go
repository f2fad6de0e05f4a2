package handlersync

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/delivered"
	"github.com/informerlint/informerlint/internal/fix"
)

// A site is a claim in terms of syntax.
type site struct {
	*delivered.Claim
	pass  *analysis.Pass
	edits []analysis.TextEdit
}

const fixMessage = "Wait for the handler's registration"

// suggest returns the edits that make the wait ask the registration, or nil where
// none are known to be safe.
func suggest(pass *analysis.Pass, c *delivered.Claim) []analysis.SuggestedFix {
	s := &site{Claim: c, pass: pass}
	if c.Call == nil || c.WaitCall == nil {
		return nil
	}
	ok := false
	switch {
	case c.Shape == delivered.Component:
		ok = s.component(c.Type)
	case c.Call.Parent() == c.Method:
		ok = s.sequence()
	case c.Method.Signature.Recv() != nil:
		if named, is := typeOf(types.Unalias(c.Method.Signature.Recv().Type())).(*types.Named); is {
			ok = s.component(named.Obj().Name())
		}
	}
	if !ok {
		return nil
	}
	return fix.Suggest(fixMessage, s.edits...)
}

func (s *site) replace(n ast.Node, text string) {
	s.edits = append(s.edits, fix.Replace(n, text))
}

func (s *site) insert(pos token.Pos, text string) {
	s.edits = append(s.edits, analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)})
}

// path returns the syntax around a call that go/ssa places at its opening
// parenthesis, from the call outwards.
func (s *site) path(pos token.Pos) (*ast.File, []ast.Node) {
	for _, file := range s.pass.Files {
		if file.FileStart > pos || pos >= file.FileEnd {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(file, pos, pos+1)
		for i, n := range path {
			if _, ok := n.(*ast.CallExpr); ok {
				return file, path[i:]
			}
		}
	}
	return nil, nil
}

// component keeps the registration in a new field of the type, and has the
// methods ask that.
func (s *site) component(typ string) bool {
	obj, _ := s.pass.Pkg.Scope().Lookup(typ).(*types.TypeName)
	if obj == nil {
		return false
	}
	field := "registration"
	for _, name := range []string{"registration", "handlerRegistration", ""} {
		if other, _, _ := types.LookupFieldOrMethod(obj.Type(), true, s.pass.Pkg, name); other == nil {
			field = name
			break
		}
	}
	if field == "" || !s.declare(obj, field) {
		return false
	}
	owner := s.owner(obj)
	if owner == "" || !s.keep(owner+"."+field) {
		return false
	}
	for _, c := range append([]*delivered.Claim{s.Claim}, s.More...) {
		if c.WaitCall == nil || len(c.Ways) != 1 || !s.ask(c, field) {
			return false
		}
	}
	return true
}

// declare adds the field behind the last one of the structure.
func (s *site) declare(obj *types.TypeName, field string) bool {
	for _, file := range s.pass.Files {
		if file.FileStart > obj.Pos() || obj.Pos() >= file.FileEnd {
			continue
		}
		pkg := s.cache(file)
		path, _ := astutil.PathEnclosingInterval(file, obj.Pos(), obj.Pos()+1)
		for _, n := range path {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				continue
			}
			st, ok := spec.Type.(*ast.StructType)
			if !ok || pkg == "" || len(st.Fields.List) == 0 {
				return false
			}
			last := st.Fields.List[len(st.Fields.List)-1]
			end := last.End()
			if last.Comment != nil {
				end = last.Comment.End()
			}
			s.insert(end, "\n"+field+" "+pkg+".ResourceEventHandlerRegistration\n")
			return s.pass.Fset.Position(st.Fields.Opening).Line != s.pass.Fset.Position(st.Fields.Closing).Line
		}
	}
	return false
}

// cache returns the name of client-go's cache package in a file; "" if it is
// not imported.
func (s *site) cache(file *ast.File) string {
	for _, spec := range file.Imports {
		if path, _ := strconv.Unquote(spec.Path.Value); !clientgo.IsRoot(path) {
			continue
		}
		pn, ok := s.pass.TypesInfo.Implicits[spec].(*types.PkgName)
		if spec.Name != nil {
			pn, ok = s.pass.TypesInfo.Defs[spec.Name].(*types.PkgName)
		}
		if ok && pn.Name() != "_" && pn.Name() != "." {
			return pn.Name()
		}
	}
	return ""
}

// owner returns the one variable of the type that is known where the handler
// is registered.
func (s *site) owner(obj *types.TypeName) string {
	pos := s.Call.Pos()
	var found types.Object
	for scope := s.pass.Pkg.Scope().Innermost(pos); scope != nil && scope != s.pass.Pkg.Scope(); scope = scope.Parent() {
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if !ok || v.Pos() >= pos {
				continue
			}
			if named, is := typeOf(types.Unalias(v.Type())).(*types.Named); !is || named.Obj() != obj {
				continue
			}
			if found != nil {
				return ""
			}
			found = v
		}
	}
	if found == nil || found.Name() == "_" || found.Name() == "" {
		return ""
	}
	return found.Name()
}

// typeOf returns what a pointer points to; nil for other types.
func typeOf(t types.Type) types.Type {
	if p, ok := t.(*types.Pointer); ok {
		return types.Unalias(p.Elem())
	}
	return nil
}

// keep assigns the registration to a place.
func (s *site) keep(place string) bool {
	_, path := s.path(s.Call.Pos())
	if len(path) < 4 {
		return false
	}
	switch st := path[1].(type) {
	case *ast.ExprStmt:
		s.insert(st.Pos(), place+", _ = ")
		return true
	case *ast.AssignStmt:
		if len(st.Lhs) != 2 || len(st.Rhs) != 1 || !blank(st.Lhs[0]) {
			return false
		}
		err, ok := st.Lhs[1].(*ast.Ident)
		if !ok {
			return false
		}
		declaration := ""
		if st.Tok == token.DEFINE {
			if !s.declared(err, st.Pos()) {
				declaration = "var " + err.Name + " error\n"
			}
		}
		if ifs, ok := path[2].(*ast.IfStmt); ok && ifs.Init == ast.Stmt(st) {
			if _, block := path[3].(*ast.BlockStmt); !block {
				return false
			}
			s.edits = append(s.edits, analysis.TextEdit{Pos: ifs.Pos(), End: st.Rhs[0].Pos(), NewText: []byte(declaration + place + ", " + err.Name + " = ")},
				analysis.TextEdit{Pos: st.Rhs[0].End(), End: ifs.Cond.Pos(), NewText: []byte("\nif ")})
			return true
		}
		s.edits = append(s.edits, analysis.TextEdit{Pos: st.Pos(), End: st.Rhs[0].Pos(), NewText: []byte(declaration + place + ", " + err.Name + " = ")})
		return true
	}
	return false
}

func blank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// declared reports whether a function has an error of a name already.
func (s *site) declared(id *ast.Ident, pos token.Pos) bool {
	scope := s.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	for sc := scope; sc != nil && sc != s.pass.Pkg.Scope(); sc = sc.Parent() {
		if v, ok := sc.Lookup(id.Name).(*types.Var); ok && v.Pos() < pos {
			return clientgo.TypeName(v.Type()) == "error"
		}
	}
	return false
}

// ask has a method of the component ask the field.
func (s *site) ask(c *delivered.Claim, field string) bool {
	recv := c.Method.Params[0].Name()
	if recv == "" || recv == "_" {
		return false
	}
	test := fmt.Sprintf("%s.%s != nil && %s.%s.HasSynced()", recv, field, recv, field)
	_, path := s.path(c.Wait)
	if len(path) < 2 {
		return false
	}
	call := path[0].(*ast.CallExpr)
	if len(call.Args) == 0 {
		switch path[1].(type) {
		case *ast.ReturnStmt, *ast.AssignStmt, *ast.ParenExpr:
		default:
			test = "(" + test + ")"
		}
		s.replace(call, test)
		return true
	}
	// cache.WaitForCacheSync(stop, x.HasSynced)
	if len(call.Args) == 1 || call.Ellipsis.IsValid() {
		return false
	}
	test = "func() bool { return " + test + " }"
	last := call.Args[len(call.Args)-1]
	if len(c.Ways[0].Atoms) == 1 {
		s.replace(last, test) // it covers the informer
	} else {
		s.insert(last.End(), ", "+test)
	}
	return true
}

func (s *site) text(e ast.Expr) string { return types.ExprString(e) }

// sequence keeps the registration in a variable and adds it to the wait.
func (s *site) sequence() bool {
	const name = "registration"
	if scope := s.pass.Pkg.Scope().Innermost(s.Call.Pos()); scope == nil {
		return false
	} else if _, other := scope.LookupParent(name, token.NoPos); other != nil {
		return false
	}
	_, path := s.path(s.Call.Pos())
	if len(path) < 3 {
		return false
	}
	switch st := path[1].(type) {
	case *ast.ExprStmt:
		if !s.checked(st, path, name) {
			return false
		}
	case *ast.AssignStmt:
		if len(st.Lhs) != 2 || len(st.Rhs) != 1 || !blank(st.Lhs[0]) || blank(st.Lhs[1]) {
			return false
		}
		if st.Tok == token.ASSIGN {
			if _, ok := path[2].(*ast.BlockStmt); !ok {
				return false
			}
			s.replace(st.Lhs[0], name)
			s.insert(st.TokPos, ":")
		} else if ifs, ok := path[2].(*ast.IfStmt); ok && ifs.Init == ast.Stmt(st) {
			// The registration has to live longer than the if statement.
			s.edits = append(s.edits, analysis.TextEdit{Pos: ifs.Pos(), End: st.Rhs[0].Pos(), NewText: []byte(name + ", " + s.text(st.Lhs[1]) + " := ")},
				analysis.TextEdit{Pos: st.Rhs[0].End(), End: ifs.Cond.Pos(), NewText: []byte("\nif ")})
		} else {
			s.replace(st.Lhs[0], name)
		}
	default:
		return false
	}
	file, wait := s.path(s.Wait)
	if len(wait) < 2 {
		return false
	}
	call := wait[0].(*ast.CallExpr)
	if call.Ellipsis.IsValid() || len(call.Args) == 0 {
		return false
	}
	if len(call.Args) == 1 {
		// The factory's own wait: another one behind it.
		pkg := s.cache(file)
		p := fix.At(s.pass, s.Wait)
		if _, stmt := wait[1].(*ast.ExprStmt); !stmt || pkg == "" || p == nil || !fix.IsChain(call.Args[0]) || s.WaitCall.Common().Method == nil || s.WaitCall.Common().Method.Name() != "WaitForCacheSync" {
			return false
		}
		s.edits = append(s.edits, p.After(p.I, pkg+".WaitForCacheSync("+s.text(call.Args[0])+", "+name+".HasSynced)"))
		return true
	}
	s.insert(call.Args[len(call.Args)-1].End(), ", "+name+".HasSynced")
	return true
}

// checked gives a registration whose error nobody looks at a name and a check,
// in a function that returns an error.
func (s *site) checked(st *ast.ExprStmt, path []ast.Node, name string) bool {
	results := s.Method.Signature.Results()
	if results.Len() == 0 || clientgo.TypeName(results.At(results.Len()-1).Type()) != "error" {
		return false
	}
	if _, ok := path[2].(*ast.BlockStmt); !ok {
		return false
	}
	var values []string
	for i := range results.Len() - 1 {
		switch u := results.At(i).Type().Underlying().(type) {
		case *types.Pointer, *types.Map, *types.Slice, *types.Interface, *types.Chan, *types.Signature:
			values = append(values, "nil")
		case *types.Basic:
			switch {
			case u.Info()&types.IsNumeric != 0:
				values = append(values, "0")
			case u.Info()&types.IsString != 0:
				values = append(values, `""`)
			case u.Info()&types.IsBoolean != 0:
				values = append(values, "false")
			default:
				return false
			}
		default:
			return false
		}
	}
	s.insert(st.Pos(), name+", err := ")
	s.insert(st.End(), "\nif err != nil {\nreturn "+strings.Join(append(values, "err"), ", ")+"\n}")
	return true
}
