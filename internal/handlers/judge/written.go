package judge

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// written: there is no Update function, and Add writes the object through the API.
// One that was created in another's place is never written.
func (p *pair) written() *UID {
	objects := asserted(p.Add.Fn)
	if len(objects) == 0 || p.updatedElsewhere(objects) {
		return nil
	}
	s := sender{p: p, types: objects, seen: make(map[*ssa.Function]bool)}
	call := s.find(p.Add.Fn, 0)
	if call == nil || s.others() {
		return nil
	}
	add := p.single(p.Add)
	if add.GaveUp {
		return nil
	}
	for _, e := range effectsOf(add) {
		if !e.Queue {
			return &UID{Kind: WrittenOnce, Group: p.Group, Func: p.Add.Fn, Pos: p.Pos, State: e, Against: call.Pos()}
		}
	}
	return nil
}

// updatedElsewhere reports whether other handlers of the package are told of
// updates of such objects.
func (p *pair) updatedElsewhere(types []types.Type) bool {
	for _, g := range p.p.Groups {
		other := pair{p: p.p, in: p.in, Group: g}
		if g != p.Group && g.Update != nil && slices.ContainsFunc(types, other.handles) {
			return true
		}
	}
	return false
}

// A sender looks for what sends an object of some types to the API server as a
// change of one that exists.
type sender struct {
	p     *pair
	types []types.Type
	seen  map[*ssa.Function]bool
	path  []*ssa.Function // from what sends to Add
}

const sendDepth = 4

func (s *sender) find(fn *ssa.Function, depth int) ssa.CallInstruction {
	if fn = ssautil.Origin(fn); depth > sendDepth || s.seen[fn] {
		return nil
	}
	s.seen[fn] = true
	s.p.in.Need(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if ok && s.sends(call.Common()) {
				s.path = append(s.path, fn)
				return call
			}
			for _, callee := range mentioned(instr) {
				if found := s.find(callee, depth+1); found != nil {
					s.path = append(s.path, fn)
					return found
				}
			}
		}
	}
	return nil
}

// others reports whether anything but Add leads to what sends: it may find the new
// object.
func (s *sender) others() bool {
	for _, fn := range s.p.p.Functions() {
		if slices.Contains(s.path, ssautil.Origin(fn)) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if slices.ContainsFunc(mentioned(instr), func(m *ssa.Function) bool { return m != s.p.Add.Fn && slices.Contains(s.path, m) }) {
					return true
				}
			}
		}
	}
	return false
}

// mentioned are the functions that an instruction calls or uses.
func mentioned(instr ssa.Instruction) (out []*ssa.Function) {
	for _, op := range instr.Operands(nil) {
		if fn, ok := (*op).(*ssa.Function); ok {
			if m := ssautil.Bound(fn); m != nil {
				fn = m
			}
			out = append(out, ssautil.Origin(fn))
		}
	}
	return out
}

// sends reports whether a call sends a change of an object of the types: of one
// that it is given, or, for a patch, returns.
func (s *sender) sends(c *ssa.CallCommon) bool {
	if !c.IsInvoke() || c.Method.Name() == "Create" {
		return false
	}
	is := func(t types.Type) bool {
		return slices.ContainsFunc(s.types, func(u types.Type) bool { return types.Identical(t, u) })
	}
	if i, ok := clientgo.Sends(c.Method); ok {
		return is(c.Args[i-1].Type())
	}
	res := c.Method.Signature().Results()
	return c.Method.Name() == "Patch" && res.Len() == 2 && is(res.At(0).Type())
}
