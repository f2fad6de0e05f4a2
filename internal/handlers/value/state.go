package value

import (
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// A State is what is known in the current function, at one point of a way, and
// of the variables of those that called it.
type State struct {
	env   map[ssa.Value]Value
	tombs []*ssa.Parameter // that the function was given a tombstone for
	Mem   Memory
}

// Begin is the state in which a function begins.
func Begin(fn *ssa.Function, args, free []Value, mem *Memory) State {
	s := State{env: make(map[ssa.Value]Value), Mem: mem.share()}
	for i, p := range fn.Params {
		if i < len(args) {
			s.Set(p, args[i])
			if args[i].Kind == Tomb {
				s.tombs = append(s.tombs, p)
			}
		}
	}
	for i, p := range fn.FreeVars {
		if i < len(free) {
			s.Set(p, free[i])
		}
	}
	return s
}

// Clone copies a state.
func (s *State) Clone() State {
	return State{env: maps.Clone(s.env), tombs: s.tombs, Mem: s.Mem.share()}
}

// Beside copies what is known in the function, and nothing of the variables.
func (s *State) Beside() State { return State{env: maps.Clone(s.env), tombs: s.tombs} }

// Append writes what tells states apart to the end of b.
func (s *State) Append(b []byte, n *IDs) []byte {
	keys := n.keys[:0]
	for k, v := range s.env {
		if v.Kind != Unknown || n.Says {
			keys = append(keys, numbered{id: n.value(k), place: place{ref: k}})
		}
	}
	n.keys = sorted(keys)
	for _, k := range n.keys {
		b = strconv.AppendInt(append(b, ';'), int64(k.id), 36)
		b = n.Append(append(b, '='), s.env[k.ref])
	}
	return s.Mem.Append(b, n)
}

// Load reads a local variable, or a field of a tombstone in one.
func (s *State) Load(p Value) Value {
	v, ok := s.Mem.known[place{p.Ref, p.Path}]
	if ok && (v.Kind != Unknown || p.Path != "") {
		return v
	}
	// A whole whose parts were stored: a key made of namespace and name.
	var parts []Value
	var of []string // fields with an object in them: one may be left empty for a tombstone
	for k, v := range s.Mem.known {
		if k.ref == p.Ref && strings.HasPrefix(k.path, p.Path+".") {
			parts = append(parts, v)
			if v.From != 0 {
				of = append(of, k.path[len(p.Path):])
			}
		}
	}
	if len(parts) > 0 {
		out := Key(parts...)
		out.Says = union(append(of, out.Says)...)
		return s.structure(p, out)
	}
	// A part of something that was stored as a whole.
	if i := strings.LastIndexByte(p.Path, '.'); i >= 0 {
		whole := s.Load(Value{Kind: Pointer, Ref: p.Ref, Path: p.Path[:i]})
		return whole.Field(p.Path[i+1:])
	}
	return Value{Says: v.Says}
}

// Store writes a local variable and forgets its parts.
func (s *State) Store(p, v Value) {
	below := p.Path + "."
	s.Mem.forget(func(k place) bool { return k.ref == p.Ref && strings.HasPrefix(k.path, below) })
	s.Mem.set(place{p.Ref, p.Path}, v)
	s.alter(p, v)
}

// Set notes what a value of the function is.
func (s *State) Set(v ssa.Value, x Value) {
	if x.Kind == Unknown && x.Says == "" {
		delete(s.env, v)
		return
	}
	s.env[v] = x
}

// Eval returns what a value of the function is.
func (s *State) Eval(v ssa.Value) Value {
	switch v := v.(type) {
	case *ssa.Const:
		return constant(v)
	case *ssa.Function:
		return Value{Kind: Closure, Ref: v}
	}
	return s.env[v]
}

// Given evaluates an argument: constants are known there, so that a function
// that several notifications share does what it does for this one.
func (s *State) Given(v ssa.Value) Value {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil {
		if b, ok := c.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean == 0 {
			return Value{Kind: Text, Part: c.Value.ExactString()}
		}
	}
	return s.Eval(v)
}

// Kept is what a store puts into a variable. In a structure that may hold an
// object, constants say what is to be done with it.
func (s *State) Kept(i *ssa.Store) Value {
	if f, ok := i.Addr.(*ssa.FieldAddr); ok && len(interfaces(ssautil.Deref(f.X.Type()))) > 0 {
		return s.Given(i.Val)
	}
	return s.Said(i.Val)
}

// Enter sets the phis of a block, and drops what is dead where it begins.
func (s *State) Enter(b, pred *ssa.BasicBlock, live map[ssa.Value]bool) {
	s.phis(b, pred)
	for v := range s.env {
		if !live[v] {
			if phi, ok := v.(*ssa.Phi); ok && phi.Block() == b {
				continue
			}
			delete(s.env, v)
		}
	}
}

// phis sets the values that depend on where control came from.
func (s *State) phis(b, pred *ssa.BasicBlock) {
	if pred == nil {
		return
	}
	i := slices.Index(b.Preds, pred)
	var vals []Value
	var which []*ssa.Phi
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		which = append(which, phi)
		vals = append(vals, s.chosen(phi.Edges[i], pred, b))
	}
	for j, phi := range which {
		s.Set(phi, vals[j])
	}
}
