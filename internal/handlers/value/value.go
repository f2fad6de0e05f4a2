// Package value is what is known of values while an event handler is
// interpreted: of objects and tombstones, and of what is made of them.
//
// A [State] has the values and variables of a function at one point, and
// computes the instructions that do nothing else. What calls, branches and
// effects mean is the business of package interp.
package value

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// A Kind is what is known of a value.
type Kind uint8

// The kinds.
const (
	Unknown Kind = iota
	Object       // a whole API object, as a pointer or in an interface
	Tomb         // cache.DeletedFinalStateUnknown, as a value or in an interface
	Nil          // nil
	NonNil       // not nil, else unknown
	True
	False
	Pointer // the address of a local variable, or of a part of it
	Closure // a function, with what it has captured
	Tuple   // several results
	Derived // computed from an object: its UID, generation, or something else
	Compare // the outcome of comparing the same part of old and new
	Blank   // the zero value of a tombstone: nothing is in it
	Text    // a constant that a call was given
	NoKey   // the empty text that a key function returns with an error, or, with Neg, a helper that has got a tombstone
	Deltas  // cache.Deltas with deletions of the object in Elems, also in an interface
	Delta   // one of them, or its address; without Elems nothing is known of it
)

// Which objects a value comes from, or has a part in an event. A run with one
// object has Old only.
const (
	Old uint8 = 1 << iota // the first object of a handler, or its only one
	New
	Both = Old | New
)

// AnyPart is a part of an object that is none of clientgo's: those are told
// apart. A key of name and namespace is clientgo.PartName as well.
const AnyPart = "*"

// A Value is an abstract value. The zero Value is unknown.
type Value struct {
	Kind  Kind
	From  uint8      // object, derived, compare
	Neg   bool       // compare: true if the parts differ; derived: see Of
	Self  bool       // derived: it is the part itself, and not what was made of it or found by it
	Stone bool       // derived: by something unknown, of a tombstone as it came: it may say what that is; nil: see Failed
	Part  string     // derived, compare: of the object; text: the constant
	Of    string     // derived, of one object: the field, or what is asked of it, which is true unless Neg
	Ref   ssa.Value  // pointer: the allocation; closure: the function
	Path  string     // pointer: the fields from the allocation
	Elems []Value    // tuple: the results; closure: the captured values; derived: the fields of a structure with an object in it
	names *[]string  // of these fields; nil if there are none
	Type  types.Type // object: its type, once a type test has told
	Says  string     // the constants that have a part in it, one a line
}

// Of is a value that has only a kind.
func Of(k Kind) Value { return Value{Kind: k} }

// Bool is a condition that is known.
func Bool(b bool) Value {
	if b {
		return Of(True)
	}
	return Of(False)
}

// Pack makes one value of the results of a function.
func Pack(results []Value) Value {
	switch len(results) {
	case 0:
		return Value{}
	case 1:
		return results[0]
	}
	return Value{Kind: Tuple, Elems: results}
}

// Whole reports whether a value is an object, or a tombstone in its place.
func (v Value) Whole() bool { return v.Kind == Object || v.Kind == Tomb }

// IsName reports whether a value is the name of an object, and not something that was
// found by it.
func (v Value) IsName() bool { return v.Kind == Derived && v.Part == clientgo.PartName && v.Self }

// Lesser reports whether a value is a part of an object, or the nil that is left where
// it was none: what is for objects does something else with it.
func (v Value) Lesser() bool { return v.Kind == Derived || v.Kind == Nil }

// OwnKey reports whether a value is the object's name or key, and not that of another one
// that was found by it.
func (v Value) OwnKey() bool { return v.IsName() && v.From == Old }

// OfUID is whose UID a value is.
func (v Value) OfUID() uint8 {
	if v.Kind == Derived && v.Part == clientgo.PartUID {
		return v.From
	}
	return 0
}

// From is which objects have a part in some values.
func From(vs []Value) (from uint8) {
	for _, v := range vs {
		from |= v.From
	}
	return from
}

// Wholes is which objects are among some values as wholes, or as parts that may
// hold the UID.
func Wholes(vs []Value) (from uint8) {
	for _, v := range vs {
		if v.Kind == Object || v.Kind == Derived && (v.Part == AnyPart || v.Part == clientgo.PartMeta) {
			from |= v.From
		}
		if v.Kind == Tuple {
			from |= Wholes(v.Elems)
		}
	}
	return from
}

// Taint returns what a result computed from vs comes from.
func Taint(vs ...Value) Value {
	var from uint8
	part, stone := "", false
	for _, v := range vs {
		stone = stone || v.Kind == Tomb || v.Stone
		switch v.Kind {
		case Object, Derived, Compare, Tomb:
			from |= v.From
			p := v.Part
			if v.Whole() || p == "" {
				p = AnyPart
			}
			if part == "" {
				part = p
			} else if part != p {
				part = AnyPart
			}
		case Tuple, Deltas, Delta:
			if t := Taint(v.Elems...); t.Kind == Derived {
				from |= t.From
				part, stone = AnyPart, stone || t.Stone
			}
		}
	}
	if from == 0 {
		return Value{Says: said(vs)}
	}
	if part != clientgo.PartName {
		part = AnyPart
	}
	return Value{Kind: Derived, From: from, Part: part, Stone: stone, Says: said(vs)}
}

// Stoned is what follows from values that may say what a tombstone is; unknown if
// they do not.
func Stoned(vs ...Value) Value {
	if out := Taint(vs...); out.Stone {
		return out
	}
	return Value{}
}

// Key is what is made of parts of an object: of its UID and nothing else but
// its name, it is another one for each UID, and so as good as the UID.
func Key(vs ...Value) Value {
	out := Taint(vs...)
	if out.From != Old && out.From != New {
		return out
	}
	only := !slices.ContainsFunc(vs, func(v Value) bool {
		return v.From != 0 && (v.Kind != Derived || v.Part != clientgo.PartUID && v.Part != clientgo.PartName)
	})
	if only && slices.ContainsFunc(vs, func(v Value) bool { return v.Part == clientgo.PartUID }) {
		out.Part = clientgo.PartUID
	}
	out.Self = only && !slices.ContainsFunc(vs, func(v Value) bool { return v.From != 0 && !v.Self })
	return out
}

func constant(c *ssa.Const) Value {
	if c.IsNil() {
		return Of(Nil)
	}
	if b, ok := c.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 && c.Value != nil {
		return Bool(c.Value.String() == "true")
	}
	return Value{}
}

// Zero is the zero value of a type.
func Zero(t types.Type) Value {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Signature:
		return Of(Nil)
	case *types.Interface:
		if _, ok := types.Unalias(t).(*types.TypeParam); !ok {
			return Of(Nil)
		}
	case *types.Basic:
		if u.Info()&types.IsBoolean != 0 {
			return Of(False)
		}
	}
	return Value{}
}
