// Package frame has the calls that are being interpreted, one in the other, and what
// can be said of a call by those around it.
package frame

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Frame is a call that is being interpreted.
type Frame struct {
	Fn   *ssa.Function
	Call ssa.Instruction // in the parent; nil at the top
	Up   *Frame
	// Worker is set if it is, or is called by, a worker that takes out what the
	// handler has put into a queue.
	Worker bool
	Depth  int
	// At is where a method of another package is given as a value, if Fn is the wrapper that
	// stands for it, which has no place of its own.
	At token.Pos
}

// Place returns a place in the frame's function, or where that is given as a value.
func (f *Frame) Place(pos token.Pos) token.Pos { return cmp.Or(f.At, pos) }

// Pos is Place for that of an instruction.
func (f *Frame) Pos(instr ssa.Instruction) token.Pos { return f.Place(ssautil.Pos(instr)) }

// Path returns the functions from the top to f.
func (f *Frame) Path() []*Frame {
	var p []*Frame
	for ; f != nil; f = f.Up {
		p = append(p, f)
	}
	slices.Reverse(p)
	return p
}

// Via returns the calls that led to a frame, as positions.
func (f *Frame) Via() []token.Pos {
	var out []token.Pos
	for ; f != nil && f.Call != nil; f = f.Up {
		out = append(out, ssautil.Pos(f.Call))
	}
	slices.Reverse(out)
	return out
}

// Runs reports whether a function is being interpreted.
func (f *Frame) Runs(fn *ssa.Function) bool {
	for ; f != nil; f = f.Up {
		if f.Fn == fn {
			return true
		}
	}
	return false
}

// Manners are how the calls are made that led to a frame.
func (f *Frame) Manners() (how string) {
	for ; f != nil && f.Call != nil; f = f.Up {
		how = Manner(f.Call) + how
	}
	return how
}

// Manner is how a call is made, if not at once.
func Manner(call ssa.Instruction) string {
	switch call.(type) {
	case *ssa.Go:
		return "go "
	case *ssa.Defer:
		return "defer "
	}
	return ""
}

// Recovers reports whether a panic in a frame may end in a function of the package
// that was deferred there, or in a caller, and recovers. What is done after that
// is not followed, so nothing is known of how the handler ends. HandleCrash and the
// like are in other packages, and panic again.
func (f *Frame) Recovers() bool {
	for ; f != nil; f = f.Up {
		for _, b := range f.Fn.Blocks {
			for _, instr := range b.Instrs {
				if d, ok := instr.(*ssa.Defer); ok && catches(d.Call.StaticCallee()) {
					return true
				}
			}
		}
	}
	return false
}

// catches reports whether a function calls recover, and does not panic itself.
func catches(fn *ssa.Function) (yes bool) {
	if fn == nil {
		return false
	}
	for _, b := range ssautil.Origin(fn).Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Panic:
				return false
			case *ssa.Call:
				if f, ok := i.Call.Value.(*ssa.Builtin); ok && f.Name() == "recover" {
					yes = true
				}
			}
		}
	}
	return yes
}

// IDs are numbers of frames, told apart by the calls that led to them and not by when
// they were made.
type IDs struct{ known map[key]int }

type key struct {
	up   int
	call ssa.Instruction
	fn   *ssa.Function
}

// Of is the number of a frame; that of none is 0.
func (n *IDs) Of(f *Frame) int {
	if f == nil {
		return 0
	}
	k := key{n.Of(f.Up), f.Call, f.Fn}
	id, ok := n.known[k]
	if !ok {
		if n.known == nil {
			n.known = make(map[key]int)
		}
		id = len(n.known) + 1
		n.known[k] = id
	}
	return id
}

// Made reports whether a value is a map that was made in this call, or in one that it
// is in, and is kept in a variable there: what a handler counts in such a map is gone
// when it returns. One that a closure has captured from where it was registered is not.
func (f *Frame) Made(v ssa.Value) bool {
	m, ok := v.(*ssa.MakeMap)
	return ok && f.Runs(m.Parent()) && !slices.ContainsFunc(*m.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			return ref.Map != m
		case *ssa.Store:
			_, variable := ref.Addr.(*ssa.Alloc)
			return !variable
		case *ssa.Lookup, *ssa.Range, *ssa.DebugRef:
			return false
		case *ssa.Call:
			_, builtin := ref.Call.Value.(*ssa.Builtin)
			return !builtin
		}
		return true
	})
}
