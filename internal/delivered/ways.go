package delivered

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/delivered/kept"
	"github.com/informerlint/informerlint/internal/delivered/uses"
	"github.com/informerlint/informerlint/internal/engine/filled"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// An AtomKind says what a condition asks.
type AtomKind uint8

// What conditions ask.
const (
	Unclear        AtomKind = iota
	InformerSynced          // an informer's HasSynced
	ListEmpty               // whether a lister or store has nothing
	HandlerFlag             // a flag that the handler sets
	Delivered               // the registration's HasSynced, or state that the handler fills
	Harmless                // a nil test, an error, a feature gate: nothing about order
)

// An Atom is a condition on a way, and how it went.
type Atom struct {
	Kind AtomKind
	Want bool
	Pos  token.Pos

	// Sibling says that it is another registration with that informer.
	Sibling bool

	own   bool // it is the informer that the handler is registered with, or its lister
	other bool // it is the registration of a handler with another informer, and so says nothing of this one
}

// A Way is one path through a function that answers whether something is
// synced, to the answer true.
type Way struct {
	Atoms []Atom
	End   token.Pos
	fills bool // it writes what the handler fills
}

const maxWays = 256

// A way's value at a point of a path.
type path struct {
	blocks []*ssa.BasicBlock
	atoms  []Atom
}

// A question is asked about one registration, in a program that it is part of.
type question struct {
	f     *finder
	r     *registration
	at    *filled.Registered // nil: the handler goes through a wrapper
	depth int                // of functions that are waited for
}

// ways returns the ways of a method that returns a bool or an error to true or
// nil, and of one that returns nothing to its end; ok is false if it has a loop
// or too many.
func (q question) ways(fn *ssa.Function, fr *frame) (out []Way, ok bool) {
	return q.waysTo(fn, nil, fr)
}

// waysTo is ways, to a block of the function if there is one.
func (q question) waysTo(fn *ssa.Function, to *ssa.BasicBlock, fr *frame) (out []Way, ok bool) {
	ok = true
	end := func(w Way) {
		if !slices.ContainsFunc(out, w.same) {
			out = append(out, w)
		}
	}
	var follow func(b *ssa.BasicBlock, p path)
	follow = func(b *ssa.BasicBlock, p path) {
		if !ok {
			return
		}
		if b == to {
			end(Way{Atoms: p.atoms, End: b.Instrs[len(b.Instrs)-1].Pos(), fills: q.fillsOn(p.blocks, fr)})
			return
		}
		again := slices.Contains(p.blocks, b)
		if again && !q.overAll(b) || len(out) > maxWays {
			ok = false
			return
		}
		p.blocks = append(slices.Clip(p.blocks), b)
		if again {
			follow(b.Succs[1], p) // the others are asked in the same way
			return
		}
		p.atoms = append(slices.Clip(p.atoms), q.waited(b.Instrs, fr)...)
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			if to != nil {
				return
			}
			var atoms []Atom
			if can := true; len(last.Results) > 0 {
				if atoms, can = q.says(last.Results[0], p, fr); !can {
					return
				}
			}
			end(Way{Atoms: append(slices.Clip(p.atoms), atoms...), End: last.Pos(), fills: q.fillsOn(p.blocks, fr)})
		case *ssa.If:
			for n, want := range []bool{true, false} {
				if atoms, can := q.decide(last.Cond, want, p, fr); can {
					next := p
					next.atoms = append(slices.Clip(p.atoms), atoms...)
					follow(b.Succs[n], next)
				}
			}
		case *ssa.Jump:
			follow(b.Succs[0], p)
		}
	}
	follow(fn.Blocks[0], path{})
	return out, ok
}

// same reports whether two ways ask the same: what a loop asks of the result of
// a wait adds nothing to it.
func (w Way) same(v Way) bool {
	return w.fills == v.fills && slices.Equal(w.Atoms, v.Atoms)
}

// overAll reports whether a block is the head of a loop over all elements of a
// slice or map, or over the result of a factory's wait.
func (q question) overAll(b *ssa.BasicBlock) bool {
	last, is := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !is {
		return false
	}
	more, _ := last.Cond.(*ssa.Extract)
	return b.Comment == "rangeindex.loop" || more != nil && more.Index == 0 && uses.OverMap(more)
}

// waited returns what instructions wait for, whatever it does with the result: who
// comes out of it has that behind him. A stop is not thought of. Waiting for
// something that is not known is Unclear, since it may be the handler.
func (q question) waited(instrs []ssa.Instruction, fr *frame) (out []Atom) {
	for _, instr := range instrs {
		call, _ := instr.(*ssa.Call)
		if call != nil && q.f.waits(call) {
			out = append(out, q.asks(call, true)...)
			continue
		}
		e := q.f.newEffects()
		e.instr(instr, fr, 0)
		switch {
		case call != nil && q.f.decides(call):
		case call != nil && call.Call.StaticCallee() == nil && !call.Call.IsInvoke():
			if _, builtin := call.Call.Value.(*ssa.Builtin); !builtin && clientgo.TypeName(call.Call.Value.Type()) != "context.CancelFunc" {
				out = append(out, Atom{Kind: Unclear, Want: true, Pos: call.Pos()})
			}
		case !e.blocks && !e.guards:
		case call != nil && q.f.local(call) && q.depth < maxDepth:
			out = append(out, q.inside(call, fr)...)
		default:
			out = append(out, Atom{Kind: Unclear, Want: true, Pos: instr.Pos()})
		}
	}
	return out
}

// inside returns what a function of the package waits for that is called for
// nothing else.
func (q question) inside(call *ssa.Call, fr *frame) []Atom {
	callee := kept.Called(&call.Call)
	q.depth++
	if ways, ok := q.ways(callee, q.f.enter(callee, &call.Call, fr, false)); ok && len(ways) == 1 && !ways[0].fills {
		return ways[0].Atoms
	}
	return []Atom{{Kind: Unclear, Want: true, Pos: call.Pos()}}
}

// waits reports whether a call waits for informers, and returns when they are
// synced or all is stopped.
func (f *finder) waits(call ssa.CallInstruction) bool {
	c := call.Common()
	obj := ssautil.Callee(c)
	return obj != nil && (f.table.FuncOp(obj) == clientgo.OpWaitFor || clientgo.Polls(obj) || f.waitsBelow(c) || c.IsInvoke() && f.table.MethodOp(c.Value.Type(), obj.Name()) == clientgo.OpWait)
}

// decides reports whether a call is one that a condition or the result is made
// of, and that does not wait itself.
func (f *finder) decides(call *ssa.Call) bool {
	if b, ok := call.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Bool || call.Referrers() == nil || len(*call.Referrers()) == 0 {
		return false
	}
	obj := ssautil.Callee(&call.Call)
	if obj == nil || strings.HasSuffix(obj.Name(), "Synced") && call.Call.Signature().Params().Len() == 0 {
		return true
	}
	callee := kept.Called(&call.Call)
	return callee != nil && len(callee.Blocks) == 1
}

// awaited reports whether a value is what a factory's wait has returned: whether
// the informers of each type are synced. All are, unless there was a stop.
func (f *finder) awaited(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && f.waits(call)
}

// inResult reports whether a value is made by a loop over such a result.
func (f *finder) inResult(v *ssa.Extract) bool {
	next, ok := v.Tuple.(*ssa.Next)
	if !ok {
		return false
	}
	over, ok := next.Iter.(*ssa.Range)
	return ok && f.awaited(over.X)
}

// says returns what has to hold for a result to be true or nil.
func (q question) says(v ssa.Value, p path, fr *frame) (atoms []Atom, can bool) {
	v = uses.Stored(v, p.blocks)
	if !ssautil.IsError(v.Type()) {
		return q.decide(v, true, p, fr)
	}
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return nil, true
	}
	if call, ok := v.(*ssa.Call); ok && q.f.waits(call) && slices.Contains(p.blocks, call.Block()) {
		return nil, true // of a poll, which is on the path
	}
	return one(Unclear, true, v), true
}

// fillsOn reports whether the blocks of a path write state themselves.
func (q question) fillsOn(blocks []*ssa.BasicBlock, fr *frame) bool {
	e := q.f.newEffects()
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			e.instr(instr, fr, 0)
		}
	}
	return touches(e.state, q.r.does.state)
}

// decide returns what has to hold for a value to be want; can is false if it
// cannot be.
func (q question) decide(v ssa.Value, want bool, p path, fr *frame) (atoms []Atom, can bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return nil, v.Value != nil && v.Value.Kind() == constant.Bool && constant.BoolVal(v.Value) == want
	case *ssa.Phi:
		for n, pred := range v.Block().Preds {
			if i := slices.Index(p.blocks, v.Block()); i > 0 && p.blocks[i-1] == pred {
				return q.decide(v.Edges[n], want, p, fr)
			}
		}
	case *ssa.UnOp:
		switch v.Op {
		case token.NOT:
			return q.decide(v.X, !want, p, fr)
		case token.MUL:
			if place := q.f.place(v.X, fr); q.r.does.flags[place] {
				return one(HandlerFlag, want, v), true
			}
		}
	case *ssa.BinOp:
		return q.compare(v, want, fr)
	case *ssa.TypeAssert: // an atomic.Value that holds a bool
		return q.decide(v.X, want, p, fr)
	case *ssa.Extract:
		if v.Index == 0 && uses.OverMap(v) {
			return nil, true // there is another one or not
		} else if q.f.inResult(v) {
			return nil, want // an element is true
		}
	case *ssa.Lookup:
		if q.f.awaited(v.X) {
			return nil, want // of one type
		}
	case *ssa.Call:
		return q.call(v, want, p, fr)
	}
	return one(Unclear, want, v), true
}

func one(k AtomKind, want bool, v ssa.Value) []Atom {
	return []Atom{{Kind: k, Want: want, Pos: v.Pos()}}
}

// compare decides comparisons: with nil, and of lengths with 0.
func (q question) compare(v *ssa.BinOp, want bool, fr *frame) ([]Atom, bool) {
	x, y := v.X, v.Y
	if _, ok := x.(*ssa.Const); ok {
		x, y = y, x
	}
	if list := uses.LengthOf(v.Y); v.Block().Comment == "rangeindex.loop" && (list == nil || q.f.listed(list) == nil) {
		return nil, true // whether there is another element
	}
	c, isConst := y.(*ssa.Const)
	if !isConst || v.Op != token.EQL && v.Op != token.NEQ && v.Op != token.GTR {
		return one(Unclear, want, v), true
	}
	if c.IsNil() {
		there := want == (v.Op == token.NEQ)
		call, isCall := x.(*ssa.Call)
		switch {
		case q.filled(x, fr), isCall && clientgo.TypeName(x.Type()) != "error" && q.readsState(call, fr):
			return one(Delivered, there, v), true
		case clientgo.TypeName(x.Type()) == "error":
			return one(Harmless, want, v), !there
		}
		// A nil informer or lister is none that has a handler.
		return one(Harmless, want, v), there
	}
	if list := uses.LengthOf(x); list != nil && c.Value != nil && c.Value.Kind() == constant.Int && constant.Sign(c.Value) == 0 {
		none := want == (v.Op == token.EQL)
		if !none && q.f.awaited(list) {
			return nil, true
		}
		if lister := q.f.listed(list); lister != nil {
			return []Atom{{Kind: ListEmpty, Want: none, Pos: v.Pos(), own: q.ownLister(lister, fr)}}, true
		}
		if q.filled(list, fr) {
			return one(Delivered, !none, v), true
		}
		if uses.Funcs(list.Type()) {
			return nil, true // whether there is anything to ask
		}
	}
	return one(Unclear, want, v), true
}

// filled reports whether a value is what the handler fills.
func (q question) filled(v ssa.Value, fr *frame) bool {
	_, ok := q.r.does.state[whole(q.f.place(v, fr))]
	return ok
}

func (q question) readsState(call *ssa.Call, fr *frame) bool {
	callee := kept.Called(&call.Call)
	if callee == nil || len(callee.Blocks) == 0 {
		return true // it may
	}
	_, ok := q.f.reads(callee, q.f.enter(callee, &call.Call, fr, false), q.r.does.state, nil, 0, make(map[*ssa.Function]bool))
	return ok
}

// listed returns the call of a lister or store that a list comes from.
func (f *finder) listed(v ssa.Value) *ssa.Call {
	if ex, ok := v.(*ssa.Extract); ok {
		v = ex.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	obj := ssautil.Callee(&call.Call)
	if obj == nil || obj.Name() != "List" && obj.Name() != "ListKeys" {
		return nil
	}
	recv := uses.Receiver(call)
	if recv == nil || f.table.RoleOf(recv.Type()) != clientgo.Lister && !clientgo.IsRoot(uses.Path(obj)) {
		return nil
	}
	return call
}

// ownLister reports whether a lister is one that the handler itself fills the
// state from, or that of the informer that it is registered with.
func (q question) ownLister(list *ssa.Call, fr *frame) bool {
	if q.r.does.lists[q.f.place(uses.Receiver(list), fr)] {
		return true
	}
	if q.at == nil {
		return false
	}
	asks := q.at.Asks(list)
	return len(asks) == 1 && asks[0].Kind == filled.AskInformer
}

// call decides calls.
func (q question) call(v *ssa.Call, want bool, p path, fr *frame) ([]Atom, bool) {
	obj, recv := ssautil.Callee(&v.Call), uses.Receiver(v)
	switch {
	case obj == nil: // a field or variable that may hold a HasSynced
		return q.asks(v, want), true
	case recv != nil && obj.Name() == "HasSynced" && clientgo.IsRegistration(recv.Type()),
		recv != nil && obj.Name() == "HasSynced" && q.f.table.RoleOf(recv.Type()) == clientgo.Informer && clientgo.Primitive(recv.Type()):
		return q.asks(v, want), true
	case recv != nil && uses.Library(obj) == uses.Loading && obj.Name() == "Load":
		place := q.f.place(recv, fr)
		if q.r.does.flags[place] {
			return one(HandlerFlag, want, v), true
		} else if _, ok := q.r.does.state[whole(place)]; ok {
			return one(Delivered, want, v), true
		}
	case q.f.waitsBelow(&v.Call):
		if slices.Contains(p.blocks, v.Block()) {
			return nil, true // it is on the path, and what its result says is not known
		}
	case q.f.table.FuncOp(obj) == clientgo.OpWaitFor:
		if slices.Contains(p.blocks, v.Block()) {
			return nil, want // it is on the path
		}
		return q.asks(v, true), want // else it was stopped
	case obj.Name() == "Enabled" && recv != nil && strings.Contains(strings.ToLower(clientgo.TypeName(obj.Signature().Recv().Type())), "gate"):
		return one(Harmless, want, v), true
	}
	if callee := kept.Called(&v.Call); callee != nil && len(callee.Blocks) == 1 {
		if ret := ssautil.OnlyReturn(callee); ret != nil && len(ret.Results) == 1 {
			inner := q.f.enter(callee, &v.Call, fr, false)
			atoms, can := q.decide(ret.Results[0], want, path{blocks: callee.Blocks}, inner)
			return append(q.waited(callee.Blocks[0].Instrs, inner), atoms...), can
		}
	}
	return one(Unclear, want, v), true
}

// asks is what a HasSynced or a wait asks, as the program knows it.
func (q question) asks(v *ssa.Call, want bool) []Atom {
	if q.at == nil {
		return one(InformerSynced, want, v) // of some informer
	}
	return q.atoms(q.at.Asks(v), want, v.Pos())
}

// atoms says what a program asks in terms of conditions.
func (q question) atoms(asks []filled.Ask, want bool, pos token.Pos) (out []Atom) {
	if len(asks) == 0 {
		return []Atom{{Kind: Unclear, Want: want, Pos: pos}}
	}
	for _, a := range asks {
		atom := Atom{Want: want, Pos: pos}
		switch a.Kind {
		case filled.AskInformer, filled.AskSibling:
			atom.Kind, atom.own, atom.Sibling = InformerSynced, true, a.Kind == filled.AskSibling
		case filled.AskElse:
			atom.Kind = InformerSynced
		case filled.AskRegistration:
			atom.Kind = Delivered
		case filled.AskOther:
			atom.Kind, atom.other = Harmless, true // it is not the handler's
		case filled.AskFunc:
			if said := q.said(a.Fn); said != nil {
				for _, s := range said {
					s.Pos = pos
					out = append(out, s)
				}
				continue
			}
		}
		out = append(out, atom)
	}
	return out
}

// said returns what has to hold for a function of the package to say true; nil
// if that is not one thing.
func (q question) said(key string) []Atom {
	fn := q.f.byKey[key]
	if fn == nil || len(fn.Blocks) == 0 || !uses.Condition(fn) || q.depth > 3 {
		return nil
	}
	q.depth++
	ways, ok := q.ways(fn, nil)
	if !ok || len(ways) != 1 || ways[0].fills {
		return nil
	}
	return ways[0].Atoms
}
