// Package depends tells what a value is made of, and what a branch is decided by.
package depends

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Question is whether something depends on one of some values. It goes through the
// functions of a package, and through variables, fields and containers without regard to
// the order in which they are filled: it says that something may depend on them.
type Question struct {
	Fns []*ssa.Function
	// Is says whether a value is one of those that are asked for; Ends, whether what it is
	// made of is no matter.
	Is, Ends func(ssa.Value) bool
	// Parts: what only decides what is put somewhere does not count.
	Parts bool
	// Whole: what has a field counts as well as what is put into the field.
	Whole bool
}

// On reports whether a value may depend on one that is asked for.
func (q *Question) On(v ssa.Value) bool {
	s := &search{Question: q, seen: make(map[ssa.Value]bool)}
	s.add(v)
	for i := 0; i < len(s.list); i++ {
		if v := s.list[i]; q.Is(v) {
			return true
		} else if !q.Ends(v) {
			s.step(v)
		}
	}
	return false
}

type search struct {
	*Question
	seen map[ssa.Value]bool
	list []ssa.Value
}

func (s *search) add(vs ...ssa.Value) {
	for _, v := range vs {
		if v != nil && !s.seen[v] {
			s.seen[v] = true
			s.list = append(s.list, v)
		}
	}
}

// decide adds conditions.
func (s *search) decide(conds ...ssa.Value) {
	if !s.Parts {
		s.add(conds...)
	}
}

// step adds what a value is made of.
func (s *search) step(v ssa.Value) {
	switch x := v.(type) {
	case *ssa.Parameter:
		s.given(x)
		return
	case *ssa.FreeVar:
		s.bound(x)
	case *ssa.Global:
		s.each(func(instr ssa.Instruction) {
			if st, ok := instr.(*ssa.Store); ok && st.Addr == x {
				s.add(st.Val)
			}
		})
		return
	case *ssa.FieldAddr:
		if field := ssautil.Field(x); field != nil && x.Parent().Pkg != nil && field.Pkg() == x.Parent().Pkg.Pkg {
			s.field(x) // whatever structure of the package's own it is in
			if s.Whole {
				s.add(x.X)
			}
			return
		}
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && (b.Name() == "len" || b.Name() == "cap") {
			return // how many there are does not say which
		}
		if fn := x.Call.StaticCallee(); fn != nil {
			s.result(fn)
		}
	case *ssa.Function: // that a variable has
		s.result(x)
	case *ssa.Phi:
		for _, p := range x.Block().Preds {
			if branch, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If); ok {
				s.decide(branch.Cond)
			}
			s.decide(Conditions(p)...)
		}
	}
	if instr, ok := v.(ssa.Instruction); ok {
		for _, op := range instr.Operands(nil) {
			s.add(*op)
		}
	}
	s.filled(v)
}

// given adds what a function is called with.
func (s *search) given(p *ssa.Parameter) {
	s.each(func(instr ssa.Instruction) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			return
		}
		fn := call.Common().StaticCallee()
		if fn == nil || ssautil.Origin(fn) != ssautil.Origin(p.Parent()) {
			return
		}
		for i, param := range p.Parent().Params {
			if param == p && i < len(call.Common().Args) {
				s.add(call.Common().Args[i])
			}
		}
	})
}

// bound adds what a literal has captured.
func (s *search) bound(free *ssa.FreeVar) {
	s.each(func(instr ssa.Instruction) {
		if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == free.Parent() {
			for i, f := range free.Parent().FreeVars {
				if f == free {
					s.add(mc.Bindings[i])
				}
			}
		}
	})
}

// field adds what is put into a field of a type, and into the container that is in it.
func (s *search) field(at *ssa.FieldAddr) {
	same := func(v ssa.Value) bool {
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
			v = load.X
		}
		other, ok := v.(*ssa.FieldAddr)
		return ok && other.Field == at.Field && types.Identical(ssautil.Deref(other.X.Type()), ssautil.Deref(at.X.Type()))
	}
	s.each(func(instr ssa.Instruction) {
		switch i := instr.(type) {
		case *ssa.Store:
			if same(i.Addr) {
				s.add(i.Val)
			}
		case *ssa.MapUpdate:
			if same(i.Map) {
				s.add(i.Key, i.Value)
			}
		}
	})
}

// result adds what a function of the package returns, and decides by.
func (s *search) result(fn *ssa.Function) {
	for _, b := range ssautil.Origin(fn).Blocks {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			s.add(last.Results...)
		case *ssa.If:
			s.decide(last.Cond)
		}
	}
}

// filled adds what is put into a variable, or into a container or set that a value is.
func (s *search) filled(v ssa.Value) {
	if v.Referrers() == nil {
		return
	}
	for _, ref := range *v.Referrers() {
		switch r := ref.(type) {
		case *ssa.Store:
			if r.Addr == v {
				s.add(r.Val)
				if ssautil.IsConst(r.Val) { // a flag
					s.decide(Conditions(r.Block())...)
				}
			}
		case *ssa.MapUpdate:
			if r.Map == v {
				s.add(r.Key, r.Value)
				s.decide(Conditions(r.Block())...)
			}
		case *ssa.UnOp:
			switch v.(type) {
			case *ssa.Alloc, *ssa.FreeVar: // a variable, of what is in it
				s.filled(r)
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			if _, made := v.(*ssa.Alloc); made {
				s.filled(r.(ssa.Value))
			}
		case *ssa.MakeClosure:
			for i, b := range r.Bindings {
				if b == v {
					s.filled(r.Fn.(*ssa.Function).FreeVars[i])
				}
			}
		case *ssa.Call:
			switch v.(type) {
			case *ssa.Call, *ssa.MakeMap, *ssa.Alloc: // a set that is added to
				if len(r.Call.Args) > 1 && r.Call.Args[0] == v {
					s.add(r.Call.Args[1:]...)
				}
			}
		}
	}
}

// each calls f for each instruction of the package.
func (s *search) each(f func(ssa.Instruction)) {
	for _, fn := range s.Fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				f(instr)
			}
		}
	}
}

// Conditions are those that decide whether a block is come to.
func Conditions(b *ssa.BasicBlock) (out []ssa.Value) {
	for _, d := range Deciders(b, nil) {
		out = append(out, d.Instrs[len(d.Instrs)-1].(*ssa.If).Cond)
	}
	return out
}

// maxBlocks is how large functions are whose branches are looked at.
const maxBlocks = 300

// Deciders are the blocks whose branches decide whether a block is come to before the
// function returns, or before another block is come to again if that is not nil.
func Deciders(b, again *ssa.BasicBlock) (out []*ssa.BasicBlock) {
	blocks := b.Parent().Blocks
	if len(blocks) > maxBlocks {
		return nil
	}
	found := map[*ssa.BasicBlock]bool{b: true}
	for list := []*ssa.BasicBlock{b}; len(list) > 0; list = list[1:] {
		for _, d := range blocks {
			if _, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); !ok || found[d] || d == again {
				continue
			}
			if avoids(d.Succs[0], list[0], again) != avoids(d.Succs[1], list[0], again) {
				found[d] = true
				out, list = append(out, d), append(list, d)
			}
		}
	}
	return out
}

// avoids reports whether a way from a block returns, or comes to again, and not to b.
func avoids(from, b, again *ssa.BasicBlock) bool {
	return walk(from, b, func(at *ssa.BasicBlock) bool { return at == again || len(at.Succs) == 0 })
}

// Leads reports whether a branch comes to a block before it comes to another one.
func Leads(from *ssa.BasicBlock, branch int, to, before *ssa.BasicBlock) bool {
	return walk(from.Succs[branch], before, func(at *ssa.BasicBlock) bool { return at == to })
}

// walk reports whether a way from a block comes to one that is looked for, and not through
// another one.
func walk(from, without *ssa.BasicBlock, found func(*ssa.BasicBlock) bool) bool {
	seen := map[*ssa.BasicBlock]bool{without: true}
	var come func(b *ssa.BasicBlock) bool
	come = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		return found(b) || slices.ContainsFunc(b.Succs, come)
	}
	return come(from)
}
