package handlers

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Limits of one interpretation. Over them it gives up, and the checks are silent.
const (
	maxSteps  = 20_000 // blocks entered
	maxDepth  = 4      // calls inlined into each other
	maxStates = 2_000  // states of one function
	maxSplit  = 200    // states at one instruction

	maxRecorded = 2_000 // blocks entered, with ways kept apart: each costs more
)

// Known is what is known of functions without looking into them.
type Known struct {
	Helpers  map[string][]Helper // of other packages, by their full names
	KeyVars  map[string]string   // package variables that hold a key function, both by their full names
	Declared clientgo.Declared   // what the config file says
}

// An Interp interprets functions of one package, one at a time: several checks
// may ask at the same time.
type interp struct {
	mu       sync.Mutex
	pass     *analysis.Pass
	pkg      *ssa.Package
	fns      []*ssa.Function
	known    Known
	tombT    *types.Named
	globals  map[*ssa.Global]ssa.Value // package variables that are assigned once, to a function
	quiet    map[*ssa.Function]bool    // memo of changesNothing
	live     map[*ssa.Function][]map[ssa.Value]bool
	orders   map[*ssa.Function][]int
	needed   map[*ast.FuncDecl]bool // functions that something is known from
	ids      *ids
	bodiless bool // a function of this package without a body was called
}

func newInterp(pass *analysis.Pass, lazy *ssabuild.Lazy, known Known) *interp {
	in := &interp{pass: pass, pkg: lazy.Package(), fns: lazy.Functions(), known: known, tombT: clientgo.TombstoneType(pass.Pkg),
		globals: make(map[*ssa.Global]ssa.Value), quiet: make(map[*ssa.Function]bool),
		live: make(map[*ssa.Function][]map[ssa.Value]bool), orders: make(map[*ssa.Function][]int), needed: make(map[*ast.FuncDecl]bool), ids: newIDs()}
	stores := make(map[*ssa.Global]int)
	for _, fn := range in.fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if st, ok := instr.(*ssa.Store); ok {
					if g, ok := st.Addr.(*ssa.Global); ok {
						stores[g]++
						in.Need(fn)
						in.globals[g] = st.Val
					}
				}
			}
		}
	}
	for g, n := range stores {
		if n > 1 {
			delete(in.globals, g)
		}
	}
	return in
}

// Need notes that something is known from a function.
func (in *interp) Need(fn *ssa.Function) {
	if fn == nil {
		return
	}
	fn = ssautil.Origin(fn)
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if decl, ok := fn.Syntax().(*ast.FuncDecl); ok {
		in.needed[decl] = true
		in.bodiless = in.bodiless || decl.Body == nil
	}
}

// Needs reports whether something is known from a function.
func (in *interp) Needs(fn *ast.FuncDecl) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.needed[fn]
}

// Incomplete reports whether something would have had to be known from a
// function of this package that has no body.
func (in *interp) Incomplete() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.bodiless
}

// Assigned returns the function that is the one value of a package variable
// that the package assigns, or nil.
func (in *interp) Assigned(g *ssa.Global) ssa.Value { return in.globals[g] }

// A frame is a call that is being interpreted.
type frame struct {
	fn    *ssa.Function
	call  ssa.Instruction // in the parent; nil at the top
	up    *frame
	depth int
}

// path returns the functions from the top to f.
func (f *frame) path() []*frame {
	var p []*frame
	for ; f != nil; f = f.up {
		p = append(p, f)
	}
	slices.Reverse(p)
	return p
}

// An Effect is something that a handler does and that would be missed.
type Effect struct {
	Key   string // what is done to what; equal for the same work at different places
	Name  string // the name of the function or of what is written, for messages
	Pos   token.Pos
	frame *frame
	flags flags
	from  uint8  // whether old or new or both have a part in it
	whole uint8  // which of them are given away as whole objects
	uid   uint8  // whose UID is the key of it
	queue bool   // it adds to a work queue
	frees bool   // it takes state away
	state bool   // it writes to a map, field or variable
	place string // of a map's method: the map
	named bool   // and its key is made of the object's name
	fresh bool   // it only writes where there is nothing yet
}

// Enqueues reports whether an effect hands the work to a queue, by its type or
// its name.
func (e *Effect) Enqueues() bool {
	return e.queue || strings.Contains(strings.ToLower(e.Name), "queue")
}

// A miss is a point where a tombstone is not what the code expects.
type miss struct {
	instr   ssa.Instruction
	frame   *frame
	kind    missKind
	after   bool // the tombstone had been recognised before
	keyFunc string
}

type missKind uint8

const (
	missAssert  missKind = iota // a checked assertion fails
	missPointer                 // an assertion to *DeletedFinalStateUnknown fails
	missKey                     // a key function returns an error
	missPanic                   // an unchecked assertion panics
	missDeref                   // the zero value of a failed assertion is dereferenced
	missThrow                   // the code itself panics or exits
	missSeen                    // no miss: the tombstone is recognised here
)

// An end is one way in which a handler returns.
type end struct {
	results []val
	flags   flags
	mem     map[place]val
	past    past
}

// Truth is what a function returns that returns one bool.
func (e *end) Truth() Truth {
	if len(e.results) == 1 {
		switch e.results[0].k {
		case isTrue:
			return True
		case isFalse:
			return False
		}
	}
	return Unknown
}

// Generations reports whether a function returns the outcome of comparing the
// generations, and whether that is true if they differ.
func (e *end) Generations() (compared, differ bool) {
	if len(e.results) != 1 {
		return false, false
	}
	r := e.results[0]
	return r.k == compare && r.part == partGen, r.neg
}

// A run is the interpretation of one handler function with given objects.
type trail struct {
	in      *interp
	uid     bool // two objects with different UIDs, instead of a tombstone
	same    bool // their generations are equal, and, if ways are not kept apart, what else is compared
	effects map[string]*Effect
	misses  []miss
	ends    []end
	raw     []forward // calls that pass the objects on as they came
	gens    []*ssa.BinOp
	cmps    []token.Pos // where UIDs are compared
	early   []*ssa.If   // branches that the new object alone decides
	equal   []ssa.Instruction
	steps   int
	gaveUp  bool
	rec     *recorder // nil: ways are not told apart
}

// A forward is a call of an unknown function with untouched objects.
type forward struct {
	callee ssa.Value
	method string // for calls through an interface
	role   clientgo.HandlerRole
	frame  *frame
	flags  flags
}

// RunObject runs a function with an object.
func (in *interp) RunObject(f *Func) *trail {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.run(f, false, val{k: object, from: fromOld})
}

// RunTombstone runs a function with a tombstone that holds an object.
func (in *interp) RunTombstone(f *Func) *trail {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.run(f, false, val{k: tomb, from: fromOld})
}

// RunOne runs a function with an object; effects tell UIDs apart.
func (in *interp) RunOne(f *Func) *trail {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.run(f, true, objects(f, val{k: object, from: fromOld})...)
}

// RunUpdate runs an Update function with two objects that have two UIDs; with
// same, everything else that is compared is equal.
func (in *interp) RunUpdate(f *Func, same bool) *trail {
	in.mu.Lock()
	defer in.mu.Unlock()
	t := &trail{in: in, uid: true, same: same, effects: make(map[string]*Effect)}
	t.start(f, objects(f, val{k: object, from: fromOld}, val{k: object, from: fromNew}))
	return t
}

// run interprets f with its object parameters set to objs.
func (in *interp) run(f *Func, uid bool, objs ...val) *trail {
	t := &trail{in: in, uid: uid, effects: make(map[string]*Effect)}
	t.start(f, objs)
	return t
}

func (t *trail) start(f *Func, objs []val) {
	args := make([]val, len(f.Fn.Params))
	for i := range args {
		if j := i - f.First; j >= 0 && j < len(objs) {
			args[i] = objs[j]
		}
	}
	t.ends = t.call(&frame{fn: f.Fn}, args, f.Free, &state{mem: f.held})
}

// call interprets a function and returns the ways in which it ends.
func (t *trail) call(fr *frame, args, free []val, from *state) []end {
	fn := fr.fn
	t.in.Need(fn)
	if len(fn.Blocks) == 0 {
		return []end{{mem: from.mem, flags: from.flags, past: from.past}}
	}
	start := &state{env: make(map[ssa.Value]val), mem: make(map[place]val, len(from.mem)), flags: from.flags, past: from.past}
	for k, v := range from.mem {
		start.mem[k] = v
	}
	for i, p := range fn.Params {
		if i < len(args) && args[i].k != unknown {
			start.env[p] = args[i]
		}
	}
	for i, p := range fn.FreeVars {
		if i < len(free) && free[i].k != unknown {
			start.env[p] = free[i]
		}
	}
	type item struct {
		block *ssa.BasicBlock
		pred  *ssa.BasicBlock
		st    *state
		id    string // once phis are set
	}
	live := t.in.liveness(fn)
	enter := func(it *item) {
		phis(it.block, it.pred, it.st)
		it.st.prune(it.block, live[it.block.Index])
		it.id = strconv.Itoa(it.block.Index) + "|" + it.st.fingerprint(t.in.ids)
	}
	seen := make(map[string]past)
	ends := make(map[string]end)
	var order []string
	var work []*item
	push := func(it *item) {
		if t.rec != nil {
			// Ways that meet are one before it goes on.
			enter(it)
			for _, w := range work {
				if w.id == it.id {
					w.st.past, _ = w.st.past.merge(it.st.past)
					return
				}
			}
		}
		work = append(work, it)
	}
	push(&item{block: fn.Blocks[0], st: start})
	for len(work) > 0 {
		at, limit := len(work)-1, maxSteps
		if t.rec != nil {
			order := t.in.order(fn)
			for i := range work {
				if order[work[i].block.Index] < order[work[at].block.Index] {
					at = i
				}
			}
			if !t.in.ids.coarse {
				limit = maxRecorded
			}
		}
		it := work[at]
		work = slices.Delete(work, at, at+1)
		if t.steps++; t.steps > limit || len(seen) > maxStates {
			t.gaveUp = true
			break
		}
		if it.id == "" {
			enter(it)
		}
		known, again := seen[it.id]
		if again {
			both, changed := known.merge(it.st.past)
			if !changed {
				continue
			}
			it.st.past = both
		}
		seen[it.id] = it.st.past
		for _, o := range t.block(fr, it.block, it.st) {
			switch {
			case o.end != nil:
				e := *o.end
				forget(&e, fn)
				key := t.in.ids.end(e)
				if first, dup := ends[key]; dup {
					first.past, _ = first.past.merge(e.past)
					ends[key] = first
				} else {
					ends[key] = e
					order = append(order, key)
				}
			case o.next != nil:
				push(&item{block: o.next, pred: it.block, st: o.st})
			}
		}
		if t.gaveUp {
			break // what follows would be thrown away
		}
	}
	out := make([]end, 0, len(order))
	for _, key := range order {
		out = append(out, ends[key])
	}
	return out
}

// forget drops what a function's own variables hold, unless it returns their
// addresses.
func forget(e *end, fn *ssa.Function) {
	for _, r := range e.results {
		if r.k == pointer || r.k == closure || r.k == tuple {
			return
		}
	}
	for p := range e.mem {
		if p.ref.Parent() == fn {
			delete(e.mem, p)
		}
	}
}

func (n *ids) end(e end) string {
	var b []byte
	for _, r := range e.results {
		b = append(n.append(b, r), ',')
	}
	b = strconv.AppendInt(append(n.appendMem(b, e.mem), '|'), int64(e.flags), 36)
	return string(n.appendPast(append(b, ';'), e.past))
}

// phis sets the values that depend on where control came from.
func phis(b, pred *ssa.BasicBlock, st *state) {
	if pred == nil {
		return
	}
	i := slices.Index(b.Preds, pred)
	var vals []val
	var which []*ssa.Phi
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		which = append(which, phi)
		vals = append(vals, st.eval(phi.Edges[i]))
	}
	for j, phi := range which {
		st.set(phi, vals[j])
	}
}

func (s *state) set(v ssa.Value, x val) {
	if x.k == unknown {
		delete(s.env, v)
		return
	}
	s.env[v] = x
}

func (s *state) eval(v ssa.Value) val {
	switch v := v.(type) {
	case *ssa.Const:
		return constant(v)
	case *ssa.Function:
		return val{k: closure, ref: v}
	}
	return s.env[v]
}

// An outcome is where a block leads: to another block, or out.
type outcome struct {
	next *ssa.BasicBlock
	st   *state
	end  *end
}

// block interprets the instructions of a block. A call or a type test may
// have several results; each goes its own way from there.
func (t *trail) block(fr *frame, b *ssa.BasicBlock, st *state) []outcome {
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
			t.gaveUp = true
			return nil
		}
	}
	if t.rec != nil {
		t.steps += len(states) - 1
	}
	var out []outcome
	for _, s := range states {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			results := make([]val, len(last.Results))
			for i, r := range last.Results {
				results[i] = s.eval(r)
			}
			out = append(out, outcome{end: &end{results, s.flags, s.mem, s.past}})
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
func (t *trail) branch(fr *frame, b *ssa.BasicBlock, last *ssa.If, s *state) []outcome {
	cond := s.eval(last.Cond)
	switch cond.k {
	case isTrue:
		return []outcome{{next: b.Succs[0], st: s}}
	case isFalse:
		return []outcome{{next: b.Succs[1], st: s}}
	}
	yes, no := s.clone(), s.clone()
	if t.uid {
		if t.mark(cond, yes, no); cond.from == fromNew && cond.part != partName && s.flags&(sawUID|onNew|onOld) == 0 && !slices.Contains(t.early, last) {
			t.early = append(t.early, last)
		}
	}
	t.decide(fr, last, cond, yes, no)
	// The condition is known from here on.
	yes.set(last.Cond, val{k: isTrue})
	no.set(last.Cond, val{k: isFalse})
	return []outcome{{next: b.Succs[0], st: yes}, {next: b.Succs[1], st: no}}
}

// mark notes in both successors what an undecided condition depends on.
func (t *trail) mark(cond val, yes, no *state) {
	switch cond.from {
	case fromNew:
		if cond.part != partName {
			yes.flags |= onNew
			no.flags |= onNew
		}
	case fromOld, fromBoth:
		yes.flags |= onOld
		no.flags |= onOld
	}
	if cond.k != compare {
		return
	}
	same := yes
	if cond.neg {
		same = no
	}
	switch cond.part {
	case partGen:
		same.flags |= genEqual
	case partRV:
		// A recreated object has another resource version: this side is
		// not about one.
		same.flags |= odd
	case partAny:
		same.flags |= specEqual
	}
}
