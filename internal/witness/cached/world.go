package cached

import (
	"fmt"

	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/sched"
	"github.com/informerlint/informerlint/reference/tree"
)

// minor is the client-go version whose profile is used. Stores and handlers get
// the very objects in all versions.
const minor = 37

const (
	kind = "object"
	name = "a"

	// The threads.
	readers  = "another reader"
	watchers = "another handler"
	others   = "somebody else"
	network  = "the network"
	handler  = "the handler"

	looks = "look" // what the first two do
	reads = "read" // and the first one at once

	hides = "an update is hidden" // a goal

	// The outcomes.
	changed    = "changed"    // the object that the source has handed out is not what the server sent
	unchanged  = "unchanged"  // it is
	unfinished = "unfinished" // the way was not gone to its end

	theirs = -1 // what somebody else writes
)

// A stage is one execution of a program.
type stage struct {
	*machine
	scene
	p      *program
	server *apiserver.Server
	memory sched.Object // all trees of the clients
	given  *apiserver.Object
	sends  []request
	done   bool
}

// A request is an object that was sent, and what became of it.
type request struct {
	value *tree.Node
	reply apiserver.Reply
}

// world is the program of one execution: an informer at rest, and then the way,
// beside those who look and somebody who updates the object. Executions fail by
// the findings that the scene counts.
func world(p *program, sc scene) func() {
	return func() {
		profile := cache.ProfileFor(minor)
		s := &stage{p: p, scene: sc, server: apiserver.New(), memory: sched.NewObject("memory")}
		s.server.Serve(kind)
		if p.kind != track.Added {
			s.server.WriteNow(s.first())
		}
		inf := cache.NewSharedIndexInformer(s.server, kind, 0, &profile, nil)
		if p.handler() {
			inf.AddNamedEventHandler(handler, s.handler(), 0)
		}
		if sc.watchers {
			inf.AddNamedEventHandler(watchers, s.watcher(), 0)
		}
		sched.Loop("informer", inf.Running(sched.NamedChan[struct{}]("stop", 0)))
		s.server.Age()
		s.begin(inf.GetStore())
		sched.Quiesce("at rest")
		s.rest()
	}
}

// begin starts the threads that are not the informer's.
func (s *stage) begin(store *cache.Indexer) {
	sched.Go(others, s.others)
	if s.network {
		sched.Go(network, func() { s.server.MaybeFail(kind) })
	}
	if s.readers {
		sched.Go(readers, func() { s.read(store) })
	}
	if !s.p.handler() {
		sched.Go(report.Program, func() { s.get(store) })
	}
}

// first is how the object comes to be.
func (s *stage) first() apiserver.Change {
	return apiserver.Change{Verb: apiserver.Added, Object: apiserver.Object{Kind: kind, Key: name, Value: object(s.p)}}
}

// others creates or updates the object where a handler has to be told of that,
// and may update it once more.
func (s *stage) others() {
	update := func() {
		s.server.Amend(kind, name, func(v any) any {
			o := v.(*tree.Node)
			o.Put(&tree.Node{Value: o.At(tree.Hop{Name: others}).Value + theirs}, tree.Hop{Name: others})
			return o
		})
	}
	switch s.p.kind {
	case track.Added:
		s.server.Write(s.first())
	case track.Updated, track.Old:
		update()
	}
	if s.update == surely || s.update == choice && sched.Maybe("one more update", nil, nil) {
		update()
	}
}

// read gets the object from the store, and looks at it then or, unless this is
// to be told, at some later time.
func (s *stage) read(store *cache.Indexer) {
	if s.tells {
		sched.Do(reads, func() {
			for _, o := range store.Now() {
				sched.Note(func() string { return fmt.Sprint(o) })
				s.compare(finding{who: reader}, o, nil)
			}
		}, sched.Access{Obj: store.Object(), Mode: sched.Read}, sched.Access{Obj: &s.memory, Mode: sched.Read})
		return
	}
	if o, ok := store.GetByKey(name); ok {
		s.look(reader, o)
	}
}

// get takes the object out of the store, and goes the way.
func (s *stage) get(store *cache.Indexer) {
	sched.Site("0 1")
	if s.p.kind == track.List {
		for _, o := range store.List() {
			s.way(o)
		}
	} else if o, ok := store.GetByKey(name); ok {
		s.way(o)
	}
}

// handler is the way as a handler. It goes it once.
func (s *stage) handler() cache.ResourceEventHandler {
	var h cache.ResourceEventHandlerFuncs
	once := func(o any) {
		if s.given == nil {
			s.way(o)
		}
	}
	switch s.p.kind {
	case track.Added:
		h.AddFunc = once
	case track.Updated:
		h.UpdateFunc = func(_, o any) { once(o) }
	case track.Old:
		h.UpdateFunc = func(old, _ any) { once(old) }
	}
	return h
}

// way goes the way.
func (s *stage) way(obj any) {
	s.given = obj.(*apiserver.Object)
	s.machine = newMachine(s.given.Value.(*tree.Node))
	for from := 1; from < len(s.p.steps); {
		to := s.p.block(from)
		sched.Site(fmt.Sprint(from, to))
		if st := s.p.steps[from]; st.act == track.Send {
			s.send(st)
		} else {
			sched.Do("change", func() { s.change(from, to) })
		}
		from = to
	}
	sched.Site("")
	s.done = true
}

// change does what comes between two requests, as part of a step. Only this
// thread changes anything, so only what others can see counts.
func (s *stage) change(from, to int) {
	given := s.given.Value.(*tree.Node)
	before := given.DeepCopy()
	for _, st := range s.p.steps[from:to] {
		s.do(st)
	}
	if !tree.Equal(before, given) {
		sched.TouchNow(&s.memory, sched.Write)
	}
}

// send sends an object with the resourceVersion that it was read with.
func (s *stage) send(st step) {
	value := s.sent(st, s.was(s.given))
	r := s.server.Submit(apiserver.Object{Kind: kind, Key: name, Version: s.given.Version, Value: value})
	s.sends = append(s.sends, request{value, r})
	if s.tells && s.changed() {
		sched.TouchNow(&s.memory, sched.Write) // what findings say depends on it
	}
}

// changed reports whether what the source has handed out is not what the server
// has sent.
func (s *stage) changed() bool { return !tree.Equal(s.given.Value.(*tree.Node), s.was(s.given)) }

// was is what the server has sent as a state of the object.
func (s *stage) was(o *apiserver.Object) *tree.Node {
	return s.server.Sent(kind, o.Version).Value.(*tree.Node)
}

// rest says how an execution has ended.
func (s *stage) rest() {
	switch {
	case !s.done:
		sched.Outcome(unfinished)
	case s.changed():
		sched.Outcome(changed)
	default:
		sched.Outcome(unchanged)
	}
}
