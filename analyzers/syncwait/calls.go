package syncwait

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/flow"
	"github.com/informerlint/informerlint/internal/mend"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// A caller looks at the waits of one function.
type caller struct {
	pass  *analysis.Pass
	table *clientgo.Table
	file  *ast.File
	decl  *ast.FuncDecl
	stack []ast.Node
	out   []report.Finding
}

// calls finds what is wrong with a wait by itself. Tests are left out: there a
// useless wait often stands beside another barrier.
func calls(pass *analysis.Pass) []report.Finding {
	table := clientgo.NewTable()
	unchecked := report.On(pass, name, UncheckedResult, uncheckedResult)
	var out []report.Finding
	for _, file := range pass.Files {
		if strings.HasSuffix(pass.Fset.Position(file.FileStart).Filename, "_test.go") {
			continue
		}
		for _, d := range file.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			c := &caller{pass: pass, table: table, file: file, decl: fd}
			ast.Inspect(fd.Body, func(n ast.Node) bool {
				if n == nil {
					c.stack = c.stack[:len(c.stack)-1]
					return false
				}
				c.stack = append(c.stack, n)
				if call, ok := n.(*ast.CallExpr); ok {
					switch op := c.op(call); op {
					case clientgo.OpWaitFor:
						c.nothing(call)
						c.duplicate(call)
						if unchecked {
							c.unchecked(call, op)
						}
					case clientgo.OpWait:
						if unchecked {
							c.unchecked(call, op)
						}
					}
				}
				return true
			})
			out = append(out, c.out...)
		}
	}
	return out
}

func (c *caller) op(call *ast.CallExpr) clientgo.Op {
	fn, ok := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if !ok {
		return clientgo.OpNone
	}
	if fn.Signature().Recv() == nil {
		return c.table.FuncOp(fn.Origin())
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && clientgo.Primitive(c.pass.TypesInfo.TypeOf(sel.X)) {
		return c.table.MethodOp(c.pass.TypesInfo.TypeOf(sel.X), fn.Name())
	}
	return clientgo.OpNone
}

func (c *caller) report(n ast.Node, rule string, w *report.Witness, related []analysis.RelatedInformation, fixes []analysis.SuggestedFix, format string, args ...any) {
	c.out = append(c.out, report.Finding{Pos: n.Pos(), End: n.End(), Rule: rule, Message: fmt.Sprintf(format, args...), Witness: w, Related: related, Fixes: fixes})
}

// forNothing runs a wait that leaves an informer out, beside that informer: it
// returns before the informer is synced.
func (c *caller) forNothing(call *ast.CallExpr, kind string) *report.Witness {
	posn := c.pass.Fset.Position(call.Pos())
	at := flow.Site{Pos: call.Pos(), Where: fmt.Sprintf("%s:%d", posn.Filename[strings.LastIndexByte(posn.Filename, '/')+1:], posn.Line), Local: true, Call: "WaitForCacheSync"}
	way := []flow.Event{{Act: flow.ActRun, Site: at}, {Act: flow.ActWait, Target: true, Site: at}}
	return order.Try(flow.Story{Kind: kind, Single: true, Moments: []flow.Moment{{
		Act: flow.ActWait, Site: at, Threads: []flow.Thread{{Name: "main", Ways: [][]flow.Event{way}}},
	}}}).Witness
}

// nothing: a wait that is given no functions. Where the function and its
// receiver have nothing that could be awaited, the wait is only superfluous.
func (c *caller) nothing(call *ast.CallExpr) {
	sig, ok := c.pass.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	if !ok || !sig.Variadic() || call.Ellipsis.IsValid() || len(call.Args) != sig.Params().Len()-1 {
		return
	}
	found := c.awaitable()
	if len(found) == 0 {
		return
	}
	w := c.forNothing(call, "")
	if w == nil {
		return
	}
	var fixes []analysis.SuggestedFix
	if method, one := c.single(found, sig); one != "" {
		fixes = []analysis.SuggestedFix{{
			Message:   "Wait for " + one,
			TextEdits: []analysis.TextEdit{{Pos: call.Args[len(call.Args)-1].End(), End: call.Args[len(call.Args)-1].End(), NewText: []byte(", " + one + "." + method)}},
		}}
	}
	c.report(call, NothingAwaited, w, nil, fixes, "this waits for nothing: it is given no HasSynced, and says true at once; give it the HasSynced of what is used afterwards (%s)", strings.Join(found, ", "))
}

// single is the one thing that can be meant, and the method that the wait takes.
func (c *caller) single(found []string, sig *types.Signature) (method, expr string) {
	if len(found) != 1 || strings.HasSuffix(found[0], "...") {
		return "", ""
	}
	elem := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice).Elem()
	if _, isFunc := elem.Underlying().(*types.Signature); !isFunc {
		return "HasSyncedChecker()", found[0]
	}
	return "HasSynced", found[0]
}

// awaitable are the things with a HasSynced that the function mentions, as
// expressions, or else fields of its receiver; an accessor or factory, which
// has none itself, with dots behind it.
func (c *caller) awaitable() []string {
	var out []string
	add := func(e string) {
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	ast.Inspect(c.decl.Body, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok || !mend.IsChain(e) {
			return true
		}
		if tv := c.pass.TypesInfo.Types[e]; !tv.IsValue() {
			return true
		}
		t := c.pass.TypesInfo.TypeOf(e)
		switch {
		case synced(t):
			add(types.ExprString(e))
			return false
		case c.table.RoleOf(t) == clientgo.Factory || c.table.RoleOf(t) == clientgo.Accessor:
			add(types.ExprString(e) + "...")
			return false
		}
		return true
	})
	if len(out) > 0 || c.decl.Recv == nil || len(c.decl.Recv.List) != 1 || len(c.decl.Recv.List[0].Names) != 1 {
		return out
	}
	recv := c.decl.Recv.List[0].Names[0]
	t := c.pass.TypesInfo.TypeOf(recv)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		switch {
		case synced(f.Type()):
			add(recv.Name + "." + f.Name())
		case c.table.RoleOf(f.Type()) == clientgo.Factory, c.table.RoleOf(f.Type()) == clientgo.Accessor, c.table.RoleOf(f.Type()) == clientgo.Lister:
			add(recv.Name + "." + f.Name() + "...")
		}
	}
	return out
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

// duplicate: one HasSynced twice, while a sibling of it is used and is awaited
// nowhere in the package.
func (c *caller) duplicate(call *ast.CallExpr) {
	for i, a := range call.Args {
		if !mend.IsChain(a) || !isFunc(c.pass.TypesInfo.TypeOf(a)) {
			continue
		}
		text := types.ExprString(a)
		k := slices.IndexFunc(call.Args[:i], func(b ast.Expr) bool { return types.ExprString(b) == text })
		if k < 0 {
			continue
		}
		forgotten := c.siblings(a)
		if len(forgotten) == 0 {
			continue
		}
		w := c.forNothing(call, "")
		if w == nil {
			continue
		}
		var fixes []analysis.SuggestedFix
		if len(forgotten) == 1 {
			fixes = []analysis.SuggestedFix{{Message: "Wait for " + forgotten[0], TextEdits: []analysis.TextEdit{mend.Replace(a, forgotten[0])}}}
		}
		related := []analysis.RelatedInformation{{Pos: call.Args[k].Pos(), Message: "the first time"}}
		c.report(a, DuplicateSynced, w, related, fixes, "%s is awaited twice, and %s is not awaited at all: what it feeds may be read before it is synced", text, strings.Join(forgotten, ", "))
	}
}

func isFunc(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// siblings of x.aSynced are x.bSynced, hidden fields of the same type that are
// only ever assigned; of a.HasSynced they are b.HasSynced, for variables and
// fields of a's type that are used and never asked.
func (c *caller) siblings(a ast.Expr) []string {
	sel, ok := a.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	info := c.pass.TypesInfo
	if v, ok := info.Uses[sel.Sel].(*types.Var); ok && v.IsField() {
		return c.fields(sel.X, v, "", func(f *types.Var) bool { return c.assignedOnly(f) })
	}
	if sel.Sel.Name != "HasSynced" {
		return nil
	}
	switch x := ast.Unparen(sel.X).(type) {
	case *ast.SelectorExpr:
		if v, ok := info.Uses[x.Sel].(*types.Var); ok && v.IsField() {
			return c.fields(x.X, v, ".HasSynced", c.usedNotAsked)
		}
	case *ast.Ident:
		v, ok := info.Uses[x].(*types.Var)
		if !ok {
			return nil
		}
		var out []string
		for id, obj := range info.Defs {
			d, ok := obj.(*types.Var)
			if ok && d != v && !d.IsField() && d.Parent() == v.Parent() && types.Identical(d.Type(), v.Type()) && id.Pos() < a.Pos() && c.usedNotAsked(d) {
				out = append(out, id.Name+".HasSynced")
			}
		}
		slices.Sort(out)
		return out
	}
	return nil
}

// fields are the hidden fields beside v, as expressions below x.
func (c *caller) fields(x ast.Expr, v *types.Var, suffix string, want func(*types.Var) bool) []string {
	t := c.pass.TypesInfo.TypeOf(x)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []string
	for f := range st.Fields() {
		if f != v && !f.Exported() && types.Identical(f.Type(), v.Type()) && want(f) {
			out = append(out, types.ExprString(x)+"."+f.Name()+suffix)
		}
	}
	return out
}

// assignedOnly: the package sets the variable and never reads it.
func (c *caller) assignedOnly(v *types.Var) bool {
	set, read := 0, 0
	c.eachUse(v, func(parents []ast.Node) {
		if assigns(parents) {
			set++
		} else {
			read++
		}
	})
	return set > 0 && read == 0
}

// usedNotAsked: the package calls methods of the variable, and HasSynced is none
// of them; and it is handed to nobody.
func (c *caller) usedNotAsked(v *types.Var) bool {
	used, lost := 0, false
	c.eachUse(v, func(parents []ast.Node) {
		if assigns(parents) {
			return
		}
		sel, ok := parents[len(parents)-2].(*ast.SelectorExpr)
		if ok && v.IsField() && sel.Sel == parents[len(parents)-1] { // x.v: look at what is around it
			sel, ok = parents[len(parents)-3].(*ast.SelectorExpr)
		}
		if !ok || strings.HasPrefix(sel.Sel.Name, "HasSynced") {
			lost = true
		}
		used++
	})
	return used > 0 && !lost
}

// eachUse gives the nodes from the file down to each mention of v.
func (c *caller) eachUse(v *types.Var, do func([]ast.Node)) {
	for _, file := range c.pass.Files {
		var stack []ast.Node
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return false
			}
			stack = append(stack, n)
			if id, ok := n.(*ast.Ident); ok && c.pass.TypesInfo.Uses[id] == v {
				do(stack)
			}
			return true
		})
	}
}

// assigns: the mention is the left side of an assignment, or a key of a
// composite literal.
func assigns(parents []ast.Node) bool {
	var below ast.Node
	for _, n := range slices.Backward(parents) {
		switch n := n.(type) {
		case *ast.SelectorExpr, *ast.Ident:
		case *ast.KeyValueExpr:
			return n.Key == below
		case *ast.AssignStmt:
			return n.Tok != token.DEFINE && slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return e == below })
		default:
			return false
		}
		below = n
	}
	return false
}
