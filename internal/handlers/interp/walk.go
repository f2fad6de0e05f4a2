package interp

import (
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/past"
	"github.com/informerlint/informerlint/internal/handlers/shape"
	"github.com/informerlint/informerlint/internal/handlers/value"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A walk is the interpretation of one function that is called once: the blocks
// that are still to be entered, and what is known of those that have been.
type walk struct {
	*Trail
	fr    *Frame
	live  []map[ssa.Value]bool
	todo  []*arrival
	seen  map[string]past.Past // what was done on the way to a block and state
	ends  map[string]End
	order []string // of the ends
}

// An arrival is a block that is entered in a state.
type arrival struct {
	block *ssa.BasicBlock
	pred  *ssa.BasicBlock
	st    *state
	id    string // once phis are set
}

// call interprets a function and returns the ways in which it ends.
func (t *Trail) call(fr *Frame, args, free []value.Value, from *state) []End {
	fn := fr.Fn
	t.in.need(fn)
	if len(fn.Blocks) == 0 {
		return []End{{mem: from.Mem, Flags: from.flags, past: from.past}}
	}
	w := &walk{Trail: t, fr: fr, live: t.in.live(fn), seen: make(map[string]past.Past), ends: make(map[string]End)}
	w.push(&arrival{block: fn.Blocks[0], st: &state{value.Begin(fn, args, free, &from.Mem), from.flags, from.past}})
	for len(w.todo) > 0 && !t.GaveUp { // once it has given up, what follows would be thrown away
		w.enter(w.next())
	}
	out := make([]End, 0, len(w.order))
	for _, key := range w.order {
		out = append(out, w.ends[key])
	}
	return out
}

// name enters the block, and gives the arrival its name.
func (w *walk) name(a *arrival) {
	a.st.Enter(a.block, a.pred, w.live[a.block.Index])
	a.id = strconv.Itoa(a.block.Index) + "|" + w.in.fingerprint(a.st)
}

func (w *walk) push(a *arrival) {
	if w.rec != nil {
		// Ways that meet are one before it goes on.
		w.name(a)
		for _, other := range w.todo {
			if other.id == a.id {
				other.st.past, _ = other.st.past.Merge(a.st.past)
				return
			}
		}
	}
	w.todo = append(w.todo, a)
}

// live returns what each block of a function may still use. A state keeps no
// other values: two ways to a block that differ in nothing that matters are
// then one, and ten conditions in a row do not make a thousand states.
func (in *Machine) live(fn *ssa.Function) []map[ssa.Value]bool {
	l, ok := in.lives[fn]
	if !ok {
		l = ssautil.Live(fn)
		for _, by := range effect.Sought(fn) {
			for _, at := range l {
				at[by] = true
			}
		}
		in.lives[fn] = l
	}
	return l
}

// order is ssautil.Order, remembered.
func (in *Machine) order(fn *ssa.Function) []int {
	o, ok := in.orders[fn]
	if !ok {
		o = ssautil.Order(fn)
		in.orders[fn] = o
	}
	return o
}

// next takes the arrival to go on with: the last, or, if ways are kept apart,
// one that none of the others leads to.
func (w *walk) next() *arrival {
	at := len(w.todo) - 1
	if w.rec != nil {
		order := w.in.order(w.fr.Fn)
		for i, a := range w.todo {
			if order[a.block.Index] < order[w.todo[at].block.Index] {
				at = i
			}
		}
	}
	a := w.todo[at]
	w.todo = slices.Delete(w.todo, at, at+1)
	return a
}

// enter interprets a block, unless that would tell nothing new.
func (w *walk) enter(a *arrival) {
	limit := maxSteps
	if w.rec != nil && w.in.grain != past.Coarse {
		limit = maxRecorded
	}
	if w.Steps++; w.Steps > limit || len(w.seen) > maxStates {
		w.GaveUp = true
		return
	}
	if a.id == "" {
		w.name(a)
	}
	if known, again := w.seen[a.id]; again {
		both, changed := known.Merge(a.st.past)
		if !changed && (both.Merged == known.Merged || w.rec == nil || w.in.grain == past.Coarse) {
			return
		}
		a.st.past = both
	}
	w.seen[a.id] = a.st.past
	for _, o := range w.block(w.fr, a.block, a.st) {
		if o.end != nil {
			w.end(*o.end)
		} else if o.next != nil {
			w.push(&arrival{block: o.next, pred: a.block, st: o.st})
		}
	}
}

// end keeps a way in which the function ends.
func (w *walk) end(e End) {
	if !e.keepsOwn() {
		e.mem.Forget(w.fr.Fn)
	}
	key := w.in.endprint(e)
	for {
		first, dup := w.ends[key]
		if !dup {
			break
		}
		both, _ := first.past.Merge(e.past)
		if w.fr.Up != nil || w.in.grain == past.Coarse || !first.past.Apart(e.past) {
			first.past = both
			w.ends[key] = first
			return
		}
		key += " else" // two reasons to do the same are two ways
	}
	w.ends[key] = e
	w.order = append(w.order, key)
}

// keepsOwn reports whether an end returns what leads to the function's own
// variables.
func (e *End) keepsOwn() bool {
	return slices.ContainsFunc(e.results, func(r value.Value) bool {
		return r.Kind == value.Pointer || r.Kind == value.Closure || r.Kind == value.Tuple
	})
}

// An outcome is where a block leads: to another block, or out.
type outcome struct {
	next *ssa.BasicBlock
	st   *state
	end  *End
}

// block interprets the instructions of a block. A call or a type test may
// have several results; each goes its own way from there.
func (t *Trail) block(fr *Frame, b *ssa.BasicBlock, st *state) []outcome {
	states := []*state{st}
	for _, instr := range b.Instrs {
		var next []*state
		for _, s := range states {
			next = append(next, t.step(fr, instr, s)...)
		}
		if states = next; len(states) == 0 {
			return nil
		}
		if len(states) > maxSplit {
			t.GaveUp = true
			return nil
		}
	}
	if t.rec != nil {
		t.Steps += len(states) - 1
	}
	var out []outcome
	for _, s := range states {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			results := make([]value.Value, len(last.Results))
			for i, r := range last.Results {
				results[i] = s.Returned(r, b, nil)
				if k := results[i].Kind; t.in.ids.Says && ssautil.IsBool(r.Type()) && k != value.True && k != value.False {
					results[i].Says = shape.OfOne(r, results[i].Says)
				}
			}
			out = append(out, outcome{end: &End{results, s.flags, s.Mem, s.past}})
		case *ssa.If:
			out = append(out, t.branch(fr, b, last, s)...)
		default:
			for _, succ := range b.Succs {
				out = append(out, outcome{next: succ, st: s})
			}
		}
	}
	return out
}

// branch decides a condition, if it can, and notes what decided it.
func (t *Trail) branch(fr *Frame, b *ssa.BasicBlock, last *ssa.If, s *state) []outcome {
	cond := s.Eval(last.Cond)
	if cond.Stone && (cond.Kind == value.True || cond.Kind == value.False) {
		s.flags |= Keyless
	}
	switch cond.Kind {
	case value.True:
		return []outcome{{next: b.Succs[0], st: s}}
	case value.False:
		return []outcome{{next: b.Succs[1], st: s}}
	}
	before := s.flags
	yes, no := s, s.clone()
	if t.uid {
		t.mark(fr, last, cond, yes, no)
		t.early(last, cond, before)
	}
	if cond.Stone && before&recognised == 0 {
		// reflect, or a function of another package: it may tell tombstones apart.
		yes.flags |= guessed
		no.flags |= guessed
	}
	t.decide(fr, last, cond, yes, no)
	// The condition is known from here on.
	yes.Set(last.Cond, value.Of(value.True))
	no.Set(last.Cond, value.Of(value.False))
	return []outcome{{next: b.Succs[0], st: yes}, {next: b.Succs[1], st: no}}
}

// mark notes in both successors what an undecided condition depends on.
func (t *Trail) mark(fr *Frame, last *ssa.If, cond value.Value, yes, no *state) {
	var on Flags
	switch {
	case cond.From == New && cond.Part != clientgo.PartName:
		on = OnNew
	case cond.From == Old, cond.From == Both:
		on = OnOld
	case t.same && t.rec == nil && !ssautil.AsksForError(last) && !t.setting(fr, last):
		on = OnElse
	}
	yes.flags |= on
	no.flags |= on
	if cond.Kind != value.Compare {
		return
	}
	same := yes
	if cond.Neg {
		same = no
	}
	switch cond.Part {
	case clientgo.PartGeneration:
		same.flags |= GenEqual
	case clientgo.PartVersion:
		// A recreated object has another resource version: this side is
		// not about one.
		same.flags |= Odd
	case value.AnyPart:
		same.flags |= SpecEqual
	}
}

// setting reports whether a branch asks only how the program was set up.
func (t *Trail) setting(fr *Frame, last *ssa.If) bool {
	return t.uid && t.in.settings.Asked(last.Cond, fr.Path()[0].Fn)
}

// early notes a branch that the new object alone decides, the first of its way or
// one that looks for what is kept under that object's UID.
func (t *Trail) early(last *ssa.If, cond value.Value, passed Flags) {
	if effect.Looked(last.Cond) != nil {
		passed &^= OnNew
	}
	if cond.From == New && cond.Part != clientgo.PartName && passed&(SawUID|OnNew|OnOld) == 0 && !slices.Contains(t.Early, last) {
		t.Early = append(t.Early, last)
	}
}
