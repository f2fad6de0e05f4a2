package cache

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
)

func list(q *queue, objects ...*apiserver.Object) { q.replace(objects, 0) }

func again(q *queue) { q.resync(0) }

// said is a batch in words.
func said(batch []delta) string {
	var words []string
	for _, d := range batch {
		name := [...]string{"added", "updated", "deleted", "replaced", "again", "all", "all again"}[d.typ]
		switch o := d.obj.(type) {
		case *apiserver.Object:
			name += fmt.Sprintf(" %s%d", o.Key, o.Version)
		case DeletedFinalStateUnknown:
			name += fmt.Sprintf(" tomb %s %v", o.Key, o.Obj)
		}
		for _, o := range d.list {
			name += " " + o.Key
		}
		words = append(words, name)
	}
	return strings.Join(words, ", ")
}

// takeAll takes from a queue until it is empty.
func takeAll(q *queue) string {
	var all []string
	for !q.empty() {
		batch, initial := q.pop()
		q.processed(batch)
		flag := ""
		if initial {
			flag = " initial"
		}
		if q.synced {
			flag += " synced"
		}
		all = append(all, said(batch)+flag)
	}
	return strings.Join(all, "; ")
}

// How each queue groups what comes: all that is queued for a key, one by one, in
// batches of different keys, whole lists.
func TestQueuesGroup(t *testing.T) {
	for minor, want := range map[int]string{
		20: "replaced a1, updated a3, updated a5 initial; replaced b2 initial synced; added c4 synced; deleted d6 synced",
		34: "replaced a1 initial; replaced b2 initial synced; updated a3 synced; added c4 synced; updated a5 synced; deleted d6 synced",
		35: "replaced a1, replaced b2 initial synced; updated a3, added c4 synced; updated a5, deleted d6 synced",
		37: "all a b initial synced; updated a3 synced; added c4 synced; updated a5 synced; deleted d6 synced",
	} {
		once(t, func() {
			p := ProfileFor(minor)
			store := newIndexer()
			told := 0
			q := newQueue(&p, store, syncFunc(func() { told++ }))
			list(q, pod("a1"), pod("b2"))
			store.items["d"] = pod("d1") // or its deletion is none
			for _, e := range []apiserver.Event{
				{Verb: apiserver.Modified, Object: pod("a3")}, {Verb: apiserver.Added, Object: pod("c4")},
				{Verb: apiserver.Modified, Object: pod("a5")}, {Verb: apiserver.Deleted, Object: pod("d6")},
			} {
				q.push(e)
			}
			if got := takeAll(q); got != want || told != 1 {
				t.Errorf("0.%d: %q, want %q; synced %d times", minor, got, want, told)
			}
		})
	}
}

// Two deletions in a row are one, with the object if one has it. A tombstone of
// a tombstone is one of its object.
func TestDeletionsInARow(t *testing.T) {
	for _, c := range []struct {
		first, second any
		want          string
	}{
		{pod("a1"), pod("a2"), "deleted a2 initial"},
		{pod("a1"), DeletedFinalStateUnknown{"a", nil}, "deleted a1 initial"},
		{DeletedFinalStateUnknown{"a", nil}, pod("a2"), "deleted a2 initial"},
	} {
		once(t, func() {
			p := ProfileFor(26)
			q := newQueue(&p, newIndexer(), syncFunc(func() {}))
			q.append(delta{typ: deleted, obj: c.first})
			q.append(delta{typ: deleted, obj: c.second})
			if got := takeAll(q); got != c.want {
				t.Errorf("%v, %v: %q, want %q", c.first, c.second, got, c.want)
			}
		})
	}
	once(t, func() {
		p := ProfileFor(26)
		q := newQueue(&p, newIndexer(), syncFunc(func() {}))
		q.append(delta{typ: deleted, obj: DeletedFinalStateUnknown{"a", pod("a1")}})
		list(q)
		if got := takeAll(q); got != "deleted tomb a a(a,rv=1) initial synced" {
			t.Error(got)
		}
	})
}

// A resync queues what the store has and the queue has not.
func TestResyncLeavesQueuedKeysAlone(t *testing.T) {
	for minor, want := range map[int]string{
		26: "updated a2; again b1", 34: "updated a2; again b1", 35: "updated a2, again b1", 37: "updated a2; all again",
	} {
		once(t, func() {
			p := ProfileFor(minor)
			store := newIndexer()
			q := newQueue(&p, store, syncFunc(func() {}))
			list(q)
			takeAll(q)
			store.items["a"], store.items["b"] = pod("a1"), pod("b1")
			q.push(apiserver.Event{Verb: apiserver.Modified, Object: pod("a2")})
			again(q)
			if got := strings.ReplaceAll(takeAll(q), " synced", ""); got != want {
				t.Errorf("0.%d: %q, want %q", minor, got, want)
			}
		})
	}
}

// The profiles, as a table of what changed when.
func TestProfiles(t *testing.T) {
	for _, c := range []struct {
		name  string
		since int
		flag  func(Profile) bool
	}{
		{"tombstones for queued keys", 24, func(p Profile) bool { return p.TombstonesForQueued }},
		{"a resync by version", 24, func(p Profile) bool { return p.SyncByVersion }},
		{"a second Run is refused", 23, func(p Profile) bool { return !p.RunsTwice }},
		{"late handlers are refused", 26, func(p Profile) bool { return p.RefusesLate }},
		{"the initial flag", 27, func(p Profile) bool { return p.InitialFlag }},
		{"what is queued is dropped", 34, func(p Profile) bool { return !p.DrainsQueue }},
		{"sync is latched", 36, func(p Profile) bool { return p.LatchesSync }},
		{"lists are streamed", 35, func(p Profile) bool { return p.StreamsList }},
		{"RealFIFO or later", 33, func(p Profile) bool { return p.Queue >= RealFIFO }},
		{"BatchedFIFO or later", 35, func(p Profile) bool { return p.Queue >= BatchedFIFO }},
		{"AtomicFIFO", 36, func(p Profile) bool { return p.Queue >= AtomicFIFO }},
	} {
		for minor := 18; minor <= 38; minor++ {
			if p := ProfileFor(minor); c.flag(p) != (minor >= c.since) || p.Minor != minor {
				t.Errorf("0.%d: %s", minor, c.name)
			}
		}
	}
	for _, minor := range []int{17, 39} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("there is a profile for 0.%d", minor)
				}
			}()
			ProfileFor(minor)
		}()
	}
}

// What is left in a queue of a list that a transform refuses.
func TestPartsOfLists(t *testing.T) {
	for minor, want := range map[int]string{26: "=a2", 34: "!c1 =a2", 37: ""} {
		once(t, func() {
			p := ProfileFor(minor)
			store := newIndexer()
			store.items["a"], store.items["c"] = pod("a1"), pod("c1")
			q := newQueue(&p, store, syncFunc(func() { t.Errorf("0.%d: synced", minor) }))
			q.replacePart(pods("a2 b3"), pods("a2"))
			if got := q.queued(); got != want || q.populated {
				t.Errorf("0.%d: %q, want %q", minor, got, want)
			}
			n := q.tombstones(pods("a2"))
			if want := map[int]int{26: 1, 34: 0, 37: 0}[minor]; n != want {
				t.Errorf("0.%d: %d tombstones, want %d", minor, n, want)
			}
		})
	}
}

// Periods are those of the call, and the names are in order.
func TestRegistrations(t *testing.T) {
	once(t, func() {
		p := ProfileFor(37)
		inf := NewSharedIndexInformer(apiserver.New(), "pod", 2, &p, nil)
		first, _ := inf.AddEventHandler(ResourceEventHandlerFuncs{})
		second, err := inf.AddEventHandlerWithResyncPeriod(ResourceEventHandlerFuncs{}, 3)
		if err != nil || first.period != 2 || second.period != 3 || first.name != "pod.handler" || second.name != "pod.handler2" {
			t.Errorf("%v %+v %+v", err, first, second)
		}
		none := NewSharedIndexInformer(apiserver.New(), "pod", 0, &p, nil)
		if third, _ := none.AddEventHandlerWithResyncPeriod(ResourceEventHandlerFuncs{}, 3); third.period != 0 {
			t.Errorf("%+v", third)
		}
		if x := inf.GetIndexer(); x.Object() != &x.obj || inf.Kind() != "pod" {
			t.Error("the store's object is another")
		}
	})
}

// At each tick those take part whose period is over.
func TestWhoIsDue(t *testing.T) {
	once(t, func() {
		p := ProfileFor(26)
		inf := NewSharedIndexInformer(apiserver.New(), "pod", 1, &p, nil)
		for _, period := range []int{1, 2, 0} {
			inf.AddEventHandlerWithResyncPeriod(ResourceEventHandlerFuncs{}, period)
		}
		inf.store.items["a"] = pod("a1")
		inf.timer = 1 // it began later than they came
		c := &controller{inf: inf, queue: newQueue(&p, inf.store, syncFunc(func() {}))}
		var due []string
		for tick := 1; tick <= 4; tick++ {
			inf.clock.ticks = tick
			c.resync(0)
			text := c.queue.queued()
			for _, r := range inf.listeners {
				text += fmt.Sprint(" ", r.syncing)
			}
			due = append(due, text)
			takeAll(c.queue)
		}
		both, one := "@a1 true true false", "@a1 true false false"
		if want := []string{one, both, one, both}; !slices.Equal(due, want) {
			t.Errorf("%q, want %q", due, want)
		}
		inf.listeners = inf.listeners[2:]
		if c.resync(0); !c.queue.empty() {
			t.Error("a resync for nobody")
		}
	})
}

// Adapters hand on what they are given.
func TestAdapters(t *testing.T) {
	var told []string
	say := func(args ...any) { told = append(told, fmt.Sprint(args...)) }
	funcs := ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { say("add", obj) }, UpdateFunc: func(o, n any) { say("update", o, n) }, DeleteFunc: func(obj any) { say("delete", obj) },
	}
	detailed := ResourceEventHandlerDetailedFuncs{AddFunc: func(obj any, initial bool) { say("add", obj, initial) }, UpdateFunc: funcs.UpdateFunc, DeleteFunc: funcs.DeleteFunc}
	even := FilteringResourceEventHandler{FilterFunc: func(obj any) bool { return obj.(int)%2 == 0 }, Handler: detailed}
	for _, h := range []ResourceEventHandler{funcs, detailed, even} {
		h.OnAdd(1, true)
		h.OnAdd(2, true)
		h.OnUpdate(2, 4)
		h.OnUpdate(1, 3)
		h.OnUpdate(1, 2)
		h.OnUpdate(2, 1)
		h.OnDelete(1)
		h.OnDelete(2)
	}
	want := "add1 add2 update2 4 update1 3 update1 2 update2 1 delete1 delete2 " +
		"add1 true add2 true update2 4 update1 3 update1 2 update2 1 delete1 delete2 " +
		"add2 true update2 4 add2 false delete2 delete2"
	if got := strings.Join(told, " "); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
}
