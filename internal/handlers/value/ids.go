package value

import (
	"cmp"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// IDs number values and types, so that states can be told apart by short texts.
// The numbers are those of one package and one run of the program.
type IDs struct {
	values map[ssa.Value]int
	types  map[types.Type]int
	names  map[string]int
	keys   []numbered // of the state that is being written, whose memory the next one takes over
	Fields bool       // values are told apart by the fields that conditions are about
	Says   bool       // and by what they say
}

// NewIDs makes numbers for one package.
func NewIDs() *IDs {
	return &IDs{values: make(map[ssa.Value]int), types: make(map[types.Type]int), names: make(map[string]int)}
}

// A numbered place is one with the number of its value.
type numbered struct {
	id int
	place
}

func sorted(keys []numbered) []numbered {
	slices.SortFunc(keys, func(x, y numbered) int { return cmp.Or(x.id-y.id, strings.Compare(x.path, y.path)) })
	return keys
}

func (n *IDs) value(v ssa.Value) int {
	id, ok := n.values[v]
	if !ok {
		id = len(n.values)
		n.values[v] = id
	}
	return id
}

// typ gives identical types one number, as far as their names tell.
func (n *IDs) typ(t types.Type) int {
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

// Append writes what a value is to the end of b.
func (n *IDs) Append(b []byte, v Value) []byte {
	b = append(b, 'A'+byte(v.Kind), '0'+v.From)
	b = append(b, v.Part...)
	if v.Self {
		b = append(b, '=')
	}
	if v.Stone {
		b = append(b, '%')
	}
	if n.Fields {
		b = append(b, v.Of...)
	}
	if n.Says {
		b = append(append(b, '"'), v.Says...)
	}
	if v.Neg && (n.Fields || v.Kind == Compare) {
		b = append(b, '!')
	}
	if v.Ref != nil {
		b = strconv.AppendInt(append(b, '&'), int64(n.value(v.Ref)), 36)
		b = append(b, v.Path...)
	}
	if v.Type != nil {
		b = strconv.AppendInt(append(b, ':'), int64(n.typ(v.Type)), 36)
	}
	for i, e := range v.Elems {
		if v.names != nil {
			b = append(b, (*v.names)[i]...)
		}
		b = append(n.Append(append(b, '('), e), ')')
	}
	return b
}
