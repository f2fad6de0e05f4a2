package outcome

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/blocking"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A function is one that is looked at.
type function struct {
	*ssa.Function
	table  *clientgo.Table
	looker *blocking.Looker
}

// A site is a call that says whether it has succeeded.
type site struct {
	call   *ssa.Call
	value  ssa.Value // what says so
	errors bool      // it is an error, which is nil then
	each   bool      // it is a map with a value for each informer
	wait   bool
	tested bool // somebody looks at it
}

func newFunction(fn *ssa.Function, body func(*ssa.Function) *ssa.Function) *function {
	f := &function{Function: fn, table: clientgo.NewTable()}
	f.looker = &blocking.Looker{Body: body, Waits: func(c *ssa.CallCommon) bool {
		switch f.op(c) {
		case clientgo.OpWait, clientgo.OpWaitFor, clientgo.OpWaitCache:
			return true
		}
		return false
	}}
	return f
}

func (f *function) op(c *ssa.CallCommon) clientgo.Op {
	fn := ssautil.Callee(c)
	switch {
	case fn == nil:
		return clientgo.OpNone
	case c.IsInvoke():
		return opOf(f.table, fn, c.Value.Type())
	case fn.Signature().Recv() != nil && len(c.Args) > 0:
		return opOf(f.table, fn, c.Args[0].Type())
	}
	return opOf(f.table, fn, nil)
}

// look adds what is wrong in the function.
func (f *function) look(l *look) {
	for _, s := range f.sites() {
		v := f.follow(s)
		switch {
		case v.cut:
			l.faults[tooLarge]++
			continue
		case !s.tested:
		default:
			if v.goesOn {
				l.faults[goesOn]++
			}
			if v.givesUp {
				l.faults[givesUp]++
			}
		}
		if s.wait && (v.goesOn || v.givesUp) {
			l.indifferent++
		}
		l.faults[unproved] += f.unproved(s)
		l.faults[failed] += v.uses
	}
	gone, pairs := f.before()
	l.gone, l.pairs = l.gone+gone, l.pairs+pairs
	told, unbegun := f.owed()
	l.told, l.unbegun = l.told+told, l.unbegun+unbegun
	f.locks(l)
	f.given(l.given)
	l.faults[cancels] += f.cancels()
}

// sites are the waits, and the calls whose error is looked at.
func (f *function) sites() (out []*site) {
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if s := f.site(call); s != nil {
				out = append(out, s)
			}
		}
	}
	return out
}

func (f *function) site(call *ssa.Call) *site {
	switch f.op(call.Common()) {
	case clientgo.OpWait, clientgo.OpWaitFor, clientgo.OpWaitCache:
		s := &site{call: call, value: call, wait: true, tested: used(call)}
		if m, ok := call.Type().Underlying().(*types.Map); ok && ssautil.IsBool(m.Elem()) {
			s.each = true
			return s
		}
		if ssautil.IsBool(call.Type()) {
			return s
		}
		return nil
	}
	if fn := ssautil.Callee(call.Common()); fn != nil && strings.HasPrefix(strings.ToLower(fn.Name()), "wait") && ssautil.IsBool(call.Type()) {
		return &site{call: call, value: call, tested: used(call)} // somebody's own, most likely around one of these
	}
	var err ssa.Value
	if ssautil.IsError(call.Type()) {
		err = call
	} else if tuple, ok := call.Type().(*types.Tuple); ok && tuple.Len() > 0 && ssautil.IsError(tuple.At(tuple.Len()-1).Type()) {
		for _, ref := range *call.Referrers() {
			if ex, ok := ref.(*ssa.Extract); ok && ex.Index == tuple.Len()-1 {
				err = ex
			}
		}
	}
	if err == nil || !compared(err) {
		return nil
	}
	return &site{call: call, value: err, errors: true, tested: true}
}

func used(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		if _, ok := ref.(*ssa.DebugRef); !ok {
			return true
		}
	}
	return false
}

// compared: it is asked whether the value is nil.
func compared(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.BinOp:
			return true
		case *ssa.Phi:
			for _, again := range *ref.Referrers() {
				if _, ok := again.(*ssa.BinOp); ok {
					return true
				}
			}
		}
	}
	return false
}

// unproved counts where another result of a call is used before its error is
// looked at: what it points to, or what a copy of it points to.
func (f *function) unproved(s *site) (n int) {
	if s.value == ssa.Value(s.call) || !s.errors {
		return 0
	}
	var test *ssa.BasicBlock
	for _, ref := range *s.value.Referrers() {
		if cmp, ok := ref.(*ssa.BinOp); ok {
			test = cmp.Block()
		}
	}
	if test == nil {
		return 0
	}
	var reaches func(v ssa.Value, deep int)
	reaches = func(v ssa.Value, deep int) {
		for _, ref := range *v.Referrers() {
			if b := ref.Block(); b != test && !b.Dominates(test) {
				continue
			}
			switch ref := ref.(type) {
			case *ssa.UnOp:
				if ref.Op == token.MUL {
					n++
				}
			case *ssa.FieldAddr:
				n++
			case *ssa.Call:
				if fn := ssautil.Callee(ref.Common()); fn != nil && clientgo.Copies(fn.Name()) && deep == 0 {
					reaches(ref, deep+1)
				}
			}
		}
	}
	for _, ref := range *s.call.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && ex != s.value {
			reaches(ex, 0)
		}
	}
	return n
}

// cancels counts the calls of a context's cancel function in a goroutine that
// runs an informer, before that has returned.
func (f *function) cancels() (n int) {
	if f.Parent() == nil {
		return 0
	}
	runs := false
	seen := make(map[*ssa.BasicBlock]bool)
	var walk func(b *ssa.BasicBlock)
	walk = func(b *ssa.BasicBlock) {
		if seen[b] {
			return
		}
		seen[b] = true
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if ok && f.op(call.Common()) == clientgo.OpRun {
				return
			}
			if ok && isCancel(call.Common()) {
				n++
			}
		}
		for _, next := range b.Succs {
			walk(next)
		}
	}
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && f.op(call.Common()) == clientgo.OpRun {
				runs = true
			}
		}
	}
	if runs {
		walk(f.Blocks[0])
	}
	return n
}

func isCancel(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return false
	}
	named, ok := types.Unalias(c.Value.Type()).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
}
