package interp

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/past"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A place is a local variable or a part of it: an allocation and the path of
// fields in it.
type place struct {
	ref  ssa.Value
	path string
}

// A state is where an interpretation stands: what it knows in the current
// function, and what it has passed on the way.
type state struct {
	env   map[ssa.Value]val
	mem   map[place]val
	flags Flags
	past  past.Past
}

func (s *state) clone() *state {
	c := &state{env: make(map[ssa.Value]val, len(s.env)), mem: make(map[place]val, len(s.mem)), flags: s.flags, past: s.past}
	for k, v := range s.env {
		c.env[k] = v
	}
	for k, v := range s.mem {
		c.mem[k] = v
	}
	return c
}

// fingerprint tells states apart. The numbers in it are those of one package
// and one run of the program.
func (s *state) fingerprint(n *ids) string {
	b := strconv.AppendInt(nil, int64(s.flags), 36)
	b = append(b, ';')
	b = n.appendPast(b, s.past)
	keys := make([]int, 0, len(s.env))
	vals := make(map[int]val, len(s.env))
	for k, v := range s.env {
		id := n.value(k)
		keys = append(keys, id)
		vals[id] = v
	}
	slices.Sort(keys)
	for _, k := range keys {
		b = strconv.AppendInt(append(b, ';'), int64(k), 36)
		b = n.append(append(b, '='), vals[k])
	}
	return string(n.appendMem(b, s.mem))
}

// appendMem writes what is known of variables.
func (n *ids) appendMem(b []byte, mem map[place]val) []byte {
	type entry struct {
		id   int
		path string
		v    val
	}
	entries := make([]entry, 0, len(mem))
	for k, v := range mem {
		if v.k != unknown {
			entries = append(entries, entry{n.value(k.ref), k.path, v})
		}
	}
	slices.SortFunc(entries, func(x, y entry) int { return cmp.Or(x.id-y.id, strings.Compare(x.path, y.path)) })
	for _, e := range entries {
		b = strconv.AppendInt(append(b, '['), int64(e.id), 36)
		b = append(append(b, e.path...), ']')
		b = n.append(b, e.v)
	}
	return b
}

// load reads a local variable, or a field of a tombstone in one.
func (s *state) load(p val) val {
	if v, ok := s.mem[place{p.ref, p.path}]; ok && (v.k != unknown || p.path != "") {
		return v
	}
	// A whole whose parts were stored: a key made of namespace and name.
	var parts []val
	for k, v := range s.mem {
		if k.ref == p.ref && strings.HasPrefix(k.path, p.path+".") {
			parts = append(parts, v)
		}
	}
	if len(parts) > 0 {
		return s.structure(p, keyOf(parts...))
	}
	// A part of something that was stored as a whole.
	if i := strings.LastIndexByte(p.path, '.'); i >= 0 {
		whole := s.load(val{k: pointer, ref: p.ref, path: p.path[:i]})
		return field(whole, p.path[i+1:])
	}
	return val{}
}

// store writes a local variable and forgets its parts.
func (s *state) store(p, v val) {
	for k := range s.mem {
		if k.ref == p.ref && strings.HasPrefix(k.path, p.path+".") {
			delete(s.mem, k)
		}
	}
	s.mem[place{p.ref, p.path}] = v
}

// Flags are what a path has passed.
type Flags uint16

// The flags.
const (
	SawUID     Flags = 1 << iota // old's and new's UIDs were compared, or may have been
	GenEqual                     // the generations were found equal
	Acted                        // an effect
	ActedOld                     // an effect on the old object
	OnNew                        // a branch that the new object alone decided
	OnOld                        // a branch that the old object had a part in
	Odd                          // the object is of no expected type: nobody cares what happens
	recognised                   // a tombstone was found to be one
	SpecEqual                    // some part of old and new was found equal
	OnElse                       // a branch that something else than the objects decided, and no error; only if what is compared is equal
)

func (s *state) set(v ssa.Value, x val) {
	if x.k == unknown {
		delete(s.env, v)
		return
	}
	s.env[v] = x
}

func (s *state) eval(v ssa.Value) val {
	switch v := v.(type) {
	case *ssa.Const:
		return constant(v)
	case *ssa.Function:
		return val{k: closure, ref: v}
	}
	return s.env[v]
}

// live returns what each block of a function may still use. A state keeps no
// other values: two ways to a block that differ in nothing that matters are
// then one, and ten conditions in a row do not make a thousand states.
func (in *Machine) live(fn *ssa.Function) []map[ssa.Value]bool {
	l, ok := in.lives[fn]
	if !ok {
		l = ssautil.Live(fn)
		in.lives[fn] = l
	}
	return l
}

// prune drops what is dead at the start of a block, whose phis are set.
func (s *state) prune(b *ssa.BasicBlock, live map[ssa.Value]bool) {
	for v := range s.env {
		if !live[v] {
			if phi, ok := v.(*ssa.Phi); ok && phi.Block() == b {
				continue
			}
			delete(s.env, v)
		}
	}
}
