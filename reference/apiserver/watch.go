package apiserver

import (
	"fmt"

	"github.com/informerlint/informerlint/reference/sched"
)

// An Ending says how a watch ended.
type Ending int

const (
	// Open watches have not ended.
	Open Ending = iota
	// Closed is the normal end.
	Closed
	// Failed is an error event other than 410.
	Failed
	// Gone is 410 Expired: the log does not go back to where the watch was to
	// begin.
	Gone
)

func (e Ending) String() string { return [...]string{"open", "closed", "failed", "410 Gone"}[e] }

// A Watch delivers the events of one kind from a resourceVersion on.
type Watch struct {
	server *Server
	kind   *kind
	next   int // place in the log
	ending Ending
	count  int // events delivered
	age    int

	waits [3]sched.Branch // of Next, made once
	event [2]sched.Access // of them
	end   [1]sched.Access
	then  func(Event) // of the present Next
}

// List waits until the server answers and lists a kind: copies in key order and
// the resourceVersion of the list. The client has seen a version, or 0. then is
// called in the same step, unless the client is stopped first or refused.
func (s *Server) List(name string, seen int, stop *sched.Chan[struct{}], then func(list []*Object, version int)) Answer {
	return AnswerOf(sched.AwaitAny(s.Lists(name, seen, stop, then)...))
}

// Lists are the branches of List: AnswerOf says what the one that is taken means.
func (s *Server) Lists(name string, seen int, stop *sched.Chan[struct{}], then func(list []*Object, version int)) []sched.Branch {
	k := s.kind(name)
	c := calls.Take()
	*c = call{server: s, kind: k, list: then}
	c.acc = [...]sched.Access{{Obj: &k.obj, Mode: sched.Read}, {Obj: &s.rvObj, Mode: sched.Read}, {Obj: &s.downObj, Mode: sched.Read}}
	return c.asks("LIST ", name, stop, func() []sched.Branch {
		return append([]sched.Branch{k.refuse(s, "LIST "+name, &k.faults.FailedLists, nil)}, k.stale(s, "LIST "+name, seen, then)...)
	})
}

// Watch waits until the server answers and opens a watch from a
// resourceVersion. It returns nil if stop was closed first; a watch that is
// refused is one that has failed.
func (s *Server) Watch(name string, from int, stop *sched.Chan[struct{}]) (w *Watch) {
	sched.AwaitAny(s.Watches(name, from, stop, func(opened *Watch) { w = opened })...)
	return w
}

// Watches are the branches of Watch. With a watch, then is called in the same
// step; none means that stop was closed.
func (s *Server) Watches(name string, from int, stop *sched.Chan[struct{}], then func(*Watch)) []sched.Branch {
	k := s.kind(name)
	c := calls.Take()
	*c = call{server: s, kind: k, watch: then, from: from, asked: s.ages}
	c.acc = [...]sched.Access{{Obj: &k.watchObj, Mode: sched.Write}, {Obj: &s.compactObj, Mode: sched.Read}, {Obj: &s.downObj, Mode: sched.Read}}
	return c.asks("WATCH ", name, stop, func() []sched.Branch {
		return []sched.Branch{k.refuse(s, "WATCH "+name, &k.faults.FailedWatches, func() { then(&Watch{server: s, kind: k, ending: Failed}) })}
	})
}

// A call is a LIST or WATCH that waits for its answer.
type call struct {
	server *Server
	kind   *kind
	list   func(list []*Object, version int) // of a LIST

	watch func(*Watch) // of a WATCH
	from  int
	asked int // the age of a watch counts from here, even if the server hangs

	waits [2]sched.Branch
	acc   [3]sched.Access
}

func (c *call) asks(what, name string, stop *sched.Chan[struct{}], faults func() []sched.Branch) []sched.Branch {
	c.waits = [...]sched.Branch{{Name: sched.Join(what, name), By: c, Acc: c.acc[:]}, stop.Closed()}
	return c.kind.asks(c.waits[:], faults)
}

// Ready says whether there is a server.
func (c *call) Ready(int) bool { return !c.server.down }

// Take answers.
func (c *call) Take(int) {
	s, k := c.server, c.kind
	if c.list != nil {
		list := k.sorted()
		sched.Note(func() string { return fmt.Sprintf("-> %v at rv %d", list, s.rv) })
		c.list(list, s.rv)
		return
	}
	w := s.open(k, c.from)
	w.age = c.asked
	sched.Note(func() string { return fmt.Sprintf("from rv %d: %v", c.from, w.ending) })
	c.watch(w)
}

func (s *Server) open(k *kind, from int) *Watch {
	if from < s.compacted {
		w := watches.Take()
		*w = Watch{server: s, kind: k, age: s.ages, ending: Gone}
		return w
	}
	return s.follow(k, from)
}

// follow opens a watch from a version that somebody still knows.
func (s *Server) follow(k *kind, from int) *Watch {
	w := watches.Take()
	*w = Watch{server: s, kind: k, age: s.ages}
	for w.next < len(k.log) && k.log[w.next].Object.Version <= from {
		w.next++
	}
	switch {
	case k.short > 0:
		k.short--
		w.ending = Closed
	default:
		k.watches = append(k.watches, w)
	}
	return w
}

// Stream waits until the server answers and opens a watch that begins with a
// list (a WatchList request). then is called with the list in the same step: the
// client knows the list only when all of it has come. The first list of a client
// is of the present (rewatchResourceVersion: ""), a relist is not older than what
// it has seen.
func (s *Server) Stream(name string, seen int, stop *sched.Chan[struct{}], then func(list []*Object, version int)) (w *Watch, a Answer) {
	k := s.kind(name)
	a = AnswerOf(sched.AwaitAny(k.asks([]sched.Branch{{
		Name:  "WATCH with list of " + name,
		Guard: func() bool { return !s.down },
		Effect: func() {
			list := k.sorted()
			w = s.open(k, s.rv)
			sched.Note(func() string { return fmt.Sprintf("-> %v at rv %d", list, s.rv) })
			then(list, s.rv)
		},
		Acc: []sched.Access{{Obj: &k.obj, Mode: sched.Read}, {Obj: &s.rvObj, Mode: sched.Read}, {Obj: &k.watchObj, Mode: sched.Write},
			{Obj: &s.compactObj, Mode: sched.Read}, {Obj: &s.downObj, Mode: sched.Read}},
	}, stop.Closed()}, func() []sched.Branch {
		faults := []sched.Branch{k.refuse(s, "WATCH with list of "+name, &k.faults.FailedLists, nil)}
		if seen == 0 {
			return faults
		}
		late := k.stale(s, "WATCH with list of "+name, seen, func(list []*Object, version int) {
			w = s.follow(k, version)
			then(list, version)
		})
		for i := range late {
			late[i].Acc = append(late[i].Acc, k.ends())
		}
		return append(faults, late...)
	})...))
	return w, a
}

// Next waits for the next event, for the end, or for stop. With an event, then
// is called in the same step. The second result says how the watch ended; both
// are nothing if stop was closed.
func (w *Watch) Next(stop *sched.Chan[struct{}], then func(Event)) (event bool, end Ending) {
	return w.Got(sched.AwaitAny(w.Nexts(stop, then)...))
}

// Nexts are the branches of Next, until they are asked for again: Got says what
// the one that is taken means.
func (w *Watch) Nexts(stop *sched.Chan[struct{}], then func(Event)) []sched.Branch {
	k := w.kind
	w.then = then
	if w.waits[received].By == nil {
		w.event = [...]sched.Access{{Mode: sched.Consume}, {Obj: &k.watchObj, Mode: sched.Read}}
		w.end = [...]sched.Access{{Obj: &k.watchObj, Mode: sched.Read}}
		w.waits[received] = sched.Branch{Name: "receive", By: (*watching)(w), N: received, Acc: w.event[:]}
		w.waits[ended] = sched.Branch{Name: "watch ended", By: (*watching)(w), N: ended, Acc: w.end[:]}
	}
	w.event[0].Obj = k.cell(w.next)
	w.waits[stopped] = stop.Closed()
	return w.waits[:]
}

// A watching is a watch as what its branches wait for.
type watching Watch

const (
	received = iota
	ended
	stopped
)

// Ready says whether there is an event, or an end.
func (w *watching) Ready(n int) bool {
	switch n {
	case received:
		return w.ending == Open && w.next < len(w.kind.log)
	case ended:
		return w.ending != Open
	}
	panic("apiserver: a watch has no such branch")
}

// Take gets the event.
func (w *watching) Take(n int) {
	if n != received {
		return
	}
	e := w.kind.log[w.next]
	w.next++
	w.count++
	e.Object = w.server.copy(e.Object)
	sched.Note(func() string { return fmt.Sprintf("%v %v", e.Verb, e.Object) })
	w.then(e)
}

// Got says, as Next does, what it means that a branch was taken.
func (w *Watch) Got(taken int) (event bool, end Ending) {
	switch taken {
	case received:
		return true, Open
	case ended:
		return false, w.ending
	}
	return false, Open
}

// VeryShort reports whether a watch that was closed looks like a mistake: no
// event, and hardly any time.
func (w *Watch) VeryShort() bool {
	return w.ending == Closed && w.count == 0 && w.age == w.server.ages
}
