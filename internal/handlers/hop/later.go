package hop

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Later tells which functions of a package may run because of what others put
// into queues and channels. What it says may run need not: it is for those who have
// to be sure that something does not.
type Later struct {
	byName map[string][]*ssa.Function      // the methods
	takers map[string][]taker              // by the place; "" is any other
	opened []*ssa.Function                 // that other packages may call
	values []*ssa.Function                 // that somebody has as values
	begun  map[*ssa.Function]*ssa.Function // that somebody may call, and who does; itself if that is anybody
}

// A taker takes something out of a queue or channel of a type.
type taker struct {
	fn   *ssa.Function
	from types.Type
}

// fits reports whether what is put into something of a type may be what is taken out.
func (t taker) fits(to types.Type) bool {
	if to == nil {
		return true
	}
	a, sent := to.Underlying().(*types.Chan)
	b, received := t.from.Underlying().(*types.Chan)
	return sent == received && (!sent || types.Identical(a.Elem(), b.Elem()))
}

// NewLater looks through the functions of a package.
func NewLater(fns []*ssa.Function) *Later {
	l := &Later{byName: make(map[string][]*ssa.Function), takers: make(map[string][]taker), begun: make(map[*ssa.Function]*ssa.Function)}
	for _, fn := range fns {
		if fn.Signature.Recv() != nil {
			l.byName[fn.Name()] = append(l.byName[fn.Name()], fn)
		}
	}
	for _, fn := range fns {
		if open(fn) {
			l.opened = append(l.opened, fn)
			l.begin(fn, fn)
		}
	}
	had := newSet()
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				take := func(from ssa.Value, _ Out) {
					l.takers[Place(from)] = append(l.takers[Place(from)], taker{named(fn), from.Type()})
				}
				taken(fn, instr, take)
				if q, method := ofQueue(instr); method != nil && clientgo.Dequeues(q.Type(), method) {
					take(q, Out{})
				}
				had.add(values(instr)...)
			}
		}
	}
	l.values = had.list
	return l
}

// open reports whether other packages may call a function, or the runtime does.
func open(fn *ssa.Function) bool {
	if fn.Parent() != nil {
		return false
	}
	return token.IsExported(fn.Name()) || fn.Name() == "main" || strings.HasPrefix(fn.Name(), "init")
}

// begin notes that a function may be called, and so what it mentions.
func (l *Later) begin(fn, by *ssa.Function) {
	fn = named(fn)
	if l.begun[fn] != nil {
		return
	}
	l.begun[fn] = by
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				if f, ok := (*op).(*ssa.Function); ok {
					l.begin(f, fn)
				}
			}
			if c, ok := instr.(ssa.CallInstruction); ok && c.Common().IsInvoke() {
				for _, f := range l.methods(c.Common()) {
					l.begin(f, fn)
				}
			}
		}
	}
}

// Begun returns by which functions a function may be called, from itself up to one
// that is exported; nil if nobody calls it.
func (l *Later) Begun(fn *ssa.Function) (by []*ssa.Function) {
	for fn = named(fn); l.begun[fn] != nil; fn = l.begun[fn] {
		if by = append(by, fn); l.begun[fn] == fn {
			return by
		}
	}
	return nil
}

// named is a function as the package has it: no instance, and no method that is
// bound to a receiver.
func named(fn *ssa.Function) *ssa.Function {
	if m := ssautil.Bound(fn); m != nil {
		fn = m
	}
	return ssautil.Origin(fn)
}

// values are the functions that an instruction has as values, and does not call.
func values(instr ssa.Instruction) (out []*ssa.Function) {
	var called *ssa.Value
	if c, ok := instr.(ssa.CallInstruction); ok {
		called = &c.Common().Value
	}
	for _, op := range instr.Operands(nil) {
		if f, ok := (*op).(*ssa.Function); ok && op != called {
			out = append(out, named(f))
		}
	}
	return out
}

// methods are those of the package that a call through an interface may call, by name
// and signature: what embeds their receivers has them as well.
func (l *Later) methods(c *ssa.CallCommon) (out []*ssa.Function) {
	for _, fn := range l.byName[c.Method.Name()] {
		if fn.TypeParams().Len() > 0 || types.Identical(fn.Signature, c.Method.Signature()) { // receivers do not count
			out = append(out, fn)
		}
	}
	return out
}

// A search is for what may run because of one function.
type search struct {
	*Later
	now, then set
	handlers  map[*ssa.Function]bool // only a call leads to them
	takes     map[*ssa.Function]bool // of then, those that are there because they take something out
	anybody   bool                   // it is not known who takes something out
}

// A set is functions, in the order in which they were found.
type set struct {
	list []*ssa.Function
	has  map[*ssa.Function]bool
}

func newSet() set { return set{has: make(map[*ssa.Function]bool)} }

func (s *set) add(fns ...*ssa.Function) {
	for _, fn := range fns {
		if fn = named(fn); !s.has[fn] {
			s.has[fn] = true
			s.list = append(s.list, fn)
		}
	}
}

// Of returns the functions that may run because of what a function, or what it
// calls, puts somewhere; not those that it calls itself, unless they may run later
// as well. handlers are what is registered together with it: that something is put
// somewhere is no reason to call them. takes are those that take it out, nil if that
// is not known.
func (l *Later) Of(fn *ssa.Function, handlers ...*ssa.Function) (out, takes map[*ssa.Function]bool) {
	s := &search{Later: l, now: newSet(), then: newSet(), handlers: make(map[*ssa.Function]bool), takes: make(map[*ssa.Function]bool)}
	for _, h := range handlers {
		s.handlers[named(h)] = true
	}
	s.now.add(fn)
	for i := 0; i < len(s.now.list); i++ {
		s.step(s.now.list[i], &s.now)
	}
	for i := 0; i < len(s.then.list); i++ {
		s.step(s.then.list[i], &s.then)
	}
	if s.anybody {
		return s.then.has, nil
	}
	return s.then.has, s.takes
}

// Without returns the functions that may run if nobody calls a handler: all that is
// not led to by it alone.
func (l *Later) Without(handler *ssa.Function) []*ssa.Function {
	s := &search{Later: l, then: newSet(), takes: make(map[*ssa.Function]bool), handlers: map[*ssa.Function]bool{named(handler): true}}
	s.into("", nil)
	for i := 0; i < len(s.then.list); i++ {
		s.step(s.then.list[i], &s.then)
	}
	return s.then.list
}

// Beyond returns the functions that may run where a run that has gone inside of some
// functions has lost sight of what happens: where it has skipped one, and where one
// of those has another as a value, or calls what is not known.
func (l *Later) Beyond(inside, skipped map[*ssa.Function]bool) map[*ssa.Function]bool {
	s := &search{Later: l, then: newSet(), takes: make(map[*ssa.Function]bool)}
	lost := func(fns []*ssa.Function) {
		for _, fn := range fns {
			if !inside[named(fn)] {
				s.then.add(fn)
			}
		}
	}
	for fn := range skipped {
		s.then.add(fn)
	}
	for fn := range inside {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				lost(values(instr))
				if i, ok := instr.(ssa.CallInstruction); ok && i.Common().StaticCallee() == nil {
					lost(l.dynamic(i.Common()))
				}
			}
		}
	}
	for i := 0; i < len(s.then.list); i++ {
		s.step(s.then.list[i], &s.then)
	}
	return s.then.has
}

// step adds what a function calls, and what may run because of it.
func (s *search) step(fn *ssa.Function, calls *set) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			given := slices.DeleteFunc(values(instr), func(f *ssa.Function) bool { return s.handlers[f] })
			calls.add(given...) // who has it may call it, and may do so later
			if mc, ok := instr.(*ssa.MakeClosure); !ok || !onlyCalled(mc) {
				s.then.add(given...)
			}
			if to, _ := Into(instr); to != nil {
				s.into(Place(to), to.Type())
			} else if c, ok := instr.(ssa.CallInstruction); ok && s.call(c, calls) {
				s.into("", nil)
			}
		}
	}
}

// onlyCalled reports whether a closure is called where it is made, and nowhere else.
func onlyCalled(mc *ssa.MakeClosure) bool {
	for _, use := range *mc.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			if i.Call.Value != ssa.Value(mc) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// call adds what a call may call. It reports whether that may put something into a
// queue that is not known: it is elsewhere, or it is given one.
func (s *search) call(i ssa.CallInstruction, calls *set) bool {
	c := i.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return false
	}
	found := s.dynamic(c)
	if f := c.StaticCallee(); f != nil {
		found = []*ssa.Function{f}
	}
	if _, ok := i.(*ssa.Go); ok {
		calls = &s.then
	}
	calls.add(found...)
	for _, f := range found {
		if len(named(f).Blocks) > 0 {
			return false
		}
	}
	if q, method := ofQueue(i); method != nil && !clientgo.Enqueues(q.Type(), method) {
		return false
	}
	if slices.ContainsFunc(c.Args, func(a ssa.Value) bool { return clientgo.IsQueue(a.Type()) }) {
		return true
	}
	fn := ssautil.Callee(c)
	return fn == nil && len(found) == 0 || fn != nil && calls == &s.now && hides(fn)
}

// ofQueue returns the queue of a call of a method of one that is not called through
// an interface, and the method.
func ofQueue(instr ssa.Instruction) (ssa.Value, *types.Func) {
	i, ok := instr.(ssa.CallInstruction)
	if !ok || i.Common().IsInvoke() {
		return nil, nil
	}
	c := i.Common()
	fn := ssautil.Callee(c)
	if fn == nil || fn.Signature().Recv() == nil || len(c.Args) == 0 || !clientgo.IsQueue(c.Args[0].Type()) {
		return nil, nil
	}
	return c.Args[0], fn
}

// hides reports whether a function elsewhere may put what it gets into a queue.
func hides(fn *types.Func) bool {
	return fn.Pkg() != nil && !clientgo.Quiet(fn) && !clientgo.Std(fn.Pkg().Path()) && !clientgo.Modelled(fn.Pkg().Path())
}

// dynamic are the functions of the package that a call of a value, or through an
// interface, may call.
func (l *Later) dynamic(c *ssa.CallCommon) (out []*ssa.Function) {
	if c.IsInvoke() {
		return l.methods(c)
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return nil
	}
	if mc, ok := c.Value.(*ssa.MakeClosure); ok {
		return []*ssa.Function{mc.Fn.(*ssa.Function)}
	}
	for _, f := range l.values {
		if types.Identical(f.Signature, c.Signature()) { // receivers do not count
			out = append(out, f)
		}
	}
	return out
}

// into adds who takes out of a place of a type, nil for any. Where nobody is known to
// it may be anybody outside of the package: all that these can call are added then.
func (s *search) into(place string, typ types.Type) {
	known := false
	for at, takers := range s.takers {
		for _, t := range takers {
			if s.begun[t.fn] != nil && (at == place || (at == "" || place == "") && t.fits(typ)) {
				known = known || at == place && place != ""
				s.takes[t.fn] = true
				s.then.add(t.fn)
			}
		}
	}
	if known {
		return
	}
	s.anybody = true
	for _, fn := range slices.Concat(s.opened, s.values) {
		if !s.handlers[fn] {
			s.then.add(fn)
		}
	}
}
