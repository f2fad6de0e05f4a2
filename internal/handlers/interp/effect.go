package interp

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

func (t *Trail) effect(fr *Frame, s *state, e *Effect, args ...val) {
	for _, a := range args {
		switch a.k {
		case object:
			e.From |= a.from
			e.whole |= a.from
		case derived, compare:
			e.From |= a.from
		case tuple, closure:
			for _, x := range a.elems {
				e.From |= x.from
			}
		}
	}
	e.Frame, e.Flags = fr, s.flags
	if s.flags&Odd == 0 {
		t.note(s, record{kind: Did, frame: fr, pos: e.Pos, effect: e})
	}
	if s.flags&Odd == 0 {
		key := e.Key
		if t.uid {
			key += string(rune('0' + e.UID)) // whose UID matters there
		}
		if old := t.Effects[key]; old == nil {
			t.Effects[key] = e
		} else {
			old.From |= e.From
			old.whole |= e.whole
			old.UID |= e.UID
		}
	}
	s.flags |= Acted
	if e.From&Old != 0 || e.UID&Old != 0 {
		s.flags |= ActedOld
	}
}

// placeName describes what is written to, in terms that are equal for the
// same place in different functions: a field, a variable, or a map in one.
func placeName(v ssa.Value) string {
	for range 8 {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			return clientgo.TypeName(x.X.Type()) + "." + ssautil.FieldName(x.X.Type(), x.Field)
		case *ssa.Field:
			return clientgo.TypeName(x.X.Type()) + "." + ssautil.FieldName(x.X.Type(), x.Field)
		case *ssa.Global:
			return x.Name()
		case *ssa.FreeVar:
			return x.Name()
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.Lookup:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.Phi:
			// m := all[k]; if m == nil { m = make(...); all[k] = m }
			next := v
			for _, e := range x.Edges {
				switch e.(type) {
				case *ssa.Lookup, *ssa.Extract, *ssa.UnOp, *ssa.FieldAddr:
					next = e
				}
			}
			if next == v {
				return plain(v)
			}
			v = next
		default:
			return plain(v)
		}
	}
	return plain(v)
}

// plain names a value by its type.
func plain(v ssa.Value) string {
	if name := clientgo.TypeName(v.Type()); name != "" {
		return name
	}
	switch v.Type().Underlying().(type) {
	case *types.Map:
		return "a map"
	case *types.Chan:
		return "a channel"
	case *types.Signature:
		return "a function"
	}
	return v.Type().String()
}

func fromOf(vs []val) (from uint8) {
	for _, v := range vs {
		from |= v.from
	}
	return from
}

func wholes(vs []val) (from uint8) {
	for _, v := range vs {
		if v.k == object || v.k == derived && (v.part == partAny || v.part == partMeta) {
			from |= v.from
		}
		if v.k == tuple {
			from |= wholes(v.elems)
		}
	}
	return from
}

// weak reports whether a call is made for its result: a predicate, a getter
// or a conversion. Losing one is no loss in itself.
func weak(c *ssa.CallCommon, name string, result ssa.Value) bool {
	res := c.Signature().Results()
	if res.Len() == 0 || result == nil || clientgo.Verb(name) {
		return false
	}
	if res.Len() == 1 && ssautil.IsError(res.At(0).Type()) {
		return false
	}
	refs := result.Referrers()
	return refs != nil && len(*refs) > 0
}
