package interp

import (
	"iter"

	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A large program has thousands of frames and objects, and most frames look at many of
// the objects: what says who has seen what is kept as bits, in pages, for what is looked
// at together has been made together.

// A set is one of small numbers.
type set []*[8]uint64

// add adds a number, and reports whether it is new.
func (s *set) add(i int) bool {
	page, bit := i>>9, uint64(1)<<(i&63)
	if page >= len(*s) {
		*s = append(*s, make(set, page+1-len(*s))...)
	}
	if (*s)[page] == nil {
		(*s)[page] = new([8]uint64)
	}
	word := &(*s)[page][i>>6&7]
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

func (s set) has(i int) bool {
	page := i >> 9
	return page < len(s) && s[page] != nil && s[page][i>>6&7]&(1<<(i&63)) != 0
}

// A place is a point at which values leave, or threads begin.
type place struct {
	Point
	id      int
	left    []leaving
	touched set // objects whose type's functions run since they left here
}

// A leaving is a value that has left at a place.
type leaving struct {
	v    Value
	when int // the version at which its escape was last followed
}

// place returns what is known of a point.
func (in *Interpretation) place(f *Frame, ins *ir.Instr) *place {
	at := Point{f, ins}
	p := in.places[at]
	if p == nil {
		p = &place{Point: at, id: len(in.placed)}
		in.places[at] = p
		in.placed = append(in.placed, p)
	}
	return p
}

// leaves returns where among those that have left a value is. They come in the same
// order each time, so that it is looked for after the last one.
func (p *place) leaves(v Value, after int) int {
	n := len(p.left)
	for k := range n {
		i := after + k
		if i >= n {
			i -= n
		}
		if p.left[i].v == v {
			return i
		}
	}
	p.left = append(p.left, leaving{v, -1})
	return n
}

// startedAt adds a place that starts a thread.
func (in *Interpretation) startedAt(t *Thread, f *Frame, ins *ir.Instr) {
	if id := in.place(f, ins).id; t.begun.add(id) {
		t.begins = append(t.begins, int32(id))
	}
}

// Starts are all places that start a thread, the first one first.
func (in *Interpretation) Starts(t *Thread) iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for _, id := range t.begins {
			if !yield(in.placed[id].Point) {
				return
			}
		}
	}
}

// A visit tells which values have been come by. Most values are whole objects: for
// these a number by object does, where a map would hash each.
type visit struct {
	whole []int // by object
	parts map[Value]int
	turn  int
}

// visit begins one. While one is under way another may begin.
func (in *Interpretation) visit() *visit {
	if in.depth == len(in.visits) {
		in.visits = append(in.visits, &visit{parts: make(map[Value]int)})
	}
	v := in.visits[in.depth]
	v.turn++
	return v
}

// first reports whether a value has not been come by.
func (s *visit) first(v Value) bool {
	if !v.whole() {
		if s.parts[v] == s.turn {
			return false
		}
		s.parts[v] = s.turn
		return true
	}
	if more := v.Obj + 1 - len(s.whole); more > 0 {
		s.whole = append(s.whole, make([]int, more)...)
	}
	if s.whole[v.Obj] == s.turn {
		return false
	}
	s.whole[v.Obj] = s.turn
	return true
}

// whole: the value is an object, and no part of it.
func (v Value) whole() bool { return v.Kind == VLoc && v.Key == "" }

// rest frees what is only needed while something may change.
func (in *Interpretation) rest() {
	in.cur, in.readers, in.visits = nil, nil, nil
	for _, p := range in.placed {
		p.left, p.touched = nil, nil
	}
	for _, f := range in.frames {
		f.reads = nil
	}
	for _, t := range in.threads {
		t.begun = nil
	}
	for _, at := range in.beyond {
		at.has, at.when, at.made = nil, nil, nil
	}
}

// First is the first place that starts a thread which somebody starts.
func (in *Interpretation) First(t *Thread) Point { return in.placed[t.begins[0]].Point }
