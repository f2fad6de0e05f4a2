package outcome

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/blocking"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Shutdown of a factory waits for every informer that it has started, so that who
// starts one more may hang where nothing did, unless what stops the informers comes
// before it on every way.

// Hangs reports whether an edit that starts more informers of a factory may make a
// Shutdown of it wait for ever. at are calls that are made to that factory, or to what
// it gives.
func Hangs(before, after *analysis.Pass, at []token.Pos) bool {
	if !mentionsShutdown(before) {
		return false
	}
	was, is := functionsOf(before), functionsOf(after)
	of := factoriesAt(was, at)
	// Where a large package is tried, functions that were not edited have no body.
	seen := make(map[string]bool)
	for _, f := range is {
		seen[f.String()] = true
	}
	for _, f := range was {
		if !seen[f.String()] {
			is = append(is, f)
		}
	}
	starts := each(is, clientgo.OpStart)
	for _, shut := range each(is, clientgo.OpShutdown) {
		if of != nil && !of[shut.factory] && known(shut.factory) {
			continue
		}
		for _, start := range starts {
			if known(start.factory) && known(shut.factory) && start.factory != shut.factory {
				continue
			}
			if shut.instr == nil || start.stop == "" || !stopped(shut.instr, start) {
				return true
			}
		}
	}
	return false
}

// mentionsShutdown: most packages do not, and need no second look.
func mentionsShutdown(pass *analysis.Pass) (found bool) {
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			found = found || ok && sel.Sel.Name == "Shutdown"
			return !found
		})
	}
	return found
}

func functionsOf(pass *analysis.Pass) (out []*function) {
	lazy, ok := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy)
	if !ok {
		lazy = ssabuild.Of(pass)
	}
	for _, fn := range lazy.Functions() {
		if len(fn.Blocks) > 0 {
			out = append(out, newFunction(fn, nil))
		}
	}
	return out
}

// A factoryCall is a Start or Shutdown.
type factoryCall struct {
	instr   ssa.CallInstruction // nil for a method value, which is called at any time
	factory string
	stop    string // what stops it; "" if that is not known
}

func each(fns []*function, op clientgo.Op) (out []factoryCall) {
	for _, f := range fns {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case ssa.CallInstruction:
					c := instr.Common()
					if f.op(c) != op {
						continue
					}
					found := factoryCall{instr: instr, factory: identity(blocking.Receiver(c))}
					if n := len(c.Args); n > 0 {
						found.stop = identity(c.Args[n-1])
					}
					out = append(out, found)
				case *ssa.MakeClosure:
					m := instr.Fn.(*ssa.Function)
					obj, ok := m.Object().(*types.Func)
					if ok && m.Synthetic != "" && len(instr.Bindings) == 1 && opOf(f.table, obj, instr.Bindings[0].Type()) == op {
						out = append(out, factoryCall{factory: identity(instr.Bindings[0])})
					}
				}
			}
		}
	}
	return out
}

// factoriesAt are the factories of some calls; nil if one of them is not known.
func factoriesAt(fns []*function, at []token.Pos) map[string]bool {
	out := make(map[string]bool)
	for _, f := range fns {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok || !slices.Contains(at, call.Pos()) && !slices.Contains(at, call.Common().Pos()) {
					continue
				}
				of := f.factoryOf(call)
				if !known(of) {
					return nil
				}
				out[of] = true
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// factoryOf follows a chain, as f.Core().V1().Pods().Lister(), to its factory.
func (f *function) factoryOf(call ssa.CallInstruction) string {
	if v, ok := call.(*ssa.Call); ok && f.op(v.Common()) == clientgo.OpNewFactory {
		return identity(v)
	}
	for range 10 {
		on := blocking.Receiver(call.Common())
		if on == nil {
			return ""
		}
		if f.table.RoleOf(on.Type()) == clientgo.Factory {
			return identity(on)
		}
		next, ok := on.(*ssa.Call)
		if !ok {
			return ""
		}
		call = next
	}
	return ""
}

// newly is how the identity of a factory begins that the package makes itself. Two
// of them are two; of all others nothing is known.
const newly = "new "

func known(factory string) bool { return strings.HasPrefix(factory, newly) }

// identity names a factory, a channel or a context by where it comes from; "" if that
// is not one place. A field is one, whoever has it: who stops and shuts down through
// the fields of a receiver does it to its own.
func identity(v ssa.Value) string {
	for range 20 {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return ""
			}
			v = x.X
		case *ssa.FieldAddr:
			return fmt.Sprint("field ", ssautil.Deref(x.X.Type()), ".", x.Field)
		case *ssa.Field:
			return fmt.Sprint("field ", x.X.Type(), ".", x.Field)
		case *ssa.Global:
			return x.String()
		case *ssa.FreeVar:
			v = captured(x)
		case *ssa.Alloc:
			v = onlyValue(x)
		case *ssa.Extract:
			return identity(x.Tuple) // a context, and what cancels it
		case *ssa.Call:
			fn := ssautil.Callee(x.Common())
			if clientgo.FuncName(fn) == "(context.Context).Done" {
				v = blocking.Receiver(x.Common())
				continue
			}
			return product(x, fn)
		case *ssa.MakeChan, *ssa.Parameter:
			return fmt.Sprintf("%p", x)
		default:
			return ""
		}
	}
	return ""
}

// product is the identity of what a call has made: a factory, or a context.
func product(call *ssa.Call, fn *types.Func) string {
	switch {
	case fn == nil || fn.Pkg() == nil:
		return ""
	case fn.Pkg().Path() == "context" || clientgo.FuncName(fn) == "os/signal.NotifyContext":
		return fmt.Sprintf("%p", call)
	case clientgo.NewTable().FuncOp(fn.Origin()) != clientgo.OpNewFactory:
		return ""
	}
	n := 0 // by its number, as the edited function is another one
	for _, b := range call.Parent().Blocks {
		for _, instr := range b.Instrs {
			if other, ok := instr.(*ssa.Call); ok {
				if other == call {
					return fmt.Sprint(newly, call.Parent(), " ", n)
				}
				if fn := ssautil.Callee(other.Common()); fn != nil && clientgo.NewTable().FuncOp(fn.Origin()) == clientgo.OpNewFactory {
					n++
				}
			}
		}
	}
	return ""
}

// onlyValue is the one value that a variable ever has.
func onlyValue(v *ssa.Alloc) ssa.Value {
	for _, ref := range *v.Referrers() {
		mk, ok := ref.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		for i, b := range mk.Bindings {
			if b == ssa.Value(v) && ssautil.Stored(mk.Fn.(*ssa.Function).FreeVars[i]) {
				return nil
			}
		}
	}
	return ssautil.OnlyStored(v)
}

// captured is what a closure has captured, if it is made at one place.
func captured(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	if fn.Parent() == nil {
		return nil
	}
	var out ssa.Value
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mk, ok := instr.(*ssa.MakeClosure); ok && mk.Fn == ssa.Value(fn) {
				if out != nil {
					return nil
				}
				out = mk.Bindings[slices.Index(fn.FreeVars, v)]
			}
		}
	}
	return out
}

// stopped: whenever a Shutdown runs after a Start, what stops that was closed before.
func stopped(shut ssa.CallInstruction, start factoryCall) bool {
	fn := shut.Parent()
	var stops, ends []ssa.Instruction
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.RunDefers); ok {
				ends = append(ends, instr)
			} else if stopsIt(instr, start.stop) {
				stops = append(stops, instr)
			}
		}
	}
	deferred := false
	switch shut.(type) {
	case *ssa.Go:
		return false
	case *ssa.Defer:
		deferred = true
	default:
		ends = []ssa.Instruction{shut}
	}
	for _, end := range ends {
		if start.instr.Parent() == fn && !ssautil.Reaches(start.instr, end) {
			continue
		}
		if !slices.ContainsFunc(stops, func(stop ssa.Instruction) bool {
			if _, ok := stop.(*ssa.Defer); ok && (!deferred || !precedes(shut, stop)) {
				return false // it comes too late
			}
			return precedes(stop, end)
		}) {
			return false
		}
	}
	return true
}

// stopsIt: an instruction closes a channel, cancels a context, or waits until somebody
// has; itself or in a function literal, in any case.
func stopsIt(instr ssa.Instruction, what string) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && !instr.CommaOk && identity(instr.X) == what
	case *ssa.Call, *ssa.Defer:
		c := instr.(ssa.CallInstruction).Common()
		if b, ok := c.Value.(*ssa.Builtin); ok {
			return b.Name() == "close" && identity(c.Args[0]) == what
		}
		if mk, ok := c.Value.(*ssa.MakeClosure); ok {
			fn := mk.Fn.(*ssa.Function)
			return len(fn.Blocks) > 0 && slices.ContainsFunc(fn.Blocks[0].Instrs, func(in ssa.Instruction) bool {
				_, call := in.(*ssa.Call)
				return call && stopsIt(in, what)
			})
		}
		if ex, ok := value(c.Value).(*ssa.Extract); ok && !c.IsInvoke() {
			return ex.Index == 1 && identity(ex) == what
		}
	}
	return false
}

// value is what a variable holds that a function is called from.
func value(v ssa.Value) ssa.Value {
	for range 5 {
		switch x := v.(type) {
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return v
			}
			v = x.X
		case *ssa.Alloc:
			v = onlyValue(x)
		case *ssa.FreeVar:
			v = captured(x)
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
	return v
}
