package account

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// bySyntax tells what the calls on the line are to client-go, where no program
// has them.
func (l *line) bySyntax(on func(token.Pos) bool) {
	pass := l.set.Pass()
	table := clientgo.NewTable()
	for _, file := range pass.Files {
		if !spans(file, on, pass.Fset) {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !on(call.Lparen) {
				return true
			}
			if fn, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func); ok {
				if op := opOf(pass.TypesInfo, table, call, fn); op != clientgo.OpNone {
					l.byName(op, fn.Name())
				} else {
					l.wrapper(call, fn)
				}
			}
			return true
		})
	}
}

// spans: the line may be in the file.
func spans(file *ast.File, on func(token.Pos) bool, fset *token.FileSet) bool {
	f := fset.File(file.FileStart)
	for i := 1; i <= f.LineCount(); i++ {
		if on(f.LineStart(i)) {
			return true
		}
	}
	return false
}

func opOf(info *types.Info, table *clientgo.Table, call *ast.CallExpr, fn *types.Func) clientgo.Op {
	if fn.Signature().Recv() == nil {
		return table.FuncOp(fn.Origin())
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return clientgo.OpNone
	}
	recv := info.TypeOf(sel.X)
	if table.RoleOf(recv) == clientgo.None && clientgo.Reads(fn.Name()) && fn.Pkg() != nil && clientgo.IsRoot(fn.Pkg().Path()) {
		return clientgo.OpRead // of a Store or Indexer
	}
	if clientgo.Primitive(recv) {
		return table.MethodOp(recv, fn.Name())
	}
	return clientgo.OpNone
}

// wrapper tells of a call of the project's own that is named like one of
// client-go, of a type that may lead to informers.
func (l *line) wrapper(call *ast.CallExpr, fn *types.Func) {
	recv := fn.Signature().Recv()
	if recv == nil || fn.Pkg() == nil || !clientgo.NamedAsProtocol(fn.Name()) {
		return
	}
	pass := l.set.Pass()
	if fn.Pkg() != pass.Pkg && !pass.ImportPackageFact(fn.Pkg(), new(program.Programs)) {
		return
	}
	of := types.TypeString(recv.Type(), types.RelativeTo(pass.Pkg))
	of = short(of)
	if types.IsInterface(recv.Type()) {
		l.tell("%s is called on %s, an interface of the project's own: what is behind it, and what it does to informers, is not followed", fn.Name(), of)
		return
	}
	l.tell("%s of %s is not client-go's; as far as it is followed, nothing in it is done to an informer that is known here", fn.Name(), of)
}

// byName says what an operation is, and why no more is known of it.
func (l *line) byName(op clientgo.Op, name string) {
	what := ""
	switch op {
	case clientgo.OpRead, clientgo.OpNarrow:
		l.tell("%s reads the store of an informer; an order is looked for only where something is started, run or awaited, in the goroutines and calls below that, and this is in none of them", name)
		return
	case clientgo.OpLook, clientgo.OpNone, clientgo.OpShutdown:
		return
	case clientgo.OpInformer, clientgo.OpLister, clientgo.OpForResource, clientgo.OpInformerFor:
		what = "registers an informer"
	case clientgo.OpStart:
		what = "starts a factory"
	case clientgo.OpRun:
		what = "runs an informer"
	case clientgo.OpWait, clientgo.OpWaitFor:
		what = "waits for informers"
	case clientgo.OpAddHandler:
		what = "adds a handler to an informer"
	case clientgo.OpHasSynced, clientgo.OpDelivered:
		what = "asks whether an informer has synced"
	case clientgo.OpNewFactory, clientgo.OpNewInformer:
		what = "makes a factory or informer"
	case clientgo.OpConfigure:
		what = "sets up an informer; its error is looked at, or which informer it is cannot be followed"
	default:
		what = "leads to an informer"
	}
	l.tell("%s %s, but no function that is followed gets to this line: it is in code that never runs, or in a function whose types are not complete", name, what)
}
