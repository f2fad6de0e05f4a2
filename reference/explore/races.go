package explore

import "github.com/informerlint/informerlint/reference/sched"

// A mutant is a known mistake in the search. Tests switch them on and must
// notice.
type mutant int

const (
	sound              mutant = iota
	classicBacktrack          // Flanagan and Godefroid's rule for what to add
	forgetPolls               // a select touches only the channel that it chose
	forgetPeers               // an unbuffered exchange is a step of the sender only
	noWriterPreference        // readers pass a waiting writer
	forgetPartners            // what a select chose was not possible before if it was not possible earlier
)

// independent reports whether two transitions that are possible in one state
// lead to the same state in either order.
func independent(a sched.Alt, at []sched.Touch, b sched.Alt, bt []sched.Touch) bool {
	if a.Has(b.Thread) || b.Peer >= 0 && a.Has(b.Peer) {
		return false
	}
	for i := range at {
		x := &at[i]
		for j := range bt {
			y := &bt[j]
			if x.New && y.New {
				return false // perhaps not the same object, but the same identity
			}
			if (x.ID == y.ID || x.Mode == sched.Everything || y.Mode == sched.Everything) && sched.Conflict(x.Mode, y.Mode) {
				return false
			}
		}
	}
	return true
}

// races looks at event d, which was just executed and added to the history:
// with which earlier events could it change places? And, since a thread that
// never gets its turn leaves no event: which threads now wait for something
// because of an earlier event?
func (s *search) races(w *sched.World, ev *sched.Event, d int) {
	n := &s.path[d]
	s.race(ev.Thread, ev.Peer, n.touches, d)
	if ev.Peer >= 0 && s.o.mutant != forgetPeers {
		// Each of the two could have met somebody else.
		s.race(ev.Thread, -1, n.touches, d)
		s.race(ev.Peer, -1, n.touches, d)
	}
	s.by = s.by[:0]
	slots := uint64(0)
	for i := range n.touches {
		if y := &n.touches[i]; sched.Obstructive(y.Mode) {
			s.by = append(s.by, *y)
			slots |= y.Bit()
		}
	}
	for t, concern := range w.Concerns() {
		switch t := int32(t); {
		case concern != 0 && concern&slots == 0: // it was there before, and did nothing
		case ev.Has(t) || int(t) >= n.threads:
			s.waits(w, t, nil, d+1)
		case len(s.by) > 0 && w.Concerned(t, slots):
			s.waits(w, t, s.by, d+1)
		}
	}
}

// waits looks at what a thread waits for, all of it or what one of some touches
// may have been in the way of.
func (s *search) waits(w *sched.World, t int32, by []sched.Touch, j int) {
	w.Waits(t, by, func(wanted []sched.Touch) {
		d, c := s.direct[:0], s.candidates[:0]
		for i := range wanted {
			d, c = s.against(d, c, &wanted[i], j)
		}
		s.direct, s.candidates = d, c
		s.candidate(t, -1, wanted, j)
	})
}

// race is about event j, the latest, as what threads t and u do, or only t if u is -1.
func (s *search) race(t, u int32, touches []sched.Touch, j int) {
	if len(s.hb.after) == 0 {
		return
	}
	s.candidates = append(s.candidates[:0], s.hb.after...)
	s.direct = append(s.direct[:0], s.hb.sure...)
	s.candidate(t, u, touches, j)
}

// candidate treats what threads t and u (or only t, if u is -1) do as number j of
// the execution, after the events 0..j-1. For each earlier event e that it
// directly depends on and does not follow for another reason, the opposite
// order must be tried too: from the state before e, something has to be
// explored that begins v, which is all events that do not depend on e, and
// then t. If they wait, what counts is what may be in the way of it. Candidates for
// e are given, and what else it depends on.
func (s *search) candidate(t, u int32, touches []sched.Touch, j int) {
	h := &s.hb
	d, c := s.direct, s.candidates
	if len(c) == 0 {
		return
	}
	d = h.own(d, t, j)
	if u >= 0 {
		d = h.own(d, u, j)
	}
	certain := len(d)
	d = append(d, c...)
	s.direct = d
	for i, e := range c {
		if h.alts[e].Has(t) || u >= 0 && h.alts[e].Has(u) || contains(c[:i], e) || contains(d[:certain], e) {
			continue
		}
		direct := true
		for _, f := range d {
			if f != e && h.before[f].has(int(e)) {
				direct = false
				break
			}
		}
		if direct {
			s.reverse(int(e), t, u, touches, d, j, j == h.n)
		}
	}
}

func contains(d []int32, e int32) bool {
	for _, x := range d {
		if x == e {
			return true
		}
	}
	return false
}

// own appends the event before number j that is the latest of a thread or that
// created it.
func (h *history) own(d []int32, t int32, j int) []int32 {
	e := h.latest(t)
	if int(e) == j { // the event itself
		if e = h.past[j].thread; h.alts[j].Thread != t {
			e = h.past[j].peer
		}
	}
	if e >= 0 {
		d = append(d, e)
	}
	return d
}

// against finds the latest events that may be in the way of what a thread waits for:
// those that could come after it go to c, the others to d.
func (s *search) against(d, c []int32, x *sched.Touch, j int) (ds, cs []int32) {
	us, all := s.hb.of(x.Slot), s.hb.all
	end := len(us)
	if end > 0 && sched.Reading(x.Mode) {
		// Only a write can be in its way.
		end = int(us[end-1].write) + 1
	}
	for end > 0 && us[end-1].event > all {
		begin := end - 1
		for begin > 0 && us[begin-1].event == us[end-1].event {
			begin--
		}
		for k := begin; k < end; k++ {
			y := &us[k]
			if !sched.Obstructs(y.mode, x.Mode) {
				continue
			}
			if sched.Reversible(y.mode, x.Mode) {
				c = append(c, y.event)
			} else {
				d = append(d, y.event)
			}
			if y.mode == sched.Write || y.mode == sched.Produce {
				return d, c
			}
			break
		}
		end = begin
	}
	if all >= 0 {
		c = append(c, all)
	}
	return d, c
}

// reverse makes sure that the state before e tries an execution in which the
// step of t and u comes before e.
func (s *search) reverse(e int, t, u int32, touches []sched.Touch, direct []int32, j int, pending bool) {
	h := &s.hb
	n := s.path[e].node
	if n.lent {
		s.all.mu.Lock()
		defer s.all.mu.Unlock()
		if n.full || n.asked {
			return
		}
	}

	if s.o.mutant == classicBacktrack {
		s.classic(n, t)
		return
	}

	// What happens before the step, without e.
	past := &s.before
	past.clear()
	for _, f := range direct {
		if int(f) != e {
			past.union(&h.before[f])
			past.add(int(f))
		}
	}
	v := s.without(e, j, past)
	if !pending && s.enabled(e, t, u, touches, v, j) {
		return
	}
	if pending {
		if !past.meets(v) {
			// What the step would touch when executed is not known here: it may
			// depend on something in v after all. That it is asleep, because it
			// was tried earlier, is therefore no reason to leave it.
			n.wake(t)
			n.turn(t)
			return
		}
		for k := e + 1; k < j; k++ {
			if v.has(k) && !h.before[k].meets(v) && (n.asleep(h.alts[k]) || n.began(h.alts[k])) {
				return
			}
		}
	}
	s.plan(n, v, e, j, t, u, touches, pending)
}

// without is v without its last element, number j, whose past is known: what does not
// depend on e. What e has woken depends on it as far as what is asleep is concerned.
func (s *search) without(e, j int, past *set) *set {
	n, h := s.path[e].node, &s.hb
	v, out := &s.between, &s.outside
	v.clear()
	out.clear()
	for k := e + 1; k < j; k++ {
		switch {
		case h.before[k].has(e):
		case s.woken(n, e, k) || h.before[k].meets(out):
			out.add(k)
		default:
			v.add(k)
		}
	}
	if past.meets(out) {
		v.union(out) // the step needs it
	}
	return v
}

// woken reports whether event k was asleep in the state before e, and no more after
// it. Two events may keep each other from sleeping though neither depends on the other
// in the order of events: both give a new object its identity. What was tried before e
// is then another event than this one, and says nothing of what comes after it.
func (s *search) woken(n *node, e, k int) bool {
	h := &s.hb
	for i := range n.sleep {
		z := &n.sleep[i]
		if z.alt != h.alts[k] || independent(h.alts[e], s.path[e].touches, z.alt, z.touches) {
			continue
		}
		first := true
		for f := e; f < k; f++ {
			first = first && !h.alts[f].Has(z.alt.Thread)
		}
		if first {
			return true
		}
	}
	return false
}

// enabled reports whether it was event e that made event j, of thread t,
// possible: then there is no opposite order. That is so if the thread stood where
// it did when j came, j was not possible yet, and nothing in v concerns what j is
// about. What else the thread could do before e, and can no more, it waits for.
func (s *search) enabled(e int, t, u int32, touches []sched.Touch, v *set, j int) bool {
	n, h := s.path[e].node, &s.hb
	if u >= 0 || int(t) >= n.threads || s.path[j].meets && s.o.mutant != forgetPartners {
		return false
	}
	for _, a := range n.enabled {
		if a == h.alts[j] {
			return false
		}
	}
	for k := e + 1; k < j; k++ {
		if h.alts[k].Has(t) || v.has(k) && !independent(h.alts[k], s.path[k].touches, h.alts[j], touches) {
			return false
		}
	}
	return true
}

// classic is the older rule, kept as a mutant: the thread itself if it can
// move in the state before e, and otherwise everything.
func (s *search) classic(n *node, t int32) {
	for i, a := range n.enabled {
		if a.Thread == t {
			n.want(i)
			return
		}
	}
	for i := range n.enabled {
		n.todo[i] = true
	}
}
