package waits

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
)

// A Forgotten is a HasSynced that is kept in a field beside those that a wait
// asks, and that nothing in the package asks.
type Forgotten struct {
	Wait   *Wait  // the one that asks the most of its siblings
	Text   string // of the field, as the wait can be given it
	Lister string // the field through which the informer is read
	// Beside is the last sibling that the wait asks and that is set only where the
	// field is set, too: beside that one it can be asked. Nil if there is none.
	Beside ast.Expr
	Calls  []token.Pos // of the informer
}

// ForgottenBy returns those of a package's waits. The place where a controller
// keeps what its Run waits for says what it means to wait for; it is no more than
// meant where nothing reads the informer, and needless where a handler is told of
// every object that is read, or where whoever starts the informers waits for all of
// them before the controller runs: where nothing in the package starts any, that
// would be out of sight.
func ForgottenBy(all []*Wait) (out []Forgotten) {
	best := make(map[*types.Struct]asking)
	for _, w := range all {
		if w.Factory {
			return nil // it asks all of them
		}
		for st, a := range w.asking() {
			if len(a.siblings) > len(best[st].siblings) {
				best[st] = a
			}
		}
	}
	for st, a := range best {
		out = append(out, a.forgotten(st)...)
	}
	if len(out) > 0 && !out[0].Wait.startsAny() {
		return nil
	}
	slices.SortFunc(out, func(a, b Forgotten) int {
		return cmp.Or(cmp.Compare(a.Wait.Call.Pos(), b.Wait.Call.Pos()), strings.Compare(a.Text, b.Text))
	})
	return out
}

// startsAny: the package, outside its tests, names the Start of a factory or the
// Run of an informer.
func (f *finder) startsAny() (found bool) {
	for _, file := range f.pass.Files {
		if f.ofTest(file) {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && f.pass.TypesInfo.Selections[sel] != nil {
				op := f.table.MethodOp(f.pass.TypesInfo.TypeOf(sel.X), sel.Sel.Name)
				found = found || op == clientgo.OpStart || op == clientgo.OpRun
			}
			return !found
		})
	}
	return found
}

// asking is a wait that asks what a structure keeps.
type asking struct {
	wait     *Wait
	siblings []ast.Expr
}

func (w *Wait) asking() map[*types.Struct]asking {
	out := make(map[*types.Struct]asking)
	for _, e := range w.asked() {
		if x, v := w.field(e); v != nil && isSynced(v) {
			st := w.structOf(x)
			out[st] = asking{w, append(out[st].siblings, e)}
		}
	}
	return out
}

func (a asking) forgotten(st *types.Struct) (out []Forgotten) {
	w := a.wait
	x, like := w.field(a.siblings[0])
	below := types.ExprString(x) + "."
	for v := range st.Fields() {
		if v.Exported() || !types.Identical(v.Type(), like.Type()) || !isSynced(v) || !w.assignedOnly(v) {
			continue
		}
		if lister := w.keptWith(st, v); lister != nil {
			out = append(out, Forgotten{Wait: w, Text: below + v.Name(), Lister: below + lister.Name(), Beside: a.beside(v), Calls: w.calls(v, lister)})
		}
	}
	return out
}

// beside is the last of the siblings that is set only where v is.
func (a asking) beside(v *types.Var) ast.Expr {
	for _, e := range slices.Backward(a.siblings) {
		if _, sibling := a.wait.field(e); a.wait.setTogether(v, sibling) {
			return e
		}
	}
	return nil
}

// asked are the functions that the wait is given one by one, or in a list that
// the function makes.
func (w *Wait) asked() []ast.Expr {
	if !w.Call.Ellipsis.IsValid() {
		return w.Call.Args
	}
	list := ast.Unparen(w.Call.Args[len(w.Call.Args)-1])
	if id, ok := list.(*ast.Ident); ok {
		list = w.madeAs(w.pass.TypesInfo.Uses[id])
	}
	if lit, ok := list.(*ast.CompositeLit); ok {
		return lit.Elts
	}
	return nil
}

// madeAs is what a variable of the function is first set to.
func (w *Wait) madeAs(v types.Object) (e ast.Expr) {
	ast.Inspect(w.decl.Body, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != len(as.Rhs) {
			return true
		}
		for i, l := range as.Lhs {
			if id, ok := l.(*ast.Ident); ok && v != nil && w.pass.TypesInfo.Defs[id] == v {
				e = as.Rhs[i]
			}
		}
		return true
	})
	return e
}

// field is what x.f mentions, if f is a field; nil otherwise.
func (f *finder) field(e ast.Expr) (x ast.Expr, v *types.Var) {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || !fix.IsChain(sel.X) {
		return nil, nil
	}
	v, ok = f.pass.TypesInfo.Uses[sel.Sel].(*types.Var)
	if !ok || !v.IsField() || f.structOf(sel.X) == nil {
		return nil, nil
	}
	return sel.X, v
}

// structOf is the structure that x is or points to; nil if it is neither.
func (f *finder) structOf(x ast.Expr) *types.Struct {
	t := f.pass.TypesInfo.TypeOf(x)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

// keptWith is the field of the structure, set in the function that sets v, that
// holds the lister or store of the informer whose HasSynced v is; nil where there
// is none that is read, or where the informer may have a handler of the package's,
// which is told of what a read has missed.
func (f *finder) keptWith(st *types.Struct, v *types.Var) (lister *types.Var) {
	sets := f.sets(v)
	if len(sets) != 1 {
		return nil
	}
	accessor := f.of(sets[0].value, "HasSynced")
	if accessor == nil || !f.onlyKept(f.pass.TypesInfo.TypeOf(accessor)) {
		return nil
	}
	name := types.ExprString(accessor)
	eachNode(sets[0].stack[1], func(stack []ast.Node) {
		sel, ok := stack[len(stack)-1].(*ast.SelectorExpr)
		if !ok || lister != nil || !slices.Contains([]string{"Lister", "GetIndexer", "GetStore"}, sel.Sel.Name) {
			return
		}
		from := sel.X
		if sel.Sel.Name != "Lister" {
			from = f.accessorOf(sel.X)
		}
		if from == nil || types.ExprString(from) != name {
			return
		}
		to := f.target(stack)
		for field := range st.Fields() {
			if field == to && f.reads(to) {
				lister = to
			}
		}
	})
	return lister
}

// of is the accessor of an informer whose method is the value of an expression:
// pods of pods.Informer().HasSynced; nil for any other.
func (f *finder) of(e ast.Expr, method string) ast.Expr {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != method {
		return nil
	}
	return f.accessorOf(sel.X)
}

// accessorOf is pods of pods.Informer().
func (f *finder) accessorOf(e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Informer" || !fix.IsChain(sel.X) || f.table.RoleOf(f.pass.TypesInfo.TypeOf(sel.X)) != clientgo.Accessor {
		return nil
	}
	return sel.X
}

// onlyKept: what the package does with accessors of a type is to get listers and,
// at one place, the HasSynced that it keeps: no informer of theirs has a handler,
// none is asked elsewhere, and none is handed on.
func (f *finder) onlyKept(accessor types.Type) bool {
	ok, asked := true, 0
	for _, file := range f.pass.Files {
		if f.ofTest(file) {
			continue
		}
		eachNode(file, func(stack []ast.Node) {
			e, isExpr := stack[len(stack)-1].(ast.Expr)
			if !isExpr || !ok {
				return
			}
			if from := f.of(e, "HasSynced"); from != nil && types.Identical(f.pass.TypesInfo.TypeOf(from), accessor) {
				asked++
			}
			if tv := f.pass.TypesInfo.Types[e]; tv.IsValue() && types.Identical(tv.Type, accessor) {
				ok = f.looks(stack)
			}
		})
	}
	return ok && asked == 1
}

// looks: what is around a mention of an accessor gets no more than its lister, or
// asks its informer.
func (f *finder) looks(stack []ast.Node) bool {
	e := stack[len(stack)-1].(ast.Expr)
	switch p := stack[len(stack)-2].(type) {
	case *ast.SelectorExpr:
		if p.X != e { // x.e, which is looked at for itself
			return true
		}
		if p.Sel.Name != "Informer" {
			return p.Sel.Name == "Lister"
		}
		got, ok := stack[len(stack)-4].(*ast.SelectorExpr)
		return ok && slices.Contains([]string{"HasSynced", "GetIndexer", "GetStore", "AddIndexers"}, got.Sel.Name)
	case *ast.AssignStmt, *ast.ValueSpec, *ast.KeyValueExpr:
		return true // so is the variable or field
	case *ast.CallExpr:
		fn, ok := typeutil.Callee(f.pass.TypesInfo, p).(*types.Func)
		if !ok || fn.Pkg() != f.pass.Pkg {
			return false
		}
		for param := range fn.Signature().Params().Variables() {
			if types.Identical(param.Type(), f.pass.TypesInfo.TypeOf(e)) {
				return true // and so is the parameter
			}
		}
	}
	return false
}

// A set is one place at which a variable is given a value.
type set struct {
	stack []ast.Node // from the file down to the mention
	value ast.Expr
}

// sets are the places outside tests that give a field a value.
func (f *finder) sets(v *types.Var) (out []set) {
	f.eachUse(v, func(stack []ast.Node) {
		if f.ofTest(stack[0].(*ast.File)) || !assigns(stack) {
			return
		}
		for i := len(stack) - 2; i > 0; i-- {
			switch n := stack[i].(type) {
			case *ast.KeyValueExpr:
				out = append(out, set{slices.Clone(stack[:i]), n.Value})
				return
			case *ast.AssignStmt:
				k := slices.IndexFunc(n.Lhs, func(l ast.Expr) bool { return l == stack[i+1] })
				if len(n.Lhs) == len(n.Rhs) && k >= 0 {
					out = append(out, set{slices.Clone(stack[:i]), n.Rhs[k]})
				} else {
					out = append(out, set{stack: slices.Clone(stack[:i])})
				}
				return
			}
		}
	})
	return out
}

// setTogether: each block that sets b sets a, too.
func (f *finder) setTogether(a, b *types.Var) bool {
	as := f.sets(a)
	return !slices.ContainsFunc(f.sets(b), func(sb set) bool {
		return !slices.ContainsFunc(as, func(sa set) bool { return sa.block() == sb.block() })
	})
}

func (s set) block() ast.Node {
	for _, n := range slices.Backward(s.stack) {
		switch n.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.File:
			return n
		}
	}
	return nil
}

// target is the field that the last of stack is the value of, or that a call
// makes of it; nil if there is none.
func (f *finder) target(stack []ast.Node) *types.Var {
	for i := len(stack) - 2; i > 0; i-- {
		var to ast.Expr
		switch n := stack[i].(type) {
		case *ast.CallExpr:
			continue
		case *ast.KeyValueExpr:
			to = n.Key
		case *ast.AssignStmt:
			k := slices.IndexFunc(n.Rhs, func(r ast.Expr) bool { return r == stack[i+1] })
			if k < 0 || len(n.Lhs) != len(n.Rhs) {
				return nil
			}
			to = n.Lhs[k]
		}
		if sel, ok := to.(*ast.SelectorExpr); ok {
			to = sel.Sel
		}
		id, ok := to.(*ast.Ident)
		if !ok {
			return nil
		}
		v, _ := f.pass.TypesInfo.Uses[id].(*types.Var)
		return v
	}
	return nil
}

// reads: the package uses a field for more than to set it.
func (f *finder) reads(v *types.Var) (read bool) {
	f.eachUse(v, func(stack []ast.Node) {
		read = read || !f.ofTest(stack[0].(*ast.File)) && !assigns(stack)
	})
	return read
}

func (f *finder) ofTest(file *ast.File) bool {
	return strings.HasSuffix(f.pass.Fset.Position(file.FileStart).Filename, "_test.go")
}
