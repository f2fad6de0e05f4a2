package value

import (
	"iter"
	"maps"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A place is a local variable or a part of it: an allocation and the path of
// fields in it.
type place struct {
	ref  ssa.Value
	path string
}

// A Memory is what is known of local variables. Most ways go on for long before
// they write to one, so that memories share what they know until one of them does.
type Memory struct {
	known  map[place]Value
	shared bool // another memory may have the same map: write to a copy
}

// share returns a memory that knows the same.
func (m *Memory) share() Memory {
	m.shared = true
	return *m
}

// own makes what is known the memory's own, to be written to.
func (m *Memory) own() {
	switch {
	case m.known == nil:
		m.known = make(map[place]Value)
	case m.shared:
		m.known = maps.Clone(m.known)
	}
	m.shared = false
}

func (m *Memory) set(p place, v Value) {
	m.own()
	m.known[p] = v
}

// forget drops what is known of some places.
func (m *Memory) forget(which func(place) bool) {
	for p := range m.known {
		if which(p) {
			m.own()
			delete(m.known, p)
		}
	}
}

// Values are those that the variables hold, in no order.
func (m Memory) Values() iter.Seq[Value] { return maps.Values(m.known) }

// Forget drops a function's own variables.
func (m *Memory) Forget(fn *ssa.Function) {
	m.forget(func(p place) bool { return p.ref.Parent() == fn })
}

// Append writes what is known of variables to the end of b.
func (m Memory) Append(b []byte, n *IDs) []byte {
	keys := n.keys[:0]
	for k, v := range m.known {
		if v.Kind != Unknown || n.Says && v.Says != "" {
			keys = append(keys, numbered{n.value(k.ref), k})
		}
	}
	n.keys = sorted(keys)
	for _, k := range n.keys {
		b = strconv.AppendInt(append(b, '['), int64(k.id), 36)
		b = append(append(b, k.path...), ']')
		b = n.Append(b, m.known[k.place])
	}
	return b
}
