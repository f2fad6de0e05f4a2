package cached

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/cached/form"
	"github.com/informerlint/informerlint/internal/cached/track"
)

// A value is what is known of an SSA value. The zero value is nothing: it is
// never reported, so that whatever is not followed silences.
type value struct {
	kind kind
	// shared: the memory of object id at path; fresh: the local memory id at path.
	id   int
	path []track.Hop
	// shallow is, for memory of an object that was reached through a shallow
	// copy, the number of the memory that the copy is in, plus one.
	shallow int     // -1: in whatever memory it is loaded from
	tree    *tree   // structures
	tuple   []value // results of a call, a comma-ok, or of a range
	fn      *closure
	is      string // literals, as go/constant prints them
	not     bool   // of a parameter: it is the opposite
}

type kind uint8

const (
	nothing   kind = iota
	shared         // leads into an object of a cache: an address in it, or a pointer, map or slice that it holds
	fresh          // leads into memory that this run has made
	content        // a structure that has been loaded from an object: what it holds by reference is the object's
	own            // a structure in a deep copy: what it holds by reference is the copy\'s
	structure      // a structure of known parts
	tuple
	function
	isNil
	notNil // an error, say
	literal
	handed // of a summary: a parameter of a basic type
	zero   // memory that nothing has been stored to
)

type closure struct {
	fn   *ssa.Function
	free []value
}

// A tree is what a structure or a piece of local memory holds: parts by path,
// and def for the others. It is not changed once it is made.
type tree struct {
	def  value // nothing, zero, content or own
	over map[string]value
}

func key(path []track.Hop) string {
	names := make([]string, len(path))
	for i, h := range path {
		names[i] = h.Name
	}
	return strings.Join(names, "\x00")
}

// get returns the part of a tree at a path, as far as it is known.
func (t *tree) get(path []track.Hop, ref bool) value {
	if t == nil {
		return value{}
	}
	for n := len(path); n >= 0; n-- {
		v, ok := t.over[key(path[:n])]
		if !ok {
			if n > 0 {
				continue
			}
			v = t.def
		}
		return v.part(path[n:], ref)
	}
	return value{}
}

// part returns the part of a structure at a path: ref says whether that is a
// pointer, map or slice.
func (v value) part(path []track.Hop, ref bool) value {
	if len(path) == 0 {
		return v.settle(ref)
	}
	switch v.kind {
	case content, own:
		v.path = join(v.path, path...)
		return v.settle(ref)
	case structure:
		return v.tree.get(path, ref)
	case zero:
		return v.settle(ref)
	}
	return value{}
}

// settle makes of what is stored what a load gives.
func (v value) settle(ref bool) value {
	switch {
	case v.kind == content && ref:
		v.kind = shared
		v.path = behind(v.path)
		v.shallow = -1
	case v.kind == own && ref:
		v.kind = fresh
		v.path = behind(v.path)
	case v.kind == zero && ref:
		return value{kind: isNil}
	}
	return v
}

// stored reports whether something was stored at a path of a deep copy, in what it
// is a part of, or in a part of it.
func (t *tree) stored(path []track.Hop) bool {
	if t == nil {
		return false
	}
	k := key(path) + "\x00"
	for p := range t.over {
		if strings.HasPrefix(k, p+"\x00") || strings.HasPrefix(p, k) {
			return true
		}
	}
	return false
}

// with returns the tree with v at a path. Unless the update is strong, elements
// stand for all elements: what differs from what is there is not known.
func (t *tree) with(path []track.Hop, v value, strong bool) *tree {
	out := &tree{over: make(map[string]value)}
	if t != nil {
		out.def = t.def
	}
	k := key(path)
	if slices.ContainsFunc(path, func(h track.Hop) bool { return h.Name == element }) && t != nil && !strong {
		old := t.get(path, false)
		if old.kind != zero && old.digest() != v.digest() {
			v = value{}
		}
	}
	if t != nil && k != "" {
		for p, o := range t.over {
			if p != k && !strings.HasPrefix(p, k+"\x00") {
				out.over[p] = o
			}
		}
	}
	if k == "" {
		if v.kind == structure {
			return v.tree
		}
		if v.kind == content || v.kind == own || v.kind == zero || v.kind == nothing {
			return &tree{def: v}
		}
	}
	out.over[k] = v
	return out
}

const element = form.Element

func join(path []track.Hop, more ...track.Hop) []track.Hop { return append(slices.Clip(path), more...) }

// behind returns a path whose last hop leads through a pointer, map or slice.
func behind(path []track.Hop) []track.Hop {
	if len(path) == 0 || path[len(path)-1].Ref {
		return path
	}
	path = slices.Clone(path)
	path[len(path)-1].Ref = true
	return path
}

func (v value) digest() string {
	var b strings.Builder
	v.print(&b)
	return b.String()
}

func (v value) print(b *strings.Builder) {
	b.WriteString(strconv.Itoa(int(v.kind)))
	switch v.kind {
	case shared, fresh, content, own:
		fmt.Fprintf(b, ":%d.%s~%d", v.id, key(v.path), v.shallow)
	case structure:
		v.tree.print(b)
	case tuple:
		for _, e := range v.tuple {
			e.print(b)
			b.WriteByte(',')
		}
	case function:
		b.WriteString(v.fn.fn.String())
		for _, e := range v.fn.free {
			e.print(b)
			b.WriteByte(',')
		}
	case literal:
		b.WriteString(v.is)
	case handed:
		fmt.Fprint(b, v.id, v.not)
	}
	b.WriteByte(';')
}

func (t *tree) print(b *strings.Builder) {
	if t == nil {
		return
	}
	b.WriteByte('{')
	t.def.print(b)
	for _, k := range slices.Sorted(maps.Keys(t.over)) {
		b.WriteString(k)
		b.WriteByte('=')
		v := t.over[k]
		v.print(b)
	}
	b.WriteByte('}')
}

// An object is an object of a cache in one run: of a source, or a parameter of
// the function whose summary is made.
type object struct {
	source track.Source
	param  int // of a summary, plus one
	typ    types.Type
	instr  ssa.Instruction
	site   token.Pos // of the call in the root

	// asked are the types that an object of unknown type is asserted to be.
	// Where there are several, only one of them can be the store's, and what is
	// done to the others is never done.
	asked form.Asked
}

// A memory is local memory, by the instruction that makes it.
type memory struct {
	root  int         // the object that it is a copy of, plus one
	deep  bool        // shares nothing with it
	at    []track.Hop // Shallow: where in this memory the copied structure is
	instr ssa.Instruction
	name  string // the same in each run of a function
}

// A state is what is known at one point of a way.
type state struct {
	env   map[ssa.Value]value
	heap  map[int]*tree
	facts map[string]bool // conditions, by key: how they went
	when  []Guard         // of a summary: what its parameters are
	owner map[int]int     // objects: the depth of the call whose affair they are
	late  []*deferred     // what runs at the end of the function
	trace *event
}

// An event is a step with the memory that it is about.
type event struct {
	prev *event
	step track.Step
	obj  int             // the object that it is about
	mem  int             // From: local memory plus one, 0 for the object itself
	to   int             // Copy and Shallow: local memory plus one
	in   ssa.Instruction // in the root
}

func (s *state) clone() *state {
	return &state{env: maps.Clone(s.env), heap: maps.Clone(s.heap), facts: maps.Clone(s.facts), when: s.when, owner: maps.Clone(s.owner), late: s.late, trace: s.trace}
}

// digest names what matters of a state: registers that are still used, the
// memory that they lead to, and conditions.
func (s *state) digest(live func(ssa.Value) bool) string {
	var b strings.Builder
	regs := make([]ssa.Value, 0, len(s.env))
	for r := range s.env {
		if live(r) {
			regs = append(regs, r)
		}
	}
	slices.SortFunc(regs, func(x, y ssa.Value) int { return cmp.Compare(x.Name(), y.Name()) })
	seen := make(map[int]bool)
	for _, r := range regs {
		v := s.env[r]
		b.WriteString(r.Name())
		v.print(&b)
		s.reach(v, seen)
	}
	for _, d := range s.late {
		fmt.Fprintf(&b, "^%d", d.instr.Pos())
		for _, v := range append([]value{d.fn}, d.args...) {
			v.print(&b)
			s.reach(v, seen)
		}
	}
	b.WriteString(s.digestHeap(seen))
	for _, k := range slices.Sorted(maps.Keys(s.facts)) {
		fmt.Fprintf(&b, "|%s:%t", k, s.facts[k])
	}
	fmt.Fprint(&b, s.when)
	return b.String()
}

// A Guard says that a parameter is, or is not, something. Bools are "true".
type Guard struct {
	Param int
	Is    string // as go/constant prints it
	Not   bool
}

// guard notes what a parameter of a summary is; false if it is not.
func (s *state) guard(g Guard) bool {
	for _, was := range s.when {
		switch {
		case was == g:
			return true
		case was.Param == g.Param && was.Is == g.Is, was.Param == g.Param && !was.Not && !g.Not:
			return false
		}
	}
	s.when = append(slices.Clone(s.when), g)
	slices.SortFunc(s.when, func(a, b Guard) int { return cmp.Or(a.Param-b.Param, strings.Compare(a.Is, b.Is)) })
	return true
}

func (s *state) digestHeap(mems map[int]bool) string {
	var b strings.Builder
	for _, m := range slices.Sorted(maps.Keys(mems)) {
		fmt.Fprintf(&b, "#%d", m)
		s.heap[m].print(&b)
	}
	return b.String()
}

// handOver makes what a call returns the affair of its caller.
func (s *state) handOver(v value, depth int) {
	switch v.kind {
	case shared, content:
		if s.owner[v.id] >= depth {
			s.owner[v.id] = depth - 1
		}
	case fresh:
		seen := make(map[int]bool)
		s.reach(v, seen)
		for m := range seen {
			s.heap[m].each(func(part value) {
				if part.kind == shared || part.kind == content {
					s.handOver(part, depth)
				}
			})
		}
	case structure:
		v.tree.each(func(part value) { s.handOver(part, depth) })
	}
}

// reach collects the local memory that a value leads to.
func (s *state) reach(v value, seen map[int]bool) {
	switch v.kind {
	case fresh, own:
		if seen[v.id] {
			return
		}
		seen[v.id] = true
		s.heap[v.id].each(func(part value) { s.reach(part, seen) })
	case structure:
		v.tree.each(func(part value) { s.reach(part, seen) })
	case tuple:
		for _, e := range v.tuple {
			s.reach(e, seen)
		}
	case function:
		for _, e := range v.fn.free {
			s.reach(e, seen)
		}
	}
}

// earlier drops the registers that lead to what an earlier round of a loop has got, where
// this round gets it anew: the cache may have let go of it since, and who keeps the lists
// of two rounds often looks for just those objects that it has no more.
func (s *state) earlier(is func(value) bool) {
	maps.DeleteFunc(s.env, func(_ ssa.Value, v value) bool {
		old, seen := is(v), make(map[int]bool)
		s.reach(v, seen)
		for m := range seen {
			s.heap[m].each(func(part value) { old = old || is(part) })
		}
		return old
	})
}

// holds reports whether a type is that of a list or map.
func holds(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice:
		return true
	}
	return false
}

func (t *tree) each(do func(value)) {
	if t == nil {
		return
	}
	do(t.def)
	for _, v := range t.over {
		do(v)
	}
}

// forget drops what is known of the memory that a value leads to: somebody
// unknown has it. What he may do to a deep copy he does not do to the object.
func (w *walk) forget(s *state, v value) {
	seen := make(map[int]bool)
	s.reach(v, seen)
	for m := range seen {
		s.heap[m] = nil
		if w.mems[m].deep {
			s.heap[m] = &tree{def: value{kind: own, id: m}}
		}
	}
}
