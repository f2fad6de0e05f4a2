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

	own *listening

	syncing bool // takes part in resyncs, see shouldResync
	period  int  // in ticks; 0: never
	due     int  // tick
	timer   int  // the resync timer that was running when the handler was added; 0: none
}

// A listening is the memory of a listener's threads.
type listening struct {
	pop  popping
	run  *delivery
	sync syncing
}

func newRegistration(inf *SharedIndexInformer, name string, h ResourceEventHandler, period int) *Registration {
	r := listeners.Take()
	own := r.own
	if own == nil {
		own = &listening{run: newDelivery()}
		own.pop.step, own.sync.step = own.pop.next, own.sync.next
	}
	*r = Registration{
		notes: r.notes[:0], own: own, cells: r.cells.Cleared(),
		name: name, inf: inf, handler: h, period: period, syncing: true, due: inf.now() + period, timer: inf.timer,
		cellObj:  sched.NewObject("buffer"),
		closeObj: sched.NewObject("end"), syncObj: sched.NewObject("sync"), latchObj: sched.NewObject("latch"),
	}
	if inf.profile.Fine {
		r.addCh = sched.NamedChan[notification]("addCh of "+name, 0)
		r.nextCh = sched.NamedChan[notification]("nextCh of "+name, 0)
	}
	return r
}

func (r *Registration) cell(i int) *sched.Object { return r.cells.Of(&r.cellObj, i, "notification") }

// add puts a notification into the buffer, as part of a step. Those who do, process
// loops and who adds the handler, have an order by what they touch besides.
func (r *Registration) add(n notification) {
	if n.verb == onAdd && n.initial {
		r.unhandled++
		sched.TouchNow(&r.syncObj, sched.Write)
	}
	if r.addCh != nil {
		r.inf.outbox = append(r.inf.outbox, parcel{r, n})
		return
	}
	sched.TouchNow(r.cell(len(r.notes)), sched.Produce)
	r.notes = append(r.notes, n)
	r.moved = sched.Settlements()
}

// pop is the half of the listener that guards the buffer. All that can be seen
// of it is when it notices that the listener is closed: what is in the buffer
// then is dropped. Until then, a few more may be delivered.
func (r *Registration) pop() func(taken int) sched.Turn {
	p := &r.own.pop
	p.r, p.acc = r, [1]sched.Access{{Obj: &r.closeObj, Mode: sched.Write}}
	p.waits = [1]sched.Branch{{Name: "drop the rest", By: p, Acc: p.acc[:]}}
	return p.step
}

// A popping is the thread of pop.
type popping struct {
	step  func(taken int) sched.Turn // next, made once
	r     *Registration
	waits [1]sched.Branch
	acc   [1]sched.Access
}

func (p *popping) next(taken int) (turn sched.Turn) {
	if taken < 0 {
		turn.Wait = p.waits[:]
	}
	return turn
}

// Ready says whether the listener is closed.
func (p *popping) Ready(int) bool { return p.r.closed }

// Take leaves.
func (p *popping) Take(int) { p.r.left = true }

// run is the other half: it tells the handler one thing after the other.
func (r *Registration) run() func(taken int) sched.Turn {
	d, taking, branches := r.own.run, sched.Consume, overtaken
	if r.inf.profile.RunsTwice {
		// The thread of another run may be faster.
		d, taking, branches = newDelivery(), sched.Write, overtaken+1
	}
	d.r, d.n = r, notification{}
	d.told = [...]sched.Access{{Mode: taking}, {Obj: &r.closeObj, Mode: sched.Read}}
	d.ended = [...]sched.Access{{Obj: &r.closeObj, Mode: sched.Read}}
	d.room = [...]sched.Branch{
		{Name: "deliver", By: d, N: deliver, Acc: d.told[:]},
		{Name: "listener closed", By: d, N: closed, Acc: d.ended[:]},
		{Name: "taken by another run", By: d, N: overtaken, Acc: d.told[:]},
	}
	d.waits = d.room[:branches]
	return d.step
}

// A delivery is the thread of run.
type delivery struct {
	step func(taken int) sched.Turn // next, made once
	tell func()                     // call, made once

	r *Registration
	i int          // place in the buffer
	n notification // to be told

	waits []sched.Branch
	room  [3]sched.Branch
	told  [2]sched.Access // the place in the buffer, and the end
	ended [1]sched.Access
}

func newDelivery() *delivery {
	d := &delivery{}
	d.step, d.tell = d.next, d.call
	return d
}

// What threads of a listener wait for.
const (
	deliver = iota
	closed
	overtaken
	latched
	left
)

func (d *delivery) next(taken int) sched.Turn {
	switch taken {
	case deliver:
		return sched.Turn{Call: d.tell, Brief: true}
	case closed:
		d.r.inf.threads.Done()
		return sched.Turn{}
	}
	d.i = d.r.next
	d.told[0].Obj = d.r.cell(d.i)
	return sched.Turn{Wait: d.waits}
}

// drops reports whether the rest of the buffer is not delivered.
func (d *delivery) drops() bool { return d.r.left && d.r.inf.profile.Mistake != StopDeliversAll }

// Ready says whether there is something to tell, or no more.
func (d *delivery) Ready(n int) bool {
	r := d.r
	switch n {
	case deliver:
		return r.next == d.i && d.i < len(r.notes) && !d.drops()
	case closed:
		return r.left && (d.drops() || r.next == len(r.notes))
	case overtaken:
		return r.next != d.i
	}
	panic("cache: a listener has no such branch")
}

// Take takes it.
func (d *delivery) Take(n int) {
	if n == deliver {
		d.n = d.r.notes[d.i]
		d.r.next++
		d.r.moved = sched.Settlements()
	}
}

func (d *delivery) call() {
	panics := true
	defer func() {
		if panics {
			d.r.inf.threads.Done()
		}
	}()
	d.r.call(d.n)
	panics = false
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
func (r *Registration) watchSynced() func(taken int) sched.Turn {
	w := &r.own.sync
	w.r = r
	w.synced = [...]sched.Access{{Obj: &r.inf.syncObj, Mode: sched.Consume}, {Obj: &r.latchObj, Mode: sched.Write}}
	w.ended = [...]sched.Access{{Obj: &r.closeObj, Mode: sched.Read}}
	w.waits = [...]sched.Branch{
		{Name: sched.Join("latch sync of ", r.name), By: w, N: latched, Acc: w.synced[:]},
		{Name: "listener closed", By: w, N: left, Acc: w.ended[:]},
	}
	return w.step
}

// A syncing is the thread of watchSynced.
type syncing struct {
	step   func(taken int) sched.Turn // next, made once
	r      *Registration
	waits  [2]sched.Branch
	synced [2]sched.Access
	ended  [1]sched.Access
}

func (w *syncing) next(taken int) (turn sched.Turn) {
	if taken >= 0 {
		w.r.inf.threads.Done()
		return turn
	}
	turn.Wait = w.waits[:]
	return turn
}

// Ready says whether the informer is synced, or the listener has left.
func (w *syncing) Ready(n int) bool {
	switch n {
	case latched:
		return w.r.inf.synced
	case left:
		return w.r.left
	}
	panic("cache: a listener has no such branch")
}

// Take notices it.
func (w *syncing) Take(n int) {
	if n == latched {
		w.r.latched = true
	}
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
