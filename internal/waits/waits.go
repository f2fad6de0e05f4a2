// Package waits finds, in the syntax alone, calls that wait for informers and
// what is wrong with them as they stand: nothing is awaited, one thing is awaited
// twice while another is forgotten, or nobody looks whether it went well.
//
// It knows nothing that needs more than the package's syntax and types: whether a
// wait that leaves something out does harm, a run of the program shows. It is
// silent about tests: there a useless wait often stands beside another barrier.
package waits

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
)

// A Wait is a call of WaitForCacheSync in one of its forms.
type Wait struct {
	Call    *ast.CallExpr
	Factory bool // of a factory: it waits for what was started

	*finder
	around ast.Node // what the call stands in
	decl   *ast.FuncDecl
}

type finder struct {
	pass  *analysis.Pass
	table *clientgo.Table
	named map[*types.Var][]*ast.Ident // see mentions
}

// mentions are the names of a variable in the package, in its order: what has many
// variables is not walked through for each.
func (f *finder) mentions(v *types.Var) []*ast.Ident {
	if f.named == nil {
		f.named = make(map[*types.Var][]*ast.Ident)
		for _, names := range []map[*ast.Ident]types.Object{f.pass.TypesInfo.Defs, f.pass.TypesInfo.Uses} {
			for id, obj := range names {
				if v, ok := obj.(*types.Var); ok {
					f.named[v] = append(f.named[v], id)
				}
			}
		}
		for _, ids := range f.named {
			slices.SortFunc(ids, func(a, b *ast.Ident) int { return int(a.Pos() - b.Pos()) })
		}
	}
	return f.named[v]
}

// eachMention gives the nodes from the file down to each name of v.
func (f *finder) eachMention(v *types.Var, do func(stack []ast.Node)) {
	ids := f.mentions(v)
	for _, file := range f.pass.Files {
		for _, id := range ids {
			if file.FileStart <= id.Pos() && id.Pos() < file.FileEnd {
				if stack := around(file, id); stack != nil {
					do(stack)
				}
			}
		}
	}
}

// around are the nodes from a file down to a name in it.
func around(file *ast.File, id *ast.Ident) (stack []ast.Node) {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		switch {
		case found:
		case n == nil:
			stack = stack[:len(stack)-1]
		case n.Pos() <= id.Pos() && id.End() <= n.End():
			stack = append(stack, n)
			found = n == ast.Node(id)
			return true
		}
		return false
	})
	return stack
}

// Find returns the waits of a package.
func Find(pass *analysis.Pass) (out []*Wait) {
	f := &finder{pass: pass, table: clientgo.NewTable()}
	for _, file := range pass.Files {
		if f.ofTest(file) {
			continue
		}
		for _, d := range file.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			eachNode(fd.Body, func(stack []ast.Node) {
				call, ok := stack[len(stack)-1].(*ast.CallExpr)
				if !ok {
					return
				}
				if op := f.op(call); op == clientgo.OpWaitFor || op == clientgo.OpWait {
					out = append(out, &Wait{Call: call, Factory: op == clientgo.OpWait, finder: f, around: stack[len(stack)-2], decl: fd})
				}
			})
		}
	}
	return out
}

// LeavingOut counts the waits of a package that leave something out.
func LeavingOut(pass *analysis.Pass) (n int) {
	all := Find(pass)
	n = len(ForgottenBy(all)) + len(PartialBy(all)) + len(mistakenBy(all))
	for _, w := range all {
		n += len(w.Duplicates())
		if could, _ := w.Nothing(); len(could) > 0 {
			n++
		}
	}
	return n
}

// Dropping counts the waits of a package whose result is dropped.
func Dropping(pass *analysis.Pass) (n int) {
	for _, w := range Find(pass) {
		if w.Dropped() {
			n++
		}
	}
	return n
}

// eachNode gives each node with what is around it, from outside in.
func eachNode(root ast.Node, do func(stack []ast.Node)) {
	var stack []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return false
		}
		stack = append(stack, n)
		do(stack)
		return true
	})
}

func (f *finder) op(call *ast.CallExpr) clientgo.Op {
	fn, ok := typeutil.Callee(f.pass.TypesInfo, call).(*types.Func)
	if !ok {
		return clientgo.OpNone
	}
	if fn.Signature().Recv() == nil {
		return f.table.FuncOp(fn.Origin())
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && clientgo.Primitive(f.pass.TypesInfo.TypeOf(sel.X)) {
		return f.table.MethodOp(f.pass.TypesInfo.TypeOf(sel.X), fn.Name())
	}
	return clientgo.OpNone
}

// Nothing reports whether the wait is given no functions, or a list of them that
// nothing fills. Where the function and its receiver have nothing that could be
// awaited, it is only superfluous, and could is empty: the things that are there, an
// accessor or factory with dots after it. one is the argument that can be meant, ""
// if that is not clear; a list may have to be filled anywhere.
func (w *Wait) Nothing() (could []string, one string) {
	could, one = w.nothing()
	if w.unfilled() != "" {
		one = ""
	}
	return could, one
}

func (w *Wait) nothing() (could []string, one string) {
	sig, ok := w.pass.TypesInfo.TypeOf(w.Call.Fun).(*types.Signature)
	if w.Factory || !ok || !sig.Variadic() || w.unfilled() == "" && (w.Call.Ellipsis.IsValid() || len(w.Call.Args) != sig.Params().Len()-1) {
		return nil, ""
	}
	exact := func(e string) bool { return !strings.HasSuffix(e, "...") }
	could = w.mentioned()
	if !slices.ContainsFunc(could, exact) {
		if fields := w.syncedFields(sig); len(fields) > 0 {
			return fields, strings.Join(fields, ", ")
		}
	}
	if len(could) == 0 {
		could = w.ofReceiver()
	}
	// Beside an informer, the factory or accessor that it comes from means
	// nothing else.
	things := slices.DeleteFunc(slices.Clone(could), func(e string) bool { return !exact(e) })
	if len(things) != 1 {
		return could, ""
	}
	elem := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice).Elem()
	if _, isFunc := elem.Underlying().(*types.Signature); !isFunc {
		return could, things[0] + ".HasSyncedChecker()"
	}
	return could, things[0] + ".HasSynced"
}

// syncedFields are the fields of the receiver that the wait can be given as they
// are: HasSynced functions, or one list of them, that the package sets.
func (w *Wait) syncedFields(sig *types.Signature) (out []string) {
	list := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice)
	recv, st := w.receiver()
	if st == nil {
		return nil
	}
	for f := range st.Fields() {
		one := types.Identical(f.Type().Underlying(), list.Elem().Underlying()) && isSynced(f)
		many := types.Identical(f.Type(), list)
		if !one && !many || !w.set(f) {
			continue
		}
		if many {
			if len(out) == 0 {
				return []string{recv + "." + f.Name() + "..."}
			}
			continue
		}
		out = append(out, recv+"."+f.Name())
	}
	return out
}

// isSynced: a field is there to be asked whether something has synced, by its
// type or its name: other functions may return a bool.
func isSynced(f *types.Var) bool {
	if n, ok := types.Unalias(f.Type()).(*types.Named); ok && n.Obj().Name() == "InformerSynced" {
		return true
	}
	return strings.HasSuffix(strings.ToLower(f.Name()), "synced")
}

// set: the package gives the field a value.
func (f *finder) set(v *types.Var) bool {
	found := false
	f.eachUse(v, func(parents []ast.Node) { found = found || assigns(parents) })
	return found
}

// mentioned are the things with a HasSynced that the function mentions, as
// expressions; an accessor or factory, which has none itself, with dots after it.
func (w *Wait) mentioned() []string {
	var out []string
	add := func(e string) {
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	named := make(map[ast.Expr]bool) // what a variable stands for
	ast.Inspect(w.decl.Body, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok && len(as.Lhs) == len(as.Rhs) {
			for _, e := range as.Rhs {
				named[e] = true
			}
		}
		e, ok := n.(ast.Expr)
		if !ok || named[e] || !fix.IsChain(e) {
			return true
		}
		if tv := w.pass.TypesInfo.Types[e]; !tv.IsValue() {
			return true
		}
		t := w.pass.TypesInfo.TypeOf(e)
		switch {
		case synced(t):
			add(types.ExprString(e))
			return false
		case w.table.RoleOf(t) == clientgo.Factory || w.table.RoleOf(t) == clientgo.Accessor:
			add(types.ExprString(e) + "...")
			return false
		}
		return true
	})
	return out
}

// ofReceiver are likewise fields of the receiver.
func (w *Wait) ofReceiver() (out []string) {
	recv, st := w.receiver()
	if st == nil {
		return nil
	}
	for f := range st.Fields() {
		switch {
		case synced(f.Type()):
			out = append(out, recv+"."+f.Name())
		case w.table.RoleOf(f.Type()) == clientgo.Factory, w.table.RoleOf(f.Type()) == clientgo.Accessor, w.table.RoleOf(f.Type()) == clientgo.Lister:
			out = append(out, recv+"."+f.Name()+"...")
		}
	}
	return out
}

// receiver is the name of the receiver of the function that waits, and its
// structure; nil if it has none.
func (w *Wait) receiver() (name string, st *types.Struct) {
	if w.decl.Recv == nil || len(w.decl.Recv.List) != 1 || len(w.decl.Recv.List[0].Names) != 1 {
		return "", nil
	}
	recv := w.decl.Recv.List[0].Names[0]
	return recv.Name, w.structOf(recv)
}

// synced: the type has HasSynced() bool.
func synced(t types.Type) bool {
	if t == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "HasSynced")
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	res := fn.Signature().Results()
	return fn.Signature().Params().Len() == 0 && res.Len() == 1 && types.Identical(res.At(0).Type(), types.Typ[types.Bool])
}
