package steady

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// queued reports whether a key comes out of a channel or a queue into which somebody
// puts one key after the other: a sweep need not delete what it finds itself. What
// handlers put in for the object that they were told of is no sweep.
func (u *uses) queued(key ssa.Value, depth int) bool {
	from := u.root(takenFrom(key, 0), 0)
	if from == nil {
		return false
	}
	place := hop.Place(from)
	return !u.each(func(_ *ssa.Function, instr ssa.Instruction) bool {
		for _, p := range puts(instr) {
			if to := u.root(p.to, 0); to == from || place != "" && hop.Place(to) == place {
				if slices.ContainsFunc(pieces(p.item), func(item ssa.Value) bool {
					// A resync, say, puts in the UIDs of objects that are there.
					return (!told(item, 0) || u.kept(item)) && u.swept(instr, item, depth+1)
				}) {
					return false
				}
			}
		}
		return true
	})
}

// pieces returns an item, after what is in it if it is a structure that was put together
// for it: which of these is the key is not asked.
func pieces(item ssa.Value) (out []ssa.Value) {
	defer func() { out = append(out, item) }() // last: that asks for all of its parts
	of := item
	if i, ok := of.(*ssa.MakeInterface); ok {
		of = i.X
	}
	if load, ok := of.(*ssa.UnOp); ok {
		of = load.X
	}
	a, ok := of.(*ssa.Alloc)
	if !ok {
		return out
	}
	for _, r := range *a.Referrers() {
		at, ok := r.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, r := range *at.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == at {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// told reports whether a key is the UID of an object, and not what was kept of it.
func told(key ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	switch v := key.(type) {
	case *ssa.UnOp:
		return told(v.X, depth+1)
	case *ssa.FieldAddr:
		return strings.HasSuffix(clientgo.TypeName(v.X.Type()), ".ObjectMeta")
	case *ssa.Convert:
		return told(v.X, depth+1)
	case *ssa.ChangeType:
		return told(v.X, depth+1)
	case *ssa.MakeInterface:
		return told(v.X, depth+1)
	case *ssa.Call:
		fn := ssautil.Callee(&v.Call)
		return fn != nil && fn.Name() == "GetUID"
	}
	return false
}

// kept reports whether a key comes out of a map, here or where the function is called.
func (u *uses) kept(key ssa.Value) bool {
	return picked(key, 0) || slices.ContainsFunc(origins(key, 0), func(from ssa.Value) bool {
		p, ok := from.(*ssa.Parameter)
		if !ok {
			return false
		}
		n := slices.Index(p.Parent().Params, p)
		return slices.ContainsFunc(u.calls[p.Parent()], func(c ssa.CallInstruction) bool {
			return n < len(c.Common().Args) && picked(c.Common().Args[n], 0)
		})
	})
}

type put struct{ to, item ssa.Value }

// puts returns what an instruction may put into a queue or channel.
func puts(instr ssa.Instruction) (out []put) {
	if i, ok := instr.(*ssa.Select); ok {
		for _, c := range i.States {
			if c.Dir == types.SendOnly {
				out = append(out, put{c.Chan, c.Send})
			}
		}
		return out
	}
	if to, item := hop.Into(instr); to != nil {
		out = append(out, put{to, item})
	}
	return out
}

// takenFrom returns the queue or channel that a key, or what it is a part of, was taken
// out of; nil for other keys.
func takenFrom(key ssa.Value, depth int) ssa.Value {
	if depth > 6 {
		return nil
	}
	switch v := key.(type) {
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			return v.X
		}
		return takenFrom(v.X, depth+1)
	case *ssa.Extract:
		if sel, ok := v.Tuple.(*ssa.Select); ok {
			return received(sel, v.Index)
		}
		return takenFrom(v.Tuple, depth+1)
	case *ssa.Alloc:
		for _, r := range *v.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == v {
				if from := takenFrom(st.Val, depth+1); from != nil {
					return from
				}
			}
		}
	case *ssa.Field:
		return takenFrom(v.X, depth+1)
	case *ssa.FieldAddr:
		return takenFrom(v.X, depth+1)
	case *ssa.Convert:
		return takenFrom(v.X, depth+1)
	case *ssa.ChangeType:
		return takenFrom(v.X, depth+1)
	case *ssa.MakeInterface:
		return takenFrom(v.X, depth+1)
	case *ssa.TypeAssert:
		return takenFrom(v.X, depth+1)
	case *ssa.Call:
		if c := &v.Call; c.IsInvoke() && clientgo.Dequeues(c.Value.Type(), c.Method) {
			return c.Value
		}
	}
	return nil
}

// received returns the channel of a case: the items come after the number of the case
// and whether its channel is open.
func received(sel *ssa.Select, index int) ssa.Value {
	n := 2
	for _, c := range sel.States {
		if c.Dir != types.RecvOnly {
			continue
		}
		if n == index {
			return c.Chan
		}
		n++
	}
	return nil
}

// root follows a queue or channel to where it was made, through what literals capture
// and what the only caller of a function gives it. A variable stands for what is in it.
func (u *uses) root(v ssa.Value, depth int) ssa.Value {
	if depth > 6 {
		return v
	}
	switch x := v.(type) {
	case *ssa.UnOp:
		switch x.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			return u.root(x.X, depth+1)
		}
	case *ssa.ChangeType:
		return u.root(x.X, depth+1)
	case *ssa.ChangeInterface:
		return u.root(x.X, depth+1)
	case *ssa.FreeVar:
		if mc := closure(x.Parent()); mc != nil {
			for n, f := range x.Parent().FreeVars {
				if f == x {
					return u.root(mc.Bindings[n], depth+1)
				}
			}
		}
	case *ssa.Parameter:
		calls, known := u.callers(x.Parent())
		if !known || len(calls) != 1 {
			return v
		}
		for n, p := range x.Parent().Params {
			if p == x && n < len(calls[0].Common().Args) {
				return u.root(calls[0].Common().Args[n], depth+1)
			}
		}
	}
	return v
}

// closure returns the instruction that makes a function literal.
func closure(fn *ssa.Function) *ssa.MakeClosure {
	if fn.Parent() == nil {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn {
				return mc
			}
		}
	}
	return nil
}
