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
		w, ok := c.list()
		if !ok {
			return
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
// it returns the watch.
func (c *controller) list() (w *apiserver.Watch, ok bool) {
	inf := c.inf
	then := func(list []*apiserver.Object, version int) {
		c.version = version
		c.queue.replace(list)
	}
	if inf.profile.StreamsList && c.transform == nil {
		w = inf.server.Stream(inf.kind, c.stop, then)
		return w, w != nil
	}
	if !inf.profile.Fine && c.transform == nil {
		return nil, inf.server.List(inf.kind, c.stop, then)
	}
	var got []*apiserver.Object
	var at int
	keep := func(list []*apiserver.Object, version int) { got, at = list, version }
	if inf.profile.StreamsList {
		if w = inf.server.Stream(inf.kind, c.stop, keep); w == nil {
			return nil, false
		}
	} else if !inf.server.List(inf.kind, c.stop, keep) {
		return nil, false
	}
	if c.transform != nil {
		got = c.transformed(got)
	}
	sched.Do("queue list", func() { then(got, at) })
	return w, true
}

// watch queues the events of a watch until it ends. It says whether a list has
// to follow.
func (c *controller) watch(w *apiserver.Watch) (relist, stopped bool) {
	inf := c.inf
	for {
		then := func(e apiserver.Event) {
			c.version = e.Object.Version
			c.queue.push(e)
		}
		var event bool
		var end apiserver.Ending
		if inf.profile.Fine || c.transform != nil {
			var got apiserver.Event
			if event, end = w.Next(c.stop, func(e apiserver.Event) { got = e }); event {
				if c.transform != nil {
					got.Object = c.transformed([]*apiserver.Object{got.Object})[0]
				}
				sched.Do("queue event", func() { then(got) })
			}
		} else {
			event, end = w.Next(c.stop, then)
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
