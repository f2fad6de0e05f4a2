package interp

import (
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
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
	blank   // the zero value of a tombstone: nothing is in it
	text    // a constant that a call was given, in part
)

// Which objects a value comes from, or has a part in an event. A run with one
// object has Old only.
const (
	Old uint8 = 1 << iota // the first object of a handler, or its only one
	New
	Both = Old | New
)

// What of an object a derived value is. Other parts are "*".
const (
	partUID  = clientgo.PartUID
	partGen  = clientgo.PartGeneration
	partRV   = clientgo.PartVersion
	partMeta = clientgo.PartMeta
	partName = clientgo.PartName // or a key of name and namespace
	partAny  = "*"
)

// A val is an abstract value. The zero val is unknown.
type val struct {
	k     kind
	from  uint8      // object, derived, compare
	part  string     // derived, compare
	neg   bool       // compare: true if the parts differ; derived: see of
	of    string     // derived, of one object: the field, or what is asked of it, which is true unless neg
	ref   ssa.Value  // pointer: the allocation; closure: the function
	path  string     // pointer: the fields from the allocation
	elems []val      // tuple: the results; closure: the captured values; derived: the fields of a structure with an object in it
	names []string   // of these fields
	typ   types.Type // object: its type, once a type test has told
}

// ids number values and types, so that states can be told apart by short texts.
type ids struct {
	values map[ssa.Value]int
	types  map[types.Type]int
	names  map[string]int
	coarse bool // states are one whatever was recorded on the way to them
	fields bool // states are told apart by the fields that conditions are about
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
	if n.fields {
		b = append(b, v.of...)
	}
	if v.neg && (n.fields || v.k == compare) {
		b = append(b, '!')
	}
	if v.ref != nil {
		b = strconv.AppendInt(append(b, '&'), int64(n.value(v.ref)), 36)
		b = append(b, v.path...)
	}
	if v.typ != nil {
		b = strconv.AppendInt(append(b, ':'), int64(n.typ(v.typ)), 36)
	}
	for i, e := range v.elems {
		if v.names != nil {
			b = append(b, v.names[i]...)
		}
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
		case object, derived, compare, tomb:
			from |= v.from
			p := v.part
			if v.k == object || v.k == tomb || p == "" {
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

// field returns the field of a value.
func field(x val, name string) val {
	switch x.k {
	case tuple: // an event of controller-runtime
		switch old, cur := clientgo.EventField(name); {
		case old:
			return x.elems[0]
		case cur:
			return x.elems[len(x.elems)-1]
		}
	case tomb:
		switch name {
		case clientgo.TombstoneObject:
			return val{k: object, from: Old}
		case clientgo.TombstoneKey:
			return val{k: derived, from: Old, part: partName}
		}
	case blank:
		if name == clientgo.TombstoneObject {
			return val{k: isNil}
		}
	case object, derived:
		if v, ok := x.member(name); ok {
			return v
		}
		part := clientgo.MetaField(name)
		if part == "" || x.k == derived && x.part != partMeta {
			part = partAny
		}
		return val{k: derived, from: x.from, part: part, of: path(x, name)}
	}
	return val{}
}

func constant(c *ssa.Const) val {
	if c.IsNil() {
		return val{k: isNil}
	}
	if b, ok := c.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 && c.Value != nil {
		if c.Value.String() == "true" {
			return val{k: isTrue}
		}
		return val{k: isFalse}
	}
	return val{}
}

func zero(t types.Type) val {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Signature:
		return val{k: isNil}
	case *types.Interface:
		if _, ok := types.Unalias(t).(*types.TypeParam); !ok {
			return val{k: isNil}
		}
	case *types.Basic:
		if u.Info()&types.IsBoolean != 0 {
			return val{k: isFalse}
		}
	}
	return val{}
}

// end tells ends apart.
func (n *ids) end(e End) string {
	var b []byte
	for _, r := range e.results {
		b = append(n.append(b, r), ',')
	}
	b = strconv.AppendInt(append(n.appendMem(b, e.mem), '|'), int64(e.Flags), 36)
	return string(n.appendPast(append(b, ';'), e.past))
}
