package handlers

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// step interprets one instruction.
func (t *trail) step(fr *frame, instr ssa.Instruction, s *state) []*state {
	one := func() []*state { return []*state{s} }
	switch i := instr.(type) {
	case *ssa.Phi, *ssa.DebugRef, *ssa.If, *ssa.Jump, *ssa.Return, *ssa.RunDefers:
		return one()
	case *ssa.Alloc:
		s.set(i, val{k: pointer, ref: i})
		s.store(val{ref: i}, zero(ssautil.Deref(i.Type())))
	case *ssa.Store:
		if p := s.eval(i.Addr); p.k == pointer {
			s.store(p, s.eval(i.Val))
		} else {
			name := placeName(i.Addr)
			t.effect(fr, s, &Effect{Key: "write " + name, Name: name, Pos: i.Pos(), state: true}, s.eval(i.Val))
		}
	case *ssa.UnOp:
		return t.unop(fr, i, s)
	case *ssa.FieldAddr:
		x := s.eval(i.X)
		if x.k == isNil && t.live(fr, s, i, missDeref) {
			return nil
		}
		name := ssautil.FieldName(i.X.Type(), i.Field)
		if x.k == pointer {
			s.set(i, val{k: pointer, ref: x.ref, path: x.path + "." + name})
		} else {
			s.set(i, field(x, name))
		}
	case *ssa.Field:
		s.set(i, field(s.eval(i.X), ssautil.FieldName(i.X.Type(), i.Field)))
	case *ssa.TypeAssert:
		return t.assert(fr, i, s)
	case *ssa.Extract:
		switch v := s.eval(i.Tuple); v.k {
		case tuple:
			if i.Index < len(v.elems) {
				s.set(i, v.elems[i.Index])
			}
		case derived:
			s.set(i, v)
		}
	case *ssa.MakeInterface:
		if x := s.eval(i.X); x.k == object || x.k == tomb || x.k == closure || x.k == derived {
			s.set(i, x)
		} else {
			s.set(i, val{k: nonNil})
		}
	case *ssa.ChangeInterface:
		s.set(i, s.eval(i.X))
	case *ssa.ChangeType:
		s.set(i, s.eval(i.X))
	case *ssa.Convert:
		s.set(i, s.eval(i.X))
	case *ssa.MultiConvert:
		s.set(i, s.eval(i.X))
	case *ssa.MakeClosure:
		c := val{k: closure, ref: i.Fn}
		for _, b := range i.Bindings {
			c.elems = append(c.elems, s.eval(b))
		}
		s.set(i, c)
	case *ssa.BinOp:
		s.set(i, t.binop(fr, i, s))
	case *ssa.MapUpdate:
		name := placeName(i.Map)
		e := &Effect{Key: "map " + name, Name: name, Pos: i.Pos(), state: true}
		if k := s.eval(i.Key); k.k == derived && k.part == partUID {
			e.uid = k.from
		}
		if _, local := i.Map.(*ssa.MakeMap); !local {
			t.effect(fr, s, e, s.eval(i.Key), s.eval(i.Value))
		}
	case *ssa.Send:
		name := placeName(i.Chan)
		t.effect(fr, s, &Effect{Key: "send " + name, Name: name, Pos: i.Pos(), queue: true}, s.eval(i.X))
	case *ssa.Select:
		for _, c := range i.States {
			if c.Dir == types.SendOnly {
				name := placeName(c.Chan)
				t.effect(fr, s, &Effect{Key: "send " + name, Name: name, Pos: c.Pos, queue: true}, s.eval(c.Send))
			}
		}
	case *ssa.Panic:
		t.live(fr, s, i, missThrow)
		return nil
	case *ssa.Call:
		return t.callInstr(fr, i, &i.Call, i, s)
	case *ssa.Defer:
		return t.callInstr(fr, i, &i.Call, nil, s)
	case *ssa.Go:
		return t.callInstr(fr, i, &i.Call, nil, s)
	case *ssa.Lookup:
		s.set(i, taint(s.eval(i.X), s.eval(i.Index)))
	case *ssa.Index:
		s.set(i, taint(s.eval(i.X)))
	case *ssa.IndexAddr:
		if x := s.eval(i.X); x.k == pointer {
			s.set(i, val{k: pointer, ref: x.ref, path: x.path + ".[]"})
		} else {
			s.set(i, taint(x))
		}
	case *ssa.Slice:
		if x := s.eval(i.X); x.k == pointer {
			s.set(i, taint(s.load(val{k: pointer, ref: x.ref, path: x.path + ".[]"})))
		} else {
			s.set(i, taint(x))
		}
	case *ssa.Range:
		s.set(i, taint(s.eval(i.X)))
	case *ssa.Next:
		s.set(i, taint(s.eval(i.Iter)))
	}
	return one()
}

// live notes that the path ends here by a panic or an exit. It returns true if
// the path does end. In a run with a live object that is nobody's concern.
func (t *trail) live(fr *frame, s *state, instr ssa.Instruction, k missKind) bool {
	last := Panics
	if k == missThrow {
		last = Exits
	}
	t.died(fr, s, instr, last)
	if s.flags&odd == 0 && !t.uid {
		t.miss(s, miss{instr: instr, frame: fr, kind: k, after: s.flags&recognised != 0})
	}
	return true
}

func (t *trail) effect(fr *frame, s *state, e *Effect, args ...val) {
	for _, a := range args {
		switch a.k {
		case object:
			e.from |= a.from
			e.whole |= a.from
		case derived, compare:
			e.from |= a.from
		case tuple, closure:
			for _, x := range a.elems {
				e.from |= x.from
			}
		}
	}
	e.frame, e.flags = fr, s.flags
	if s.flags&odd == 0 {
		t.note(s, record{kind: Did, frame: fr, pos: e.Pos, effect: e})
	}
	if s.flags&odd == 0 {
		key := e.Key
		if t.uid {
			key += string(rune('0' + e.uid)) // whose UID matters there
		}
		if old := t.effects[key]; old == nil {
			t.effects[key] = e
		} else {
			old.from |= e.from
			old.whole |= e.whole
			old.uid |= e.uid
		}
	}
	s.flags |= acted
	if e.from&fromOld != 0 || e.uid&fromOld != 0 {
		s.flags |= actedOld
	}
}

func (t *trail) unop(fr *frame, i *ssa.UnOp, s *state) []*state {
	x := s.eval(i.X)
	switch i.Op {
	case token.NOT:
		switch x.k {
		case isTrue:
			s.set(i, val{k: isFalse})
		case isFalse:
			s.set(i, val{k: isTrue})
		case compare:
			x.neg = !x.neg
			s.set(i, x)
		default:
			s.set(i, taint(x))
		}
	case token.MUL:
		if g, ok := i.X.(*ssa.Global); ok {
			if fn, ok := t.in.globals[g]; ok {
				s.set(i, s.eval(fn))
			}
			break
		}
		switch x.k {
		case pointer:
			s.set(i, s.load(x))
		case isNil:
			if t.live(fr, s, i, missDeref) {
				return nil
			}
		case object, derived, tomb:
			s.set(i, x)
		}
	case token.ARROW:
	default:
		s.set(i, taint(x))
	}
	return []*state{s}
}

// assert interprets x.(T): a tombstone is the value type and nothing else; an
// object may be of the asserted type or, in a switch over several, not.
func (t *trail) assert(fr *frame, i *ssa.TypeAssert, s *state) []*state {
	x := s.eval(i.X)
	yes := func(s *state, v val) []*state {
		if i.CommaOk {
			v = val{k: tuple, elems: []val{v, {k: isTrue}}}
		}
		s.set(i, v)
		return []*state{s}
	}
	no := func(s *state) []*state {
		if !i.CommaOk {
			t.died(fr, s, i, Panics)
			return nil
		}
		s.set(i, val{k: tuple, elems: []val{zero(i.AssertedType), {k: isFalse}}})
		return []*state{s}
	}
	value, ptr := clientgo.IsTombstone(i.AssertedType)
	iface, _ := i.AssertedType.Underlying().(*types.Interface)
	if _, ok := types.Unalias(i.AssertedType).(*types.TypeParam); ok {
		iface = nil
	}
	switch x.k {
	case tomb:
		if value {
			t.miss(s, miss{instr: i, frame: fr, kind: missSeen})
			s.flags |= recognised
			return yes(s, x)
		}
		if iface != nil && (iface.Empty() || t.in.tombT != nil && types.Implements(t.in.tombT, iface)) {
			return yes(s, x)
		}
		k := missAssert
		switch {
		case ptr:
			k = missPointer
		case !i.CommaOk:
			k = missPanic
		}
		t.miss(s, miss{instr: i, frame: fr, kind: k, after: s.flags&recognised != 0})
		return no(s)
	case object:
		switch {
		case value, ptr:
			return no(s)
		case iface != nil:
			return yes(s, x)
		case x.typ != nil && types.Identical(x.typ, i.AssertedType):
			return yes(s, x)
		case x.typ != nil:
			return no(s)
		}
		other := s.clone()
		other.flags |= odd
		t.typed(fr, i, s, other)
		x.typ = i.AssertedType
		s.set(i.X, x)
		out := yes(s, x)
		// Not of this type: another case of a switch may take it. The object
		// is not odd if the code does look for several types.
		if switched(i) {
			other.flags = s.flags
		}
		return append(out, no(other)...)
	case isNil:
		return no(s)
	}
	if i.CommaOk {
		return []*state{s}
	}
	s.set(i, taint(x))
	return []*state{s}
}

// switched reports whether the value of a type test is tested again for
// another type than a tombstone: a switch over several kinds of objects.
func switched(i *ssa.TypeAssert) bool {
	for _, ref := range *i.X.Referrers() {
		other, ok := ref.(*ssa.TypeAssert)
		if !ok || other == i || types.Identical(other.AssertedType, i.AssertedType) {
			continue
		}
		if v, p := clientgo.IsTombstone(other.AssertedType); !v && !p && !types.IsInterface(other.AssertedType) {
			return true
		}
	}
	return false
}

func (t *trail) binop(fr *frame, i *ssa.BinOp, s *state) val {
	x, y := s.eval(i.X), s.eval(i.Y)
	if i.Op != token.EQL && i.Op != token.NEQ {
		return taint(x, y)
	}
	eq := func(same bool) val {
		if same == (i.Op == token.EQL) {
			return val{k: isTrue}
		}
		return val{k: isFalse}
	}
	null := func(v val) (is, known bool) {
		switch v.k {
		case isNil:
			return true, true
		case nonNil, object, tomb, pointer, closure:
			return false, true
		}
		return false, false
	}
	if x.k == isNil || y.k == isNil {
		a, ka := null(x)
		b, kb := null(y)
		if ka && kb {
			return eq(a == b)
		}
		if ssautil.IsError(i.X.Type()) {
			// A failed conversion, not a decision about the object.
			return val{}
		}
		return taint(x, y)
	}
	if (x.k == isTrue || x.k == isFalse) && (y.k == isTrue || y.k == isFalse) {
		return eq(x.k == y.k)
	}
	if !t.uid {
		return val{}
	}
	if clientgo.IsUID(i.X.Type()) && (x.part == partUID || y.part == partUID) && !ssautil.IsConst(i.X) && !ssautil.IsConst(i.Y) {
		// With the UID of the other object, or with one that was kept.
		s.flags |= sawUID
		t.cmps = append(t.cmps, i.Pos())
		if x.from|y.from == fromBoth && x.part == y.part && x.from != y.from {
			if t.note(s, record{kind: Compared, frame: fr, instr: i, pos: i.Pos(), part: partUID}) {
				return eq(false)
			}
		} else {
			t.note(s, record{kind: Kept, frame: fr, instr: i, pos: i.Pos()})
		}
		return val{k: compare, from: x.from | y.from, part: partUID, neg: i.Op == token.NEQ}
	}
	if x.from|y.from == fromBoth && x.from != fromBoth && y.from != fromBoth {
		if x.k == object && y.k == object {
			if t.rec != nil {
				return eq(false)
			}
			return val{k: compare, from: fromBoth, part: partRV, neg: i.Op == token.NEQ}
		}
		part := partAny
		if x.part == y.part && x.k == derived && y.k == derived {
			part = x.part
		}
		switch part {
		case partUID:
			s.flags |= sawUID
			t.cmps = append(t.cmps, i.Pos())
			if t.note(s, record{kind: Compared, frame: fr, instr: i, pos: i.Pos(), part: part}) {
				return eq(false)
			}
		case partGen:
			if !slices.Contains(t.gens, i) {
				t.gens = append(t.gens, i)
			}
			if t.note(s, record{kind: Compared, frame: fr, instr: i, pos: i.Pos(), part: part, equal: t.same}) {
				return eq(t.same)
			}
			if t.same {
				return eq(true)
			}
		case partRV:
			if t.note(s, record{kind: Compared, frame: fr, instr: i, pos: i.Pos(), part: part}) {
				return eq(false)
			}
			t.equal = append(t.equal, i)
		default:
			t.equal = append(t.equal, i)
			if t.same && t.rec == nil {
				return eq(true)
			}
		}
		return val{k: compare, from: fromBoth, part: part, neg: i.Op == token.NEQ}
	}
	return taint(x, y)
}

// field returns the field of a value.
func field(x val, name string) val {
	switch x.k {
	case tuple: // an event of controller-runtime
		switch name {
		case "Object", "ObjectOld", "OptionalObj":
			return x.elems[0]
		case "ObjectNew":
			return x.elems[len(x.elems)-1]
		}
	case tomb:
		if name == "Obj" {
			return val{k: object, from: fromOld}
		}
		if name == "Key" {
			return val{k: derived, from: fromOld, part: partName}
		}
	case object:
		switch part := clientgo.Meta(name); part {
		case "":
			if name == "Name" || name == "Namespace" {
				return val{k: derived, from: x.from, part: partName}
			}
			return val{k: derived, from: x.from, part: partAny}
		default:
			return val{k: derived, from: x.from, part: part}
		}
	case derived:
		if x.part == partMeta {
			if part := clientgo.Meta(name); part != "" {
				return val{k: derived, from: x.from, part: part}
			}
			if name == "Name" || name == "Namespace" {
				return val{k: derived, from: x.from, part: partName}
			}
		}
		return val{k: derived, from: x.from, part: partAny}
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
