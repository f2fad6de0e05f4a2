package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// check refuses what the emitter has no rule for. What it does not mention is
// either sequential Go, which stays, or rewritten.
func (e *emitter) check() {
	for _, g := range e.file.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "//go:linkname") || strings.HasPrefix(c.Text, "//export") {
				e.refuse(c, "%s", strings.Fields(c.Text)[0])
			}
		}
	}
	for _, d := range e.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "init" {
				e.refuse(d, "init, which would run outside of an execution")
			}
			e.results(d.Type, d.Body)
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				for _, s := range d.Specs {
					e.global(s.(*ast.ValueSpec))
				}
			}
		}
	}
	ast.Inspect(e.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if strings.HasPrefix(n.Name, "proof") && e.info.Defs[n] != nil && len(n.Name) > len("proof") {
				e.refuse(n, "the name %s, which the rewriter may need", n.Name)
			}
			e.use(n)
		case *ast.TypeSpec:
			e.typeSpec(n)
		case *ast.SelectorExpr:
			e.member(n)
		case *ast.FuncLit:
			e.results(n.Type, n.Body)
		case *ast.IfStmt:
			e.unannounced(n.Init)
		case *ast.ForStmt:
			e.unannounced(n.Init)
			e.unannounced(n.Post)
		case *ast.SwitchStmt:
			e.unannounced(n.Init)
		case *ast.TypeSwitchStmt:
			e.unannounced(n.Init)
		case *ast.CallExpr:
			e.conversion(n)
		}
		return true
	})
}

// use refuses what a pure package or a twin does not have for programs.
func (e *emitter) use(id *ast.Ident) {
	obj := e.info.Uses[id]
	e.assigned(id, obj)
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == e.pkg || e.moved(obj.Pkg().Path()) != "" {
		return
	}
	if _, ok := obj.(*types.PkgName); ok || obj.Parent() != obj.Pkg().Scope() {
		return
	}
	from := obj.Pkg().Path()
	if t := e.twins[from]; t != nil {
		e.refuseIf(!t.declared[obj.Name()], id, "%s.%s, which the twin of %s does not have", obj.Pkg().Name(), obj.Name(), from)
		return
	}
	if allowed, ok := pure[from]; ok {
		e.refuseIf(allowed != nil && !slices.Contains(allowed, obj.Name()), id, "%s.%s, which is not known to be pure", obj.Pkg().Name(), obj.Name())
	}
}

// member refuses fields and methods that a twin does not have.
func (e *emitter) member(s *ast.SelectorExpr) {
	sel := e.info.Selections[s]
	if sel == nil || sel.Obj().Pkg() == nil {
		return
	}
	t := e.twins[sel.Obj().Pkg().Path()]
	if t != nil && !t.members["*"] && !t.members[s.Sel.Name] {
		e.refuse(s, "%s, which the twin of %s does not have", s.Sel.Name, sel.Obj().Pkg().Path())
	}
}

// conversion refuses conversions to channel types of other packages.
func (e *emitter) conversion(c *ast.CallExpr) {
	if e.info.Types[c.Fun].IsType() {
		if _, ok := types.Unalias(e.info.TypeOf(c)).Underlying().(*types.Chan); ok {
			if _, named := types.Unalias(e.info.TypeOf(c)).(*types.Named); named {
				e.refuse(c, "a conversion to a channel type that has a name")
			}
		}
	}
}

func (e *emitter) typeSpec(t *ast.TypeSpec) {
	if _, ok := t.Type.(*ast.ChanType); ok {
		e.refuse(t, "type %s, a channel type that has a name", t.Name.Name)
	}
	if i, ok := t.Type.(*ast.InterfaceType); ok {
		for _, f := range i.Methods.List {
			if len(f.Names) > 0 {
				continue
			}
			ast.Inspect(f.Type, func(n ast.Node) bool {
				_, isChan := n.(*ast.ChanType)
				e.refuseIf(isChan, f, "a constraint with a channel type")
				return !isChan
			})
		}
	}
}

// global refuses variables of a package that can change: they would outlive an
// execution.
func (e *emitter) global(s *ast.ValueSpec) {
	for _, v := range s.Values {
		e.refuseIf(!e.constantish(v), v, "a variable of the package that is made by a call or can change")
	}
	for i, name := range s.Names {
		obj := e.info.Defs[name]
		if obj == nil || name.Name == "_" {
			continue
		}
		e.refuseIf(i >= len(s.Values) && !nilForGood(obj.Type()), name, "a variable of the package without a value")
	}
}

// nilForGood reports whether a variable of a type stays nil if nothing is
// assigned to it.
func nilForGood(t types.Type) bool {
	switch types.Unalias(t).Underlying().(type) {
	case *types.Slice, *types.Pointer, *types.Interface, *types.Signature, *types.Map, *types.Chan:
		return true
	}
	return false
}

// assigned refuses an assignment to a variable of a package, of whichever.
func (e *emitter) assigned(id *ast.Ident, obj types.Object) {
	v, ok := obj.(*types.Var)
	if ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && e.assignedAt(id) {
		e.refuse(id, "an assignment to %s, a variable of the package", id.Name)
	}
}

// assignedAt reports whether a use of a name is an assignment or takes the
// address, in this file.
func (e *emitter) assignedAt(id *ast.Ident) bool {
	found := false
	is := func(x ast.Expr) {
		for {
			switch y := ast.Unparen(x).(type) {
			case *ast.SelectorExpr:
				found = found || y.Sel == id
				x = y.X
				continue
			case *ast.IndexExpr:
				x = y.X
				continue
			case *ast.Ident:
				found = found || y == id
			}
			return
		}
	}
	ast.Inspect(e.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				is(x)
			}
		case *ast.IncDecStmt:
			is(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		}
		return !found
	})
	return found
}

// unannounced refuses a write that has no place behind it for its announcement.
func (e *emitter) unannounced(s ast.Stmt) {
	if s == nil {
		return
	}
	shared := e.shared
	e.shared = e.findShared()
	e.refuseIf(e.written(s) != "", s, "a write of shared memory in the head of a statement")
	e.shared = shared
}

// results refuses results that are written by return and shared.
func (e *emitter) results(t *ast.FuncType, body *ast.BlockStmt) {
	if t.Results == nil || body == nil {
		return
	}
	shared := e.findShared()
	for _, f := range t.Results.List {
		for _, name := range f.Names {
			if !shared[e.info.Defs[name]] {
				continue
			}
			ast.Inspect(body, func(n ast.Node) bool {
				if _, ok := n.(*ast.FuncLit); ok {
					return false
				}
				r, ok := n.(*ast.ReturnStmt)
				e.refuseIf(ok && len(r.Results) > 0 && !e.itself(r, t.Results), n, "return with values of a result that a function literal shares")
				return true
			})
		}
	}
}

// itself reports whether a return gives each result its own value.
func (e *emitter) itself(r *ast.ReturnStmt, results *ast.FieldList) bool {
	at := 0
	for _, f := range results.List {
		for _, name := range f.Names {
			if at == len(r.Results) {
				return false
			}
			id, ok := ast.Unparen(r.Results[at]).(*ast.Ident)
			if !ok || e.info.Uses[id] != e.info.Defs[name] {
				return false
			}
			at++
		}
	}
	return at == len(r.Results)
}
