package cachecall

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// asked reports whether the error of a call is asked for anything but what the API
// server says of an object: whether the kind is known at all, which is told before the
// cache is looked at; whether the cache is not started; or nobody knows what. Then such
// a read may be made before Start on purpose. So it may where the error is handed to
// something that can answer with what was to be read.
func (p *Package) asked(call *ssa.Call) bool {
	err := errorOf(call)
	return err != nil && p.asks(err, make(map[ssa.Value]bool))
}

func (p *Package) asks(err ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[err] || err.Referrers() == nil {
		return false
	}
	seen[err] = true
	for _, r := range *err.Referrers() {
		switch r := r.(type) {
		case *ssa.Phi:
			if p.asks(r, seen) {
				return true
			}
		case *ssa.ChangeInterface:
			if p.asks(r, seen) {
				return true
			}
		case *ssa.TypeAssert:
			if named, ok := types.Unalias(r.AssertedType).(*types.Named); !ok || !clientgo.OfStatus(named.Obj().Pkg()) {
				return true
			}
		case *ssa.Store:
			for _, v := range loads(r) {
				if p.asks(v, seen) {
					return true
				}
			}
		case ssa.CallInstruction:
			if p.asksBy(r, err, seen) {
				return true
			}
		}
	}
	return false
}

// loads are the values into which what is stored comes: out of a variable, or as one of
// the further arguments of a call.
func loads(st *ssa.Store) (out []ssa.Value) {
	place := st.Addr
	if at, ok := place.(*ssa.IndexAddr); ok {
		place = at.X
	}
	made, ok := place.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, r := range *made.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			if r.Op == token.MUL {
				out = append(out, r)
			}
		case *ssa.Slice:
			out = append(out, r)
		}
	}
	return out
}

// asksBy reports whether a call asks an error for what asked says.
func (p *Package) asksBy(ins ssa.CallInstruction, err ssa.Value, seen map[ssa.Value]bool) bool {
	c := ins.Common()
	if c.IsInvoke() && c.Value == err {
		text, ok := ins.(*ssa.Call)
		return ok && compared(text)
	}
	fn := ssautil.Callee(c)
	if ofStatus(fn) {
		return false
	}
	if clientgo.AsksForKind(fn) {
		return true
	}
	call, ok := ins.(*ssa.Call)
	if !ok {
		return false
	}
	if fn != nil && clientgo.AsksError(fn) {
		return !ofContext(c.Args[1])
	}
	res, static := call.Call.Signature().Results(), c.StaticCallee()
	inside := static != nil && static.Pkg == p.pkg
	if res.Len() > 0 && provided(c) && (fn == nil || !clientgo.Quiet(fn)) && (!inside || p.meansAny(static)) {
		return true
	}
	if inside {
		for i, arg := range c.Args {
			if arg == err && i < len(static.Params) && p.asks(static.Params[i], seen) {
				return true
			}
		}
	} else if res.Len() == 1 && ssautil.IsBool(res.At(0).Type()) {
		return true
	}
	if made := errorOf(call); made != nil {
		return p.asks(made, seen)
	}
	return false
}

// compared reports whether a text is looked at.
func compared(text *ssa.Call) bool {
	for _, r := range *text.Referrers() {
		switch r := r.(type) {
		case *ssa.BinOp:
			if r.Op == token.EQL || r.Op == token.NEQ {
				return true
			}
		case *ssa.Call:
			if fn := ssautil.Callee(&r.Call); fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "strings" || fn.Pkg().Path() == "regexp") {
				return true
			}
		}
	}
	return false
}

// ofContext reports whether an error is one of a context.
func ofContext(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "context"
}

// ofStatus reports whether a function asks what the API server has said.
func ofStatus(fn *types.Func) bool { return fn != nil && clientgo.OfStatus(fn.Pkg()) }

// means reports whether an instruction may get in another way what was not read: it
// calls something that gets what that takes, or puts off or changes the client.
func (p *Package) means(ins ssa.Instruction) bool {
	if st, ok := ins.(*ssa.Store); ok {
		return ctrlruntime.RoleOf(st.Val.Type()) != ctrlruntime.None
	}
	call, ok := ins.(ssa.CallInstruction)
	if !ok {
		return false
	}
	c := call.Common()
	if reads(c) {
		return false // with the client that has failed, or redone knows it
	}
	if c.IsInvoke() && c.Method.Pkg() != nil && ctrlruntime.Within(c.Method.Pkg().Path()) {
		return ctrlruntime.OpOf(c.Method) == clientgo.OpLook && (c.Method.Name() == "Add" || provided(c)) // or a write
	}
	fn := ssautil.Callee(c)
	if fn != nil && (clientgo.Quiet(fn) || fn.Pkg() != nil && clientgo.Std(clientgo.Path(fn.Pkg().Path()))) {
		return false
	}
	if static := c.StaticCallee(); static != nil && static.Pkg == p.pkg {
		return p.meansAny(static)
	}
	return provided(c) || fn == nil && c.Signature().Results().Len() > 0
}

// meansAny reports whether a function of the package has such an instruction.
func (p *Package) meansAny(fn *ssa.Function) bool {
	if m, ok := p.meaning[fn]; ok {
		return m
	}
	p.meaning[fn] = false // recursion adds nothing
	for _, b := range fn.Blocks {
		for _, ins := range b.Instrs {
			if p.means(ins) {
				p.meaning[fn] = true
				return true
			}
		}
	}
	return false
}

// provided reports whether a call gets what a read takes: a context, a configuration,
// a client, or a function that may have one.
func provided(c *ssa.CallCommon) bool {
	for _, arg := range c.Args {
		if ctrlruntime.RoleOf(unwrapped(arg).Type()) != ctrlruntime.None || ctrlruntime.RoleOf(arg.Type()) != ctrlruntime.None {
			return true
		}
		switch typ := arg.Type(); {
		case clientgo.IsContext(typ), clientgo.IsConfig(typ):
			return true
		default:
			if _, ok := unwrapped(arg).Type().Underlying().(*types.Signature); ok {
				return true
			}
		}
	}
	return false
}
