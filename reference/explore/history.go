package explore

import "github.com/informerlint/informerlint/reference/sched"

// A set of events of one execution, by number.
type set []uint64

func (s set) has(i int) bool { return i>>6 < len(s) && s[i>>6]&(1<<(i&63)) != 0 }

func (s *set) add(i int) {
	for len(*s) <= i>>6 {
		*s = append(*s, 0)
	}
	(*s)[i>>6] |= 1 << (i & 63)
}

func (s *set) union(t set) {
	for len(*s) < len(t) {
		*s = append(*s, 0)
	}
	for i, x := range t {
		(*s)[i] |= x
	}
}

func (s set) contains(t set) bool {
	for i, x := range t {
		if x == 0 {
			continue
		}
		if i >= len(s) || x&^s[i] != 0 {
			return false
		}
	}
	return true
}

func (s set) meets(t set) bool {
	for i := range min(len(s), len(t)) {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// A history is the happens-before order of the current execution, where an
// event happens before a later one that depends on it.
type history struct {
	n      int
	before []set // per event: those that happen before it
	alts   []sched.Alt
	labels []uint64 // per event: identity that does not depend on the schedule
	last   []int32  // per thread: its latest event or what created it, or -1
	objs   []object // per slot
	all    int32    // the latest event that depends on everything, or -1

	direct []int32 // scratch
}

// An object remembers the latest write and the reads since: earlier touches
// happen before these.
type object struct {
	write int32
	reads []read
}

type read struct {
	event int32
	mode  sched.Mode
}

// reset begins a new execution with the threads that its start created.
func (h *history) reset(threads int) {
	h.n = 0
	h.alts = h.alts[:0]
	h.labels = h.labels[:0]
	h.last = h.last[:0]
	h.objs = h.objs[:0]
	h.all = -1
	for range threads {
		h.last = append(h.last, -1)
	}
}

func (h *history) object(slot int32) *object {
	for len(h.objs) <= int(slot) {
		if len(h.objs) < cap(h.objs) {
			h.objs = h.objs[:len(h.objs)+1]
			o := &h.objs[len(h.objs)-1]
			o.write, o.reads = -1, o.reads[:0]
		} else {
			h.objs = append(h.objs, object{write: -1})
		}
	}
	return &h.objs[slot]
}

// conflicts appends the events that a touch depends on directly.
func (h *history) conflicts(dst []int32, t sched.Touch) []int32 {
	if t.Mode == sched.Everything {
		for i := range h.n {
			dst = append(dst, int32(i))
		}
		return dst
	}
	o := h.object(t.Slot)
	if o.write >= 0 {
		dst = append(dst, o.write)
	}
	if t.Mode == sched.Write || t.Mode == sched.Produce {
		for _, r := range o.reads {
			dst = append(dst, r.event)
		}
	}
	return dst
}

// add appends an event that was just executed.
func (h *history) add(ev *sched.Event, touches []sched.Touch, w *sched.World) {
	i := h.n
	for len(h.before) <= i {
		h.before = append(h.before, nil)
	}
	b := h.before[i][:0]
	d := h.direct[:0]
	if h.all >= 0 {
		d = append(d, h.all)
	}
	if l := h.latest(ev.Thread); l >= 0 {
		d = append(d, l)
	}
	if ev.Peer >= 0 {
		if l := h.latest(ev.Peer); l >= 0 {
			d = append(d, l)
		}
	}
	for _, t := range touches {
		d = h.conflicts(d, t)
	}
	h.direct = d
	for _, e := range d {
		if !b.has(int(e)) {
			b.union(h.before[e])
			b.add(int(e))
		}
	}
	h.before[i] = b
	h.alts = append(h.alts, ev.Alt)
	h.labels = append(h.labels, label(ev, w))
	h.n++

	for _, t := range touches {
		switch t.Mode {
		case sched.Everything:
			h.all = int32(i)
		case sched.Write, sched.Produce:
			o := h.object(t.Slot)
			o.write, o.reads = int32(i), o.reads[:0]
		default:
			o := h.object(t.Slot)
			if o.write != int32(i) {
				o.reads = append(o.reads, read{int32(i), t.Mode})
			}
		}
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
	if h.n == 0 || int(t) >= len(h.last) {
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
func (h *history) print(w *sched.World) uint64 {
	var sum uint64
	for i := range h.n {
		x := h.labels[i]
		for k, word := range h.before[i] {
			for j := k << 6; word != 0; j, word = j+1, word>>1 {
				if word&1 != 0 {
					x += mix(h.labels[j] ^ 0x5bd1e995)
				}
			}
		}
		sum += mix(x)
	}
	return sum
}

func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
