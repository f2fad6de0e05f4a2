package interp

import (
	"go/types"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/value"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// RunGone runs what takes the keys out of a queue, with the key of an object
// that no lister and no client has any more; nil if that is not known.
func (in *Machine) RunGone(queue string) *Trail {
	in.mu.Lock()
	defer in.mu.Unlock()
	out, ok := in.outs[queue]
	if !ok {
		return nil
	}
	key := value.Value{Kind: value.Derived, From: Old, Part: clientgo.PartName, Type: types.Typ[types.String]}
	t := &Trail{in: in, direct: true, gone: true, item: &taken{out, key}, Effects: make(map[string]*Effect)}
	t.start(&Func{Fn: out.Fn}, nil)
	return t
}

// Worker returns the name of the function that takes the keys out of a queue.
func (in *Machine) Worker(queue string) string { return in.outs[queue].Fn.Name() }

// goneError marks the error of a Get for an object that is gone.
const goneError = "gone"

// lookUp interprets a look-up of the object that is gone, and what is asked of
// the error then.
func (x *site) lookUp() (value.Value, bool) {
	if !x.gone || x.fn == nil {
		return value.Value{}, false
	}
	switch {
	case clientgo.AsksForNotFound(x.fn) && len(x.args) == 1 && x.args[0].Part == goneError:
		return value.Of(value.True), true
	case clientgo.DropsNotFound(x.fn) && len(x.args) == 1 && x.args[0].Part == goneError:
		return value.Of(value.Nil), true
	}
	if value.From(append([]value.Value{x.recv}, x.args...)) == 0 {
		return value.Value{}, false
	}
	res := x.fn.Signature().Results()
	switch n := res.Len(); {
	case x.fn.Name() == "Get" && n == 2 && clientgo.IsObject(res.At(0).Type()) && ssautil.IsError(res.At(1).Type()):
		x.Gone = append(x.Gone, res.At(0).Type())
		return value.Value{Kind: value.Tuple, Elems: []value.Value{{Kind: value.Nil}, {Kind: value.NonNil, Part: goneError}}}, true
	case x.fn.Name() == "GetByKey" && n == 3:
		x.Gone = append(x.Gone, nil)
		return value.Value{Kind: value.Tuple, Elems: []value.Value{{Kind: value.Nil}, {Kind: value.False}, {Kind: value.Nil}}}, true
	}
	return value.Value{}, false
}

// keyOf says which queue a call adds the object's own key to.
func (x *site) keyOf() string {
	if to, put := hop.Into(x.instr); to != nil {
		if x.s.Eval(put).OwnKey() {
			return hop.Place(to)
		}
	}
	return ""
}
