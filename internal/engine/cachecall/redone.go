package cachecall

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// redone reports whether what a call has failed to read is read in another way where
// its error is not nil, or before anything looks at that: with the API reader, or a
// client of another kind. That the cache is not started is what such code is there for.
func (p *Package) redone(call *ssa.Call) bool {
	err := errorOf(call)
	if err == nil {
		return false
	}
	again := func(ins ssa.Instruction) bool { return p.otherwise(ins, call) }
	at := call.Block().Instrs
	if slices.ContainsFunc(at[slices.Index(at, ssa.Instruction(call))+1:], again) {
		return true
	}
	for _, blk := range call.Parent().Blocks {
		side := failed(blk, err)
		if side == nil {
			continue
		}
		for _, b := range call.Parent().Blocks {
			if side.Dominates(b) && slices.ContainsFunc(b.Instrs, again) {
				return true
			}
		}
	}
	return false
}

// errorOf is the error that a call returns, if something looks at it.
func errorOf(call *ssa.Call) ssa.Value {
	if ssautil.IsError(call.Type()) {
		return call
	}
	for _, r := range *call.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && ssautil.IsError(e.Type()) {
			return e
		}
	}
	return nil
}

// failed is the block that is reached only if an error is not nil, by the branch at
// the end of another. One that asks for NotFound is none: a cache that is not started
// does not say that.
func failed(blk *ssa.BasicBlock, err ssa.Value) *ssa.BasicBlock {
	if len(blk.Instrs) == 0 {
		return nil
	}
	branch, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	cmp, ok := branch.Cond.(*ssa.BinOp)
	if !ok || !isNil(cmp.Y) || !holds(cmp.X, err) {
		return nil
	}
	var side *ssa.BasicBlock
	switch cmp.Op {
	case token.NEQ:
		side = blk.Succs[0]
	case token.EQL:
		side = blk.Succs[1]
	}
	if side == nil || len(side.Preds) != 1 {
		return nil
	}
	return side
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// holds reports whether a value is an error: itself, out of the variable that it was
// put into, or what a function makes of it.
func holds(v, err ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Call:
		return v == err || slices.Contains(v.Call.Args, err)
	case *ssa.Phi:
		return slices.Contains(v.Edges, err)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return slices.Contains(stores(v.X), err)
		}
	}
	return v == err
}

// otherwise reports whether an instruction reads, but not with the client of a call.
func (p *Package) otherwise(ins ssa.Instruction, first *ssa.Call) bool {
	call, ok := ins.(ssa.CallInstruction)
	if !ok {
		return false
	}
	c, was := call.Common(), first.Common()
	if slices.ContainsFunc(c.Args, Live) || c.IsInvoke() && (Live(c.Value) || reads(c) && !same(c.Value, was.Value) || readsTyped(c.Method)) {
		return true
	}
	fn := c.StaticCallee()
	if fn == nil {
		return false
	}
	for _, arg := range c.Args {
		role := ctrlruntime.RoleOf(arg.Type())
		if role == ctrlruntime.Reader && fn == was.StaticCallee() && !slices.ContainsFunc(was.Args, func(v ssa.Value) bool { return same(v, arg) }) || role.Holder() && fn.Pkg != p.pkg {
			return true // another reader, or it can ask for one
		}
	}
	return ctrlruntime.NewClient(fn.Object()) || fn.Pkg == p.pkg && fn != was.StaticCallee() && p.readsAny(fn, 0)
}

// same reports whether two values are surely one client: they are got by the same
// method, or are in the same field.
func same(a, b ssa.Value) bool {
	a, b = unwrapped(a), unwrapped(b)
	switch a := a.(type) {
	case *ssa.Call:
		b, ok := b.(*ssa.Call)
		return ok && a.Call.IsInvoke() && b.Call.IsInvoke() && a.Call.Method == b.Call.Method
	case *ssa.UnOp:
		if b, ok := b.(*ssa.UnOp); ok {
			x, isX := a.X.(*ssa.FieldAddr)
			y, isY := b.X.(*ssa.FieldAddr)
			return a.X == b.X || isX && isY && x.Field == y.Field && types.Identical(x.X.Type(), y.X.Type())
		}
	}
	return a == b
}

func unwrapped(v ssa.Value) ssa.Value {
	for {
		switch c := v.(type) {
		case *ssa.ChangeInterface:
			v = c.X
		case *ssa.MakeInterface:
			v = c.X
		default:
			return v
		}
	}
}

// readsTyped reports whether a method is Get or List of a client that was generated
// for a kind, by what it takes: those read from the API server.
func readsTyped(m *types.Func) bool {
	params := m.Signature().Params()
	if m.Name() != "Get" && m.Name() != "List" || params.Len() < 2 {
		return false
	}
	named, ok := types.Unalias(params.At(params.Len() - 1).Type()).(*types.Named)
	return ok && named.Obj().Name() == m.Name()+"Options" && named.Obj().Pkg() != nil &&
		clientgo.Path(named.Obj().Pkg().Path()) == "k8s.io/apimachinery/pkg/apis/meta/v1"
}

// readsAny reports whether a function of the package reads, with whatever client.
func (p *Package) readsAny(fn *ssa.Function, depth int) bool {
	for _, b := range fn.Blocks {
		for _, ins := range b.Instrs {
			call, ok := ins.(ssa.CallInstruction)
			if !ok {
				continue
			}
			c := call.Common()
			if reads(c) || c.IsInvoke() && (ctrlruntime.ReadsLive(c.Method) || readsTyped(c.Method)) {
				return true
			}
			callee := c.StaticCallee()
			if callee != nil && (ctrlruntime.NewClient(callee.Object()) || callee.Pkg == p.pkg && depth < 3 && p.readsAny(callee, depth+1)) {
				return true
			}
		}
	}
	return false
}

// asksForKind reports whether the error of a call is asked whether the server knows the
// kind at all: that is said before the cache is looked at, so that it can be asked before
// Start as well.
func asksForKind(call *ssa.Call) bool {
	err := errorOf(call)
	if err == nil {
		return false
	}
	return slices.ContainsFunc(*err.Referrers(), func(r ssa.Instruction) bool {
		asked, ok := r.(*ssa.Call)
		return ok && clientgo.FuncName(ssautil.Callee(&asked.Call)) == "k8s.io/apimachinery/pkg/api/meta.IsNoMatchError"
	})
}

// asksNotStarted reports whether a call asks whether a cache is not started: by its
// name, or by the words of the error.
func (p *Package) asksNotStarted(c *ssa.CallCommon) bool {
	for _, arg := range c.Args {
		if text, ok := arg.(*ssa.Const); ok && text.Value != nil && strings.Contains(text.Value.ExactString(), "cache is not started") {
			return true
		}
	}
	fn := c.StaticCallee()
	if fn == nil || !slices.ContainsFunc(c.Args, func(v ssa.Value) bool { return ssautil.IsError(v.Type()) }) {
		return false
	}
	return strings.Contains(fn.Name(), "NotStarted") || fn.Pkg == p.pkg && p.knowsNotStarted(fn)
}
