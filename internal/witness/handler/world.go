package handler

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/memo"
	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// minor is the client-go version whose profile is used. Tombstones and updates
// with two UIDs are alike in all versions from 0.20 on.
const minor = 37

// Bound says what is explored.
const Bound = "one object, deleted once, created again at most once, at most 1 watch drop and 1 compaction, every way through the handlers, client-go 0.37"

const (
	kind = "object"
	key  = "a"
)

// A verb is what a handler is told.
type verb uint8

const (
	add       verb = iota
	update         // of an object that was created again: two UIDs
	remove         // with the object
	tombstone      // with a tombstone that holds it
	status         // an update that leaves the generation as it is
	spec           // an update that does not
	resync         // an update that changes nothing
)

// A call is one notification, in UIDs. Only updates have an old one.
type call struct {
	verb     verb
	old, obj string
}

func (c call) String() string {
	return fmt.Sprintf("%d %s %s", c.verb, c.old, c.obj)
}

// A history is what a handler was told until it ended the process, if it did,
// and which UID exists at the end.
type history struct {
	calls  []call
	exists string // "" if there is none
	ends   ends
	ended  bool
}

// ends are the verbs of which a handler does not return. What it does besides
// has no influence on what it is told.
type ends [resync + 1]bool

// never is a handler that always returns.
var never ends

func (h *history) String() string {
	var b strings.Builder
	for _, c := range h.calls {
		b.WriteString(c.String())
		b.WriteByte(';')
	}
	return b.String() + h.exists
}

// OnAdd notes a call.
func (h *history) OnAdd(obj any, _ bool) { h.note(call{verb: add, obj: uid(obj)}) }

// OnUpdate notes a call.
func (h *history) OnUpdate(oldObj, newObj any) {
	old, cur := oldObj.(*apiserver.Object), newObj.(*apiserver.Object)
	v := spec
	switch {
	case old.UID != cur.UID:
		v = update
	case old.Version == cur.Version:
		v = resync
	case old.Value == cur.Value:
		v = status
	}
	h.note(call{verb: v, old: old.UID, obj: cur.UID})
}

// OnDelete notes a call.
func (h *history) OnDelete(obj any) {
	if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		h.note(call{verb: tombstone, obj: uid(t.Obj)})
		return
	}
	h.note(call{verb: remove, obj: uid(obj)})
}

func (h *history) note(c call) {
	if h.ended {
		return // the process is no more
	}
	h.calls = append(h.calls, c)
	h.ended = h.ends[c.verb]
}

func uid(obj any) string { return obj.(*apiserver.Object).UID }

// A setting is what may happen to the object of a world.
type setting struct {
	name string
	user func(*apiserver.Server)
	// missed: the watch may be interrupted once, and the event log compacted.
	missed bool
}

var (
	// missing is the setting of findings: the object is deleted, and perhaps
	// created again, and the watch may miss that.
	missing = setting{"missing", func(server *apiserver.Server) {
		server.Delete(kind, key)
		if sched.Maybe("recreation", nil, nil) {
			server.Create(kind, key, generation(1))
		}
	}, true}
	// seeing is what handlers are for: the object changes and is deleted, and the
	// informer is told of all of it.
	seeing = setting{"seeing", func(server *apiserver.Server) {
		server.Update(kind, key, generation(1))
		server.Update(kind, key, generation(2))
		server.Delete(kind, key)
	}, false}
)

// A generation is the value of an object, which a change of its spec changes.
type generation int

// A listener is the handler of a world's informer.
type listener interface {
	cache.ResourceEventHandler
	// rest is called at the end, with the UID that exists.
	rest(exists string)
}

// A keeper is a history that is handed on at rest.
type keeper struct {
	history
	keep func(*history)
}

func (k *keeper) rest(exists string) {
	k.exists = exists
	k.keep(&k.history)
	sched.Outcome(k.String())
}

// kept is the world of a handler that ends the process at some calls. At rest,
// keep gets what it was told.
func kept(w setting, e ends, keep func(*history)) func() {
	return world(w, func() listener { return &keeper{history{ends: e}, keep} })
}

// world is the program of one execution: an informer at rest with one object,
// and then what may happen to that.
func world(w setting, newListener func() listener) func() {
	return func() {
		p := cache.ProfileFor(minor)
		server := apiserver.New()
		server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: kind, Key: key, Value: generation(1)}})
		h := newListener()
		inf := cache.NewSharedIndexInformer(server, kind, 0, &p, nil)
		stop := sched.NamedChan[struct{}]("stop", 0)
		inf.AddNamedEventHandler("handler", h, 0)
		sched.Loop("informer", inf.Running(stop))
		server.Age()
		sched.Go("user", func() { w.user(server) })
		if w.missed {
			sched.Go("network", func() { server.MaybeDrop(kind) })
			sched.Go("etcd", func() { server.MaybeCompact() })
		}
		sched.Quiesce("at rest")
		exists := ""
		for _, o := range server.State(kind) {
			exists = o.UID
		}
		h.rest(exists)
		stop.Close()
	}
}

// A counted is a history, and in how many execution classes it is what happened.
type counted struct {
	*history
	classes int
}

// A search is what became of the exploration of a world.
type search struct {
	histories []counted
	classes   int
	complete  bool
}

// explored explores a world with a handler that ends the process at some calls.
// The handlers of all programs that end it at the same ones share that.
func explored(w setting, e ends) search {
	return searches.Get(fmt.Sprint(w.name, e), func() search {
		seen := make(map[string]*history)
		res := explore.Run(explore.Options{}, kept(w, e, func(h *history) { seen[h.String()] = h }))
		s := search{classes: res.Traces, complete: res.Complete}
		for _, text := range slices.Sorted(maps.Keys(seen)) {
			s.histories = append(s.histories, counted{seen[text], res.Outcomes[text]})
		}
		return s
	})
}

var searches = memo.Memo[search]{Size: 16}

// simplest returns a simple execution with a history.
func simplest(h *history) *explore.Trace {
	text := h.String()
	return simple.Get(fmt.Sprint(h.ends, text), func() *explore.Trace {
		t, _ := explore.Counterexample(explore.Options{}, 1, kept(missing, h.ends, func(o *history) {
			if o.String() == text {
				sched.Fail("history", "")
			}
		}))
		return t
	})
}

// simple has room for what the findings of a run show; the world has about
// fifty histories.
var simple = memo.Memo[*explore.Trace]{Size: 64}
