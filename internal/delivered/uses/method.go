package uses

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/delivered/once"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Tells reports whether a method hands something out.
func Tells(m *ssa.Function) bool {
	switch m.Name() {
	case "String", "GoString", "Collect", "Describe", "ServeHTTP", "Len", "Dump":
		return false
	}
	res := m.Signature.Results()
	for v := range res.Variables() {
		if clientgo.TypeName(v.Type()) != "error" {
			return true
		}
	}
	return false
}

// Answers reports whether a method's name and type say that it tells whether
// its type is synced: HasSynced() bool, WaitForSync(stop), WaitForSync() or Sync(stop)
// bool or error or nothing, and the like.
func Answers(m *ssa.Function) bool {
	sig := m.Signature
	is, waits := false, sig.Results().Len() == 0
	if sig.Results().Len() == 1 {
		res := sig.Results().At(0).Type()
		b, basic := res.Underlying().(*types.Basic)
		is = basic && b.Kind() == types.Bool
		waits = is || ssautil.IsError(res)
	}
	switch name := m.Name(); {
	case sig.Params().Len() <= 1 && waits && strings.HasPrefix(name, "Wait") && strings.Contains(name, "Sync"):
		return true
	case sig.Params().Len() == 0 && is:
		switch name {
		case "HasSynced", "IsSynced", "Synced", "HasCacheSynced", "CacheSynced", "CachesSynced", "HasCachesSynced", "IsCacheSynced", "HaveSynced":
			return true
		}
	case sig.Params().Len() == 1 && waits:
		return name == "Sync" && stops(sig.Params().At(0).Type())
	}
	return false
}

// stops reports whether a type is that of what ends a wait: a context, or a channel
// that nothing is sent on.
func stops(t types.Type) bool {
	if c, ok := t.Underlying().(*types.Chan); ok {
		st, ok := c.Elem().Underlying().(*types.Struct)
		return ok && st.NumFields() == 0 && c.Dir() != types.SendOnly
	}
	return clientgo.IsContext(t)
}

// Made reports whether a value is a new container that nobody else has.
func Made(v ssa.Value) bool {
	if v.Referrers() == nil {
		c, ok := v.(*ssa.Const)
		return ok && c.IsNil()
	}
	n := 0
	for _, ref := range *v.Referrers() {
		if _, ok := ref.(*ssa.DebugRef); !ok {
			n++
		}
	}
	switch v := v.(type) {
	case *ssa.Alloc:
		return n == 1
	case *ssa.Call:
		obj := ssautil.Callee(&v.Call)
		return n == 1 && obj != nil && obj.Signature().Recv() == nil && strings.HasPrefix(obj.Name(), "New") && !clientgo.IsRoot(Path(obj))
	}
	return false
}

// Of reports whether a type is a type, a pointer to it, or the address of one.
func Of(t, typ types.Type) bool {
	for range 3 {
		if types.Identical(t, typ) {
			return true
		}
		t = ssautil.Deref(t)
	}
	return false
}

// CallAt is the call at a position of a function.
func CallAt(fn *ssa.Function, pos token.Pos) ssa.CallInstruction {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && c.Pos() == pos {
				return c
			}
		}
	}
	return nil
}

// MethodAt is the name of the function that is called at a position; "" if none is.
func MethodAt(fn *ssa.Function, pos token.Pos) string {
	call, ok := CallAt(fn, pos).(*ssa.Call)
	if !ok {
		return ""
	}
	return ssautil.Callee(&call.Call).Name()
}

// Stored is what a variable of a function's own holds where a value is loaded from it,
// if the function came there through some blocks; the value itself if it is no such
// load. Results are kept so where there are deferred calls.
func Stored(v ssa.Value, through []*ssa.BasicBlock) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok {
		return v
	}
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if ref.Addr != a {
				return v
			}
		default:
			return v
		}
	}
	found := v
	for _, b := range through {
		for _, instr := range b.Instrs {
			if instr == ssa.Instruction(load) {
				return found
			}
			if st, ok := instr.(*ssa.Store); ok && st.Addr == ssa.Value(a) {
				found = st.Val
			}
		}
	}
	return found
}

// Gives reports whether a call returns a value of a type, or a pointer to one.
func Gives(call *ssa.Call, typ string) bool {
	for v := range call.Call.Signature().Results().Variables() {
		if clientgo.TypeName(v.Type()) == typ {
			return true
		}
	}
	return false
}

// SaysNo reports whether a value is false.
func SaysNo(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Bool && !constant.BoolVal(c.Value)
}

// Funcs reports whether a type is that of a slice of functions.
func Funcs(t types.Type) bool {
	slice, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	_, ok = slice.Elem().Underlying().(*types.Signature)
	return ok
}

// Condition reports whether a function says whether something holds, as those of
// waits do, or those of polls, which may fail: they never fail where they say true.
func Condition(fn *ssa.Function) bool {
	switch fn.Signature.Results().Len() {
	case 1:
		return true
	case 2:
		for _, b := range fn.Blocks {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !once.IsNil(ret.Results[1]) && !SaysNo(ret.Results[0]) {
				return false
			}
		}
		return ssautil.IsError(fn.Signature.Results().At(1).Type())
	}
	return false
}

// Receiver is what a method is called on; nil for functions.
func Receiver(call *ssa.Call) ssa.Value {
	if call.Call.IsInvoke() {
		return call.Call.Value
	}
	if obj := ssautil.Callee(&call.Call); obj != nil && obj.Signature().Recv() != nil && len(call.Call.Args) > 0 {
		return call.Call.Args[0]
	}
	return nil
}

// Announces reports whether a call tells a listener that it has been told of all.
func Announces(c *ssa.CallCommon) bool { return c.IsInvoke() && Announcement(c.Method) }

// Announcement is Announces for a method.
func Announcement(m *types.Func) bool {
	return strings.HasSuffix(m.Name(), "Synced") && m.Signature().Params().Len() == 0 && m.Signature().Results().Len() == 0
}

// Waits reports whether a function may wait, by its name.
func Waits(name string) bool {
	for _, word := range []string{"Wait", "Poll", "Sleep", "Until", "Sync"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// TakesContext reports whether a function is given a context.
func TakesContext(sig *types.Signature) bool {
	return sig.Params().Len() > 0 && clientgo.IsContext(sig.Params().At(0).Type())
}

// OverMap reports whether a value is made by a loop over a map.
func OverMap(v *ssa.Extract) bool {
	next, ok := v.Tuple.(*ssa.Next)
	return ok && !next.IsString
}

// InMethod reports whether a call stands in a method, or in a literal there.
func InMethod(call ssa.CallInstruction) bool {
	return ssautil.Outermost(call.Parent()).Signature.Recv() != nil
}
