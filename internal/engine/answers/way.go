package answers

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// A fact is what is known of a value on the way that a function takes when a cache that
// is read is still empty.
type fact struct {
	kind kind
	val  constant.Value // of isConst
	read bool           // it is computed from what was read
}

type kind uint8

const (
	unseen  kind = iota // nothing has been computed yet
	isConst             // a number, string or bool
	isNil
	isEmpty // a list without elements, nil or not
	notNil
	missing // the error of a Get that has found nothing
	unknown
)

var (
	any_   = fact{kind: unknown}
	nil_   = fact{kind: isNil}
	some   = fact{kind: notNil}
	zero   = fact{kind: isConst, val: constant.MakeInt64(0)}
	false_ = fact{kind: isConst, val: constant.MakeBool(false)}
	true_  = fact{kind: isConst, val: constant.MakeBool(true)}
)

func (f fact) same(g fact) bool {
	return f.kind == g.kind && f.read == g.read && (f.kind != isConst || f.val.Kind() == g.val.Kind() && constant.Compare(f.val, token.EQL, g.val))
}

// join is what is known of a value that is one of two.
func (f fact) join(g fact) fact {
	read := f.read || g.read
	switch {
	case f.kind == unseen:
		f = g
	case g.kind == unseen:
	case f.kind == g.kind && f.kind != isConst, f.kind == isConst && f.same(fact{g.kind, g.val, f.read}):
	case (f.kind == missing || f.kind == notNil) && (g.kind == missing || g.kind == notNil):
		f = some
	default:
		f = any_
	}
	f.read = read
	return f
}

// bool is a fact as the answer of a condition.
func (f fact) bool() (is, known bool) {
	if f.kind != isConst || f.val.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(f.val), true
}

// An outcome is what comes of a function on such a way: whether anything may make up for
// what was missing, and what it returns, if it does.
type outcome struct {
	madeUp  bool
	results []fact // nil if it does not return
}

// A way goes through one function, from its beginning or from a call in it, and knows
// which branches are taken (sparse conditional constant propagation: Wegman and Zadeck).
type way struct {
	p       *Package
	fn      *ssa.Function
	from    *ssa.Call // nil: from the beginning
	kind    string    // of the objects that are read
	depth   int
	env     map[ssa.Value]fact
	tuples  map[ssa.Value][]fact
	edges   map[[2]int]bool
	reached []bool
	out     outcome
	changed bool
	again   bool // it comes to the call once more
	waits   bool // something on it may take its time
}

func (p *Package) newWay(fn *ssa.Function, kind string, depth int) *way {
	return &way{
		p: p, fn: fn, kind: kind, depth: depth, reached: make([]bool, len(fn.Blocks)),
		env: make(map[ssa.Value]fact), tuples: make(map[ssa.Value][]fact), edges: make(map[[2]int]bool),
	}
}

// follow goes the way.
func (w *way) follow() outcome {
	w.changed = true
	for rounds := 0; w.changed && !w.out.madeUp; rounds++ {
		if rounds > 50 {
			return outcome{madeUp: true}
		}
		w.changed = false
		if w.from != nil {
			w.block(w.from.Block(), after(w.from))
		}
		for _, b := range w.fn.Blocks {
			if w.reached[b.Index] || b.Index == 0 && w.from == nil {
				w.block(b, 0)
			}
		}
	}
	// A loop that reads once more, after a while or until there is something, waits for it.
	if w.again && (w.waits || w.out.results == nil) {
		w.out.madeUp = true
		w.p.because(Reason{At: w.from.Pos(), Again: true})
	}
	return w.out
}

func after(call *ssa.Call) int {
	for i, instr := range call.Block().Instrs {
		if instr == ssa.Instruction(call) {
			return i + 1
		}
	}
	return 0
}

func (w *way) block(b *ssa.BasicBlock, first int) {
	for _, instr := range b.Instrs[first:] {
		if w.from != nil && first == 0 && instr == ssa.Instruction(w.from) {
			w.again = w.again || !takesFirst(w.from)
			return
		}
		if w.ends(instr) {
			w.mark(instr)
			return
		}
		if v, ok := instr.(ssa.Value); ok {
			w.set(v, w.eval(v))
			w.mark(instr)
		}
	}
	if cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		f := w.get(cond.Cond)
		if f.kind == unseen {
			return
		}
		if is, known := f.bool(); known {
			if is {
				w.edge(b, 0)
			} else {
				w.edge(b, 1)
			}
			return
		}
	}
	for i := range b.Succs {
		w.edge(b, i)
	}
}

func (w *way) edge(b *ssa.BasicBlock, i int) {
	to := b.Succs[i].Index
	if !w.edges[[2]int{b.Index, to}] {
		w.edges[[2]int{b.Index, to}], w.reached[to], w.changed = true, true, true
	}
}

func (w *way) set(v ssa.Value, f fact) {
	if old := w.env[v]; !old.same(old.join(f)) {
		w.env[v], w.changed = old.join(f), true
	}
}

// get: what was computed before the way began is not known.
func (w *way) get(v ssa.Value) fact {
	switch v := v.(type) {
	case *ssa.Const:
		return constFact(v)
	case *ssa.Function, *ssa.Global:
		return some
	}
	if f, ok := w.env[v]; ok {
		return f
	}
	if instr, ok := v.(ssa.Instruction); ok && w.computed(instr) {
		return fact{}
	}
	return any_
}

// computed: the way comes to the instruction, if it does at all, before anything that
// looks at what it gives; so that this is known then.
func (w *way) computed(instr ssa.Instruction) bool {
	return w.from == nil || !instr.Block().Dominates(w.from.Block())
}

func constFact(c *ssa.Const) fact {
	switch {
	case c.IsNil():
		if _, list := c.Type().Underlying().(*types.Slice); list {
			return fact{kind: isEmpty}
		}
		return nil_
	case c.Value == nil:
		return any_
	}
	return fact{kind: isConst, val: c.Value}
}

func (w *way) eval(v ssa.Value) fact {
	switch v := v.(type) {
	case *ssa.Phi:
		var f fact
		for i, pred := range v.Block().Preds {
			if w.edges[[2]int{pred.Index, v.Block().Index}] {
				f = f.join(w.get(v.Edges[i]))
			}
		}
		return f
	case *ssa.BinOp:
		return w.binary(v)
	case *ssa.Extract:
		if t, ok := w.tuples[v.Tuple]; ok && v.Index < len(t) {
			return t[v.Index]
		}
	case *ssa.UnOp:
		if made, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL && own(made) {
			return w.loaded(v, made)
		}
		if is, known := w.get(v.X).bool(); known && v.Op == token.NOT {
			return fact{kind: isConst, val: constant.MakeBool(!is), read: w.get(v.X).read}
		}
	case *ssa.ChangeType:
		return w.get(v.X)
	case *ssa.ChangeInterface:
		return w.get(v.X)
	case *ssa.MakeInterface:
		return fact{kind: notNil, read: w.get(v.X).read}
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeClosure, *ssa.FieldAddr, *ssa.IndexAddr:
		return fact{kind: notNil, read: w.fromRead(v)}
	case *ssa.MakeSlice:
		if n := w.get(v.Len); n.same(fact{zero.kind, zero.val, n.read}) {
			return fact{kind: isEmpty, read: n.read}
		}
	case *ssa.Call:
		return w.call(v)
	}
	return fact{kind: unknown, read: w.fromRead(v)}
}

// fromRead: a value is computed from what was read.
func (w *way) fromRead(v ssa.Value) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && w.env[*op].read {
			return true
		}
	}
	return false
}

func (w *way) binary(v *ssa.BinOp) fact {
	x, y := w.get(v.X), w.get(v.Y)
	if x.kind == unseen || y.kind == unseen {
		return fact{}
	}
	read := x.read || y.read
	is := func(b bool) fact { return fact{kind: isConst, val: constant.MakeBool(b), read: read} }
	switch {
	case x.kind == isConst && y.kind == isConst:
		switch v.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return is(constant.Compare(x.val, v.Op, y.val))
		case token.ADD, token.SUB:
			if x.val.Kind() == constant.Int {
				return fact{kind: isConst, val: constant.BinaryOp(x.val, v.Op, y.val), read: read}
			}
		}
	case v.Op == token.EQL || v.Op == token.NEQ:
		null := func(f fact) (is, known bool) {
			return f.kind == isNil, f.kind == isNil || f.kind == notNil || f.kind == missing
		}
		a, known := null(x)
		b, also := null(y)
		if known && also && (a || b) {
			return is((a && b) == (v.Op == token.EQL))
		}
	case x.read && x.same(fact{zero.kind, zero.val, true}): // an index is not below zero
		if v.Op == token.LEQ || v.Op == token.GTR {
			return is(v.Op == token.LEQ)
		}
	case y.read && y.same(fact{zero.kind, zero.val, true}):
		if v.Op == token.GEQ || v.Op == token.LSS {
			return is(v.Op == token.GEQ)
		}
	}
	return fact{kind: unknown, read: read}
}

// ends looks at what an instruction does, and reports whether the way is over.
func (w *way) ends(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Return:
		if w.out.results == nil {
			w.out.results = make([]fact, len(instr.Results))
		}
		for i, r := range instr.Results {
			old := w.out.results[i]
			if w.out.results[i] = old.join(w.get(r)); !old.same(w.out.results[i]) {
				w.changed = true
			}
		}
		return true
	case *ssa.Panic, *ssa.Go:
		w.out.madeUp = true
	case *ssa.Send:
		w.out.madeUp = w.out.madeUp || !w.howMany(instr.X)
	case *ssa.Select:
		w.waits = true
		for _, s := range instr.States {
			w.out.madeUp = w.out.madeUp || s.Send != nil && !w.howMany(s.Send)
		}
	case *ssa.UnOp:
		w.waits = w.waits || instr.Op == token.ARROW
	case *ssa.MapUpdate:
		w.out.madeUp = w.out.madeUp || lasting(instr.Map) && !w.table(instr)
	case *ssa.Store:
		w.out.madeUp = w.out.madeUp || lasting(instr.Addr) && !w.statistic(instr)
	case *ssa.Defer:
		if !finishes(&instr.Call) {
			w.do(&instr.Call, nil)
		}
	case *ssa.Call:
		return takes(&instr.Call)
	}
	return w.out.madeUp
}

// howMany: a number is sent that comes of what was read. That is the result, and not the
// work.
func (w *way) howMany(v ssa.Value) bool {
	t, ok := v.Type().Underlying().(*types.Basic)
	return ok && t.Info()&types.IsInteger != 0 && w.get(v).read
}

// lasting: a place is not the function's own, so that somebody may look there for what
// is still to be done. What a parameter other than the receiver leads to is the caller's,
// who goes on with it.
func lasting(v ssa.Value) bool {
	for {
		switch x := v.(type) {
		case *ssa.Global, *ssa.FreeVar:
			return true
		case *ssa.Parameter:
			recv := x.Parent().Signature.Recv()
			_, isMap := x.Type().Underlying().(*types.Map)
			return isMap || recv != nil && x == x.Parent().Params[0]
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.Lookup:
			v = x.X
		default:
			return false
		}
	}
}

// call is what is known of what a call returns.
func (w *way) call(call *ssa.Call) fact {
	args := make([]fact, len(call.Call.Args))
	read := false
	for i, a := range call.Call.Args {
		args[i] = w.get(a)
		read = read || args[i].read
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		w.do(&call.Call, args)
		return builtin(b.Name(), args, read)
	}
	if w.p.tally(call) {
		return any_
	}
	out := w.do(&call.Call, args)
	res := call.Call.Signature().Results()
	tuple := make([]fact, res.Len())
	for i := range tuple {
		switch {
		case i < len(out.results):
			tuple[i] = out.results[i]
		case ssautil.IsError(res.At(i).Type()) && !read:
			tuple[i] = nil_ // whatever else is done goes well
		default:
			tuple[i] = fact{kind: unknown, read: read}
		}
	}
	if fn := ssautil.Callee(&call.Call); fn != nil && len(tuple) == 1 && len(args) > 0 {
		switch {
		case makesError(fn):
			tuple[0] = fact{kind: notNil, read: read}
			if args[0].kind == missing {
				tuple[0] = args[0]
			}
		case asksMissing(fn) && args[0].kind == missing:
			tuple[0] = fact{kind: isConst, val: true_.val, read: true}
		case asksMissing(fn) && args[0].kind == isNil:
			tuple[0] = false_
		}
	}
	w.tuples[call] = tuple
	if len(tuple) == 1 {
		return tuple[0]
	}
	return fact{kind: unknown, read: read}
}

func builtin(name string, args []fact, read bool) fact {
	switch {
	case name == "len" && (args[0].kind == isEmpty || args[0].kind == isNil):
		return fact{kind: isConst, val: zero.val, read: args[0].read}
	case name == "append" && len(args) == 2 && args[1].kind == isEmpty:
		return fact{kind: args[0].kind, val: args[0].val, read: read}
	case name == "append" && len(args) == 1:
		return args[0]
	}
	return fact{kind: unknown, read: read}
}

// do follows what is called, where it is of the package; of what is not, only its kind is
// known.
func (w *way) do(c *ssa.CallCommon, args []fact) outcome {
	switch e := w.p.effect(c, w.kind); e {
	case looks:
		return outcome{}
	case looksAgain:
		w.out.madeUp = w.out.madeUp || w.waits
		return outcome{}
	case blocks:
		w.waits = true
		return outcome{}
	case follows:
		out := w.p.through(c.StaticCallee(), args, w.kind, w.depth+1)
		w.out.madeUp = w.out.madeUp || out.madeUp
		return out
	}
	w.out.madeUp = true
	return outcome{}
}
