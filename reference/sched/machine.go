package sched

// A Turn is what a thread without a stack does next: it waits for one of some
// branches, as [AwaitAny] does, or calls a function, which may call operations
// and gets a stack for that. The zero Turn is its end. The branches stay as they
// are until one is taken.
type Turn struct {
	Wait []Branch
	Call func()

	// Brief: the call hardly ever calls an operation, see [Config.Brief].
	Brief bool

	// Maybe: the only branch is something that the environment takes or leaves, as
	// [Maybe] does: 0 or 1 is what is taken.
	Maybe bool
}

// Loop starts a daemon thread that has no stack while it waits: next says what it
// does, at first and after each turn, given the branch that was taken or -1, and
// calls no operation itself. Such a thread is exactly one that calls AwaitAny in
// a loop, but nothing has to be switched to for its steps, and nothing to be
// unwound when the execution is over.
func Loop(name string, next func(taken int) Turn) *Thread {
	t := Steps(name, next)
	t.daemon = true
	return t
}

// Steps starts a thread like that of Loop which is expected to end, as those of
// [Go] are.
func Steps(name string, next func(taken int) Turn) *Thread {
	t := Current().spawn(name, nil)
	t.next = next
	return t
}

// AtEnd says what a thread without a stack does at its end, also if it panics, as
// part of its last step: what a deferred call does in one that has a stack. It
// calls no operation.
func (t *Thread) AtEnd(f func()) { t.end = f }

// Follow does, in a thread that has a stack, what a thread without one would do.
func Follow(next func(taken int) Turn) {
	for taken := -1; ; {
		switch turn := next(taken); {
		case turn.Maybe:
			b := &turn.Wait[0]
			taken = 1
			if Maybe(b.Name, b.Ready, b.Take, b.Acc...) {
				taken = 0
			}
		case turn.Wait != nil:
			taken = AwaitAny(turn.Wait...)
		case turn.Call == nil:
			return
		default:
			turn.Call()
			taken = -1
		}
	}
}

// advance runs a thread without a stack to its next operation or to its end.
func (t *Thread) advance(taken int) {
	for {
		turn := t.turn(taken)
		switch {
		case turn.Maybe:
			b := &turn.Wait[0]
			o := t.fresh(opMaybe, b.Name)
			o.by, o.n, o.guard, o.effect, o.acc = b.By, b.N, b.Guard, b.Effect, append(o.acc, b.Acc...)
			t.op = o
			return
		case turn.Wait != nil:
			t.fresh(opAny, "await").branches = turn.Wait
			t.op = &t.buf
			return
		case turn.Call == nil:
			if t.done = true; t.end != nil && !t.crashed {
				t.end()
			}
			return
		}
		if turn.Brief && t.w.brief {
			if t.call(turn.Call); t.crashed || t.w.aborting {
				return
			}
			taken = -1
			continue
		}
		t.f = turn.Call
		t.on = t.w.home.hire(t)
		if t.on.next(); !t.returned() {
			return
		}
		taken = -1
	}
}

// call calls a function that is to call no operation, on the stack of who drives the
// execution.
func (t *Thread) call(f func()) {
	defer t.recovered(false)
	f()
}

// returned reports whether a function has returned that a thread without a stack
// has called, and takes its stack away.
func (t *Thread) returned() bool {
	if !t.done || t.crashed {
		return false
	}
	t.on.thread = nil
	t.w.home.idle = append(t.w.home.idle, t.on)
	t.on, t.done = nil, false
	return true
}

// turn asks what to do. A panic ends the thread.
func (t *Thread) turn(taken int) (turn Turn) {
	defer t.recovered(false)
	return t.next(taken)
}
