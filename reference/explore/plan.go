package explore

import "github.com/informerlint/informerlint/reference/sched"

// A plan is a sequence of transitions that has to be explored from a state,
// because a race asked for it: what does not depend on the earlier event, and
// then the later one. A search that only began with its first step would often
// come to an end where all that is left is asleep, for it is the later event
// that wakes it.
type plan struct {
	steps []planned
	// firm says that it is not known what the last step will be: what is asleep
	// is then no reason to leave it.
	firm bool
}

type planned struct {
	alt     sched.Alt
	touches []sched.Touch
	turn    bool // any alternative of its threads will do
}

// plan asks for what begins v and then has the step of t and u, from state n.
func (s *search) plan(n *node, v *set, e, j int, t, u int32, touches []sched.Touch, pending bool) {
	steps := s.steps[:0]
	for k := e + 1; k < j; k++ {
		if v.has(k) {
			steps = append(steps, planned{alt: s.hb.alts[k], touches: s.path[k].touches})
		}
	}
	last := planned{alt: sched.Alt{Thread: t, Peer: u}, touches: touches, turn: true}
	if !pending {
		if a := s.hb.alts[j]; a.Peer == u {
			last.alt = a
		}
	}
	steps = append(steps, last)
	s.steps = steps
	p := plan{steps, pending || s.hb.alts[j].Peer != u}
	if !p.firm && n.covered(p) || p.repeats(n.plans, &s.scratch) {
		return
	}
	if n.lent {
		n.begin(p)
		return
	}
	n.plans = append(n.plans, n.clone(p))
}

// begin asks, in a state that several searches look at, for something that begins
// a plan: it is not handed down there.
func (n *node) begin(p plan) {
	wanted := -1
	for k := range p.steps {
		x := &p.steps[k]
		if !initial(p.steps, k) {
			continue
		}
		for i, a := range n.enabled {
			if a != x.alt && !(x.turn && x.shares(a)) {
				continue
			}
			if n.todo[i] || n.done[i] {
				return
			}
			if wanted < 0 && a == x.alt {
				wanted = i
			}
		}
	}
	if wanted < 0 || n.asleep(n.enabled[wanted]) {
		n.asked = true
		return
	}
	n.want(wanted)
}

// initial reports whether a step could be the first one.
func initial(steps []planned, k int) bool {
	for i := range k {
		if !independent(steps[k].alt, steps[k].touches, steps[i].alt, steps[i].touches) {
			return false
		}
	}
	return true
}

// clone copies a plan out of the path that it was taken from.
func (n *node) clone(p plan) plan {
	steps := stay(&n.steps, p.steps)
	for i := range steps {
		steps[i].touches = n.keep(steps[i].touches)
	}
	return plan{steps, p.firm}
}

// covered reports whether something that is asleep is the first step of a plan,
// or could be: what the plan leads to is seen after that.
//
// That something is asleep which is independent of all of the plan is no reason
// to leave it: if there are two of that kind, what wakes both may be found by
// neither.
func (n *node) covered(p plan) bool {
	for i := range n.sleep {
		if at, _ := begins(n.sleep[i].alt, n.sleep[i].touches, p.steps); at >= 0 {
			return true
		}
	}
	return false
}

// alone reports whether a transition has no alternatives.
func (n *node) alone(i int) bool {
	for j := range n.enabled {
		if j != i && n.group[j] == n.group[i] {
			return false
		}
	}
	return true
}

// begins reports whether some order of a sequence and a transition, up to
// independent ones, begins with the transition; and its place if it is one of
// the sequence, or -1.
func begins(a sched.Alt, touches []sched.Touch, steps []planned) (at int, ok bool) {
	for i := range steps {
		x := &steps[i]
		if x.alt == a {
			return i, true
		}
		if !independent(a, touches, x.alt, x.touches) {
			return -1, false
		}
	}
	return -1, true
}

// repeats reports whether one of the plans is about to see all that p does.
func (p plan) repeats(plans []plan, scratch *[]planned) bool {
plans:
	for _, q := range plans {
		left := append((*scratch)[:0], p.steps...)
		*scratch = left
		for i := range q.steps {
			x := &q.steps[i]
			at, ok := begins(x.alt, x.touches, left)
			if !ok || at < 0 {
				continue plans
			}
			if at >= 0 {
				left = append(left[:at], left[at+1:]...)
			}
		}
		return true
	}
	return false
}

// planned picks the transition that begins the first plan that is still of use,
// or -1.
func (s *search) planned(n *node) int {
	for len(n.plans) > 0 {
		p := n.plans[0]
		if i := n.next(p); i >= 0 && s.affordable(n, i) {
			return i // the plan itself goes to the state that this leads to
		}
		n.plans = append(n.plans[:0], n.plans[1:]...)
	}
	return -1
}

// next is the transition that begins a plan, or -1 if it is not possible or
// leads to nothing new.
func (n *node) next(p plan) int {
	if !p.firm && n.covered(p) {
		return -1
	}
	x := &p.steps[0]
	for i, a := range n.enabled {
		if a == x.alt {
			if n.done[i] || n.asleep(a) {
				return -1
			}
			return i
		}
	}
	if x.turn {
		for i, a := range n.enabled {
			if x.shares(a) && !n.done[i] && !n.asleep(a) {
				return i
			}
		}
	}
	return -1
}

// handDown moves the plans that begin with what is being tried to the state
// that it leads to.
func (n *point) handDown(dst []plan) []plan {
	a := n.enabled[n.cur]
	keep := n.plans[:0]
	for _, p := range n.plans {
		at, ok := begins(a, n.touches, p.steps)
		switch {
		case at >= 0:
			p = p.without(at)
		case !ok && p.steps[0].turn && p.steps[0].shares(a):
			continue // it had its turn
		case !ok || !n.alone(n.cur):
			keep = append(keep, p)
			continue
		}
		if len(p.steps) > 0 {
			dst = append(dst, p)
		}
	}
	n.plans = keep
	return dst
}

// without is a plan without one of its steps.
func (p plan) without(i int) plan {
	if i == 0 {
		return plan{p.steps[1:], p.firm}
	}
	return plan{append(p.steps[:i:i], p.steps[i+1:]...), p.firm}
}

// shares reports whether a step belongs to one of the threads of a transition.
func (x *planned) shares(a sched.Alt) bool {
	return a.Has(x.alt.Thread) || x.alt.Peer >= 0 && a.Has(x.alt.Peer)
}

// began reports whether a transition was or is being tried.
func (n *node) began(a sched.Alt) bool {
	for i, b := range n.enabled {
		if a == b {
			return n.done[i]
		}
	}
	return false
}

// turn asks for all that a thread can do.
func (n *node) turn(t int32) {
	first := -1
	for i, a := range n.enabled {
		if !a.Has(t) {
			continue
		}
		if n.todo[i] || n.done[i] {
			return
		}
		if first < 0 {
			first = i
		}
	}
	if first >= 0 {
		n.want(first)
	}
}
