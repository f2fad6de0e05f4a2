package delivered

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
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
	Registered              // some registration's HasSynced, until it is known whose
	Harmless                // a nil test, an error, a feature gate: nothing about order
)

// An Atom is a condition on a way, and how it went.
type Atom struct {
	Kind AtomKind
	Want bool
	Pos  token.Pos
	// Place is what is asked: the informer, the lister or the flag.
	Place string

	call ssa.CallInstruction // Registered: where the registration comes from, if that is known
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

// ways returns the ways of a method that returns a bool to true; ok is false
// if it has a loop or too many.
func (f *finder) ways(fn *ssa.Function, fr *frame, flags map[string]bool, state map[string]Access) (out []Way, ok bool) {
	ok = true
	var go_ func(b *ssa.BasicBlock, p path)
	go_ = func(b *ssa.BasicBlock, p path) {
		if !ok {
			return
		}
		if slices.Contains(p.blocks, b) || len(out) > maxWays {
			ok = false
			return
		}
		p.blocks = append(slices.Clip(p.blocks), b)
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			atoms, can := f.decide(last.Results[0], true, p, fr, flags, state)
			if can {
				w := Way{Atoms: append(slices.Clip(p.atoms), atoms...), End: last.Pos()}
				w.fills = f.fillsOn(p.blocks, fr, state)
				out = append(out, w)
			}
		case *ssa.If:
			for n, want := range []bool{true, false} {
				if atoms, can := f.decide(last.Cond, want, p, fr, flags, state); can {
					q := p
					q.atoms = append(slices.Clip(p.atoms), atoms...)
					go_(b.Succs[n], q)
				}
			}
		case *ssa.Jump:
			go_(b.Succs[0], p)
		}
	}
	go_(fn.Blocks[0], path{})
	return out, ok
}

// fillsOn reports whether the blocks of a path write state themselves.
func (f *finder) fillsOn(blocks []*ssa.BasicBlock, fr *frame, state map[string]Access) bool {
	e := f.newEffects()
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			e.instr(instr, fr, 0)
		}
	}
	for p := range e.state {
		if _, ok := state[p]; ok {
			return true
		}
	}
	return false
}

// decide returns what has to hold for a value to be want; can is false if it
// cannot be.
func (f *finder) decide(v ssa.Value, want bool, p path, fr *frame, flags map[string]bool, state map[string]Access) (atoms []Atom, can bool) {
	one := func(k AtomKind, pos token.Pos, place string) ([]Atom, bool) {
		return []Atom{{Kind: k, Want: want, Pos: pos, Place: place}}, true
	}
	switch v := v.(type) {
	case *ssa.Const:
		return nil, v.Value != nil && v.Value.Kind() == constant.Bool && constant.BoolVal(v.Value) == want
	case *ssa.Phi:
		for n, pred := range v.Block().Preds {
			if i := slices.Index(p.blocks, v.Block()); i > 0 && p.blocks[i-1] == pred {
				return f.decide(v.Edges[n], want, p, fr, flags, state)
			}
		}
	case *ssa.UnOp:
		switch v.Op {
		case token.NOT:
			return f.decide(v.X, !want, p, fr, flags, state)
		case token.MUL:
			place := f.place(v.X, fr)
			if flags[place] {
				return one(HandlerFlag, v.Pos(), place)
			}
		}
	case *ssa.BinOp:
		return f.compare(v, want, p, fr, state)
	case *ssa.TypeAssert: // an atomic.Value that holds a bool
		return f.decide(v.X, want, p, fr, flags, state)
	case *ssa.Call:
		return f.asks(v, want, fr, flags, state)
	}
	return one(Unclear, v.Pos(), "")
}

// compare decides comparisons: with nil, and of lengths with 0.
func (f *finder) compare(v *ssa.BinOp, want bool, p path, fr *frame, state map[string]Access) ([]Atom, bool) {
	x, y := v.X, v.Y
	if _, ok := x.(*ssa.Const); ok {
		x, y = y, x
	}
	c, isConst := y.(*ssa.Const)
	if !isConst || v.Op != token.EQL && v.Op != token.NEQ && v.Op != token.GTR {
		return []Atom{{Kind: Unclear, Want: want, Pos: v.Pos()}}, true
	}
	if c.IsNil() {
		if place := whole(f.place(x, fr)); place != "" {
			for s := range state {
				if place == s {
					return []Atom{{Kind: Delivered, Want: want == (v.Op == token.NEQ), Pos: v.Pos(), Place: place}}, true
				}
			}
		}
		if clientgo.TypeName(x.Type()) == "error" {
			return []Atom{{Kind: Harmless, Want: want, Pos: v.Pos()}}, want == (v.Op == token.EQL)
		}
		if call, ok := x.(*ssa.Call); ok && f.readsState(call, fr, state) {
			return []Atom{{Kind: Delivered, Want: want == (v.Op == token.NEQ), Pos: v.Pos()}}, true
		}
		// A nil informer or lister is none that has a handler.
		return []Atom{{Kind: Harmless, Want: want, Pos: v.Pos()}}, want == (v.Op == token.NEQ)
	}
	if call, ok := x.(*ssa.Call); ok {
		if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" && c.Value != nil && c.Value.Kind() == constant.Int && constant.Sign(c.Value) == 0 {
			empty := want == (v.Op == token.EQL)
			if lister := f.listed(call.Call.Args[0], fr); lister != "" {
				return []Atom{{Kind: ListEmpty, Want: empty, Pos: v.Pos(), Place: lister}}, true
			}
			if place := whole(f.place(call.Call.Args[0], fr)); place != "" {
				if _, ok := state[place]; ok {
					return []Atom{{Kind: Delivered, Want: !empty, Pos: v.Pos(), Place: place}}, true
				}
			}
		}
	}
	return []Atom{{Kind: Unclear, Want: want, Pos: v.Pos()}}, true
}

func (f *finder) readsState(call *ssa.Call, fr *frame, state map[string]Access) bool {
	callee := call.Call.StaticCallee()
	if callee == nil || len(callee.Blocks) == 0 {
		return true // it may
	}
	_, ok := f.reads(callee, f.enter(callee, &call.Call, fr, false), state, nil, 0, make(map[*ssa.Function]bool))
	return ok
}

// listed returns the lister or store that a list comes from.
func (f *finder) listed(v ssa.Value, fr *frame) string {
	if ex, ok := v.(*ssa.Extract); ok {
		v = ex.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return ""
	}
	obj := ssautil.Callee(&call.Call)
	if obj == nil || obj.Name() != "List" && obj.Name() != "ListKeys" {
		return ""
	}
	recv := call.Call.Value
	if !call.Call.IsInvoke() {
		if len(call.Call.Args) == 0 {
			return ""
		}
		recv = call.Call.Args[0]
	}
	if f.table.RoleOf(recv.Type()) != clientgo.Lister && !clientgo.IsRoot(pkgPath(obj)) {
		return ""
	}
	return f.place(recv, fr)
}

// asks decides calls.
func (f *finder) asks(v *ssa.Call, want bool, fr *frame, flags map[string]bool, state map[string]Access) ([]Atom, bool) {
	c := &v.Call
	one := func(k AtomKind, place string) ([]Atom, bool) {
		return []Atom{{Kind: k, Want: want, Pos: v.Pos(), Place: place}}, true
	}
	obj := ssautil.Callee(c)
	if obj == nil {
		// A field or variable that holds a HasSynced.
		if inf := f.synced(c.Value, fr); inf != "" && len(c.Args) == 0 {
			return one(InformerSynced, inf)
		}
		return one(Unclear, "")
	}
	recv := c.Value
	if !c.IsInvoke() {
		recv = nil
		if len(c.Args) > 0 && obj.Signature().Recv() != nil {
			recv = c.Args[0]
		}
	}
	if recv != nil && obj.Name() == "HasSynced" {
		if isRegistration(recv.Type()) {
			return []Atom{{Kind: Registered, Want: want, Pos: v.Pos(), call: f.source(recv, 0)}}, true
		}
		if role := f.table.RoleOf(recv.Type()); role == clientgo.Informer && clientgo.Primitive(recv.Type()) {
			return one(InformerSynced, f.place(recv, fr))
		}
	}
	if recv != nil && library(obj) == loading && obj.Name() == "Load" {
		if place := f.place(recv, fr); flags[place] {
			return one(HandlerFlag, place)
		} else if _, ok := state[whole(place)]; ok {
			return one(Delivered, place)
		}
	}
	if f.table.FuncOp(obj) == clientgo.OpWaitFor {
		if !want {
			return nil, false // stopped
		}
		return f.waited(v, fr, flags, state), true
	}
	if obj.Name() == "Enabled" && obj.Signature().Recv() != nil && strings.Contains(strings.ToLower(clientgo.TypeName(recvType(obj))), "gate") {
		return one(Harmless, "")
	}
	if callee := c.StaticCallee(); callee != nil && len(callee.Blocks) == 1 {
		if ret := ssautil.OnlyReturn(callee); ret != nil && len(ret.Results) == 1 {
			return f.decide(ret.Results[0], want, path{}, f.enter(callee, c, fr, false), flags, state)
		}
	}
	return one(Unclear, "")
}

func recvType(obj *types.Func) types.Type { return obj.Signature().Recv().Type() }

// synced returns the informer whose HasSynced a function value is; "" if it is
// not known to be one.
func (f *finder) synced(v ssa.Value, fr *frame) string {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return f.synced(v.X, fr)
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		if fn.Object() != nil && fn.Object().Name() == "HasSynced" && len(v.Bindings) == 1 {
			if t := v.Bindings[0].Type(); f.table.RoleOf(t) == clientgo.Informer && clientgo.Primitive(t) {
				return f.place(v.Bindings[0], fr)
			}
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return ""
		}
		switch a := v.X.(type) {
		case *ssa.FieldAddr:
			if sts := f.stores[f.place(a, fr)]; len(sts) == 1 {
				return f.synced(sts[0].Val, nil)
			}
		case *ssa.Alloc, *ssa.FreeVar:
			if val, n := storedTo(v.X, f.closes, 0); n == 1 {
				return f.synced(val, fr)
			}
		}
	}
	return ""
}

// waited returns what a cache.WaitForCacheSync waits for.
func (f *finder) waited(v *ssa.Call, fr *frame, flags map[string]bool, state map[string]Access) []Atom {
	unclear := []Atom{{Kind: Unclear, Want: true, Pos: v.Pos()}}
	if len(v.Call.Args) == 0 {
		return unclear
	}
	elems, ok := variadic(v.Call.Args[len(v.Call.Args)-1])
	if !ok || len(elems) == 0 {
		return unclear
	}
	var out []Atom
	for _, e := range elems {
		if inf := f.synced(e, fr); inf != "" {
			out = append(out, Atom{Kind: InformerSynced, Want: true, Pos: v.Pos(), Place: inf})
			continue
		}
		out = append(out, f.said(e, v, fr, flags, state)...)
	}
	return out
}

// said returns what has to hold for a function value to say true.
func (f *finder) said(e ssa.Value, v *ssa.Call, fr *frame, flags map[string]bool, state map[string]Access) []Atom {
	unclear := []Atom{{Kind: Unclear, Want: true, Pos: v.Pos()}}
	if ct, ok := e.(*ssa.ChangeType); ok {
		e = ct.X
	}
	mc, ok := e.(*ssa.MakeClosure)
	if !ok {
		return unclear
	}
	fn, inner := mc.Fn.(*ssa.Function), &frame{fn: mc.Fn.(*ssa.Function)}
	if obj := object(fn); obj != nil && obj.Name() == "HasSynced" && len(mc.Bindings) == 1 && isRegistration(mc.Bindings[0].Type()) {
		return []Atom{{Kind: Registered, Want: true, Pos: v.Pos(), call: f.source(mc.Bindings[0], 0)}}
	}
	if m := ssautil.Bound(fn); m != nil {
		fn, inner = m, &frame{fn: m, params: []string{f.place(mc.Bindings[0], fr)}}
	} else {
		for _, b := range mc.Bindings {
			inner.free = append(inner.free, f.place(b, fr))
		}
	}
	if len(fn.Blocks) == 0 || fn.Signature.Results().Len() != 1 || f.depth > 3 {
		return unclear
	}
	f.depth++
	ways, ok := f.ways(fn, inner, flags, state)
	f.depth--
	if !ok || len(ways) != 1 || ways[0].fills {
		return unclear
	}
	return ways[0].Atoms
}

// source returns the call that a registration comes from, or nil.
func (f *finder) source(v ssa.Value, depth int) ssa.CallInstruction {
	if depth > maxDepth {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			if obj := ssautil.Callee(&call.Call); obj != nil && clientgo.Registers(obj) {
				return call
			}
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil
		}
		switch a := v.X.(type) {
		case *ssa.FieldAddr:
			if sts := f.stores[f.place(a, nil)]; len(sts) == 1 {
				return f.source(sts[0].Val, depth+1)
			}
		case *ssa.Alloc:
			if val, n := storedTo(a, f.closes, 0); n == 1 {
				return f.source(val, depth+1)
			}
		case *ssa.FreeVar:
			if mc := f.closes[a.Parent()]; len(mc) == 1 {
				if alloc, ok := mc[0].Bindings[slices.Index(a.Parent().FreeVars, a)].(*ssa.Alloc); ok {
					if val, n := storedTo(alloc, f.closes, 0); n == 1 {
						return f.source(val, depth+1)
					}
				}
			}
		}
	}
	return nil
}

// about says of a way's registrations whether they are the given one. Of
// another one on the same informer nothing follows but that the informer is
// synced, and of one that nobody has none can be asked.
func (f *finder) about(w Way, r *registration) Way {
	atoms := make([]Atom, len(w.Atoms))
	for i, a := range w.Atoms {
		if a.Kind == Registered {
			switch inf := f.registeredOn(a.call); {
			case r.call == nil:
				a.Kind = Unclear
			case a.call == r.call:
				a.Kind = Delivered
			case inf != "" && f.same(inf, r.informer):
				a.Kind, a.Place = InformerSynced, inf
			case r.dropped:
				a.Kind = Harmless
			default:
				a.Kind = Unclear
			}
		}
		atoms[i] = a
	}
	w.Atoms = atoms
	return w
}

// registeredOn returns the informer of a registration.
func (f *finder) registeredOn(call ssa.CallInstruction) string {
	if call == nil {
		return ""
	}
	c := call.Common()
	if c.IsInvoke() {
		return f.place(c.Value, nil)
	}
	if len(c.Args) == 0 {
		return ""
	}
	return f.place(c.Args[0], nil)
}

// variadic returns the elements of the slice literal that v is, in a call or
// in a variable.
func variadic(v ssa.Value) (out []ssa.Value, ok bool) {
	sl, is := v.(*ssa.Slice)
	if !is {
		return nil, false
	}
	arr, is := sl.X.(*ssa.Alloc)
	if !is {
		return nil, false
	}
	for _, ref := range *arr.Referrers() {
		ia, is := ref.(*ssa.IndexAddr)
		if !is {
			continue
		}
		for _, use := range *ia.Referrers() {
			if st, is := use.(*ssa.Store); is && st.Addr == ia {
				out = append(out, st.Val)
			}
		}
	}
	return out, true
}
