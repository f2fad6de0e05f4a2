package sched

import "fmt"

// An Alt is one way for a thread to go on. It is the identity of a transition:
// equal alternatives of one state are one transition.
type Alt struct {
	Thread, Peer   int32 // Peer: the receiver that takes part in an unbuffered send, or -1
	Case, PeerCase int16
}

func (a Alt) String() string {
	if a.Peer < 0 {
		return fmt.Sprintf("%d.%d", a.Thread, a.Case)
	}
	return fmt.Sprintf("%d.%d>%d.%d", a.Thread, a.Case, a.Peer, a.PeerCase)
}

// Has reports whether a thread takes part.
func (a Alt) Has(thread int32) bool { return a.Thread == thread || a.Peer == thread }

// An Event is an executed alternative.
type Event struct {
	Alt
	Seq, PeerSeq int32    // how many events these threads had before
	Text         string   // if tracing
	Site         string   // if tracing, see Site
	Notes        []string // if tracing
	From         int      // if tracing: the event that sent what this one received, or -1
	// Meets says that whether it was possible may depend on what it did not
	// touch: of a select, on where other threads are.
	Meets  bool
	lo, hi int
}

// Events returns the events so far.
func (w *World) Events() []Event { return w.events }

// Next is the event that a possible alternative would be.
func (w *World) Next(a Alt) Event {
	ev := Event{Alt: a, Seq: w.threads[a.Thread].seq, PeerSeq: -1}
	if a.Peer >= 0 {
		ev.PeerSeq = w.threads[a.Peer].seq
	}
	return ev
}

// Touches returns what an event touched.
func (w *World) Touches(e *Event) []Touch { return w.touches[e.lo:e.hi] }

// touch records a use of an object by the current event. Before the first
// event there is nothing to record: all later events depend on the start.
func (w *World) touch(o *Object, m Mode) {
	if len(w.events) == 0 || w.aborting {
		return
	}
	isNew := o.run != w.run
	o.in(w)
	if !w.quiet {
		w.touches = append(w.touches, Touch{o.id, o.slot, m, isNew})
	}
	if m.writes() && o.invariants != nil {
		for _, inv := range *o.invariants {
			if inv.dirty = true; !w.quiet {
				w.touches = append(w.touches, Touch{ID: inv.obj.id, Slot: inv.obj.slot, Mode: Write})
			}
		}
	}
}

// Quiet says whether what the next steps touch is known from an earlier execution, so
// that nobody will ask for it.
func (w *World) Quiet(yes bool) { w.quiet = yes }

// op is a pending operation.
type op struct {
	kind opKind
	name string

	// Steps: res says whether it can be taken now, and does it; guard and effect
	// do if there is none.
	res    resource
	arg    uint8
	guard  func() bool
	effect func()
	by     Waiter // has them instead, see Step

	acc  []Access
	idle bool // only when nothing else can move

	n        int        // choices
	branches []Branch   // alternatives with guards
	room     []Branch   // for copies of them
	cases    []chanCase // select
	def      bool       // select with default
	only     int        // 1 + the case that a close decided on, or 0
	since    int        // settlements when the thread got here
}

type opKind uint8

const (
	opStep opKind = iota + 1
	opChoose
	opMaybe
	opSelect
	opAny
)

// A resource is what a step waits for and changes. arg tells its operations
// apart.
type resource interface {
	ready(w *World, arg uint8) bool
	apply(w *World, t *Thread, arg uint8)
}

// step blocks the running thread before a step.
func (w *World) step(name string, r resource, arg uint8, acc ...Access) {
	t := w.thread()
	o := t.fresh(opStep, name)
	o.res, o.arg = r, arg
	o.acc = append(o.acc, acc...)
	w.block(t)
}

func (w *World) thread() *Thread {
	if w.running == nil {
		panic("sched: operation outside of a thread")
	}
	return w.running
}

func (t *Thread) fresh(k opKind, name string) *op {
	o := &t.buf
	if k == opAny && o.kind == opAny { // of a thread without a stack, mostly: there is less to clear
		o.name, o.since, o.branches, o.room = name, t.w.settled, nil, o.room[:0]
		return o
	}
	*o = op{kind: k, name: name, acc: o.acc[:0], cases: o.cases[:0], room: o.room[:0], since: t.w.settled}
	return o
}

// possible reports whether a step can be taken now.
func (o *op) possible(w *World) bool {
	switch {
	case o.res != nil:
		return o.res.ready(w, o.arg)
	case o.by != nil:
		return o.by.Ready(o.n)
	}
	return o.guard == nil || o.guard()
}

// take does what a step does.
func (o *op) take(w *World, t *Thread) {
	switch {
	case o.res != nil:
		o.res.apply(w, t, o.arg)
	case o.by != nil:
		o.by.Take(o.n)
	case o.effect != nil:
		o.effect()
	}
}

// Do is one indivisible step that is always possible.
func Do(name string, effect func(), acc ...Access) { Await(name, nil, effect, acc...) }

// Await is one indivisible step that is possible while guard holds. guard and
// effect may look at nothing but what acc declares, and call no operation.
func Await(name string, guard func() bool, effect func(), acc ...Access) {
	w := Current()
	t := w.thread()
	o := t.fresh(opStep, name)
	o.guard, o.effect = guard, effect
	o.acc = append(o.acc, acc...)
	w.block(t)
}

// Step is Await with a guard and an effect that need not be made for it, as those
// of a Branch: number 0 of a Waiter.
func Step(name string, by Waiter, acc ...Access) {
	w := Current()
	t := w.thread()
	o := t.fresh(opStep, name)
	o.by = by
	o.acc = append(o.acc, acc...)
	w.block(t)
}

// MaybeStep is Maybe in the same way, for what is always possible.
func MaybeStep(name string, by Waiter, acc ...Access) bool {
	w := Current()
	t := w.thread()
	o := t.fresh(opMaybe, name)
	o.by = by
	o.acc = append(o.acc, acc...)
	return w.block(t).Case == 0
}

// A Branch is one of several steps that a thread waits for at once. The guard
// may look at nothing but what Acc declares.
type Branch struct {
	Name   string
	Guard  func() bool // nil: always
	Effect func()      // may be nil
	Acc    []Access

	// By has guard and effect instead, for those who have many: N tells theirs
	// apart.
	By Waiter
	N  int
}

// A Waiter is what branches wait for and change.
type Waiter interface {
	Ready(n int) bool
	Take(n int)
}

// Unguarded is the guard of a Waiter that is always possible.
type Unguarded struct{}

// Ready is true.
func (Unguarded) Ready(int) bool { return true }

// Ready says whether the branch could be taken now. It is no step.
func (b *Branch) Ready() bool {
	if b.By != nil {
		return b.By.Ready(b.N)
	}
	return b.Guard == nil || b.Guard()
}

// Take does what the branch does, as part of a step.
func (b *Branch) Take() {
	if b.By != nil {
		b.By.Take(b.N)
	} else if b.Effect != nil {
		b.Effect()
	}
}

// AwaitAny waits until one of the branches is possible and takes it. If several
// are, any may be taken, as in a select. It returns which.
func AwaitAny(branches ...Branch) int {
	w := Current()
	t := w.thread()
	o := t.fresh(opAny, "await")
	o.room = append(o.room, branches...) // so that callers need not allocate them
	o.branches = o.room
	return int(w.block(t).Case)
}

// Maybe is a step that the environment takes or leaves: it reports which. The
// guard limits only the taking.
func Maybe(name string, guard func() bool, effect func(), acc ...Access) bool {
	w := Current()
	t := w.thread()
	o := t.fresh(opMaybe, name)
	o.guard, o.effect = guard, effect
	o.acc = append(o.acc, acc...)
	return w.block(t).Case == 0
}

// Choose is a choice of the environment among 0..n-1. It depends on nothing.
func Choose(n int, name string) int {
	w := Current()
	t := w.thread()
	t.fresh(opChoose, name).n = n
	return int(w.block(t).Case)
}

// Quiesce waits until no other thread can take a step. It depends on every
// step before and after it.
func Quiesce(name string) {
	w := Current()
	t := w.thread()
	o := t.fresh(opStep, name)
	o.by = (*settling)(w)
	o.idle = true
	o.acc = append(o.acc, Access{nil, Everything})
	w.block(t)
}

// A settling is a world that comes to rest.
type settling World

// Ready is true.
func (*settling) Ready(int) bool { return true }

// Take counts it.
func (w *settling) Take(int) { w.settled++ }

// TouchNow adds a use of an object to the current step, without a choice. It
// is for effects that reach further than what was declared, and for releases.
func TouchNow(o *Object, m Mode) { Current().touch(o, m) }

// IsFault reports whether an alternative is one that the environment could also
// leave: the taking of a [Maybe].
func (w *World) IsFault(a Alt) bool {
	o := w.threads[a.Thread].op
	return o != nil && o.kind == opMaybe && a.Case == 0
}

// Enabled appends the alternatives that are possible now.
func (w *World) Enabled(dst []Alt) []Alt {
	n := len(dst)
	for _, t := range w.threads {
		if t.op != nil && !t.op.idle {
			dst = t.op.alts(w, t, dst)
		}
	}
	if len(dst) > n {
		return dst
	}
	for _, t := range w.threads {
		if t.op != nil && t.op.idle {
			dst = t.op.alts(w, t, dst)
		}
	}
	return dst
}

// EnabledAfter is Enabled after an event, given what was possible before it: only
// of threads that the event has to do with it may be something else now.
func (w *World) EnabledAfter(dst, before []Alt, e *Event) []Alt {
	changed := others // the event's threads stand elsewhere
	touches := w.touches[e.lo:e.hi]
	for i := range touches {
		switch x := &touches[i]; {
		case x.Mode == Everything:
			return w.Enabled(dst)
		case Obstructive(x.Mode):
			changed |= x.Bit()
		}
	}
	n := len(dst)
	for i, concern := range w.concerns {
		if concern != 0 && concern&changed == 0 {
			for ; len(before) > 0 && int(before[0].Thread) == i; before = before[1:] {
				dst = append(dst, before[0])
			}
			continue
		}
		for len(before) > 0 && int(before[0].Thread) == i {
			before = before[1:]
		}
		t := w.threads[i]
		if concern == 0 {
			w.concern(t)
		}
		if t.op != nil && !t.op.idle {
			dst = t.op.alts(w, t, dst)
		}
	}
	if len(dst) == n {
		return w.Enabled(dst)
	}
	return dst
}

func (o *op) alts(w *World, t *Thread, dst []Alt) []Alt {
	switch o.kind {
	case opStep:
		if o.possible(w) {
			dst = append(dst, Alt{t.index, -1, 0, 0})
		}
	case opMaybe:
		if o.possible(w) {
			dst = append(dst, Alt{t.index, -1, 0, 0})
		}
		dst = append(dst, Alt{t.index, -1, 1, 0})
	case opChoose:
		for i := range o.n {
			dst = append(dst, Alt{t.index, -1, int16(i), 0})
		}
	case opSelect:
		dst = o.selectAlts(w, t, dst)
	case opAny:
		for i := range o.branches {
			if o.branches[i].Ready() {
				dst = append(dst, Alt{t.index, -1, int16(i), 0})
			}
		}
	}
	return dst
}

// valid is a cheap check that a recorded alternative still exists on replay.
func (o *op) valid(w *World, t *Thread, a Alt) bool {
	switch o.kind {
	case opStep:
		return a.Case == 0 && a.Peer < 0 && o.possible(w)
	case opMaybe:
		return a.Peer < 0 && (a.Case == 1 || a.Case == 0 && o.possible(w))
	case opChoose:
		return a.Peer < 0 && int(a.Case) < o.n
	case opAny:
		return a.Peer < 0 && int(a.Case) < len(o.branches) && o.branches[a.Case].Ready()
	}
	var buf [16]Alt
	for _, b := range o.selectAlts(w, t, buf[:0]) {
		if a == b {
			return true
		}
	}
	return false
}

func (o *op) exec(w *World, t *Thread, a Alt) {
	switch o.kind {
	case opStep:
		w.declared(o)
		o.take(w, t)
	case opMaybe:
		if a.Case == 0 {
			w.declared(o)
			o.take(w, t)
		} else if o.guard != nil {
			// Left, perhaps because it was not possible yet.
			for _, a := range o.acc {
				w.touch(a.Obj, Peek)
			}
		}
	case opSelect:
		o.execSelect(w, t, a)
	case opAny:
		for i := range o.branches {
			for _, x := range o.branches[i].Acc {
				if i == int(a.Case) {
					w.touch(x.Obj, x.Mode)
				} else {
					w.touch(x.Obj, Peek) // it could have been this one
				}
			}
		}
		o.branches[a.Case].Take()
	}
}

func (w *World) declared(o *op) {
	for _, a := range o.acc {
		if a.Mode == Everything {
			w.touches = append(w.touches, Touch{Slot: -1, Mode: Everything})
			continue
		}
		w.touch(a.Obj, a.Mode)
	}
}

// Waits calls f, for each alternative of a thread's pending operation that is
// not possible now, with what it would touch. What earlier events did to these
// objects may be the reason. If by is not nil, only alternatives count that one of
// these touches can obstruct.
func (w *World) Waits(thread int32, by []Touch, f func([]Touch)) {
	t := w.threads[thread]
	o := t.op
	if o == nil {
		return
	}
	switch o.kind {
	case opStep, opMaybe:
		// Waiting for all to stop is nobody's doing.
		if !o.idle && w.obstructed(o.acc, by) && !o.possible(w) {
			f(w.wanted(o.acc))
		}
	case opSelect:
		o.selectWaits(w, t, by, f)
	case opAny:
		for i := range o.branches {
			if b := &o.branches[i]; w.obstructed(b.Acc, by) && !b.Ready() {
				f(w.wanted(b.Acc))
			}
		}
	}
}

// Concerned is a quick answer to whether touches can be in the way of anything
// that a thread waits for, given their bits, see [Touch.Bit]: false is certain.
func (w *World) Concerned(thread int32, bits uint64) bool {
	c := w.concerns[thread]
	if c == 0 {
		c = w.concern(w.threads[thread])
	}
	return c&bits != 0
}

// Concerns are, for each thread, what [World.Concerned] looks at: bits of objects, or
// 0 for a thread that has gone on since it was asked last, or was not there.
func (w *World) Concerns() []uint64 { return w.concerns }

// concern finds the objects that a thread waits for, as bits. It has not gone on
// since they were asked for as long as they are not 0.
func (w *World) concern(t *Thread) uint64 {
	bits := known
	switch o := t.op; {
	case o == nil:
	case o.kind == opSelect:
		bits = ^uint64(0)
	default:
		bits |= w.slots(o.acc)
		for i := range o.branches {
			bits |= w.slots(o.branches[i].Acc)
		}
	}
	w.concerns[t.index] = bits
	return bits
}

// Two bits are of no object: known is in what a thread is concerned with, and
// others in that of a select, which depends on where other threads stand.
const (
	known  = uint64(1) << 63
	others = uint64(1) << 62
)

// Bit is one of 62 for the object.
func (t *Touch) Bit() uint64 { return bit(t.Slot) }

func bit(slot int32) uint64 { return 1 << (uint32(slot) % 62) }

// slots are the objects of accesses as bits. All of them mean that one has no
// number yet.
func (w *World) slots(acc []Access) (bits uint64) {
	for i := range acc {
		switch o := acc[i].Obj; {
		case o == nil:
		case o.run != w.run:
			return ^uint64(0)
		default:
			bits |= bit(o.slot)
		}
	}
	return bits
}

// obstructed reports whether one of some touches, if they are given, may be in
// the way of an operation with these accesses.
func (w *World) obstructed(acc []Access, by []Touch) bool {
	if by == nil {
		return true
	}
	for i := range acc {
		a := &acc[i]
		if a.Obj == nil || a.Obj.run != w.run {
			continue
		}
		for j := range by {
			if by[j].Slot == a.Obj.slot && Obstructs(by[j].Mode, a.Mode) {
				return true
			}
		}
	}
	return false
}

func (w *World) wanted(acc []Access) []Touch {
	w.scratch = w.scratch[:0]
	for _, a := range acc {
		// What nobody has touched yet is no reason, and must not get its
		// number here: replays of the execution do not come by.
		if a.Obj.run == w.run {
			w.scratch = append(w.scratch, Touch{ID: a.Obj.id, Slot: a.Obj.slot, Mode: a.Mode})
		}
	}
	return w.scratch
}

// Obstructive reports whether a touch can be the reason why anything is not
// possible.
func Obstructive(m Mode) bool {
	return m.writes() || m == Share || m == PollRecv || m == PollSend
}

// Obstructs reports whether an earlier touch can be the reason why a pending
// one is not possible.
func Obstructs(earlier, pending Mode) bool {
	switch pending {
	case PollRecv:
		return earlier == Write || earlier == PollSend
	case PollSend:
		return earlier == Write || earlier == PollRecv
	}
	// A read changes nothing that a guard could see.
	return earlier.writes() || earlier == Share && pending.writes()
}

func (o *op) what(w *World) string {
	switch o.kind {
	case opSelect:
		return o.selectText()
	case opAny:
		s := "await"
		for i := range o.branches {
			if i > 0 {
				s += " or"
			}
			s += " " + o.branches[i].Name
		}
		return s
	}
	return o.name
}

func (o *op) describe(w *World, t *Thread, a Alt) string {
	switch o.kind {
	case opSelect:
		return o.caseText(a)
	case opChoose:
		return fmt.Sprintf("%s: %d", o.name, a.Case)
	case opAny:
		return o.branches[a.Case].Name
	case opMaybe:
		if a.Case == 1 {
			return "no " + o.name
		}
	}
	return o.name
}
