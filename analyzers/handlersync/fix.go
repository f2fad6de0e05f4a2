package handlersync

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/delivered"
	"github.com/informerlint/informerlint/internal/fix"
)

// A site is a claim in terms of syntax.
type site struct {
	*delivered.Claim
	pass  *analysis.Pass
	src   *fix.Source
	found *delivered.Package
	names fix.Names
	edits []analysis.TextEdit
}

// names are those that a registration may be kept under.
var names = []string{"registration", "handlerRegistration"}

// suggest returns the edits that make the wait ask the registration, or nil where
// none are known to be safe.
func suggest(pass *analysis.Pass, src *fix.Source, found *delivered.Package, c *delivered.Claim, taken fix.Names) []analysis.SuggestedFix {
	s := &site{Claim: c, pass: pass, src: src, found: found, names: taken}
	if c.Call == nil || c.WaitCall == nil {
		return nil
	}
	ok := false
	switch {
	case c.Shape == delivered.Component, c.Shape == delivered.Gate:
		ok = s.component(c.Type)
	case c.Call.Parent() == c.Method:
		ok = s.sequence()
	case c.Method.Signature.Recv() != nil:
		if named, is := fix.Pointee(c.Method.Signature.Recv().Type()).(*types.Named); is {
			ok = s.component(named.Obj().Name())
		}
	}
	if !ok {
		return nil
	}
	return fix.Suggest("Wait for the handler's registration", s.edits...)
}

func (s *site) insert(pos token.Pos, text string) {
	s.edits = append(s.edits, fix.Insert(pos, text))
}

// call returns the innermost call around a position, and what it stands in.
func (s *site) call(pos token.Pos) (*ast.CallExpr, ast.Node) {
	path := s.src.Path(pos)
	for i, n := range path {
		if call, ok := n.(*ast.CallExpr); ok && i+1 < len(path) {
			return call, path[i+1]
		}
	}
	return nil, nil
}

// component keeps the registration in a new field of the type, and has the
// methods ask that.
func (s *site) component(typ string) bool {
	obj, _ := s.pass.Pkg.Scope().Lookup(typ).(*types.TypeName)
	if obj == nil || !s.found.Always(s.Claim, obj) {
		return false
	}
	field := s.names.Pick(typ, names, func(name string) bool {
		other, _, _ := types.LookupFieldOrMethod(obj.Type(), true, s.pass.Pkg, name)
		return other != nil
	})
	if field == "" || !s.declare(obj, field) {
		return false
	}
	owner := fix.OnlyVariable(s.pass.Pkg, s.Call.Pos(), obj)
	at := s.src.At(s.Call.Pos())
	if owner == "" || at == nil {
		return false
	}
	kept := at.Keep(owner + "." + field)
	if kept == nil {
		return false
	}
	s.edits = append(s.edits, kept...)
	for _, c := range append([]*delivered.Claim{s.Claim}, s.More...) {
		if c.WaitCall == nil || len(c.Ways) != 1 || !s.ask(c, field) {
			return false
		}
	}
	return true
}

// declare adds the field after the last one of the structure.
func (s *site) declare(obj *types.TypeName, field string) bool {
	pkg := s.cache(obj.Pos())
	for _, n := range s.src.Path(obj.Pos()) {
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
	return false
}

// cache returns the name of client-go's cache package at a position; "" if it
// is not imported.
func (s *site) cache(pos token.Pos) string {
	return s.src.Import(pos, clientgo.IsCache)
}

// ask has a method of the component ask the field.
func (s *site) ask(c *delivered.Claim, field string) bool {
	recv := c.Method.Params[0].Name()
	if recv == "" || recv == "_" {
		return false
	}
	test := fmt.Sprintf("%s.%s != nil && %s.%s.HasSynced()", recv, field, recv, field)
	call, around := s.call(c.Wait)
	if call == nil {
		return false
	}
	for _, n := range s.src.Path(c.Wait) {
		if _, loop := n.(*ast.RangeStmt); loop {
			return false // it asks several
		}
	}
	// What another handler's registration says is still to be asked.
	keep := c.Other || slices.ContainsFunc(c.Ways[0].Atoms, func(a delivered.Atom) bool { return a.Sibling })
	if len(call.Args) == 0 {
		if keep {
			s.edits = append(s.edits, fix.Insert(call.End(), " && "+test))
			return isAnd(around)
		}
		switch around.(type) {
		case *ast.ReturnStmt, *ast.AssignStmt, *ast.ParenExpr:
		default:
			test = "(" + test + ")"
		}
		s.edits = append(s.edits, fix.Replace(call, test))
		return true
	}
	// cache.WaitForCacheSync(stop, x.HasSynced), or factory.WaitForCacheSync(stop)
	test = "func() bool { return " + test + " }"
	if len(call.Args) == 1 {
		return s.another(c, call, around, test)
	}
	if call.Ellipsis.IsValid() || !c.TakesFuncs() {
		return false
	}
	last := call.Args[len(call.Args)-1]
	if len(c.Ways[0].Atoms) == 1 && !keep && !ofCall(last) {
		s.edits = append(s.edits, fix.Replace(last, test)) // it covers the informer
	} else {
		s.insert(last.End(), ", "+test)
	}
	return true
}

// isAnd reports whether another condition may stand after one, in what that
// stands in.
func isAnd(around ast.Node) bool {
	switch n := around.(type) {
	case *ast.ReturnStmt, *ast.AssignStmt, *ast.ParenExpr, *ast.IfStmt:
		return true
	case *ast.BinaryExpr:
		return n.Op == token.LAND
	}
	return false
}

// sequence keeps the registration in a variable and adds it to the wait.
func (s *site) sequence() bool {
	at, p, scope := s.src.At(s.Call.Pos()), s.src.At(s.Wait), s.pass.Pkg.Scope().Innermost(s.Call.Pos())
	if at == nil || p == nil || scope == nil {
		return false
	}
	if kept := at.Kept(s.Wait); kept != "" {
		return s.extend(kept)
	}
	name := s.names.Pick(s.Call.Parent().String(), names, func(name string) bool {
		_, other := scope.LookupParent(name, token.NoPos)
		return other != nil
	})
	if name == "" {
		return false
	}
	s.edits = at.KeepNew(name)
	return s.edits != nil && s.extend(name)
}

// extend has the wait ask the registration that a variable has.
func (s *site) extend(name string) bool {
	call, around := s.call(s.Wait)
	if call == nil || call.Ellipsis.IsValid() || len(call.Args) == 0 {
		return false
	}
	if len(call.Args) > 1 {
		s.insert(call.Args[len(call.Args)-1].End(), ", "+name+".HasSynced")
		return s.TakesFuncs()
	}
	return s.another(s.Claim, call, around, name+".HasSynced")
}

// ofCall reports whether an expression is a method of what a call returns, as of
// nodes.Informer(): that call makes the factory know the informer, and stays.
func ofCall(e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	_, ok = sel.X.(*ast.CallExpr)
	return ok
}

// another adds a wait for a function after a factory's own, where that is a
// statement.
func (s *site) another(c *delivered.Claim, call *ast.CallExpr, around ast.Node, synced string) bool {
	p, pkg := s.src.At(c.Wait), s.cache(c.Wait)
	if _, stmt := around.(*ast.ExprStmt); !stmt || p == nil || pkg == "" || !fix.IsChain(call.Args[0]) || c.WaitCall.Common().Method == nil || c.WaitCall.Common().Method.Name() != "WaitForCacheSync" {
		return false
	}
	s.edits = append(s.edits, p.After(p.I, pkg+".WaitForCacheSync("+types.ExprString(call.Args[0])+", "+synced+")"))
	return true
}
