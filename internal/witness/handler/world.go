package handler

import (
	"fmt"
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
const Bound = "one object, deleted once, created again at most once, at most 1 watch drop and 1 compaction, client-go 0.37"

const (
	kind = "object"
	key  = "a"
)

// A verb is what a handler is told.
type verb uint8

const (
	add verb = iota
	update
	remove
	tombstone
)

// A call is one notification, in UIDs. Only updates have an old one.
type call struct {
	verb     verb
	old, obj string
}

func (c call) String() string {
	return fmt.Sprintf("%d %s %s", c.verb, c.old, c.obj)
}

// A history is what a handler was told, and which UID exists at the end.
type history struct {
	calls  []call
	exists string // "" if there is none
}

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
	h.note(call{verb: update, old: uid(oldObj), obj: uid(newObj)})
}

// OnDelete notes a call.
func (h *history) OnDelete(obj any) {
	if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		h.note(call{verb: tombstone, obj: uid(t.Obj)})
		return
	}
	h.note(call{verb: remove, obj: uid(obj)})
}

func (h *history) note(c call) { h.calls = append(h.calls, c) }

func uid(obj any) string { return obj.(*apiserver.Object).UID }

// world is the program of one execution: an informer at rest with one object,
// and then what may happen to that. judge says at the end what has gone wrong,
// as indexes of faults.
func world(judge func(*history) []int) func() {
	return func() {
		p := cache.ProfileFor(minor)
		server := apiserver.New()
		server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: kind, Key: key}})
		h := new(history)
		inf := cache.NewSharedIndexInformer(server, kind, 0, &p, nil)
		stop := sched.NamedChan[struct{}]("stop", 0)
		inf.AddNamedEventHandler("handler", h, 0)
		sched.Daemon("informer", func() { inf.Run(stop) })
		server.Age()
		sched.Go("user", func() {
			server.Delete(kind, key)
			if sched.Maybe("recreation", nil, nil) {
				server.Create(kind, key, nil)
			}
		})
		sched.Go("network", func() { server.MaybeDrop(kind) })
		sched.Go("etcd", func() { server.MaybeCompact() })
		sched.Quiesce("at rest")
		for _, o := range server.State(kind) {
			h.exists = o.UID
		}
		faults := judge(h)
		for _, f := range faults {
			sched.Fail(faultName(f), "")
		}
		slices.Sort(faults)
		sched.Outcome(fmt.Sprint(faults))
		stop.Close()
	}
}

func faultName(f int) string { return fmt.Sprintf("fault %d", f) }

// A search is what became of a complete exploration.
type search struct {
	classes   int
	violating map[int]int    // by fault: in how many classes
	first     map[int]string // by fault: a history with it, the shortest
	complete  bool
}

// run explores the world under a judge, which must depend on nothing but the
// history.
func run(judge func(*history) []int) search {
	s := search{violating: make(map[int]int), first: make(map[int]string)}
	memo := make(map[string][]int)
	res := explore.Run(explore.Options{}, world(func(h *history) []int {
		text := h.String()
		faults, known := memo[text]
		if !known {
			faults = judge(h)
			memo[text] = faults
			for _, f := range faults {
				if old, ok := s.first[f]; !ok || len(text) < len(old) || len(text) == len(old) && text < old {
					s.first[f] = text
				}
			}
		}
		return slices.Clone(faults)
	}))
	s.classes, s.complete = res.Traces, res.Complete
	for text, n := range res.Outcomes {
		for _, f := range strings.Fields(strings.Trim(text, "[]")) {
			var i int
			if _, err := fmt.Sscan(f, &i); err == nil {
				s.violating[i] += n
			}
		}
	}
	return s
}

// simplest returns a simple execution that shows a history. What a handler
// does has no influence on what it is told, so these are the same for all
// programs, and are looked for once.
func simplest(text string) *explore.Trace {
	return simple.Get(text, func() *explore.Trace {
		t, _ := explore.Counterexample(explore.Options{}, 1, world(func(h *history) []int {
			if h.String() == text {
				return []int{0}
			}
			return nil
		}))
		return t
	})
}

// simple has room for what the findings of a run show; the world has about
// fifty histories.
var simple = memo.Memo[*explore.Trace]{Size: 64}
