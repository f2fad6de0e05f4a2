package cache

import (
	"fmt"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// alone runs something as the only step of an execution.
func alone(t *testing.T, f func()) {
	t.Helper()
	if res := explore.Run(explore.Options{}, func() { sched.Do("test", f) }); !res.OK() || res.Runs != 1 {
		t.Errorf("%v %+v", res, res.Violations)
	}
}

func list(q *queue, objects ...*apiserver.Object) { q.replace(objects) }

func again(q *queue) { q.resync() }

func object(key string, version int) *apiserver.Object {
	return &apiserver.Object{Kind: "pod", Key: key, Version: version}
}

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
		alone(t, func() {
			p := ProfileFor(minor)
			store := newIndexer("pod")
			told := 0
			q := newQueue(&p, store, func() { told++ })
			list(q, object("a", 1), object("b", 2))
			store.items["d"] = object("d", 1) // or its deletion is none
			for _, e := range []apiserver.Event{
				{Verb: apiserver.Modified, Object: object("a", 3)}, {Verb: apiserver.Added, Object: object("c", 4)},
				{Verb: apiserver.Modified, Object: object("a", 5)}, {Verb: apiserver.Deleted, Object: object("d", 6)},
			} {
				q.push(e)
			}
			if got := takeAll(q); got != want || told != 1 {
				t.Errorf("0.%d: %q, want %q; synced %d times", minor, got, want, told)
			}
		})
	}
}

// What a second list finds in a queue: it makes one tombstone for each key that
// is known, queued or in the store, and not in the list, with the last state.
func TestListsMeetQueuedKeys(t *testing.T) {
	for minor, want := range map[int]string{
		20: "added b2; deleted c3; replaced a4; deleted tomb d d(,rv=1)",
		24: "added b2, deleted tomb b b(,rv=2); deleted c3; replaced a4; deleted tomb d d(,rv=1)",
		34: "added b2; deleted c3; deleted tomb b b(,rv=2); deleted tomb d d(,rv=1); replaced a4",
	} {
		alone(t, func() {
			p := ProfileFor(minor)
			store := newIndexer("pod")
			q := newQueue(&p, store, func() {})
			list(q)
			for _, key := range []string{"c", "d"} {
				store.items[key] = object(key, 1)
			}
			q.push(apiserver.Event{Verb: apiserver.Added, Object: object("b", 2)})
			q.push(apiserver.Event{Verb: apiserver.Deleted, Object: object("c", 3)})
			list(q, object("a", 4))
			got := strings.ReplaceAll(takeAll(q), " synced", "")
			if got != want {
				t.Errorf("0.%d: %q, want %q", minor, got, want)
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
		{object("a", 1), object("a", 2), "deleted a2 initial"},
		{object("a", 1), DeletedFinalStateUnknown{"a", nil}, "deleted a1 initial"},
		{DeletedFinalStateUnknown{"a", nil}, object("a", 2), "deleted a2 initial"},
	} {
		alone(t, func() {
			p := ProfileFor(26)
			q := newQueue(&p, newIndexer("pod"), func() {})
			q.append(delta{typ: deleted, obj: c.first})
			q.append(delta{typ: deleted, obj: c.second})
			if got := takeAll(q); got != c.want {
				t.Errorf("%v, %v: %q, want %q", c.first, c.second, got, c.want)
			}
		})
	}
	alone(t, func() {
		p := ProfileFor(26)
		q := newQueue(&p, newIndexer("pod"), func() {})
		q.append(delta{typ: deleted, obj: DeletedFinalStateUnknown{"a", object("a", 1)}})
		list(q)
		if got := takeAll(q); got != "deleted tomb a a(,rv=1) initial synced" {
			t.Error(got)
		}
	})
}

// A resync queues what the store has and the queue has not.
func TestResyncLeavesQueuedKeysAlone(t *testing.T) {
	for minor, want := range map[int]string{
		26: "updated a2; again b1", 34: "updated a2; again b1", 35: "updated a2, again b1", 37: "updated a2; all again",
	} {
		alone(t, func() {
			p := ProfileFor(minor)
			store := newIndexer("pod")
			q := newQueue(&p, store, func() {})
			list(q)
			takeAll(q)
			store.items["a"], store.items["b"] = object("a", 1), object("b", 1)
			q.push(apiserver.Event{Verb: apiserver.Modified, Object: object("a", 2)})
			again(q)
			if got := strings.ReplaceAll(takeAll(q), " synced", ""); got != want {
				t.Errorf("0.%d: %q, want %q", minor, got, want)
			}
		})
	}
}

// An update with the version that the store has counts as a resync, since 0.24
// wherever it comes from; before that, from a watch it does not.
func TestSyncByVersion(t *testing.T) {
	for _, c := range []struct {
		minor int
		typ   deltaType
		same  bool
		told  int // handlers, of one that takes part in resyncs and one that does not
	}{
		{23, updated, true, 2}, {24, updated, true, 1}, {23, updated, false, 2}, {24, updated, false, 2},
		{23, replaced, true, 1}, {24, replaced, true, 1}, {23, replaced, false, 2}, {24, replaced, false, 2},
		{23, synced, true, 1}, {24, synced, true, 1}, {23, synced, false, 1}, {24, synced, false, 2},
	} {
		alone(t, func() {
			p := ProfileFor(c.minor)
			server := apiserver.New()
			inf := NewSharedIndexInformer(server, "pod", 0, &p, nil)
			for _, syncing := range []bool{true, false} {
				r := newRegistration(inf, "h", ResourceEventHandlerFuncs{}, 0)
				r.syncing = syncing
				inf.listeners = append(inf.listeners, r)
			}
			ctl := &controller{inf: inf}
			inf.store.items["a"] = object("a", 1)
			next := object("a", 1)
			if !c.same {
				next.Version = 2
			}
			ctl.apply([]delta{{typ: c.typ, obj: next}}, false)
			told := 0
			for _, r := range inf.listeners {
				told += len(r.notes)
			}
			if told != c.told || inf.store.items["a"] != next {
				t.Errorf("%+v: told %d", c, told)
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
		{"what is queued is dropped", 33, func(p Profile) bool { return !p.DrainsQueue }},
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
