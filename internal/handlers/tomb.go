package handlers

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// How a handler fails on a tombstone.
type TombKind string

// The kinds; they are the names of tombstone's sub-rules.
const (
	Unchecked     TombKind = "unchecked-assertion"
	Dropped       TombKind = "dropped"
	PointerAssert TombKind = "pointer-assertion"
	KeyFunc       TombKind = "key-func"
	FilterRejects TombKind = "filter-rejects"
	Mishandled    TombKind = "mishandled"
)

// A Tomb is a function that fails on a tombstone.
type Tomb struct {
	Kind  TombKind
	Role  clientgo.HandlerRole // Delete or Filter
	Group *Group
	Func  *ssa.Function // the one that has to change: the handler or a helper it hands the object to
	Param int           // index of the parameter that holds the object there, or -1
	At    ssa.Instruction
	Pos   token.Pos
	Inner token.Pos // the line in a further helper where it happens, if At is the call of that
	// How is said by the code itself: "panics", "dereferences nil", "gives up".
	Throws  bool
	Deref   bool
	KeyName string // key-func: the function's full name
	Lost    []*Effect
	Partial bool // something is still done
	// Behind is what Delete does wrong with the tombstones that a filter does
	// not let through yet.
	Behind []*Tomb
}

// Tombs returns what the Delete and Filter functions of a group do wrong with
// a tombstone. Style must be Untyped.
//
// The function runs twice in the abstract: with a live object and with a
// tombstone that holds one. Only what differs counts: a panic, or effects that
// happen with the object and not with the tombstone. If the tombstone has an
// effect that the object has not, it is handled in some other way on purpose.
func Tombs(p *Package, g *Group) []*Tomb {
	if g.Style != clientgo.Untyped || g.Delete == nil || g.Opened {
		return nil
	}
	live := p.Interp.RunObject(g.Delete)
	if live.gaveUp {
		return nil
	}
	dead := p.Interp.RunTombstone(g.Delete)
	if dead.gaveUp {
		return nil
	}
	behind := compareRuns(g, g.Delete, clientgo.OnDelete, live, dead)
	if g.Filter == nil {
		return behind
	}
	t := filter(p.Interp, g, len(live.effects) > 0)
	switch {
	case t == nil && g.FilterRejects:
		return nil
	case t == nil:
		return behind
	case g.FilterRejects:
		// No tombstone gets to Delete: the filter is the one defect. But its
		// mend has to be Delete's as well.
		t.Behind = behind
		return []*Tomb{t}
	}
	return append(behind, t)
}

func compareRuns(g *Group, f *Func, role clientgo.HandlerRole, live, dead *trail) []*Tomb {
	var out []*Tomb
	for i, m := range dead.misses {
		if m.kind != missPanic && m.kind != missDeref && m.kind != missThrow {
			continue
		}
		if slices.ContainsFunc(live.misses, func(l miss) bool { return l.instr == m.instr && l.kind == m.kind }) {
			continue // it does so with an object as well
		}
		if m.kind == missThrow && m.after {
			continue // the code rejects what it finds in the tombstone
		}
		use := m.instr
		if m.kind == missDeref {
			// The assertion that left nil is what has to change.
			for _, a := range slices.Backward(dead.misses[:i]) {
				if a.kind == missAssert {
					m.instr, m.frame = a.instr, a.frame
					break
				}
			}
		}
		t := newTomb(g, f, role, m, effectsOf(live), live)
		if use != m.instr {
			t.Inner = ssautil.Pos(use)
		}
		t.Kind, t.Throws, t.Deref = Unchecked, m.kind == missThrow, m.kind == missDeref
		if m.after && m.kind == missPanic {
			t.Kind = Mishandled
		}
		out = append(out, t)
	}
	if len(out) > 0 {
		return out[:1]
	}
	var lost []*Effect
	for key, e := range live.effects {
		if dead.effects[key] == nil {
			lost = append(lost, e)
		}
	}
	for key := range dead.effects {
		if live.effects[key] == nil {
			return nil
		}
	}
	if len(lost) == 0 {
		return nil
	}
	slices.SortFunc(lost, byPos)
	// What the object has a part in says more than what is counted beside it.
	slices.SortStableFunc(lost, func(a, b *Effect) int { return cmp.Compare(b.from, a.from) })
	m, kind := culprit(dead.misses)
	if m == nil {
		return nil
	}
	t := newTomb(g, f, role, *m, lost, live)
	t.Kind, t.Lost, t.Partial = kind, lost, len(dead.effects) > 0
	return []*Tomb{t}
}

func effectsOf(t *trail) []*Effect {
	out := make([]*Effect, 0, len(t.effects))
	for _, e := range t.effects {
		out = append(out, e)
	}
	slices.SortFunc(out, byPos)
	return out
}

func byPos(a, b *Effect) int {
	return cmp.Or(cmp.Compare(a.Pos, b.Pos), strings.Compare(a.Key, b.Key))
}

// culprit picks the point that has to change from those at which a tombstone
// was not what the code expects.
func culprit(misses []miss) (*miss, TombKind) {
	pick := func(ok func(m *miss) bool) *miss {
		for i := range misses {
			if ok(&misses[i]) {
				return &misses[i]
			}
		}
		return nil
	}
	seen := pick(func(m *miss) bool { return m.kind == missSeen })
	if m := pick(func(m *miss) bool { return m.kind == missPointer }); m != nil && seen == nil {
		return m, PointerAssert
	}
	if seen != nil {
		if m := pick(func(m *miss) bool { return m.after }); m != nil {
			return m, Mishandled
		}
		return seen, Mishandled
	}
	if m := pick(func(m *miss) bool { return m.kind == missKey }); m != nil && !strings.Contains(m.keyFunc, "/meta.") {
		// A failed assertion before it on the same way would be the cause.
		if a := pick(func(a *miss) bool { return a.kind == missAssert }); a == nil {
			return m, KeyFunc
		}
	}
	if m := pick(func(m *miss) bool { return m.kind == missAssert || m.kind == missKey }); m != nil {
		return m, Dropped
	}
	return nil, ""
}

// tomb places a report: in the innermost function that both tests the object
// and does the work. A converter that only tests is used by others, too, and
// so the place to unwrap is where it is called.
func newTomb(g *Group, f *Func, role clientgo.HandlerRole, m miss, lost []*Effect, live *trail) *Tomb {
	path := m.frame.path()
	at := len(path) - 1
	for ; at > 0; at-- {
		if slices.ContainsFunc(lost, func(e *Effect) bool { return under(e.frame, path[at]) }) {
			break
		}
	}
	if m.kind != missKey && m.kind != missPointer {
		// A helper that Add and Update call as well is right for them: it is
		// the Delete handler that hands it a tombstone.
		for at > 0 && shared(g, path[at].fn) {
			at--
		}
	}
	fr, instr := path[at], m.instr
	t := &Tomb{Role: role, Group: g, Func: fr.fn, Param: -1, KeyName: m.keyFunc}
	if at < len(path)-1 {
		t.Inner = ssautil.Pos(instr)
		instr = path[at+1].call
	}
	t.At, t.Pos = instr, ssautil.Pos(instr)
	t.Param = objectParam(fr.fn, instr)
	return t
}

// shared reports whether a function also gets what is added or updated.
func shared(g *Group, fn *ssa.Function) bool {
	for _, other := range []*Func{g.Add, g.Update} {
		if other != nil && (other.Fn == fn || calls(other.Fn, fn, 0)) {
			return true
		}
	}
	return false
}

// under reports whether frame e is frame f of the same call, or below it.
func under(e, f *frame) bool {
	for ; e != nil; e = e.up {
		if e.fn == f.fn && e.call == f.call {
			return true
		}
	}
	return false
}

func calls(fn, target *ssa.Function, depth int) bool {
	if depth > 2 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok {
				if callee := c.Common().StaticCallee(); callee != nil && (callee == target || len(callee.Blocks) > 0 && calls(callee, target, depth+1)) {
					return true
				}
			}
		}
	}
	return false
}

// objectParam returns the index of the parameter that an instruction tests or
// passes on, if it is an interface{}.
func objectParam(fn *ssa.Function, instr ssa.Instruction) int {
	var ops []*ssa.Value
	for _, op := range instr.Operands(ops) {
		v := *op
		if c, ok := v.(*ssa.ChangeInterface); ok {
			v = c.X
		}
		if p, ok := v.(*ssa.Parameter); ok && clientgo.IsAny(p.Type()) {
			return slices.Index(fn.Params, p)
		}
	}
	// A use further on: the only untyped parameter.
	at := -1
	for i, p := range fn.Params {
		if clientgo.IsAny(p.Type()) {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// filter runs a FilterFunc in front of a Delete function.
func filter(in *interp, g *Group, works bool) *Tomb {
	if !works {
		return nil
	}
	live, dead := in.RunObject(g.Filter), in.RunTombstone(g.Filter)
	if live.gaveUp || dead.gaveUp {
		return nil
	}
	for _, m := range dead.misses {
		if (m.kind == missPanic || m.kind == missDeref) && !slices.ContainsFunc(live.misses, func(l miss) bool { return l.instr == m.instr }) {
			t := newTomb(g, g.Filter, clientgo.Filter, m, nil, live)
			t.Kind, t.Deref = Unchecked, m.kind == missDeref
			return t
		}
	}
	if !g.FilterRejects || !slices.ContainsFunc(live.ends, func(e end) bool {
		return e.flags&odd == 0 && e.Truth() != False
	}) {
		return nil
	}
	m, _ := culprit(dead.misses)
	if m == nil {
		return nil
	}
	t := newTomb(g, g.Filter, clientgo.Filter, *m, nil, live)
	t.Kind = FilterRejects
	return t
}
