package cache

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// A syncFunc is what a queue tells that it is synced.
type syncFunc func()

func (f syncFunc) queueSynced() { f() }

// once runs a test of one thread as part of an execution.
func once(t *testing.T, f func()) {
	t.Helper()
	if res := explore.Run(explore.Options{}, func() { sched.Do("test", nil); f() }); !res.OK() {
		t.Fatalf("%v %+v", res, res.Violations)
	}
}

// pod is a state of an object: "a1" is object a at version 1.
func pod(text string) *apiserver.Object {
	o := &apiserver.Object{Kind: "pod", Key: text[:1], UID: text[:1]}
	fmt.Sscan(text[1:], &o.Version)
	return o
}

func pods(texts string) (list []*apiserver.Object) {
	for _, text := range strings.Fields(texts) {
		list = append(list, pod(text))
	}
	return list
}

// queued is what a queue holds, in the order in which it is taken: "+" is an
// add, "~" an update, "-" a deletion, "=" an object of a list, "!" a tombstone.
func (q *queue) queued() string {
	var words []string
	word := func(d delta) string {
		sign := map[deltaType]string{added: "+", updated: "~", deleted: "-", replaced: "=", synced: "@", syncedAll: "@@"}[d.typ]
		switch o := d.obj.(type) {
		case *apiserver.Object:
			return fmt.Sprintf("%s%s%d", sign, o.Key, o.Version)
		case DeletedFinalStateUnknown:
			if last, ok := o.Obj.(*apiserver.Object); ok {
				return fmt.Sprintf("!%s%d", o.Key, last.Version)
			}
			return fmt.Sprintf("!%s(%T)", o.Key, o.Obj)
		}
		text := sign
		for _, o := range d.list {
			text += fmt.Sprintf("[%s%d]", o.Key, o.Version)
		}
		return text
	}
	for _, d := range q.items {
		words = append(words, word(d))
	}
	for _, key := range q.keys {
		for _, d := range q.deltas[key] {
			words = append(words, word(d))
		}
	}
	return strings.Join(words, " ")
}

// A relist that finds keys still queued makes tombstones of these, too, of the
// newest state that is queued: DeltaFIFO last (delta_fifo.go, Replace, v0.24.17
// to v0.32.13; before, only what the store has), RealFIFO first, and none for
// what is to be deleted anyway (the_real_fifo.go, Replace, v0.33.0 to v0.35.10).
// Since v0.36.0 the list is compared when it is processed.
func TestRelistWithKeysStillQueued(t *testing.T) {
	for _, test := range []struct {
		name           string
		store          string
		events         string // "+a1 ~a2 -a3"
		lists          []string
		old, fifo, rel string // to 0.23, to 0.32, to 0.35
	}{
		{"created and gone", "", "+a1", []string{""}, "+a1", "+a1 !a1", "+a1 !a1"},
		{"the newest state counts", "a1", "~a2 ~a3", []string{""}, "~a2 ~a3 !a1", "~a2 ~a3 !a3", "~a2 ~a3 !a3"},
		{"deleted and gone: once is enough", "a1", "-a2", []string{""}, "-a2", "-a2", "-a2"},
		{"deleted and created again", "a1", "-a2", []string{"a3"}, "-a2 =a3", "-a2 =a3", "-a2 =a3"},
		{"one is still there", "b1", "+a2 ~b3", []string{"b3"}, "+a2 ~b3 =b3", "+a2 !a2 ~b3 =b3", "+a2 ~b3 !a2 =b3"},
		{"one of the store, one of the queue", "a1", "+b2", []string{"c3"}, "+b2 =c3 !a1", "+b2 !b2 =c3 !a1", "+b2 !b2 !a1 =c3"},
		{"two lists: no tombstone of a tombstone", "a1", "", []string{"", ""}, "!a1", "!a1", "!a1"},
		{"two lists: what the first one brought", "", "", []string{"a1", ""}, "=a1", "=a1 !a1", "=a1 !a1"},
	} {
		for _, minor := range []int{20, 23, 24, 32, 33, 34, 35} {
			want := test.old
			if minor >= 24 {
				want = test.fifo
			}
			if minor >= 33 {
				want = test.rel
			}
			once(t, func() {
				p := ProfileFor(minor)
				store := newIndexer()
				for _, o := range pods(test.store) {
					store.items[o.Key] = o
				}
				q := newQueue(&p, store, syncFunc(func() {}))
				for _, e := range strings.Fields(test.events) {
					q.push(apiserver.Event{Verb: map[byte]apiserver.Verb{'+': apiserver.Added, '~': apiserver.Modified, '-': apiserver.Deleted}[e[0]], Object: pod(e[1:])})
				}
				for _, list := range test.lists {
					q.replace(pods(list), 0)
				}
				if got := q.queued(); got != want {
					t.Errorf("0.%d, %s: %q, want %q", minor, test.name, got, want)
				}
			})
		}
	}
}

// A batch ends before the first key that it has already, and with the first
// list (the_real_fifo.go, PopBatch, v0.35.0 to v0.35.10).
func TestBatches(t *testing.T) {
	for _, test := range []struct{ first, second, want string }{
		{"a1 b2", "", "a1 b2"},
		{"a1 b2", "+c3", "a1 b2 | c3"},
		{"", "+a1 +b2 ~a3 ~b4 +c5", "a1 b2 | a3 b4 c5"},
		{"", "+a1 ~a2 ~a3 +b4", "a1 | a2 | a3 b4"},
		{"a1", "~a2 +b3 -a4", "a1 | a2 b3 | a4"},
	} {
		once(t, func() {
			p := ProfileFor(35)
			q := newQueue(&p, newIndexer(), syncFunc(func() {}))
			q.replace(pods(test.first), 0)
			for _, e := range strings.Fields(test.second) {
				q.append(delta{typ: updated, obj: pod(e[1:])})
			}
			var batches []string
			for !q.empty() {
				batch, initial := q.pop()
				var words []string
				for _, d := range batch {
					words = append(words, fmt.Sprintf("%s%d", keyOf(d.obj), d.obj.(*apiserver.Object).Version))
				}
				if first := test.first != "" && len(batches) == 0; initial != first {
					t.Errorf("%+v: batch %d is of the first list: %v", test, len(batches), initial)
				}
				q.processed(batch)
				batches = append(batches, strings.Join(words, " "))
			}
			if got := strings.Join(batches, " | "); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// A batch is one transaction: what each change means is decided before, the
// store changes at once, and handlers are told in order afterwards
// (controller.go, processDeltasInBatch, v0.35.0).
func TestBatchIsATransaction(t *testing.T) {
	once(t, func() {
		p := ProfileFor(35)
		inf := NewSharedIndexInformer(apiserver.New(), "pod", 0, &p, nil)
		r, _ := inf.AddEventHandler(ResourceEventHandlerFuncs{})
		inf.store.items["b"] = pod("b1")
		inf.store.items["c"] = pod("c1")
		c := &controller{inf: inf}
		c.apply([]delta{{typ: deleted, obj: pod("c2")}, {typ: added, obj: pod("a3")}, {typ: updated, obj: pod("b4")}}, true)
		var told []string
		for _, n := range r.notes {
			told = append(told, n.String())
		}
		want := []string{"OnDelete(c(c,rv=2))", "OnAdd(a(a,rv=3), initial)", "OnUpdate(b(b,rv=1), b(b,rv=4))"}
		if !slices.Equal(told, want) || fmt.Sprint(inf.store.Now()) != "[a(a,rv=3) b(b,rv=4)]" {
			t.Errorf("%q, store %v", told, inf.store.Now())
		}
		// That is why a key comes only once: twice, it would be added twice.
		r.notes = nil
		delete(inf.store.items, "a")
		c.apply([]delta{{typ: added, obj: pod("a5")}, {typ: updated, obj: pod("a6")}}, false)
		if len(r.notes) != 2 || r.notes[1].verb != onAdd {
			t.Errorf("%v", r.notes)
		}
	})
}

// What has the resourceVersion that the store has is a resync since v0.24.0,
// wherever it comes from (shared_informer.go, OnUpdate); before, a modification
// never is, though a server that does not number its objects (a fake) makes
// these. (HandleDeltas, v0.23.17)
func TestEqualVersionsAreAResync(t *testing.T) {
	for _, minor := range []int{20, 23, 24, 30, 34, 35, 37} {
		for _, test := range []struct {
			typ    deltaType
			obj    string
			resync bool
		}{
			{updated, "a1", minor >= 24},
			{added, "a1", minor >= 24},
			{replaced, "a1", true},
			{synced, "a1", true},
			{updated, "a2", false},
			{replaced, "a2", false},
		} {
			once(t, func() {
				p := ProfileFor(minor)
				inf := NewSharedIndexInformer(apiserver.New(), "pod", 0, &p, nil)
				r, _ := inf.AddEventHandler(ResourceEventHandlerFuncs{})
				r.syncing = false
				inf.store.items["a"] = pod("a1")
				(&controller{inf: inf}).apply([]delta{{typ: test.typ, obj: pod(test.obj)}}, false)
				if told := len(r.notes) > 0; told == test.resync {
					t.Errorf("0.%d, %v of %s: told a handler that takes no part in resyncs: %v", minor, test.typ, test.obj, told)
				}
			})
		}
	}
}

// Each order of up to three things is one of those that are tried, once.
func TestOrders(t *testing.T) {
	for n := range 6 {
		list := []string{"a", "b", "c", "d", "e", "f"}[:n]
		seen := map[string]bool{}
		for o := range orders(n) {
			got := ordered(list, order(o))
			seen[strings.Join(got, "")] = true
			if o == 0 && !slices.Equal(got, list) {
				t.Errorf("the first order of %v is %v", list, got)
			}
			if slices.Sort(got); !slices.Equal(got, list) {
				t.Errorf("%v is no order of %v", got, list)
			}
		}
		if want := []int{1, 1, 2, 6, 2, 2}[n]; len(seen) != want {
			t.Errorf("%d orders of %v, want %d: %v", len(seen), list, want, seen)
		}
	}
}

// Of the branches of a walk through a map, as many are possible as there are orders.
func TestBranchesOfOrders(t *testing.T) {
	possible := func(p Profile, n int) (count int) {
		for _, b := range p.inOrders(sched.Branch{}, func() int { return n }, func(order) {}) {
			if b.Guard == nil || b.Guard() {
				count++
			}
		}
		return count
	}
	for n := range 6 {
		if got := possible(Profile{AnyOrder: true}, n); got != orders(n) {
			t.Errorf("%d branches for %d things, want %d", got, n, orders(n))
		}
		if got := possible(Profile{}, n); got != 1 {
			t.Errorf("%d branches for %d things in the order of their keys", got, n)
		}
	}
}
