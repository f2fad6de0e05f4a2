package interp

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/value"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// RunGone runs what takes the keys out of a queue, with the key of an object
// that no lister and no client has any more; nil if that is not known.
func (in *Machine) RunGone(queue string) *Trail {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.runGone(queue, true)
}

// runGone goes through fields that hold functions if it has to be complete.
func (in *Machine) runGone(queue string, complete bool) *Trail {
	out, ok := in.outs[queue]
	if !ok {
		return nil
	}
	t := &Trail{in: in, Direct: true, gone: true, complete: complete, item: &taken{out, ownKey}, Effects: make(map[string]*Effect)}
	t.start(&registered.Func{Fn: out.Fn}, nil)
	return t
}

// RunKey runs a function of a key, its first text, with that of an object that
// nobody has any more, or that everybody has; nil if it gets no text.
func (in *Machine) RunKey(fn *ssa.Function, there bool) *Trail {
	in.mu.Lock()
	defer in.mu.Unlock()
	for i, p := range fn.Params {
		if types.Identical(p.Type(), ownKey.Type) {
			t := &Trail{in: in, uid: true, Direct: true, gone: !there, there: there, Effects: make(map[string]*Effect)}
			t.start(&registered.Func{Fn: fn, First: i}, []value.Value{ownKey})
			return t
		}
	}
	return nil
}

// Worker returns the name of the function that takes the keys out of a queue.
func (in *Machine) Worker(queue string) string { return in.outs[queue].Fn.Name() }

// wants reports whether what takes the keys out of a queue looks up the object,
// and does something under its key if nobody has it any more: with another key it
// does not do that.
func (in *Machine) wants(queue string) bool {
	if wants, ok := in.wanted[queue]; ok {
		return wants
	}
	wants := false
	if gone := in.runGone(queue, false); gone != nil && !gone.GaveUp && len(gone.Misses) == 0 && len(gone.Gone) > 0 {
		for _, e := range gone.Effects {
			wants = wants || e.From != 0 && e.Frees && !e.Queue
		}
	}
	if in.wanted == nil {
		in.wanted = make(map[string]bool)
	}
	in.wanted[queue] = wants
	return wants
}

// keyless reports whether a call takes away, or queues, what has no key: a key
// function has failed, nobody looked at its error, and nothing has the empty key.
func (x *site) keyless(e *Effect) bool {
	if x.uid || !slices.ContainsFunc(x.args, func(a value.Value) bool { return a.Kind == value.NoKey && !a.Neg }) {
		return false
	}
	if to, _ := hop.Into(x.instr); to != nil {
		return e.To != "" && x.in.wants(e.To)
	}
	return e.Frees && !e.Queue && value.From(x.args) == 0 // it might go by something else that it gets
}

// stored goes on with each of the functions that may be in the field which is called;
// nil if that is not known.
func (x *site) stored() (out []*state) {
	if x.in.fields == nil {
		x.in.fields = hop.NewFields(x.in.fns)
	}
	fns, by := x.in.fields.Of(x.c.Value)
	for _, fn := range by {
		x.in.need(fn)
	}
	for _, fn := range fns {
		y := *x
		y.s, y.args, y.free = x.s.clone(), slices.Clone(x.args), make([]value.Value, len(fn.FreeVars))
		out = append(out, y.function(fn)...)
	}
	return out
}

// ownKey is the key of the object.
var ownKey = value.Value{Kind: value.Derived, From: Old, Part: clientgo.PartName, Type: types.Typ[types.String]}

// lookUp interprets a look-up of the object that is gone, or there, and what is
// asked of the error then.
func (x *site) lookUp() (value.Value, bool) {
	if !x.gone && !x.there || x.fn == nil {
		return value.Value{}, false
	}
	switch {
	case x.there && clientgo.AsksForNotFound(x.fn) && len(x.args) == 1 && x.args[0].Kind == value.Nil:
		return value.Of(value.False), true
	case clientgo.AsksForNotFound(x.fn) && len(x.args) == 1 && x.args[0].Part == value.Gone:
		return value.Of(value.True), true
	case clientgo.DropsNotFound(x.fn) && len(x.args) == 1 && x.args[0].Part == value.Gone:
		return value.Of(value.Nil), true
	}
	if value.From(append([]value.Value{x.recv}, x.args...)) == 0 {
		return value.Value{}, false
	}
	res := x.fn.Signature().Results()
	if x.works != nil {
		return x.found(res)
	}
	switch n := res.Len(); {
	case x.fn.Name() == "Get" && n == 2 && clientgo.IsObject(res.At(0).Type()) && ssautil.IsError(res.At(1).Type()):
		x.Gone, x.LookUps = append(x.Gone, res.At(0).Type()), append(x.LookUps, hop.Asks(x.c, x.fr))
		return value.Found(n, x.there), true
	case x.fn.Name() == "GetByKey" && n == 3:
		x.Gone, x.LookUps = append(x.Gone, nil), append(x.LookUps, hop.Asks(x.c, x.fr))
		return value.Found(n, x.there), true
	}
	return value.Value{}, false
}
