package hop

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/frame"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Site is where something is asked for, or done to, by a key, and the calls that led
// there.
type Site struct {
	Of, Key ssa.Value // what is asked, or the queue that the key is put into
	In      *frame.Frame
}

// Asks is a call that looks something up by its only argument.
func Asks(c *ssa.CallCommon, in *frame.Frame) Site {
	if len(c.Args) != 1 {
		return Site{}
	}
	return Site{c.Value, c.Args[0], in}
}

// From follows a value up the calls that led to it, through the parameters that hand it
// on, and returns where it comes from.
func From(v ssa.Value, in *frame.Frame) ssa.Value {
	for {
		param, ok := Root(v).(*ssa.Parameter)
		if !ok {
			return Root(v)
		}
		for in != nil && in.Fn != param.Parent() {
			in = in.Up
		}
		if in == nil || in.Up == nil {
			return param
		}
		call, ok := in.Call.(ssa.CallInstruction)
		if !ok {
			return param
		}
		c := call.Common()
		i := slices.Index(in.Fn.Params, param)
		callee := c.StaticCallee()
		if callee != nil && named(callee) != named(in.Fn) || c.IsInvoke() && c.Method.Name() != named(in.Fn).Name() {
			return param // what calls it was given it, or it takes out what is added there
		}
		if callee != in.Fn {
			i -= len(in.Fn.Params) - len(c.Args) // a receiver is not among the arguments then
		}
		if i < 0 || i >= len(c.Args) {
			return param
		}
		v, in = c.Args[i], in.Up
	}
}

// maxNested is how deep variables are followed through literals and assignments.
const maxNested = 8

// Root is what a value comes from: through variables that are assigned once, also where
// a function literal has captured them, and conversions to interfaces.
func Root(v ssa.Value) ssa.Value {
	for range maxNested {
		switch x := v.(type) {
		case *ssa.ChangeInterface:
			v = x.X
			continue
		case *ssa.MakeInterface:
			v = x.X
			continue
		case *ssa.UnOp:
			if at := variable(x.X); at != nil && x.Op == token.MUL {
				if st := assigned(at); st != nil {
					v = st.Val
					continue
				}
			}
		}
		return v
	}
	return v
}

// variable is the one that an address is of, nil if that is not known.
func variable(addr ssa.Value) *ssa.Alloc {
	for range maxNested {
		switch x := addr.(type) {
		case *ssa.Alloc:
			return x
		case *ssa.FreeVar:
			addr = binding(x)
		default:
			return nil
		}
	}
	return nil
}

// binding is what a function literal has captured, nil if it is made at several places.
func binding(free *ssa.FreeVar) (bound ssa.Value) {
	fn := free.Parent()
	if fn.Parent() == nil {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn {
				if bound != nil {
					return nil
				}
				bound = mc.Bindings[slices.Index(fn.FreeVars, free)]
			}
		}
	}
	return bound
}

// assigned is the one store into a variable; nil if there are several, or its address
// goes where something else may be stored.
func assigned(at *ssa.Alloc) *ssa.Store {
	u := new(uses)
	u.queue = func(ssa.Value) bool { return true }
	if !u.variable(at) {
		return nil
	}
	return u.made
}

// uses are what is done with a variable that holds a queue.
type uses struct {
	queue func(loaded ssa.Value) bool // whether a use of what it holds is known
	made  *ssa.Store                  // into the variable
	kept  *ssa.FieldAddr              // where its queue is put
}

// variable goes through the uses of a variable, also in the literals that capture it.
func (u *uses) variable(addr ssa.Value) bool {
	for _, ref := range *addr.Referrers() {
		switch r := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if !u.queue(r) {
				return false
			}
		case *ssa.Store:
			if r.Addr != addr || u.made != nil {
				return false
			}
			u.made = r
		case *ssa.MakeClosure:
			for i, b := range r.Bindings {
				if b == addr && !u.variable(r.Fn.(*ssa.Function).FreeVars[i]) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// only reports whether a queue is put into no more than one field, and otherwise gets
// items: who gets it himself may take them out.
func (u *uses) only(queue ssa.Value) bool {
	for _, ref := range *queue.Referrers() {
		switch r := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.ChangeInterface:
			if !u.only(r) {
				return false
			}
		case *ssa.ChangeType: // to a channel of one direction
			if !u.only(r) {
				return false
			}
		case *ssa.Store:
			at, ok := r.Addr.(*ssa.FieldAddr)
			if !ok || u.kept != nil {
				return false
			}
			u.kept = at
		default:
			if !serves(ref, queue) || takesFrom(ref, queue) {
				return false
			}
		}
	}
	return true
}

// serves reports whether an instruction calls a method of a queue, or sends to or
// receives from it, and does not give it away.
func serves(instr ssa.Instruction, queue ssa.Value) bool {
	switch i := instr.(type) {
	case *ssa.Send:
		return i.X != queue
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case *ssa.Select:
		return !slices.ContainsFunc(i.States, func(s *ssa.SelectState) bool { return s.Send == queue })
	case ssa.CallInstruction:
		c := i.Common()
		if b, ok := c.Value.(*ssa.Builtin); ok {
			return b.Name() == "len" || b.Name() == "cap" || b.Name() == "close"
		}
		return c.IsInvoke() && c.Value == queue && !slices.Contains(c.Args, queue)
	}
	return false
}

// takesFrom reports whether an instruction takes something out of a queue.
func takesFrom(instr ssa.Instruction, queue ssa.Value) (takes bool) {
	taken(instr.Parent(), instr, func(from ssa.Value, _ Out) { takes = takes || from == queue })
	return takes
}

// Kept returns the field of which a queue is, and the structure that it is in. A
// variable's queue is that of a field if it is new, is put into that field of one
// structure, and nobody but the literals has it otherwise: they add to it. Nothing is
// said where there may be several, as in a loop. Need is told of what was looked into.
func Kept(s Site, fns []*ssa.Function, need func(*ssa.Function)) (place string, in *ssa.Alloc) {
	load, ok := s.Of.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return "", nil
	}
	if at, ok := load.X.(*ssa.FieldAddr); ok {
		in, _ := From(at.X, s.In).(*ssa.Alloc)
		return kept(at, in, fns, need)
	}
	v := variable(load.X)
	if v == nil {
		return "", nil
	}
	u := new(uses)
	u.queue = u.only
	if !u.variable(v) || u.made == nil || u.kept == nil || !fresh(u.made) {
		return "", nil
	}
	in, ok = u.kept.X.(*ssa.Alloc)
	if !ok || in.Parent() != v.Parent() || u.kept.Parent() != v.Parent() || u.made.Parent() != v.Parent() || ssautil.Reaches(v, v) || ssautil.Reaches(u.kept, u.made) {
		return "", nil
	}
	return kept(u.kept, in, fns, need)
}

// Own returns the field of which a queue is, and the structure that it is in, as the
// function has it that was run first: each such structure has a queue of its own, that is
// made for it, and from which only what the field is seen to be used for takes something.
func Own(s Site, fns []*ssa.Function, need func(*ssa.Function)) (place string, structure ssa.Value) {
	load, ok := s.Of.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return "", nil
	}
	at, ok := load.X.(*ssa.FieldAddr)
	if !ok || !Fixed(at.X.Type(), at.Field, fns, need, true) {
		return "", nil
	}
	stores := Stores(at.X.Type(), at.Field, fns)
	if len(stores) == 0 || slices.ContainsFunc(stores, func(st *ssa.Store) bool { return !made(st) }) {
		return "", nil
	}
	structure = From(at.X, s.In)
	for { // what is embedded is a part of it
		load, ok := structure.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			return effect.Place(at), structure
		}
		base, ok := load.X.(*ssa.FieldAddr)
		if !ok || ssautil.Field(base) == nil || !ssautil.Field(base).Embedded() {
			return "", nil
		}
		structure = From(base.X, s.In)
	}
}

// made reports whether what is put into a field is a queue or channel that is made for it.
func made(st *ssa.Store) bool {
	v := st.Val
	for {
		switch x := v.(type) {
		case *ssa.ChangeInterface:
			v = x.X
			continue
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.MakeChan:
			return new(uses).only(x)
		case *ssa.Call:
			fn := ssautil.Callee(x.Common())
			return fn != nil && clientgo.OfQueue(fn) && !x.Call.IsInvoke() && new(uses).only(x)
		case *ssa.UnOp:
			at := variable(x.X)
			u := new(uses)
			u.queue = u.only
			return at != nil && x.Op == token.MUL && u.variable(at) && u.made != nil && u.kept == st.Addr && fresh(u.made) && !ssautil.Reaches(st, u.made)
		}
		return false
	}
}

// Stores are what a package puts into a field of its structures, but for tests.
func Stores(t types.Type, field int, fns []*ssa.Function) (out []*ssa.Store) {
	for _, fn := range fns {
		if strings.HasSuffix(fn.Prog.Fset.Position(fn.Pos()).Filename, "_test.go") {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if st, ok := instr.(*ssa.Store); ok {
					if at, ok := st.Addr.(*ssa.FieldAddr); ok && at.Field == field && types.Identical(ssautil.Deref(at.X.Type()), ssautil.Deref(t)) {
						out = append(out, st)
					}
				}
			}
		}
	}
	return out
}

// Receiver reports whether a parameter is the receiver of a method.
func Receiver(p *ssa.Parameter) bool {
	return p.Parent().Signature.Recv() != nil && p.Parent().Params[0] == p
}

// BoundTo is the receiver with which a method is a value, nil if there are several.
func BoundTo(method *ssa.Function, fns []*ssa.Function) (recv ssa.Value) {
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				mc, ok := instr.(*ssa.MakeClosure)
				if !ok || ssautil.Bound(mc.Fn.(*ssa.Function)) != method {
					continue
				}
				bound := Root(mc.Bindings[0])
				if recv != nil && recv != bound {
					return nil
				}
				recv = bound
			}
		}
	}
	return recv
}

// fresh reports whether what is put into a variable is a queue or channel that is made
// there, and that nobody else gets.
func fresh(made *ssa.Store) bool {
	v, by := made.Val, ssa.Instruction(made)
	for {
		if slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool { _, debug := ref.(*ssa.DebugRef); return ref != by && !debug }) {
			return false
		}
		switch x := v.(type) {
		case *ssa.ChangeInterface:
			v, by = x.X, x
		case *ssa.ChangeType:
			v, by = x.X, x
		case *ssa.MakeChan:
			return true
		case *ssa.Call:
			fn := ssautil.Callee(x.Common())
			return fn != nil && clientgo.OfQueue(fn) && !x.Call.IsInvoke()
		default:
			return false
		}
	}
}

// kept holds a structure against what the package does with its field.
func kept(at *ssa.FieldAddr, in *ssa.Alloc, fns []*ssa.Function, need func(*ssa.Function)) (string, *ssa.Alloc) {
	if in == nil || ssautil.Reaches(in, in) || !Fixed(in.Type(), at.Field, fns, need, true) {
		return "", nil
	}
	return effect.Place(at), in
}

// Puts are what is put into a field of a structure that a function makes, by its
// variable.
func Puts(in *ssa.Alloc, field int) (out []ssa.Value) {
	for _, ref := range *in.Referrers() {
		at, ok := ref.(*ssa.FieldAddr)
		if !ok || at.Field != field {
			continue
		}
		for _, use := range *at.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == at {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// Fixed reports whether a field of a structure holds what the function has put there that
// made the structure: only the package sees the field, its address goes nowhere, and all
// that is stored there is stored into structures that are new, once each. What it holds
// does not leave it either, if it is held.
func Fixed(t types.Type, field int, fns []*ssa.Function, need func(*ssa.Function), held bool) bool {
	s, ok := ssautil.Deref(t).Underlying().(*types.Struct)
	named, isNamed := types.Unalias(ssautil.Deref(t)).(*types.Named)
	if !ok || !isNamed || named.TypeParams().Len() > 0 || s.Field(field).Exported() {
		return false
	}
	is := func(t types.Type, i int) bool { return i == field && types.Identical(ssautil.Deref(t), named) }
	for _, fn := range fns {
		if strings.HasSuffix(fn.Prog.Fset.Position(fn.Pos()).Filename, "_test.go") {
			continue // fakes, which say nothing of what runs
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.FieldAddr:
					if !is(i.X.Type(), i.Field) {
						continue
					}
					if need(fn); !fixed(i, held) {
						return false
					}
				case *ssa.Field:
					if is(i.X.Type(), i.Field) {
						return false // of a copy
					}
				case *ssa.ChangeType:
					if is(i.X.Type(), field) || is(i.Type(), field) {
						return false // under another type it has the same field
					}
				}
			}
		}
	}
	return true
}

func fixed(at *ssa.FieldAddr, held bool) bool {
	for _, ref := range *at.Referrers() {
		switch r := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if held && slices.ContainsFunc(*r.Referrers(), func(use ssa.Instruction) bool { _, debug := use.(*ssa.DebugRef); return !debug && !serves(use, r) }) {
				return false
			}
		case *ssa.Store:
			in, ok := at.X.(*ssa.Alloc)
			if !ok || r.Addr != at || len(Puts(in, at.Field)) != 1 || whole(in) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// whole reports whether a structure is a copy of another one.
func whole(in *ssa.Alloc) bool {
	return slices.ContainsFunc(*in.Referrers(), func(ref ssa.Instruction) bool { st, ok := ref.(*ssa.Store); return ok && st.Addr == in })
}
