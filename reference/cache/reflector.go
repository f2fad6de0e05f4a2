package cache

import (
	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/sched"
)

// reflect is the reflector: list, then watch from there; when the watch ends,
// watch again from the last event; when that goes wrong, list again. It goes
// wrong if the server no longer knows the place (410 Gone), reports another
// error, or ends the watch at once and without any event.
//
// It is a thread without a stack: a part that may take steps of other kinds, as
// those of a transform, is called.
func (c *controller) reflect(taken int) (turn sched.Turn) {
	f := &c.following
	for {
		switch f.phase {
		case begins:
			f.phase = lists
			if c.splits() || c.inf.profile.StreamsList {
				turn.Call = func() { f.watch, f.answer = c.list() }
			} else {
				turn.Wait = c.inf.server.Lists(c.inf.kind, c.version, c.stop, c.own.lists)
			}
			return turn
		case lists:
			if taken >= 0 {
				f.answer = apiserver.AnswerOf(taken)
			}
			switch f.answer {
			case apiserver.Stopped:
				return turn
			case apiserver.Refused:
				f.phase = begins
				continue
			}
			c.setWatching(true)
			f.phase = listed
		case listed:
			if f.phase = opens; f.watch == nil {
				turn.Wait = c.inf.server.Watches(c.inf.kind, c.version, c.stop, c.own.opened)
				return turn
			}
		case opens:
			if f.watch == nil {
				return turn
			}
			f.phase = receives
			turn.Wait = f.watch.Nexts(c.stop, c.own.events)
			return turn
		case receives:
			event, end := f.watch.Got(taken)
			switch {
			case event:
				f.phase = opens
				if c.slow() {
					turn.Call = func() { c.queueEvent(f.got, c.queueNow) }
					return turn
				}
			case end == apiserver.Open:
				return turn
			case c.relists(end):
				f.watch, f.phase = nil, begins
				c.setWatching(false)
			default:
				f.watch, f.phase = nil, listed
			}
		}
	}
}

// A following is where a reflector stands.
type following struct {
	phase  phase
	watch  *apiserver.Watch // nil: none
	answer apiserver.Answer // to the latest list
	got    apiserver.Event  // from the watch, on its way to the queue
}

func (f *following) opened(w *apiserver.Watch) { f.watch = w }

type phase int

const (
	begins phase = iota
	lists
	listed
	opens
	receives
)

// slow reports whether what comes is queued in steps of its own.
func (c *controller) slow() bool { return c.inf.profile.Fine || c.transform != nil }

// splits reports whether a list is.
func (c *controller) splits() bool {
	p := c.inf.profile
	return c.slow() || p.AnyOrder && (p.StreamsList || p.Queue != AtomicFIFO)
}

// list lists and queues the list. If the list came as the beginning of a watch,
// it returns the watch. A list that was refused, or that a transform refuses, is
// to be done again; a stream that was refused is at once done as a list
// (reflector.go, ListAndWatchWithContext, v0.35.0).
func (c *controller) list() (w *apiserver.Watch, a apiserver.Answer) {
	inf := c.inf
	l := listing{}
	split := c.splits()
	then := c.replace
	if split {
		then = func(list []*apiserver.Object, version int) { l.objects, l.version = list, version }
	}
	a = apiserver.Refused
	if inf.profile.StreamsList {
		w, a = inf.server.Stream(inf.kind, c.version, c.stop, then)
		l.streamed = a == apiserver.Answered
	}
	if a == apiserver.Refused {
		a = inf.server.List(inf.kind, c.version, c.stop, then)
	}
	if split && a == apiserver.Answered {
		a = c.queueList(l)
	}
	return w, a
}

// A listing is a list on its way to the queue.
type listing struct {
	objects  []*apiserver.Object
	version  int
	streamed bool
}

func (c *controller) replace(list []*apiserver.Object, version int) {
	c.version = version
	c.queue.replace(list, 0)
}

// queueList queues a list in a step of its own, if the transform leaves it
// whole. If not, what is queued depends on the version, see queue.replacePart;
// of a stream, what the transform refuses is missing (watchList collects it in a
// store of its own that drops it, v0.34.0).
func (c *controller) queueList(l listing) apiserver.Answer {
	whole := l.objects
	list, refused := c.transformed(whole, l.streamed)
	if refused && !l.streamed {
		sched.Do("queue part of list", func() { c.queue.replacePart(whole, list) })
		return c.backoff()
	}
	c.refused = 0
	b := sched.Branch{Name: "queue list"}
	if c.inf.profile.AnyOrder {
		b.Acc = []sched.Access{{Obj: &c.inf.store.obj, Mode: sched.Read}, {Obj: &c.queue.obj, Mode: sched.Write}}
	}
	c.inf.profile.doInOrders(b, func() int {
		if l.streamed {
			return len(list)
		}
		return c.queue.tombstones(list)
	}, func(o order) {
		c.version = l.version
		if l.streamed {
			list = ordered(list, o)
			o = 0
		}
		c.queue.replace(list, o)
	})
	return apiserver.Answered
}

// backoff is what comes before the next list after a transform has refused one:
// at first nothing, since what happens meanwhile may also take no time; but if it
// refuses again, then the reflector does not try before time passes, for else
// there would be no end.
func (c *controller) backoff() apiserver.Answer {
	if c.refused++; c.refused > 1 && sched.AwaitAny(c.inf.server.Later(), c.stop.Closed()) == 1 {
		return apiserver.Stopped
	}
	return apiserver.Refused
}

// receive gets an event of the watch, as part of a step. An event that a transform
// refuses is lost, and the next watch begins after it (reflector.go, watchHandler,
// later handleAnyWatch: an error of the store is only logged, in all versions).
func (c *controller) receive(e apiserver.Event) {
	if c.slow() {
		c.following.got = e
		return
	}
	c.queueNow(e)
}

func (c *controller) queueNow(e apiserver.Event) {
	c.version = e.Object.Version
	c.queue.push(e)
}

// relists reports whether a list has to follow on the end of a watch.
func (c *controller) relists(end apiserver.Ending) bool {
	if c.inf.profile.Mistake == RelistOnlyOnGone {
		return end == apiserver.Gone
	}
	return end != apiserver.Closed || c.following.watch.VeryShort()
}

// queueEvent queues an event in a step of its own.
func (c *controller) queueEvent(e apiserver.Event, then func(apiserver.Event)) {
	version := e.Object.Version
	own, refused := c.transformed([]*apiserver.Object{e.Object}, false)
	if refused {
		c.version = version
		return
	}
	e.Object = own[0]
	sched.Do("queue event", func() { then(e); c.version = version })
}

// setWatching starts or stops the resync timer, as part of the step before.
func (c *controller) setWatching(on bool) {
	if c.inf.resync == 0 {
		return
	}
	if c.watching = on; on {
		c.inf.timer++
	}
	sched.TouchNow(&c.inf.procObj, sched.Write)
	c.fired = c.inf.now()
	sched.TouchNow(&c.inf.clock.obj, sched.Read)
}
