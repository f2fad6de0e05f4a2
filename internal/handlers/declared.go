package handlers

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// wraps returns the index in c.Args of the handler that the result of a call
// stands for, by the config file.
func (in *interp) wraps(c *ssa.CallCommon) (int, bool) {
	fn, shift := calleeObject(c), 0
	if fn == nil {
		return 0, false
	}
	if !c.IsInvoke() && fn.Signature().Recv() != nil {
		shift = 1
	}
	for _, d := range in.declared.Of(fn) {
		if n := d.Param + shift; d.Act == clientgo.Wraps && n < len(c.Args) {
			return n, true
		}
	}
	return 0, false
}

// declared follows a handler into a function of the config file: through one
// that wraps it, and into one that opens tombstones for it.
func (f *follower) declared(i ssa.CallInstruction, v ssa.Value) bool {
	c := i.Common()
	fn, shift := calleeObject(c), 0
	if fn == nil {
		return false
	}
	if !c.IsInvoke() && fn.Signature().Recv() != nil {
		shift = 1
	}
	known := false
	for n, arg := range c.Args {
		if arg != v {
			continue
		}
		if f.r.in.declared.Does(fn, clientgo.Opens, n-shift) {
			f.opened, f.ok, known = true, true, true
		}
		if f.r.in.declared.Does(fn, clientgo.Wraps, n-shift) {
			known = true
			if call, ok := i.(*ssa.Call); ok {
				f.value(call)
			}
		}
	}
	return known
}

// declared interprets a call of a function that opens tombstones, by the
// config file: it does, and returns, the same for a tombstone as for the
// object in it. shift is how many of args stand before the first parameter.
func (t *trail) declared(fr *frame, instr ssa.Instruction, fn *types.Func, shift int, args []val, s *state) (val, bool) {
	if t.uid {
		return val{}, false
	}
	n := slices.IndexFunc(t.in.declared.Of(fn), func(d clientgo.Declaration) bool {
		k := d.Param + shift
		return d.Act == clientgo.Opens && k < len(args) && (args[k].k == tomb || args[k].k == object)
	})
	if n < 0 {
		return val{}, false
	}
	arg := args[t.in.declared.Of(fn)[n].Param+shift]
	res := fn.Signature().Results()
	if res.Len() == 0 {
		t.effect(fr, s, &Effect{Key: clientgo.FuncName(fn), Name: fn.Name(), Pos: instr.Pos()}, args...)
		return val{}, true
	}
	out := make([]val, res.Len())
	for i := range out {
		switch typ := res.At(i).Type(); {
		case isError(typ):
			out[i] = val{k: isNil}
		case clientgo.IsAny(typ), clientgo.IsObject(typ):
			out[i] = val{k: object, from: arg.from}
		case types.Identical(typ.Underlying(), types.Typ[types.Bool]):
			out[i] = val{k: isTrue}
		default:
			out[i] = val{k: derived, from: arg.from}
		}
	}
	return pack(out), true
}
