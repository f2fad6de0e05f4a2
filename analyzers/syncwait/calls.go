package syncwait

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/gate"
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
	out   []gate.Claim
}

// calls finds what is wrong with a wait by itself. Tests are left out: there a
// useless wait often stands beside another barrier.
func calls(pass *analysis.Pass) []gate.Claim {
	table := clientgo.NewTable()
	unchecked := report.On(pass, name, UncheckedResult, uncheckedResult)
	var out []gate.Claim
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

// claim says that a wait is wrong as it stands.
func (c *caller) claim(call *ast.CallExpr, f report.Finding) {
	c.out = append(c.out, gate.Claim{Finding: f, Case: order.Lone{Fset: c.pass.Fset, Pos: call.Pos()}})
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
	var fixes []analysis.SuggestedFix
	if method, one := c.single(found, sig); one != "" {
		fixes = []analysis.SuggestedFix{{
			Message:   "Wait for " + one,
			TextEdits: []analysis.TextEdit{{Pos: call.Args[len(call.Args)-1].End(), End: call.Args[len(call.Args)-1].End(), NewText: []byte(", " + one + "." + method)}},
		}}
	}
	c.claim(call, report.Finding{
		Pos: call.Pos(), End: call.End(), Rule: NothingAwaited, Fixes: fixes,
		Message: fmt.Sprintf("this waits for nothing: it is given no HasSynced, and says true at once; give it the HasSynced of what is used afterwards (%s)", strings.Join(found, ", ")),
	})
}

// single is the one thing that can be meant, and the method that the wait takes.
// Beside an informer, the factory or accessor that it comes from means nothing
// else.
func (c *caller) single(found []string, sig *types.Signature) (method, expr string) {
	found = slices.DeleteFunc(slices.Clone(found), func(e string) bool { return strings.HasSuffix(e, "...") })
	if len(found) != 1 {
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
	named := make(map[ast.Expr]bool) // what a variable stands for
	ast.Inspect(c.decl.Body, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok && len(as.Lhs) == len(as.Rhs) {
			for _, e := range as.Rhs {
				named[e] = true
			}
		}
		e, ok := n.(ast.Expr)
		if !ok || named[e] || !fix.IsChain(e) {
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
