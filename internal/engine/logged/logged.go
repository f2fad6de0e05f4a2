// Package logged says what is read for nothing but a line in a log. That is no work
// which goes wrong if the cache is not complete:
//
//	pods, _ := lister.List(labels.Everything())
//	klog.V(2).InfoS("Starting", "pods", len(pods))
//
// What is only nearly so is work: what is logged and used, what decides about more
// than what is logged, what is printed, and what goes into a metric.
package logged

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Only reports whether what a call reads is logged, and nothing else is done with it.
func Only(read ssa.CallInstruction) bool {
	v := read.Value()
	if v == nil || v.Referrers() == nil {
		return false
	}
	f := follower{seen: make(map[ssa.Value]bool)}
	return f.value(v) && f.logs
}

// Ignored reports whether nothing depends on what a call returns: it is dropped, or
// logged.
func Ignored(call ssa.CallInstruction) bool {
	v := call.Value()
	if v == nil || v.Referrers() == nil {
		return false
	}
	f := follower{seen: make(map[ssa.Value]bool)}
	return f.value(v)
}

// Nothing reports whether a function that is known does nothing, or no more than log.
func Nothing(v ssa.Value) bool {
	if c, ok := v.(*ssa.ChangeType); ok {
		v = c.X
	}
	if c, ok := v.(*ssa.MakeClosure); ok {
		v = c.Fn
	}
	fn, ok := v.(*ssa.Function)
	if !ok {
		return false
	}
	if method := ssautil.Bound(fn); method != nil {
		fn = method
	}
	for _, b := range fn.Blocks {
		last := len(b.Instrs) - 1
		if _, returns := b.Instrs[last].(*ssa.Return); !returns {
			last++
		}
		if !idle(b.Instrs[:last], tells) {
			return false
		}
	}
	return len(fn.Blocks) > 0
}

// Quiet reports whether an instruction does nothing that anybody else could see, or no
// more than log.
func Quiet(instr ssa.Instruction) bool { return isIdle(instr, tells) }

// tells: a function logs, or says what an object is called, and surely does nothing
// else. Many that are quiet change something: sets have Insert.
func tells(fn *types.Func) bool {
	if clientgo.Logs(fn) {
		return true
	}
	name := clientgo.FuncName(fn)
	switch name {
	case "fmt.Sprint", "fmt.Sprintf", "fmt.Sprintln", "fmt.Errorf", "k8s.io/apimachinery/pkg/util/runtime.HandleError":
		return true
	}
	if _, known := clientgo.KeyFuncOf(name); known {
		return true
	}
	sig := fn.Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 && strings.HasPrefix(fn.Name(), "Get") && clientgo.Quiet(fn)
}

type follower struct {
	seen map[ssa.Value]bool
	logs bool
}

// value reports whether nothing is done with a value but to log what is made of it.
func (f *follower) value(v ssa.Value) bool {
	if f.seen[v] || ssautil.IsError(v.Type()) {
		return true // a lister's error says nothing of what it has
	}
	f.seen[v] = true
	if v.Referrers() == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		if !f.use(v, ref) {
			return false
		}
	}
	return true
}

func (f *follower) use(v ssa.Value, ref ssa.Instruction) bool {
	switch ref := ref.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Store:
		return ref.Val != v || f.stored(ref.Addr)
	case *ssa.If:
		return f.decides(ref.Block())
	case *ssa.Call:
		return f.call(ref)
	case *ssa.Extract, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert, *ssa.Phi, *ssa.BinOp, *ssa.UnOp, *ssa.TypeAssert,
		*ssa.Field, *ssa.FieldAddr, *ssa.Index, *ssa.IndexAddr, *ssa.Lookup, *ssa.Slice, *ssa.Range, *ssa.Next:
		return f.value(ref.(ssa.Value))
	}
	return false
}

// stored: into the arguments of a call, or a variable of the function.
func (f *follower) stored(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return f.value(a)
	case *ssa.IndexAddr:
		if list, ok := a.X.(*ssa.Alloc); ok {
			return f.value(list)
		}
	}
	return false
}

func (f *follower) call(call *ssa.Call) bool {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		return (b.Name() == "len" || b.Name() == "append") && f.value(call)
	}
	fn := ssautil.Callee(&call.Call)
	switch {
	case fn == nil:
		return false
	case clientgo.Logs(fn):
		f.logs = true
		return true // whatever it returns is a logger
	case computes(fn):
		return f.value(call)
	}
	return false
}

// computes: what a function is called for is its result.
func computes(fn *types.Func) bool {
	return fn.Signature().Results().Len() > 0 && clientgo.Quiet(fn) && !prints(fn)
}

// prints: somebody reads what is printed, or a program does.
func prints(fn *types.Func) bool {
	return fn.Pkg() != nil && fn.Pkg().Path() == "fmt" && fn.Signature().Results().Len() == 2
}

// decides: a branch decides about nothing but what is logged. What it decides about are
// the blocks that only one side comes to, what is computed there, and which of several
// values a variable has after it.
func (f *follower) decides(branch *ssa.BasicBlock) bool {
	yes, no := reaches(branch.Succs[0]), reaches(branch.Succs[1])
	about := func(b *ssa.BasicBlock) bool { return yes[b] != no[b] }
	for _, b := range branch.Parent().Blocks {
		if about(b) && !harmless(b) {
			return false
		}
		after := about(b) || b == branch || slices.ContainsFunc(b.Preds, about)
		for _, instr := range b.Instrs {
			v, ok := instr.(ssa.Value)
			if _, phi := instr.(*ssa.Phi); ok && (phi && after || about(b) && usedIn(v, func(b *ssa.BasicBlock) bool { return !about(b) })) && !f.value(v) {
				return false
			}
		}
	}
	return true
}

func usedIn(v ssa.Value, in func(*ssa.BasicBlock) bool) bool {
	return v.Referrers() != nil && slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool { return in(ref.Block()) })
}

func reaches(from *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(*ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if seen[b] {
			return
		}
		seen[b] = true
		for _, s := range b.Succs {
			visit(s)
		}
	}
	visit(from)
	return seen
}

// changes are the built-in functions that are called for what they do.
var changes = map[string]bool{"close": true, "delete": true, "clear": true, "copy": true, "panic": true, "print": true, "println": true}

// harmless: a block does no more than log. What it computes for others is followed there.
func harmless(b *ssa.BasicBlock) bool {
	return idle(b.Instrs, func(fn *types.Func) bool { return clientgo.Logs(fn) || computes(fn) })
}

// idle: instructions do nothing that anybody else could see, but what the calls do.
func idle(instrs []ssa.Instruction, calls func(*types.Func) bool) bool {
	return !slices.ContainsFunc(instrs, func(instr ssa.Instruction) bool { return !isIdle(instr, calls) })
}

func isIdle(instr ssa.Instruction, calls func(*types.Func) bool) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		at, ok := i.Addr.(*ssa.IndexAddr)
		if !ok {
			return false
		}
		_, argument := at.X.(*ssa.Alloc)
		return argument
	case *ssa.UnOp:
		return i.Op != token.ARROW // that waits
	case *ssa.Call:
		if b, builtin := i.Call.Value.(*ssa.Builtin); builtin {
			return !changes[b.Name()]
		}
		fn := ssautil.Callee(&i.Call)
		return fn != nil && calls(fn)
	case *ssa.Return, *ssa.Panic, *ssa.Go, *ssa.Defer, *ssa.Send, *ssa.Select, *ssa.MapUpdate, *ssa.RunDefers:
		return false
	}
	return true
}
