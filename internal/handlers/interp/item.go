package interp

import (
	"go/types"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// worker goes on with what the worker does that takes out an item, if the item
// has the object in it as it came: the worker is a part of the handler then.
func (t *Trail) worker(fr *Frame, instr ssa.Instruction, s *state) []*state {
	to, put := hop.Into(instr)
	if to == nil || t.uid || t.direct {
		return []*state{s}
	}
	item := s.eval(put)
	out, known := t.in.outs[hop.Place(to)]
	if !known || !s.raw(put, item) || recursive(fr, out.Fn) {
		return []*state{s}
	}
	s.fillZeros(item)
	outer := t.item
	t.item = &taken{out, item}
	ends := t.call(&Frame{Fn: out.Fn, Call: instr, Up: fr, Worker: true}, nil, nil, s)
	t.item = outer
	return s.goOn(ends)
}

// A taken item is what a worker gets from its queue or channel.
type taken struct {
	hop.Out
	item val
}

// takes sets the results of the instruction that takes the item out.
func (t *Trail) takes(instr ssa.Instruction, s *state) bool {
	if t.item == nil || t.item.At != instr {
		return false
	}
	v := t.item.item
	if at := t.item.Index; at >= 0 {
		elems := make([]val, at+1)
		elems[at] = v
		v = val{k: tuple, elems: elems}
	}
	s.set(instr.(ssa.Value), v)
	return true
}

// raw reports whether an item holds an object where it could be a tombstone as
// well: in an interface.
func (s *state) raw(put ssa.Value, item val) bool {
	whole := func(v val) bool { return v.k == object || v.k == tomb }
	switch item.k {
	case object, tomb:
		return types.IsInterface(put.Type())
	case pointer:
		alloc, ok := item.ref.(*ssa.Alloc)
		if !ok || item.path != "" {
			return false
		}
		for _, f := range interfaces(ssautil.Deref(alloc.Type())) {
			if v, ok := s.mem[place{item.ref, "." + f}]; ok && whole(v) {
				return true
			}
		}
	case derived:
		return slices.ContainsFunc(item.elems, whole)
	}
	return false
}

// interfaces returns the names of the fields of a structure that are interfaces.
func interfaces(t types.Type) (names []string) {
	st, ok := t.Underlying().(*types.Struct)
	for i := 0; ok && i < st.NumFields(); i++ {
		if types.IsInterface(st.Field(i).Type()) {
			names = append(names, st.Field(i).Name())
		}
	}
	return names
}

// fillZeros sets the fields of an item that a literal has left out.
func (s *state) fillZeros(item val) {
	alloc, ok := item.ref.(*ssa.Alloc)
	if item.k != pointer || !ok || !hop.Literal(alloc) {
		return
	}
	st, ok := ssautil.Deref(alloc.Type()).Underlying().(*types.Struct)
	for i := 0; ok && i < st.NumFields(); i++ {
		p := place{item.ref, "." + st.Field(i).Name()}
		if _, set := s.mem[p]; !set {
			s.mem[p] = zero(st.Field(i).Type())
		}
	}
}

// member returns a field of a structure that was put together from known parts.
func (v val) member(name string) (val, bool) {
	if i := slices.Index(v.names, name); i >= 0 {
		return v.elems[i], true
	}
	return val{}, false
}

// structure gives a value that was put together its fields, if an object is one
// of them.
func (s *state) structure(p, whole val) val {
	for k, v := range s.mem {
		if name, ok := strings.CutPrefix(k.path, p.path+"."); ok && k.ref == p.ref && !strings.Contains(name, ".") {
			whole.names = append(whole.names, name)
			whole.elems = append(whole.elems, v)
		}
	}
	if whole.k != derived || !slices.ContainsFunc(whole.elems, func(v val) bool { return v.k == object || v.k == tomb }) {
		whole.names, whole.elems = nil, nil
		return whole
	}
	sort.Sort(byName(whole))
	return whole
}

type byName val

func (v byName) Len() int           { return len(v.names) }
func (v byName) Less(i, j int) bool { return v.names[i] < v.names[j] }
func (v byName) Swap(i, j int) {
	v.names[i], v.names[j] = v.names[j], v.names[i]
	v.elems[i], v.elems[j] = v.elems[j], v.elems[i]
}
