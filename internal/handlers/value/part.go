package value

import (
	"go/types"
	"slices"
	"sort"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Field returns a field of a structure, or of the structure that a pointer
// points to.
func (v Value) Field(name string) Value {
	switch v.Kind {
	case Tuple: // an event of controller-runtime
		switch old, cur := clientgo.EventField(name); {
		case old:
			return v.Elems[0]
		case cur:
			return v.Elems[len(v.Elems)-1]
		case name == clientgo.EventUnknown && len(v.Elems) > 1:
			return v.Elems[1]
		case name == clientgo.EventUnknown:
			return Of(False)
		}
	case Tomb:
		switch name {
		case clientgo.TombstoneObject:
			return Value{Kind: Object, From: Old}
		case clientgo.TombstoneKey:
			return Value{Kind: Derived, From: Old, Part: clientgo.PartName, Self: true}
		}
	case Delta:
		return v.ofDelta(name)
	case Blank:
		if name == clientgo.TombstoneObject {
			return Of(Nil)
		}
	case Object, Derived:
		if part, ok := v.member(name); ok {
			return part
		}
		if v.uncounted() && clientgo.Meta(name) == clientgo.PartGeneration {
			return zero
		}
		part := clientgo.MetaField(name)
		if part == "" || v.Kind == Derived && v.Part != clientgo.PartMeta {
			part = AnyPart
		}
		out := Value{Kind: Derived, From: v.From, Part: part, Of: v.path(name), Self: part != AnyPart}
		if part == clientgo.PartMeta && v.uncounted() {
			out.names, out.Elems = &[]string{clientgo.PartGeneration}, []Value{zero}
		}
		return out
	}
	return Value{}
}

// zero is the generation of an object whose API server counts none.
var zero = Value{Kind: Text, Part: "0"}

// uncounted: a whole object of such a type. Who compares its generations asks
// nothing of it: they are equal, recreated or not.
func (v Value) uncounted() bool { return v.Kind == Object && clientgo.Uncounted(v.Type) }

// path names a field of an object, or of a part of one.
func (v Value) path(name string) string {
	switch {
	case v.Kind == Object, v.Part == clientgo.PartMeta:
		return name
	case v.Of == "":
		return ""
	}
	return v.Of + "." + name
}

// Getter returns what an accessor of an object gives: obj.GetUID().
func (v Value) Getter(fn *types.Func) (Value, bool) {
	if fn.Signature().Params().Len() != 0 || v.Kind != Object && (v.Kind != Derived || v.Part != clientgo.PartMeta) {
		return Value{}, false
	}
	if clientgo.Copies(fn.Name()) {
		return v, true
	}
	if fn.Name() == "UnstructuredContent" && v.Kind == Object {
		return v.Field(Content), true
	}
	part := clientgo.MetaGetter(fn.Name())
	if part == clientgo.PartGeneration {
		if g := v.Field(part); g.Kind == Text {
			return g, true
		}
	}
	if name := clientgo.MetaRest(fn.Name()); part == "" && name != "" {
		return Value{Kind: Derived, From: v.From, Part: AnyPart, Of: name}, true
	}
	return Value{Kind: Derived, From: v.From, Part: part, Self: true}, part != ""
}

// member returns a field of a structure that was put together from known parts.
func (v Value) member(name string) (Value, bool) {
	if v.names == nil {
		return Value{}, false
	}
	if i := slices.Index(*v.names, name); i >= 0 {
		return v.Elems[i], true
	}
	return Value{}, false
}

// structure gives a value that was put together its fields, if an object is one
// of them.
func (s *State) structure(p, whole Value) Value {
	var of fields
	for k, v := range s.Mem.known {
		if name, ok := strings.CutPrefix(k.path, p.Path+"."); ok && k.ref == p.Ref && !strings.Contains(name, ".") {
			of.names = append(of.names, name)
			of.values = append(of.values, v)
		}
	}
	whole.names, whole.Elems = nil, nil
	if whole.Kind != Derived || !slices.ContainsFunc(of.values, Value.Whole) {
		return whole
	}
	sort.Sort(of)
	whole.names, whole.Elems = &of.names, of.values
	return whole
}

// fields are those of a structure, sorted by their names.
type fields struct {
	names  []string
	values []Value
}

func (f fields) Len() int           { return len(f.names) }
func (f fields) Less(i, j int) bool { return f.names[i] < f.names[j] }
func (f fields) Swap(i, j int) {
	f.names[i], f.names[j] = f.names[j], f.names[i]
	f.values[i], f.values[j] = f.values[j], f.values[i]
}
