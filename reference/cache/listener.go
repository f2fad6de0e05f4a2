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
	cells   []*sched.Object
	cellObj sched.Object // its parts are the places of the buffer
	pushObj sched.Object

	closed   bool // by stop or removal
	closeObj sched.Object

	unhandled int // initial adds that have not returned
	orphan    bool
	syncObj   sched.Object

	syncing bool // takes part in resyncs, see shouldResync
	period  int  // in ticks; 0: never
	due     int  // tick
}

func newRegistration(inf *SharedIndexInformer, name string, h ResourceEventHandler, period int) *Registration {
	return &Registration{
		name: name, inf: inf, handler: h, period: period, syncing: true, due: inf.now() + period,
		cellObj: sched.NewObject("buffer of " + name), pushObj: sched.NewObject("end of buffer of " + name),
		closeObj: sched.NewObject("end of " + name), syncObj: sched.NewObject("sync of " + name),
	}
}

func (r *Registration) cell(i int) *sched.Object {
	for len(r.cells) <= i {
		c := r.cellObj.Indexed(len(r.cells), "notification")
		r.cells = append(r.cells, &c)
	}
	return r.cells[i]
}

// add puts a notification into the buffer, as part of a step.
func (r *Registration) add(n notification) {
	if n.verb == onAdd && n.initial {
		r.unhandled++
		sched.TouchNow(&r.syncObj, sched.Write)
	}
	sched.TouchNow(&r.pushObj, sched.Write)
	sched.TouchNow(r.cell(len(r.notes)), sched.Write)
	r.notes = append(r.notes, n)
}

// run delivers one notification after the other. When the listener is closed
// it may deliver a few more, for it chooses at random between that and leaving,
// and drops the rest.
func (r *Registration) run() {
	for {
		var n notification
		if sched.AwaitAny(sched.Branch{
			Name:   "deliver",
			Guard:  func() bool { return r.next < len(r.notes) },
			Effect: func() { n = r.notes[r.next]; r.next++ },
			Acc:    []sched.Access{{Obj: r.cell(r.next), Mode: sched.Read}},
		}, sched.Branch{
			Name:  "listener closed",
			Guard: func() bool { return r.closed && (r.inf.profile.Mistake != StopDeliversAll || r.next == len(r.notes)) },
			Acc:   []sched.Access{{Obj: &r.closeObj, Mode: sched.Read}},
		}) == 1 {
			return
		}
		r.call(n)
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

// close makes run leave, as part of a step.
func (r *Registration) close() {
	r.closed = true
	r.orphan = r.inf.profile.LatchesSync && !r.inf.synced
	sched.TouchNow(&r.closeObj, sched.Write)
}

// HasSynced reports whether the informer is synced and the handler has returned
// from every add of the initial list. If the handler was removed or stopped
// before, that never happens. (client-go 0.27)
func (r *Registration) HasSynced() (ok bool) {
	b := r.Synced()
	sched.Do("has "+r.name+" synced", func() { ok = b.Guard() }, b.Acc...)
	return ok
}

// Synced is the branch that waits for HasSynced.
func (r *Registration) Synced() sched.Branch {
	return sched.Branch{
		Name:  r.name + " synced",
		Guard: func() bool { return r.inf.synced && r.unhandled == 0 && !r.orphan },
		Acc:   []sched.Access{{Obj: &r.inf.syncObj, Mode: sched.Read}, {Obj: &r.syncObj, Mode: sched.Read}, {Obj: &r.closeObj, Mode: sched.Read}},
	}
}

// shouldResync reports whether a resync is due for the listener.
func (r *Registration) shouldResync(now int) bool { return r.period > 0 && now >= r.due }
