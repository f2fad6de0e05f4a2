package cache

import (
	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/sched"
)

// reflect is the reflector: list, then watch from there; when the watch ends,
// watch again from the last event; when that goes wrong, list again. It goes
// wrong if the server no longer knows the place (410 Gone), reports another
// error, or ends the watch at once and without any event.
func (c *controller) reflect() {
	for {
		w, a := c.list()
		switch a {
		case apiserver.Stopped:
			return
		case apiserver.Refused:
			continue
		}
		c.setWatching(true)
		for {
			if w == nil {
				if w = c.inf.server.Watch(c.inf.kind, c.version, c.stop); w == nil {
					return
				}
			}
			relist, stopped := c.watch(w)
			if stopped {
				return
			}
			if relist {
				break
			}
			w = nil
		}
		c.setWatching(false)
	}
}

// list lists and queues the list. If the list came as the beginning of a watch,
// it returns the watch. A list that was refused, or that a transform refuses, is
// to be done again; a stream that was refused is at once done as a list
// (reflector.go, ListAndWatchWithContext, v0.35.0).
func (c *controller) list() (w *apiserver.Watch, a apiserver.Answer) {
	inf := c.inf
	l := listing{}
	split := inf.profile.Fine || c.transform != nil || inf.profile.AnyOrder && (inf.profile.StreamsList || inf.profile.Queue != AtomicFIFO)
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

// watch queues the events of a watch until it ends. It says whether a list has
// to follow. An event that a transform refuses is lost, and the next watch
// begins after it (reflector.go, watchHandler, later handleAnyWatch: an error of
// the store is only logged, in all versions).
func (c *controller) watch(w *apiserver.Watch) (relist, stopped bool) {
	inf := c.inf
	then := func(e apiserver.Event) {
		c.version = e.Object.Version
		c.queue.push(e)
	}
	split := inf.profile.Fine || c.transform != nil
	var got apiserver.Event
	receive := then
	if split {
		receive = func(e apiserver.Event) { got = e }
	}
	for {
		event, end := w.Next(c.stop, receive)
		if event && split {
			c.queueEvent(got, then)
		}
		switch {
		case event:
		case end == apiserver.Open:
			return false, true
		case inf.profile.Mistake == RelistOnlyOnGone:
			return end == apiserver.Gone, false
		default:
			return end != apiserver.Closed || w.VeryShort(), false
		}
	}
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
	c.watching = on
	c.inf.timer = 0
	if on {
		c.inf.timers++
		c.inf.timer = c.inf.timers
	}
	sched.TouchNow(&c.inf.procObj, sched.Write)
	c.fired = c.inf.now()
	sched.TouchNow(&c.inf.clock.obj, sched.Read)
	sched.TouchNow(&c.timerObj, sched.Write)
}
