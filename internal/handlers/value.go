package handlers

import (
	"cmp"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A kind is what is known of a value.
type kind uint8

const (
	unknown kind = iota
	object       // a whole API object, as a pointer or in an interface
	tomb         // cache.DeletedFinalStateUnknown, as a value or in an interface
	isNil        // nil
	nonNil       // not nil, else unknown
	isTrue
	isFalse
	pointer // the address of a local variable, or of a part of it
	closure // a function, with what it has captured
	tuple   // several results
	derived // computed from an object: its UID, generation, or something else
	compare // the outcome of comparing the same part of old and new
)

// Which objects a value comes from, or has a part in an event. A run with one
// object has Old only.
const (
	fromOld uint8 = 1 << iota // the first object of a handler, or its only one
	fromNew
	fromBoth = fromOld | fromNew
)

// What of an object a derived value is. Other parts are "*".
const (
	partUID  = "UID"
	partGen  = "Generation"
	partRV   = "ResourceVersion"
	partMeta = "ObjectMeta"
	partName = "name" // name or namespace, or a key of both: the same in old and new
	partAny  = "*"
)

// A val is an abstract value. The zero val is unknown.
type val struct {
	k     kind
	from  uint8      // object, derived, compare
	part  string     // derived, compare
	neg   bool       // compare: true if the parts differ
	ref   ssa.Value  // pointer: the allocation; closure: the function
	path  string     // pointer: the fields from the allocation
	elems []val      // tuple: the results; closure: the captured values
	typ   types.Type // object: its type, once a type test has told
}

// ids number values and types, so that states can be told apart by short texts.
type ids struct {
	values map[ssa.Value]int
	types  map[types.Type]int
	names  map[string]int
	coarse bool // states are one whatever was recorded on the way to them
}

func newIDs() *ids {
	return &ids{values: make(map[ssa.Value]int), types: make(map[types.Type]int), names: make(map[string]int)}
}

func (n *ids) value(v ssa.Value) int {
	id, ok := n.values[v]
	if !ok {
		id = len(n.values)
		n.values[v] = id
	}
	return id
}

// typ gives identical types one number, as far as their names tell.
func (n *ids) typ(t types.Type) int {
	id, ok := n.types[t]
	if !ok {
		name := t.String()
		if id, ok = n.names[name]; !ok {
			id = len(n.names)
			n.names[name] = id
		}
		n.types[t] = id
	}
	return id
}

// append writes what a value is to the end of b.
func (n *ids) append(b []byte, v val) []byte {
	b = append(b, 'A'+byte(v.k), '0'+v.from)
	b = append(b, v.part...)
	if v.neg {
		b = append(b, '!')
	}
	if v.ref != nil {
		b = strconv.AppendInt(append(b, '&'), int64(n.value(v.ref)), 36)
		b = append(b, v.path...)
	}
	if v.typ != nil {
		b = strconv.AppendInt(append(b, ':'), int64(n.typ(v.typ)), 36)
	}
	for _, e := range v.elems {
		b = append(n.append(append(b, '('), e), ')')
	}
	return b
}

// taint returns what a result computed from vs comes from.
func taint(vs ...val) val {
	var from uint8
	part := ""
	for _, v := range vs {
		switch v.k {
		case object, derived, compare:
			from |= v.from
			p := v.part
			if v.k == object || p == "" {
				p = partAny
			}
			if part == "" {
				part = p
			} else if part != p {
				part = partAny
			}
		case tuple:
			if t := taint(v.elems...); t.k == derived {
				from |= t.from
				part = partAny
			}
		}
	}
	if from == 0 {
		return val{}
	}
	if part != partName {
		part = partAny
	}
	return val{k: derived, from: from, part: part}
}

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
	flags flags
	past  past
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
		return taint(parts...)
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

// flags are what a path has passed.
type flags uint16

const (
	sawUID     flags = 1 << iota // old's and new's UIDs were compared, or may have been
	genEqual                     // the generations were found equal
	acted                        // an effect
	actedOld                     // an effect on the old object
	onNew                        // a branch that the new object alone decided
	onOld                        // a branch that the old object had a part in
	odd                          // the object is of no expected type: nobody cares what happens
	recognised                   // a tombstone was found to be one
	specEqual                    // some part of old and new was found equal
)
