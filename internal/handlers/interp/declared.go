package interp

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// declared interprets a call of a function that opens tombstones, by the
// config file: it does, and returns, the same for a tombstone as for the
// object in it. shift is how many of args stand before the first parameter.
func (t *Trail) declared(fr *Frame, instr ssa.Instruction, fn *types.Func, shift int, args []val, s *state) (val, bool) {
	if t.uid {
		return val{}, false
	}
	n := slices.IndexFunc(t.in.known.Declared.Of(fn), func(d clientgo.Declaration) bool {
		k := d.Param + shift
		return d.Act == clientgo.Opens && k < len(args) && (args[k].k == tomb || args[k].k == object)
	})
	if n < 0 {
		return val{}, false
	}
	arg := args[t.in.known.Declared.Of(fn)[n].Param+shift]
	res := fn.Signature().Results()
	if res.Len() == 0 {
		t.effect(fr, s, &Effect{Key: clientgo.FuncName(fn), Name: fn.Name(), Pos: instr.Pos()}, args...)
		return val{}, true
	}
	out := make([]val, res.Len())
	for i := range out {
		switch typ := res.At(i).Type(); {
		case ssautil.IsError(typ):
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
