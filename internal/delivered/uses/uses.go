// Package uses answers what a function does with a value: whether state can be built of
// it, whether it is consumed or only measured, what it decides. It reads SSA.
package uses

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// maxCells limits the closures in closures that share a variable.
const maxCells = 6

// Path is the import path of a function's package; "" if it has none.
func Path(fn *types.Func) string {
	if fn.Pkg() == nil {
		return ""
	}
	return clientgo.Path(fn.Pkg().Path())
}

// Stateful reports whether a value of a type can be built from objects: no
// counters, times, errors, flags, channels or functions.
func Stateful(t types.Type) bool {
	switch clientgo.TypeName(t) {
	case "time.Time", "error":
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Map, *types.Slice, *types.Pointer, *types.Interface, *types.Struct, *types.Array:
		return true
	}
	return false
}

// Empty reports whether a value is one that something begins with.
func Empty(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Alloc:
		return true
	case *ssa.MakeInterface:
		return Empty(v.X)
	case *ssa.ChangeType:
		return Empty(v.X)
	case *ssa.Slice:
		a, ok := v.X.(*ssa.Alloc)
		return ok && a.Comment != "varargs" && strings.HasPrefix(a.Type().String(), "*[0]")
	case *ssa.UnOp: // a structure that is made by its fields
		_, ok := v.X.(*ssa.Alloc)
		return ok && v.Op == token.MUL
	case *ssa.Call:
		obj := ssautil.Callee(&v.Call)
		return obj != nil && strings.HasPrefix(strings.ToLower(obj.Name()), "new")
	}
	return false
}

// What the methods of containers do.
type Op uint8

const (
	Unrelated Op = iota
	Storing
	Loading
	Taking // perhaps what is handed out as well
)

// Library classifies the methods of the containers of sync, sync/atomic and
// apimachinery's sets.
func Library(obj *types.Func) Op {
	if obj.Signature().Recv() == nil {
		return Unrelated
	}
	if op, ok := clientgo.SetMethod(obj); ok {
		switch op {
		case clientgo.SetPuts:
			return Storing
		case clientgo.NoSetOp:
			return Loading
		}
		return Taking
	}
	switch Path(obj) {
	case "sync", "sync/atomic":
		switch obj.Name() {
		case "Store", "Swap", "LoadOrStore", "CompareAndSwap":
			return Storing
		case "Load", "Range":
			return Loading
		}
		if clientgo.IsSyncMap(obj) && clientgo.SyncMapTakes(obj.Name()) {
			return Taking
		}
	}
	return Unrelated
}

// Consumed reports whether a loaded value is used for more than to change what
// is in it, or to be logged.
func Consumed(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > 4 {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch i := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.MapUpdate:
			if i.Map != v {
				return true
			}
		case *ssa.Store:
			if i.Addr != v {
				if _, slot := i.Addr.(*ssa.IndexAddr); !slot { // not an argument list
					return true
				}
			}
		case *ssa.FieldAddr:
			if Consumed(i, depth+1) {
				return true
			}
		case *ssa.IndexAddr:
			if Consumed(i, depth+1) {
				return true
			}
		case *ssa.MakeInterface:
			if Consumed(i, depth+1) {
				return true
			}
		case *ssa.Call:
			if b, ok := i.Call.Value.(*ssa.Builtin); ok {
				switch b.Name() {
				case "append":
					if i.Call.Args[0] != v {
						return true // what is in it is copied
					}
					continue // the slice that append makes is stored again
				case "delete", "clear":
					continue
				case "len":
					if Consumed(i, depth+1) {
						return true
					}
					continue
				}
				return true
			}
			if obj := ssautil.Callee(&i.Call); obj != nil && (Library(obj) == Storing || clientgo.Quiet(obj) && !handsOut(obj)) {
				continue
			}
			return true
		default:
			return true
		}
	}
	return false
}

// handsOut reports whether a function of a Library returns what is in its
// argument, in another form.
func handsOut(fn *types.Func) bool {
	switch Path(fn) {
	case "maps", "slices", "encoding/json":
		return fn.Signature().Results().Len() > 0
	}
	return clientgo.OfSets(fn)
}

// StoredTo returns the last value that is stored in a variable, also by
// closures, and how many there are.
func StoredTo(v ssa.Value, closes map[*ssa.Function][]*ssa.MakeClosure, depth int) (val ssa.Value, n int) {
	if v.Referrers() == nil || depth > maxCells {
		return nil, 2
	}
	for _, ref := range *v.Referrers() {
		switch i := ref.(type) {
		case *ssa.Store:
			if i.Addr == v {
				val = i.Val
				n++
			} else {
				n += 2 // its address goes elsewhere
			}
		case *ssa.MakeClosure:
			for j, b := range i.Bindings {
				if b == v {
					if more, m := StoredTo(i.Fn.(*ssa.Function).FreeVars[j], closes, depth+1); m > 0 {
						val, n = more, n+m
					}
				}
			}
		}
	}
	return val, n
}

// Ordinal numbers the values of a function that make something, so that they
// have the same names in an edited copy.
func Ordinal(v ssa.Value) (n int) {
	same := func(x ssa.Instruction) bool {
		switch x := x.(type) {
		case *ssa.Alloc:
			_, ok := v.(*ssa.Alloc)
			return ok && x.Comment == v.(*ssa.Alloc).Comment
		case *ssa.MakeMap:
			_, ok := v.(*ssa.MakeMap)
			return ok
		case *ssa.Call:
			c, ok := v.(*ssa.Call)
			return ok && ssautil.Callee(&c.Call) == ssautil.Callee(&x.Call)
		}
		return false
	}
	fn := v.Parent()
	for _, l := range fn.Locals {
		if l == v {
			return -n - 1
		}
		if same(l) {
			n++
		}
	}
	n = 0
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if instr == v.(ssa.Instruction) {
				return n
			}
			if same(instr) {
				n++
			}
		}
	}
	return n
}

// LengthOnly reports whether a value is only measured.
func LengthOnly(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		if _, ok := ref.(*ssa.DebugRef); ok {
			continue
		}
		call, ok := ref.(*ssa.Call)
		if !ok {
			return false
		}
		if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
			return false
		}
	}
	return true
}

// LengthOf returns what v is the length of, or nil.
func LengthOf(v ssa.Value) ssa.Value {
	if call, ok := v.(*ssa.Call); ok {
		if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			return call.Call.Args[0]
		}
	}
	return nil
}

// Decided are the branches of a function that a value decides.
func Decided(v ssa.Value) (out []*ssa.If) {
	seen := map[ssa.Value]bool{v: true}
	for work := []ssa.Value{v}; len(work) > 0; {
		v, work = work[0], work[1:]
		if v.Referrers() == nil {
			continue
		}
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.If:
				out = append(out, ref)
				for _, b := range ref.Block().Succs { // of && and ||
					for _, instr := range b.Instrs {
						if phi, ok := instr.(*ssa.Phi); ok && !seen[phi] {
							seen[phi] = true
							work = append(work, phi)
						}
					}
				}
			case *ssa.BinOp, *ssa.UnOp, *ssa.Extract, *ssa.Lookup, *ssa.Phi, *ssa.Convert, *ssa.Field, *ssa.TypeAssert, *ssa.Call:
				next := ref.(ssa.Value)
				if call, ok := ref.(*ssa.Call); ok {
					if _, builtin := call.Call.Value.(*ssa.Builtin); !builtin {
						continue
					}
				}
				if !seen[next] {
					seen[next] = true
					work = append(work, next)
				}
			}
		}
	}
	return out
}

// Failed are the sides of branches that are taken only where a call has said that it was
// in vain: by false, or by one of its errors. Whether there is an error at all is asked
// in the graph of the program as well, and left out here.
func Failed(call *ssa.Call) (out []*ssa.BasicBlock) {
	seen := map[ssa.Value]bool{call: true}
	for work := []ssa.Value{call}; len(work) > 0; work = work[1:] {
		for _, ref := range *work[0].Referrers() {
			switch ref := ref.(type) {
			case *ssa.If:
				if side := failure(ref); side != nil && len(side.Preds) == 1 {
					out = append(out, side)
				}
			case *ssa.BinOp, *ssa.UnOp, *ssa.Extract, *ssa.Phi, *ssa.ChangeInterface, *ssa.Call:
				next := ref.(ssa.Value)
				if asks, ok := ref.(*ssa.Call); ok && !types.Identical(asks.Type(), types.Typ[types.Bool]) {
					continue // not errors.Is
				}
				if !seen[next] {
					seen[next] = true
					work = append(work, next)
				}
			}
		}
	}
	return out
}

// failure is the side of a branch on what a call has returned where it has failed; nil
// if the branch asks whether there is an error.
func failure(branch *ssa.If) *ssa.BasicBlock {
	cond, yes, no := ssautil.Asked(branch)
	switch c := cond.(type) {
	case *ssa.BinOp:
		for _, v := range []ssa.Value{c.X, c.Y} {
			if k, ok := v.(*ssa.Const); ok && k.IsNil() {
				return nil
			}
		}
		if c.Op == token.NEQ {
			yes = no
		}
	case *ssa.Call:
		if len(c.Call.Args) == 0 || !slices.ContainsFunc(c.Call.Args, func(v ssa.Value) bool { return ssautil.IsError(v.Type()) }) {
			yes = no // the call itself
		}
	default:
		yes = no
	}
	return branch.Block().Succs[yes]
}
