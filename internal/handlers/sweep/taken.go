package sweep

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/depends"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// takes reports whether functions take entries away of which what there is has decided that
// they go. Their keys come out of the map, and on the way from there to where the entries
// are taken away, the decision is made: in front of it, where keys are gathered, or in a
// call that gets both.
func (s *sweep) takes() bool {
	for _, fn := range s.free {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok {
					c := &choice{sweep: s, seen: make(map[choosing]bool)}
					if key := s.taken(call.Common()); key != nil && c.made(key, instr, false) {
						return true
					}
				}
			}
		}
	}
	return false
}

// taken is under what a call takes entries of the map away: a key, or some.
func (s *sweep) taken(c *ssa.CallCommon) ssa.Value {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "delete" && s.is(c.Args[0], 0) {
			return c.Args[1]
		}
		return nil
	}
	if op, items := effect.SetOf(c); op == clientgo.SetFrees && s.is(c.Args[0], 0) {
		return items
	}
	return nil
}

// is reports whether a value is the map, or a parameter that gets it somewhere.
func (s *sweep) is(m ssa.Value, depth int) bool {
	if p, ok := m.(*ssa.Parameter); ok {
		return depth < maxGiven && slices.ContainsFunc(s.given(p), func(a giver) bool { return s.is(a.arg, depth+1) })
	}
	return effect.Place(m) == s.place
}

const maxGiven = 3 // how often a map is handed on

// A giver is what a function gets for a parameter, and where.
type giver struct {
	arg ssa.Value
	at  ssa.Instruction
}

func (s *sweep) given(p *ssa.Parameter) (out []giver) {
	n := slices.Index(p.Parent().Params, p)
	s.each(func(instr ssa.Instruction) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			return
		}
		if fn := call.Common().StaticCallee(); fn != nil && ssautil.Origin(fn) == ssautil.Origin(p.Parent()) && n < len(call.Common().Args) {
			out = append(out, giver{call.Common().Args[n], instr})
		}
	})
	return out
}

func (s *sweep) each(f func(ssa.Instruction)) {
	for _, fn := range s.free {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				f(instr)
			}
		}
	}
}

// A choice is looked for on the way of keys out of a map.
type choice struct {
	*sweep
	seen map[choosing]bool
}

type choosing struct {
	v       ssa.Value
	at      *ssa.BasicBlock
	decided bool
}

// made reports whether a key that is used somewhere, or keys in a container, come out of the
// map, and it was decided for each of them by what there is.
func (c *choice) made(v ssa.Value, at ssa.Instruction, decided bool) bool {
	q := choosing{v, at.Block(), decided}
	if c.seen[q] || len(c.seen) > maxChoices {
		return false
	}
	c.seen[q] = true
	if !container(v.Type()) && !decided {
		decided = c.asked(v, at)
	}
	if m := through(v); m != nil && (c.is(m, 0) || slices.Contains(c.beside, effect.Place(m))) {
		return decided
	}
	return slices.ContainsFunc(c.from(v, at), func(o giver) bool { return c.made(o.arg, o.at, decided) }) || c.filtered(v, decided)
}

const maxChoices = 500

// through is the map that is gone through where a key comes out of it, or that a call gets
// which returns its keys.
func through(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.Extract:
		if n, ok := x.Tuple.(*ssa.Next); ok && !n.IsString {
			if r, ok := n.Iter.(*ssa.Range); ok {
				return r.X
			}
		}
	case *ssa.UnOp, *ssa.Parameter:
		if _, ok := v.Type().Underlying().(*types.Map); ok {
			return v
		}
	}
	return nil
}

// container: what may hold keys, or hand them out one after the other.
func container(t types.Type) bool {
	switch ssautil.Deref(t).Underlying().(type) {
	case *types.Map, *types.Slice, *types.Array, *types.Signature, *types.Tuple:
		return true
	}
	return false
}

// asked reports whether it is decided for one key, in front of where it is used, by what
// there is. What there is and the entry have to come together in what is asked, and the
// entries of objects that are gone must not be the ones that stay.
func (c *choice) asked(key ssa.Value, at ssa.Instruction) (yes bool) {
	entry := newRound(key)
	q := &depends.Question{Fns: c.fns, Whole: true, Is: func(v ssa.Value) bool { return entry.of[v] }, Ends: func(ssa.Value) bool { return false }}
	for _, d := range depends.Deciders(at.Block(), entry.begin) {
		cond := d.Instrs[len(d.Instrs)-1].(*ssa.If).Cond
		if !c.looks(cond) || !q.On(cond) {
			continue
		}
		yes = true
		if holds, known := c.gone(cond); known && !depends.Leads(d, branch(holds), at.Block(), entry.begin) {
			return false // those that are there are taken away, not those that are gone
		}
	}
	return yes
}

// A round is one round of a loop over entries: what the entry is in it, and the block that
// is come to again in the next one.
type round struct {
	of    map[ssa.Value]bool
	begin *ssa.BasicBlock
}

func newRound(key ssa.Value) *round {
	r := &round{of: make(map[ssa.Value]bool)}
	r.add(key)
	return r
}

func (r *round) add(v ssa.Value) {
	if v == nil || r.of[v] {
		return
	}
	r.of[v] = true
	switch x := v.(type) {
	case *ssa.Extract:
		if n, ok := x.Tuple.(*ssa.Next); ok {
			r.of[n], r.begin = true, n.Block()
		}
	case *ssa.IndexAddr:
		if i, ok := x.Index.(ssa.Instruction); ok {
			r.begin = i.Block()
		}
	case *ssa.UnOp:
		if x.Op == token.MUL {
			r.add(x.X)
		}
	case *ssa.Alloc:
		for _, st := range stored(x) {
			r.add(st.Val)
		}
	case *ssa.FreeVar:
		if fn := x.Parent(); fn.Parent() != nil { // a literal
			for _, b := range fn.Parent().Blocks {
				for _, instr := range b.Instrs {
					if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn {
						r.add(mc.Bindings[slices.Index(fn.FreeVars, x)])
					}
				}
			}
		}
	case *ssa.FieldAddr, *ssa.Field, *ssa.Convert, *ssa.ChangeType, *ssa.MakeInterface, *ssa.TypeAssert, *ssa.BinOp:
		for _, op := range v.(ssa.Instruction).Operands(nil) {
			if !ssautil.IsConst(*op) {
				r.add(*op)
			}
		}
	}
}

// stored is what is stored into a variable, its fields and its elements.
func stored(at ssa.Value) (out []*ssa.Store) {
	for _, ref := range *at.Referrers() {
		switch i := ref.(type) {
		case *ssa.Store:
			if i.Addr == at {
				out = append(out, i)
			}
		case *ssa.FieldAddr:
			out = append(out, stored(i)...)
		case *ssa.IndexAddr:
			if i.X == at {
				out = append(out, stored(i)...)
			}
		case *ssa.MakeClosure:
			for n, b := range i.Bindings {
				if b == at {
					out = append(out, stored(i.Fn.(*ssa.Function).FreeVars[n])...)
				}
			}
		}
	}
	return out
}

// from is where a key is from, or the keys in a container. What comes out of a channel or
// queue was put there for a reason of its own.
func (c *choice) from(v ssa.Value, at ssa.Instruction) (out []giver) {
	add := func(at ssa.Instruction, vs ...ssa.Value) {
		for _, v := range vs {
			out = append(out, giver{v, at})
		}
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		return append(c.given(x), c.handed(x)...)
	case *ssa.FreeVar:
		c.each(func(instr ssa.Instruction) {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == x.Parent() {
				add(mc, mc.Bindings[slices.Index(x.Parent().FreeVars, x)])
			}
		})
	case *ssa.Alloc:
		for _, st := range stored(x) {
			add(st, st.Val)
		}
	case *ssa.FieldAddr:
		return c.field(x, at)
	case *ssa.Extract:
		switch t := x.Tuple.(type) {
		case *ssa.Next:
			if r, ok := t.Iter.(*ssa.Range); ok {
				add(r, r.X)
			}
		case *ssa.Call:
			return c.returned(t, x.Index)
		}
	case *ssa.IndexAddr:
		add(x, x.X)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			add(at, x.X)
		}
	case *ssa.Phi:
		add(x, x.Edges...)
	case *ssa.Call:
		return append(c.returned(x, 0), putInto(v)...)
	case *ssa.MakeMap:
		return putInto(v)
	case *ssa.Slice:
		add(at, x.X)
	case *ssa.Field, *ssa.Convert, *ssa.ChangeType, *ssa.MakeInterface, *ssa.TypeAssert, *ssa.BinOp:
		for _, op := range v.(ssa.Instruction).Operands(nil) {
			add(at, *op)
		}
	}
	return out
}

// field is where a part of an entry is from, and what is put into a container in a field.
func (c *choice) field(x *ssa.FieldAddr, at ssa.Instruction) (out []giver) {
	if !container(ssautil.Deref(x.Type())) {
		return []giver{{x.X, at}}
	}
	c.each(func(instr ssa.Instruction) {
		if st, ok := instr.(*ssa.Store); ok {
			if to, ok := st.Addr.(*ssa.FieldAddr); ok && to.Field == x.Field && types.Identical(to.X.Type(), x.X.Type()) {
				out = append(out, giver{st.Val, st})
			}
		}
	})
	return out
}

// returned is what a call of the package's own functions returns, and what others make
// their results of.
func (c *choice) returned(call *ssa.Call, n int) (out []giver) {
	fn := call.Call.StaticCallee()
	if fn == nil || len(ssautil.Origin(fn).Blocks) == 0 {
		for _, a := range call.Call.Args {
			out = append(out, giver{a, call})
		}
		return out
	}
	for _, b := range ssautil.Origin(fn).Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && n < len(ret.Results) {
			out = append(out, giver{ret.Results[n], ret})
		}
	}
	return out
}

// putInto is what is put into a map or set.
func putInto(m ssa.Value) (out []giver) {
	for _, ref := range *m.Referrers() {
		switch i := ref.(type) {
		case *ssa.MapUpdate:
			if i.Map == m {
				out = append(out, giver{i.Key, i}, giver{i.Value, i})
			}
		case *ssa.Call:
			if op, item := effect.SetOf(&i.Call); op == clientgo.SetPuts && i.Call.Args[0] == m {
				out = append(out, giver{item, i})
			}
		}
	}
	return out
}

// handed is what a function gets keys from that it is given to, to be called for each: a
// loop over a function is such a call.
func (c *choice) handed(p *ssa.Parameter) (out []giver) {
	c.each(func(instr ssa.Instruction) {
		call, ok := instr.(*ssa.Call)
		if !ok || call.Call.IsInvoke() {
			return
		}
		gets := func(v ssa.Value) bool { mc, ok := v.(*ssa.MakeClosure); return ok && mc.Fn == p.Parent() }
		if !slices.ContainsFunc(call.Call.Args, gets) {
			return
		}
		for _, v := range append(slices.Clone(call.Call.Args), call.Call.Value) {
			if !gets(v) {
				out = append(out, giver{v, call})
			}
		}
	})
	return out
}

// filtered reports whether keys come from a call that gets them, and what there is: the
// difference of two sets.
func (c *choice) filtered(v ssa.Value, decided bool) bool {
	call, ok := v.(*ssa.Call)
	if !ok || decided || !container(v.Type()) {
		return false
	}
	if fn := call.Call.StaticCallee(); fn == nil || len(ssautil.Origin(fn).Blocks) > 0 {
		return false
	}
	for i, keys := range call.Call.Args {
		for j, by := range call.Call.Args {
			if i != j && container(keys.Type()) && c.looks(by) && c.made(keys, call, true) {
				return true
			}
		}
	}
	return false
}
