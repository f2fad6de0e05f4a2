package explore

import (
	"math/bits"

	"github.com/informerlint/informerlint/reference/sched"
)

// A set of events of one execution, by number. Few executions have more of them
// than one word has bits.
type set struct {
	first uint64   // of the first 64
	more  []uint64 // of those that follow
}

func (s *set) has(i int) bool {
	if i < 64 {
		return s.first&(1<<(i&63)) != 0
	}
	k := i>>6 - 1
	return k < len(s.more) && s.more[k]&(1<<(i&63)) != 0
}

func (s *set) add(i int) {
	if i < 64 {
		s.first |= 1 << (i & 63)
		return
	}
	for len(s.more) < i>>6 {
		s.more = append(s.more, 0)
	}
	s.more[i>>6-1] |= 1 << (i & 63)
}

func (s *set) union(t *set) {
	if s.first |= t.first; len(t.more) > 0 {
		s.unionMore(t)
	}
}

func (s *set) unionMore(t *set) {
	for len(s.more) < len(t.more) {
		s.more = append(s.more, 0)
	}
	for i, x := range t.more {
		s.more[i] |= x
	}
}

func (s *set) contains(t *set) bool {
	if t.first&^s.first != 0 {
		return false
	}
	for i, x := range t.more {
		if x != 0 && (i >= len(s.more) || x&^s.more[i] != 0) {
			return false
		}
	}
	return true
}

func (s *set) meets(t *set) bool { return s.first&t.first != 0 || len(s.more) > 0 && s.meetsMore(t) }

func (s *set) meetsMore(t *set) bool {
	for i := range min(len(s.more), len(t.more)) {
		if s.more[i]&t.more[i] != 0 {
			return true
		}
	}
	return false
}

// clear empties a set and keeps its memory.
func (s *set) clear() { s.first, s.more = 0, s.more[:0] }

// A history is the happens-before order of the current execution, where an
// event happens before a later one that depends on it. It can be cut back to an
// earlier event, so that what executions have in common is looked at once.
type history struct {
	n       int
	before  []set // per event: those that happen before it
	alts    []sched.Alt
	labels  []uint64 // per event: identity that does not depend on the schedule
	mixed   []uint64 // per event: what its label adds to the prints of those that depend on it
	past    []past   // per event: what it replaced
	last    []int32  // per thread: its latest event or what created it, or -1
	uses    [][]use  // per slot: the touches of it, the oldest first
	touched []int32  // the slots of all touches, in order
	prints  []uint64 // per event, as far as asked for: its part of the identity of the class
	all     int32    // the latest event that depends on everything, or -1

	// Of the latest event, those before it that one of its touches conflicts with, since
	// the latest that depends on everything: those that could come after it, and the others.
	// That one is no candidate: it has waited until nothing could move (Quiesce), and would
	// have waited for what could have come before it.
	after, sure []int32

	direct []int32 // scratch
}

// A past is what was the latest before an event.
type past struct {
	thread, peer, all int32
	threads, touched  int
}

// A use is a touch of an object by an event.
type use struct {
	event int32
	write int32 // the place of the latest write among the uses so far, or -1
	mode  sched.Mode
}

// reset begins a new execution with the threads that its start created.
func (h *history) reset(threads int) {
	h.cut(0)
	h.last, h.all = h.last[:0], -1
	for range threads {
		h.last = append(h.last, -1)
	}
}

// cut forgets all events from number n on.
func (h *history) cut(n int) {
	if n >= h.n {
		return
	}
	for i := h.n - 1; i >= n; i-- {
		p := &h.past[i]
		h.all = p.all
		h.last = h.last[:p.threads]
		a := h.alts[i]
		if h.last[a.Thread] = p.thread; a.Peer >= 0 {
			h.last[a.Peer] = p.peer
		}
	}
	for _, slot := range h.touched[h.past[n].touched:] {
		h.uses[slot] = h.uses[slot][:len(h.uses[slot])-1]
	}
	h.touched = h.touched[:h.past[n].touched]
	h.prints = h.prints[:min(n, len(h.prints))]
	h.n, h.alts, h.labels, h.mixed, h.past = n, h.alts[:n], h.labels[:n], h.mixed[:n], h.past[:n]
}

// of returns the uses of an object so far.
func (h *history) of(slot int32) []use {
	if int(slot) < len(h.uses) {
		return h.uses[slot]
	}
	return nil
}

// use notes that event i, the latest, touches an object, and appends the events
// that it depends on for that: others since the latest write, and that.
func (h *history) use(dst []int32, i int32, t *sched.Touch) []int32 {
	for len(h.uses) <= int(t.Slot) {
		h.uses = append(h.uses, nil)
	}
	us := h.uses[t.Slot]
	u := use{i, -1, t.Mode}
	write := t.Mode == sched.Write || t.Mode == sched.Produce
	if n := len(us); n > 0 {
		u.write = us[n-1].write
		if w := int(u.write); w >= 0 && us[w].event != i {
			e := us[w].event
			dst = append(dst, e)
			if e > h.all {
				for w > 0 && us[w-1].event == e && sched.Conflict(us[w-1].mode, t.Mode) {
					w--
				}
				if sched.Reversible(us[w].mode, t.Mode) {
					h.after = append(h.after, e)
				} else {
					h.sure = append(h.sure, e)
				}
			}
		}
		if write {
			for k := int(u.write) + 1; k < n && us[k].event != i; k++ {
				e := us[k].event
				if dst = append(dst, e); e > h.all {
					h.after = append(h.after, e) // a write can always come before
				}
			}
		}
	}
	if write {
		u.write = int32(len(us))
	}
	h.uses[t.Slot] = append(us, u)
	h.touched = append(h.touched, t.Slot)
	return dst
}

// add appends an event that was just executed.
func (h *history) add(ev *sched.Event, touches []sched.Touch, w *sched.World) {
	i := h.n
	for len(h.before) <= i {
		h.before = append(h.before, set{})
	}
	b := &h.before[i]
	b.clear()
	d := h.direct[:0]
	p := past{h.latest(ev.Thread), -1, h.all, len(h.last), len(h.touched)}
	if h.all >= 0 {
		d = append(d, h.all)
	}
	if p.thread >= 0 {
		d = append(d, p.thread)
	}
	if ev.Peer >= 0 {
		if p.peer = h.latest(ev.Peer); p.peer >= 0 {
			d = append(d, p.peer)
		}
	}
	all := false
	h.after, h.sure = h.after[:0], h.sure[:0]
	for k := range touches {
		if touches[k].Mode != sched.Everything {
			d = h.use(d, int32(i), &touches[k])
			continue
		}
		// It waited until nothing could move: it could not have come earlier, except
		// before another one that waits like that.
		if all = true; h.all >= 0 {
			h.after = append(h.after, h.all)
		}
		for e := range i {
			d = append(d, int32(e))
		}
	}
	h.direct = d
	for _, e := range d {
		if !b.has(int(e)) {
			b.union(&h.before[e])
			b.add(int(e))
		}
	}
	h.alts = append(h.alts, ev.Alt)
	x := label(ev, w)
	h.labels, h.mixed = append(h.labels, x), append(h.mixed, mix(x^0x5bd1e995))
	h.past = append(h.past, p)
	h.n++

	if all {
		h.all = int32(i)
	}
	for len(h.last) < w.Len() {
		h.last = append(h.last, int32(i)) // created by this event
	}
	h.last[ev.Thread] = int32(i)
	if ev.Peer >= 0 {
		h.last[ev.Peer] = int32(i)
	}
}

// latest is the last event of a thread, or the one that created it. Threads of
// the start have none.
func (h *history) latest(t int32) int32 {
	if int(t) >= len(h.last) {
		return -1
	}
	return h.last[t]
}

// label identifies an event by its threads, how many events they had before,
// and what was chosen.
func label(ev *sched.Event, w *sched.World) uint64 {
	x := mix(w.Path(ev.Thread) + mix(uint64(ev.Seq)<<16|uint64(uint16(ev.Case))))
	if ev.Peer >= 0 {
		x = mix(x ^ mix(w.Path(ev.Peer)+mix(uint64(ev.PeerSeq)<<16|uint64(uint16(ev.PeerCase)))))
	}
	return x
}

// print is the identity of the execution's class: the events with, for each,
// those that happen before it, whatever the order in which they were executed.
func (h *history) print() uint64 {
	for i := len(h.prints); i < h.n; i++ {
		x := h.labels[i]
		b := &h.before[i]
		for word := b.first; word != 0; word &= word - 1 {
			x += h.mixed[bits.TrailingZeros64(word)]
		}
		for k, word := range b.more {
			for ; word != 0; word &= word - 1 {
				x += h.mixed[(k+1)<<6+bits.TrailingZeros64(word)]
			}
		}
		h.prints = append(h.prints, mix(x))
	}
	var sum uint64
	for _, x := range h.prints {
		sum += x
	}
	return sum
}

func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
