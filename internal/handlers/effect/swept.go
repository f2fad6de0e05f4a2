package effect

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Swept reports whether functions take entries of a map away whose keys nobody has
// told them: the map is made anew or cleared, or they look through all of it. What
// a handler has left there is found in that way.
func Swept(fns []*ssa.Function, place string) bool { return len(Sweeps(fns, place)) > 0 }

// Sweeps are where functions do so: stores of another map, and calls.
func Sweeps(fns []*ssa.Function, place string) (out []ssa.Instruction) {
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.Store:
					if _, is := i.Val.Type().Underlying().(*types.Map); is && isPlace(i.Addr) && Place(i.Addr) == place && !begins(i, i.Addr) && !lazily(i) {
						out = append(out, i)
					}
				case *ssa.Call:
					if sweeps(i, place) {
						out = append(out, i)
					}
				}
			}
		}
	}
	return out
}

// lazily: the map is made where it is found to be nil, or stays empty in a
// function that sets up what holds it.
func lazily(i *ssa.Store) bool {
	m, made := i.Val.(*ssa.MakeMap)
	if !made {
		return false
	}
	for _, r := range *m.Referrers() {
		if _, fills := r.(*ssa.MapUpdate); fills {
			return false
		}
	}
	return true
}

// sweeps: a call clears the map, or takes an entry away while it looks through all
// of them.
func sweeps(call *ssa.Call, place string) bool {
	of := func(n int) bool { return n < len(call.Call.Args) && Place(call.Call.Args[n]) == place }
	b, ok := call.Call.Value.(*ssa.Builtin)
	if !ok {
		fn := ssautil.Callee(&call.Call)
		return fn != nil && clientgo.FuncName(fn) == "maps.DeleteFunc" && of(0)
	}
	switch b.Name() {
	case "clear":
		return of(0)
	case "delete":
		return of(0) && ssautil.Reaches(call, call) && ranged(call.Call.Args[1], place, 0)
	}
	return false
}

// ranged reports whether a key is one that a loop over the map has come to.
func ranged(key ssa.Value, place string, depth int) bool {
	switch v := key.(type) {
	case *ssa.Extract:
		next, ok := v.Tuple.(*ssa.Next)
		if !ok {
			return false
		}
		r, ok := next.Iter.(*ssa.Range)
		return ok && Place(r.X) == place
	case *ssa.UnOp:
		return v.Op == token.MUL && depth < 3 && ranged(v.X, place, depth+1)
	}
	return false
}
