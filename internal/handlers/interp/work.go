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

// A work is what workers find that take the keys of objects out of queues: each
// runs at once, before anything else happens to the object.
type work struct {
	kind   types.Type             // of the objects
	finds  uint8                  // the object that a lister has: Old, New, or none
	worked map[*ssa.Function]bool // what was run
	inside map[*ssa.Function]bool // and what that has called, as far as it was followed
	// skipped was called, and not followed.
	skipped map[*ssa.Function]bool
}

// at is what workers find while the functions run that get an input.
func (w *work) at(in Input) *work {
	out := *w
	switch in {
	case AddObject, AddCalled:
		out.finds = Old
	case UpdateEqual, UpdateDiffer, UpdateStatus, UpdateSpec, UpdateResync:
		out.finds = New
	}
	return &out
}

// Working returns the program with what workers do with the keys that its functions
// put into queues; nil if Add and Update put none there, or it is not known who takes it out,
// or of which type the objects are.
func (pr *Program) Working() *Program {
	if !pr.asked {
		pr.working, pr.asked = pr.work(), true
	}
	return pr.working
}

func (pr *Program) work() *Program {
	g := pr.Group
	if g.Add == nil || g.Delete == nil {
		return nil
	}
	runs := []*Trail{pr.in.RunOne(g.Add)}
	if g.Update != nil {
		runs = append(runs, pr.in.RunUpdate(g.Update, false))
	}
	queued := false
	for _, t := range runs {
		for _, e := range t.Effects {
			queued = queued || e.Queue && pr.in.taken(e.To)
		}
	}
	kind := pr.in.RunOne(g.Delete).Kind(g.Delete)
	if !queued || kind == nil {
		return nil
	}
	return &Program{Group: g, in: pr.in, rec: newRecorder(), ways: make(map[Input]Ways), apart: make(map[Input]Ways), works: &work{kind: kind, worked: make(map[*ssa.Function]bool), inside: make(map[*ssa.Function]bool), skipped: make(map[*ssa.Function]bool)}}
}

// taken reports whether one function takes out what is in a queue, and somebody may
// call it.
func (in *Machine) taken(queue string) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	out, known := in.outs[queue]
	return known && in.begins(out.Fn)
}

// begins reports whether anybody may call a function of the package.
func (in *Machine) begins(fn *ssa.Function) bool {
	by := in.later().Begun(fn)
	for _, f := range by {
		in.need(f)
	}
	return by != nil
}

// Hops tells where queues of the package lead.
func (in *Machine) Hops() *hop.Later {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.later()
}

// Hops is the machine's.
func (pr *Program) Hops() *hop.Later { return pr.in.Hops() }

func (in *Machine) later() *hop.Later {
	if in.hops == nil {
		in.hops = hop.NewLater(in.fns)
	}
	return in.hops
}

// Workers are the functions that were run with keys, inside what these have called as
// far as that was followed, and skipped what was not.
func (pr *Program) Workers() (worked, inside, skipped map[*ssa.Function]bool) {
	if w := pr.works; w != nil {
		return w.worked, w.inside, w.skipped
	}
	return nil, nil, nil
}

// Kind is the one type of objects that the function expects, nil if it is not known.
func (t *Trail) Kind(f *registered.Func) types.Type { return f.Kind(t.asserted) }

// keyed goes on with what the worker does that takes out the object's key.
func (t *Trail) keyed(fr *Frame, instr ssa.Instruction, to, put ssa.Value, s *state) []*state {
	key := s.Eval(put)
	out, known := t.in.outs[hop.Place(to)]
	if !known || !t.in.begins(out.Fn) {
		return []*state{s}
	}
	if t.item != nil || !key.IsName() || fr.Runs(out.Fn) {
		if t.item == nil || t.item.Fn != out.Fn || !key.IsName() { // it does not do the same once more
			t.works.skipped[out.Fn] = true
		}
		return []*state{s}
	}
	if key.Type == nil {
		key.Type = ownKey.Type
	}
	t.works.worked[out.Fn] = true
	t.item = &taken{out, key}
	t.gone, t.there = t.works.finds == 0, t.works.finds != 0
	t.works.inside[out.Fn] = true
	ends := t.call(&Frame{Fn: out.Fn, Call: instr, Up: fr, Worker: true}, nil, nil, s)
	t.item, t.gone, t.there = nil, false, false
	return s.goOn(ends)
}

// found is what a look-up by the object's key gives, of the objects' type, and what
// is in the key.
func (x *site) found(res *types.Tuple) (value.Value, bool) {
	if clientgo.SplitsKey(x.fn) && len(x.args) == 1 && x.args[0].IsName() {
		return value.Pack([]value.Value{x.args[0], x.args[0], value.Of(value.Nil)}), true
	}
	if x.fn.Name() == "GetByKey" && res.Len() == 3 && slices.ContainsFunc(x.args, value.Value.IsName) && ssautil.AssertedTo(x.result, x.works.kind) {
		if x.works.finds == 0 {
			return value.Found(3, false), true
		}
		return value.Pack([]value.Value{{Kind: value.Object, From: x.works.finds}, value.Of(value.True), value.Of(value.Nil)}), true
	}
	if x.fn.Name() != "Get" || res.Len() != 2 || !types.Identical(res.At(0).Type(), x.works.kind) || !ssautil.IsError(res.At(1).Type()) ||
		!slices.ContainsFunc(x.args, value.Value.IsName) {
		return value.Value{}, false
	}
	if x.works.finds == 0 {
		return value.Found(2, false), true
	}
	return value.Pack([]value.Value{{Kind: value.Object, From: x.works.finds}, value.Of(value.Nil)}), true
}
