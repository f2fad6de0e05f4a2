package handlers

import (
	"fmt"
	"go/types"
	"slices"
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

// Which objects a value comes from.
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

func (v val) key() string {
	var b strings.Builder
	v.write(&b)
	return b.String()
}

func (v val) write(b *strings.Builder) {
	fmt.Fprintf(b, "%d.%d%s", v.k, v.from, v.part)
	if v.neg {
		b.WriteByte('!')
	}
	if v.ref != nil {
		fmt.Fprintf(b, "&%p%s", v.ref, v.path)
	}
	if v.typ != nil {
		b.WriteString(v.typ.String())
	}
	for _, e := range v.elems {
		b.WriteByte('(')
		e.write(b)
		b.WriteByte(')')
	}
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

// fingerprint tells states apart. Addresses make it unsuitable for anything
// that is printed or stored.
func (s *state) fingerprint() string {
	lines := make([]string, 0, len(s.env)+len(s.mem))
	for k, v := range s.env {
		lines = append(lines, fmt.Sprintf("%p=%s", k, v.key()))
	}
	lines = append(lines, memLines(s.mem)...)
	slices.Sort(lines)
	return fmt.Sprintf("%d;%s;", s.flags, s.past.key()) + strings.Join(lines, ";")
}

func memLines(mem map[place]val) []string {
	var lines []string
	for k, v := range mem {
		if v.k != unknown {
			lines = append(lines, fmt.Sprintf("[%p%s]=%s", k.ref, k.path, v.key()))
		}
	}
	return lines
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
