package cache

import "github.com/informerlint/informerlint/reference/sched"

// A Registration is one handler of one informer: client-go's processorListener,
// its unbounded buffer and its goroutine. It is also what the program gets back
// from adding the handler.
type Registration struct {
	name    string
	inf     *SharedIndexInformer
	handler ResourceEventHandler

	// The buffer: everything that the handler has to be told, in order.
	notes   []notification
	next    int
	cells   sched.Parts
	cellObj sched.Object // its parts are the places of the buffer
	pushObj sched.Object

	closed   bool // by stop or removal
	left     bool // pop has noticed
	started  bool // if the profile is fine: somebody receives from addCh
	moved    int  // settlements before the last notification came or went
	closeObj sched.Object

	addCh, nextCh *sched.Chan[notification] // if the profile is fine

	unhandled int // initial adds that have not returned
	syncObj   sched.Object
	latched   bool // if the profile latches: has noticed that the informer is synced
	latchObj  sched.Object

	syncing bool // takes part in resyncs, see shouldResync
	period  int  // in ticks; 0: never
	due     int  // tick
	timer   int  // the resync timer that was running when the handler was added; 0: none
}

func newRegistration(inf *SharedIndexInformer, name string, h ResourceEventHandler, period int) *Registration {
	r := &Registration{
		name: name, inf: inf, handler: h, period: period, syncing: true, due: inf.now() + period, timer: inf.timer,
		cellObj: sched.NewObject("buffer of " + name), pushObj: sched.NewObject("end of buffer of " + name),
		closeObj: sched.NewObject("end of " + name), syncObj: sched.NewObject("sync of " + name), latchObj: sched.NewObject("latch of " + name),
	}
	if inf.profile.Fine {
		r.addCh = sched.NamedChan[notification]("addCh of "+name, 0)
		r.nextCh = sched.NamedChan[notification]("nextCh of "+name, 0)
	}
	return r
}

func (r *Registration) cell(i int) *sched.Object { return r.cells.Of(&r.cellObj, i, "notification") }

// add puts a notification into the buffer, as part of a step.
func (r *Registration) add(n notification) {
	if n.verb == onAdd && n.initial {
		r.unhandled++
		sched.TouchNow(&r.syncObj, sched.Write)
	}
	if r.addCh != nil {
		r.inf.outbox = append(r.inf.outbox, parcel{r, n})
		return
	}
	sched.TouchNow(&r.pushObj, sched.Write)
	sched.TouchNow(r.cell(len(r.notes)), sched.Produce)
	r.notes = append(r.notes, n)
	r.moved = sched.Settlements()
}

// pop is the half of the listener that guards the buffer. All that can be seen
// of it is when it notices that the listener is closed: what is in the buffer
// then is dropped. Until then, a few more may be delivered.
func (r *Registration) pop(taken int) (turn sched.Turn) {
	if taken < 0 {
		turn.Wait = []sched.Branch{{
			Name:   "drop the rest",
			Guard:  func() bool { return r.closed },
			Effect: func() { r.left = true },
			Acc:    []sched.Access{{Obj: &r.closeObj, Mode: sched.Write}},
		}}
	}
	return turn
}

// run is the other half: it tells the handler one thing after the other.
func (r *Registration) run() func(taken int) sched.Turn {
	var n notification
	i := 0
	drop := func() bool { return r.left && r.inf.profile.Mistake != StopDeliversAll }
	deliver := sched.Branch{
		Name:   "deliver",
		Guard:  func() bool { return r.next == i && i < len(r.notes) && !drop() },
		Effect: func() { n = r.notes[i]; r.next++; r.moved = sched.Settlements() },
		Acc:    []sched.Access{{Mode: sched.Consume}, {Obj: &r.closeObj, Mode: sched.Read}},
	}
	closed := sched.Branch{
		Name:  "listener closed",
		Guard: func() bool { return r.left && (drop() || r.next == len(r.notes)) },
		Acc:   []sched.Access{{Obj: &r.closeObj, Mode: sched.Read}},
	}
	branches := []sched.Branch{deliver, closed}
	if r.inf.profile.RunsTwice {
		// The thread of another run may be faster.
		deliver.Acc[0].Mode = sched.Write
		branches = append(branches, sched.Branch{
			Name:  "taken by another run",
			Guard: func() bool { return r.next != i },
			Acc:   []sched.Access{{Mode: sched.Read}},
		})
	}
	call := func() {
		panics := true
		defer func() {
			if panics {
				r.inf.threads.Done()
			}
		}()
		r.call(n)
		panics = false
	}
	return func(taken int) sched.Turn {
		switch taken {
		case 0:
			return sched.Turn{Call: call}
		case 1:
			r.inf.threads.Done()
			return sched.Turn{}
		}
		i = r.next
		deliver.Acc[0].Obj = r.cell(i)
		for _, b := range branches[2:] {
			b.Acc[0].Obj = r.cell(i)
		}
		return sched.Turn{Wait: branches}
	}
}

func (r *Registration) call(n notification) {
	sched.Note(n.String)
	n.call(r.handler)
	if n.verb == onAdd && n.initial {
		r.unhandled--
		sched.TouchNow(&r.syncObj, sched.Write)
	}
}

// close makes pop leave, as part of a step. If all was at rest since the last
// notification, pop is parked, and the closing itself is what it wakes up to.
func (r *Registration) close() {
	r.closed = true
	r.left = sched.Settlements() > r.moved
	sched.TouchNow(&r.closeObj, sched.Write)
}

// watchSynced notices that the informer is synced, unless it notices first that
// the listener has left: if both happen at about the same time, either.
func (r *Registration) watchSynced(taken int) (turn sched.Turn) {
	if taken >= 0 {
		r.inf.threads.Done()
		return turn
	}
	turn.Wait = []sched.Branch{{
		Name:   "latch sync of " + r.name,
		Guard:  func() bool { return r.inf.synced },
		Effect: func() { r.latched = true },
		Acc:    []sched.Access{{Obj: &r.inf.syncObj, Mode: sched.Consume}, {Obj: &r.latchObj, Mode: sched.Write}},
	}, {
		Name:  "listener closed",
		Guard: func() bool { return r.left },
		Acc:   []sched.Access{{Obj: &r.closeObj, Mode: sched.Read}},
	}}
	return turn
}

// HasSynced reports whether the informer is synced and the handler has returned
// from every add of the initial list. If the handler was removed or stopped
// before it returned from one, that never happens; since client-go 0.36 it may
// also never happen if that was about the time at which the informer was synced
// or the handler was added. (client-go 0.27)
func (r *Registration) HasSynced() (ok bool) {
	b := r.Synced()
	sched.Do("has "+r.name+" synced", func() { ok = b.Guard() }, b.Acc...)
	return ok
}

// Synced is the branch that waits for HasSynced.
func (r *Registration) Synced() sched.Branch {
	return sched.Branch{
		Name: r.name + " synced",
		Guard: func() bool {
			upstream := r.inf.synced
			if r.inf.profile.LatchesSync {
				upstream = r.latched
			}
			return upstream && r.unhandled == 0
		},
		Acc: []sched.Access{{Obj: &r.inf.syncObj, Mode: sched.Read}, {Obj: &r.syncObj, Mode: sched.Read}, {Obj: &r.latchObj, Mode: sched.Read}},
	}
}

// shouldResync reports whether a resync is due for the listener. A handler that
// came while this very timer was running has been there for a little less than
// the ticks say.
func (r *Registration) shouldResync(now, timer int) bool {
	return r.period > 0 && (now > r.due || now == r.due && timer != r.timer)
}
