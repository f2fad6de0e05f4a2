package cached

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/cached/form"
	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Bounds. What is larger is not judged.
const (
	maxSteps    = 20_000 // blocks that are interpreted for one root
	maxBarren   = 2_000  // and for one in which nothing was changed so far
	maxSummary  = 500    // and for one function whose facts are wanted
	maxDepth    = 6      // calls in each other
	maxOutcomes = 12     // ways out of one call that are told apart
	maxExact    = 200    // and where all ways of one object are wanted
	maxPath     = 8      // hops
)

// A run interprets one function, with what it calls, on all of its ways.
type run struct {
	m       *machine
	root    *ssa.Function
	objs    []*object
	mems    []*memory
	index   map[string]int // objects and memories, by where they come from
	hits    map[hitKey]*hit
	looked  map[*ssa.Function]bool // what was interpreted
	copies  map[string]bool        // places where copies replace what they are copies of
	unclear map[string]bool        // those that earlier runs have found
	ends    []*event               // traces at the ends of the root
	exact   *object                // the one object whose ways are all wanted; nil: none is
	steps   int
	limit   int
	over    bool // too large
	stack   []*ssa.Function

	outs     []outcome // ways out of the root
	complete bool
}

// A frame is one call that is being interpreted.
type frame struct {
	fn    *ssa.Function
	ctx   string          // the calls that lead here
	depth int             // 0: the root
	site  token.Pos       // in the root; invalid in the root itself
	call0 ssa.Instruction // the call in the root
	form  *form.Func
}

// An outcome is one way out of a call.
type outcome struct {
	results []value
	state   *state
}

// An item is where the interpretation goes on.
type item struct {
	block *ssa.BasicBlock
	next  int
	state *state
}

// exec interprets a function from a state whose env holds its parameters, and
// returns the ways out of it. ok is false if it is too large.
func (r *run) exec(fr *frame, s *state) (out []outcome, ok bool) {
	if len(fr.fn.Blocks) == 0 || slices.Contains(r.stack, fr.fn) || len(r.stack) >= maxDepth {
		return nil, false
	}
	r.looked[fr.fn] = true
	r.stack = append(r.stack, fr.fn)
	defer func() { r.stack = r.stack[:len(r.stack)-1] }()
	w := &walk{run: r, frame: fr, seen: make(map[string]bool), outs: make(map[string]bool)}
	w.enter(fr.fn.Blocks[0], nil, s)
	for len(w.todo) > 0 && !r.over && !w.over {
		it := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.block(it)
	}
	return w.out, !r.over && !w.over
}

// A walk is the interpretation of one call.
type walk struct {
	*run
	*frame
	todo []item
	seen map[string]bool
	outs map[string]bool
	out  []outcome
	over bool
}

// enter goes on with a block, unless the same has been there.
func (w *walk) enter(b, from *ssa.BasicBlock, s *state) {
	w.phis(b, from, s)
	if from != nil && b.Dominates(from) {
		// Another round: what is computed in the loop may have changed.
		maps.DeleteFunc(s.facts, func(k string, _ bool) bool { return w.form.Within(k, b) })
	}
	d := s.digest(func(v ssa.Value) bool { return w.form.Live(b, v) })
	k := w.form.Name(b) + d
	if w.exact != nil {
		k += s.trace.digest()
	}
	if w.seen[k] {
		return
	}
	w.seen[k] = true
	for v := range s.env {
		if !w.form.Live(b, v) {
			delete(s.env, v)
		}
	}
	if w.steps++; w.steps > w.limit || w.steps > maxBarren && w.exact == nil && len(w.hits) == 0 {
		w.run.over = true
		return
	}
	w.todo = append(w.todo, item{b, 0, s})
}

// phis gives the registers of a block's phis what they get on one edge.
func (w *walk) phis(b, from *ssa.BasicBlock, s *state) {
	if from == nil {
		return
	}
	edge := slices.Index(b.Preds, from)
	got := make(map[ssa.Value]value)
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		got[phi] = w.value(s, phi.Edges[edge])
	}
	for phi, v := range got {
		s.set(phi, v)
	}
}

func (s *state) set(reg ssa.Value, v value) {
	if v.kind == nothing {
		delete(s.env, reg)
		return
	}
	s.env[reg] = v
}

// block interprets the rest of a block.
func (w *walk) block(it item) {
	for i := it.next; i < len(it.block.Instrs); i++ {
		switch instr := it.block.Instrs[i].(type) {
		case *ssa.Phi:
		case *ssa.If:
			w.branch(it.block, instr, it.state)
			return
		case *ssa.Jump:
			w.enter(it.block.Succs[0], it.block, it.state)
			return
		case *ssa.Return:
			w.leave(instr, it.state)
			return
		case *ssa.Panic:
			return
		case *ssa.Call:
			if instr.Call.IsInvoke() && w.knownNil(it.state, instr.Call.Value) {
				return // it panics
			}
			for _, s := range w.call(it.state, instr) {
				w.todo = append(w.todo, item{it.block, i + 1, s})
			}
			return
		case *ssa.RunDefers:
			for _, s := range w.runDefers(it.state) {
				w.todo = append(w.todo, item{it.block, i + 1, s})
			}
			return
		case *ssa.Go:
			for _, s := range w.spawn(it.state, instr) {
				w.todo = append(w.todo, item{it.block, i + 1, s})
			}
			return
		case *ssa.TypeAssert:
			for _, s := range w.assert(it.state, instr) {
				w.todo = append(w.todo, item{it.block, i + 1, s})
			}
			return
		default:
			w.instr(it.state, instr)
		}
	}
}

// leave ends the function on one way.
func (w *walk) leave(ret *ssa.Return, s *state) {
	o := outcome{state: s}
	var b strings.Builder
	seen := make(map[int]bool)
	for _, res := range ret.Results {
		v := w.value(s, res)
		o.results = append(o.results, v)
		v.print(&b)
		s.reach(v, seen)
		s.handOver(v, w.depth)
	}
	for _, p := range w.fn.Params {
		s.reach(s.env[p], seen)
	}
	for _, p := range w.fn.FreeVars {
		s.reach(s.env[p], seen)
	}
	b.WriteString(s.digestHeap(seen))
	fmt.Fprint(&b, s.when)
	if w.exact != nil {
		b.WriteString(s.trace.digest())
	}
	if k := b.String(); !w.outs[k] {
		w.outs[k] = true
		w.out = append(w.out, o)
	}
	switch {
	case w.depth == 0 && w.limit != maxSummary: // nobody has to tell them apart
	case w.exact != nil:
		w.run.over = len(w.out) > maxExact // else what is done in the call would be lost
	default:
		w.over = len(w.out) > maxOutcomes
	}
	if w.depth == 0 {
		if w.exact != nil {
			for _, v := range o.results {
				w.gives(s, ret, track.Return, v, make(map[int]bool))
			}
			for _, a := range form.Shared(w.fn) {
				w.keep(s, ret, value{kind: fresh, id: w.memory(a, 0)})
			}
		}
		w.ends = append(w.ends, s.trace)
	}
}

// branch follows the ways that a condition may go.
func (w *walk) branch(b *ssa.BasicBlock, instr *ssa.If, s *state) {
	for i, outcome := range []bool{true, false} {
		next := s
		if i == 0 {
			next = s.clone()
		}
		if w.assume(next, instr.Cond, outcome) {
			w.enter(b.Succs[i], b, next)
		}
	}
}

// assume restricts a state to a condition's outcome; false if it cannot be.
func (w *walk) assume(s *state, cond ssa.Value, is bool) bool {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return w.assume(s, c.X, !is)
		}
	case *ssa.BinOp:
		if ok, decided := w.compare(s, c, is); decided {
			if k := w.form.Cond(cond); k != "" {
				s.facts[k] = is // what it compares may be forgotten when it is asked again
			}
			return ok
		}
	}
	switch v := w.value(s, cond); v.kind {
	case literal:
		return (v.is == "true") == is
	case handed:
		return s.guard(Guard{v.id, "true", is == v.not})
	}
	k := w.form.Cond(cond)
	if k == "" {
		return true
	}
	if was, ok := s.facts[k]; ok {
		return was == is
	}
	s.facts[k] = is
	return true
}

// knownNil reports whether a value was found to be nil on the way here.
func (w *walk) knownNil(s *state, v ssa.Value) bool {
	if w.value(s, v).kind == isNil {
		return true
	}
	if v.Referrers() == nil {
		return false // a constant
	}
	for _, r := range *v.Referrers() {
		if c, ok := r.(*ssa.BinOp); ok && (w.value(s, c.X).kind == isNil || w.value(s, c.Y).kind == isNil) {
			if was, ok := s.facts[w.form.Cond(c)]; ok && was == (c.Op == token.EQL) {
				return true
			}
		}
	}
	return false
}

// compare decides comparisons with nil and of constants.
func (w *walk) compare(s *state, c *ssa.BinOp, is bool) (ok, decided bool) {
	if c.Op != token.EQL && c.Op != token.NEQ {
		return false, false
	}
	equal := (c.Op == token.EQL) == is
	if w.given(s, c.X, c.Y) || w.given(s, c.Y, c.X) {
		return !equal, true
	}
	x, y := w.value(s, c.X), w.value(s, c.Y)
	if y.kind != isNil {
		x, y = y, x
	}
	switch {
	case y.kind == isNil && x.kind != nothing:
		switch {
		case x.kind == isNil:
			return equal, true
		case (x.kind == shared || x.kind == fresh) && len(x.path) > 0 && x.path[len(x.path)-1].Ref:
			return false, false // what the object, or a copy of it, holds may be nil
		case x.kind == shared, x.kind == fresh, x.kind == function, x.kind == notNil:
			return !equal, true
		}
	case w.apart(x, y), w.apart(y, x):
		return !equal, true
	case x.kind == shared && y.kind == shared && x.id == y.id && len(x.path)+len(y.path) == 0 && w.objs[x.id].single():
		return equal, true
	case x.kind == literal && y.kind == literal:
		return (x.is == y.is) == equal, true
	case x.kind == handed && y.kind == literal && !x.not:
		return s.guard(Guard{x.id, y.is, !equal}), true
	case x.kind == literal && y.kind == handed && !y.not:
		return s.guard(Guard{y.id, x.is, !equal}), true
	}
	return false, false
}

// apart: one is the object in the cache, the other a deep copy.
func (w *walk) apart(x, y value) bool {
	return x.kind == shared && y.kind == fresh && len(x.path)+len(y.path) == 0 && w.mems[y.id].deep
}

// single reports whether the object is the same one wherever it is met: it is
// obtained by its name, and once.
func (o *object) single() bool {
	return o.source.Kind == track.Get && o.instr != nil && !ssautil.Reaches(o.instr, o.instr)
}

// given: what the API server gives each object, and so has each of a cache, is
// compared with the empty string. Those who create what is not there yet ask so
// for what they have just made.
func (w *walk) given(s *state, v, empty ssa.Value) bool {
	if c, ok := empty.(*ssa.Const); !ok || c.Value == nil || c.Value.ExactString() != `""` {
		return false
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	at := w.value(s, load.X)
	path := at.path
	if len(path) > 0 && path[0].Name == element {
		path = path[1:] // of an object in a list
	}
	return at.kind == shared && len(path) == 2 && clientgo.Given(path[0].Name, path[1].Name)
}

// value returns what is known of a value.
func (w *walk) value(s *state, v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			if ssautil.IsRef(v.Type()) || types.IsInterface(v.Type()) {
				return value{kind: isNil}
			}
			return value{kind: zero}
		}
		return value{kind: literal, is: v.Value.ExactString()}
	case *ssa.Function:
		return value{kind: function, fn: &closure{fn: v}}
	}
	return s.env[v]
}

// memory returns the number of the memory that an instruction makes: of, plus one,
// is the object that it makes a deep copy of.
func (w *walk) memory(instr ssa.Instruction, of int) int {
	return w.number(fmt.Sprint("m", of), instr, func() int {
		w.mems = append(w.mems, &memory{instr: instr, name: fmt.Sprint(of, w.ctx, "/", w.form.Instr(instr))})
		return len(w.mems) - 1
	})
}

func (w *walk) number(what string, instr ssa.Instruction, add func() int) int {
	name := what + w.ctx + "/" + w.form.Instr(instr)
	if n, ok := w.index[name]; ok {
		return n
	}
	n := add()
	w.index[name] = n
	return n
}

// A hitKey is what is reported once: a kind of change of an object.
type hitKey struct {
	obj  int
	rule Rule
}

// A hit is a way on which an object of a cache is changed.
type hit struct {
	obj    *object
	id     int
	trace  *event
	rule   Rule
	facts  map[string]bool
	when   []Guard
	length int
}

func (r *run) hit(k hitKey, h *hit) {
	old := r.hits[k]
	if old != nil && len(h.when)+len(old.when) > 0 {
		r.hits[k] = weaker(old, h)
		return
	}
	if old == nil || cmp.Or(int(instrPos(h.trace.in)-instrPos(old.trace.in)), h.length-old.length) < 0 {
		r.hits[k] = h
	}
}

// weaker is the one of two changes in a summary that needs less of the
// parameters. If one statement makes both, it needs what they agree on.
func weaker(a, b *hit) *hit {
	if a.trace.in == b.trace.in {
		both := *a
		both.when = slices.DeleteFunc(slices.Clone(a.when), func(g Guard) bool { return !slices.Contains(b.when, g) })
		return &both
	}
	if len(b.when) < len(a.when) {
		return b
	}
	return a
}

func instrPos(instr ssa.Instruction) token.Pos { return ssautil.Pos(instr) }
