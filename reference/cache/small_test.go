package cache

import (
	"errors"
	"slices"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/sched"
)

// A batch ends where the first list ends, also if that is one object long.
func TestBatchEndsWithTheFirstList(t *testing.T) {
	once(t, func() {
		p := ProfileFor(35)
		q := newQueue(&p, newIndexer(), syncFunc(func() {}))
		list(q, pod("a1"))
		q.push(apiserver.Event{Verb: apiserver.Added, Object: pod("c2")})
		if got, want := takeAll(q), "replaced a1 initial synced; added c2 synced"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// What a list leaves that the transform has refused has no tombstones for what the whole
// list has.
func TestPartHasNoTombstonesOfTheWhole(t *testing.T) {
	once(t, func() {
		p := ProfileFor(33)
		store := newIndexer()
		store.items["b"], store.items["c"] = pod("b1"), pod("c1")
		q := newQueue(&p, store, syncFunc(func() {}))
		q.replacePart([]*apiserver.Object{pod("a1"), pod("b2")}, []*apiserver.Object{pod("a1")})
		if got, want := takeAll(q), "deleted tomb c c(c,rv=1) initial; replaced a1 initial"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// A resync of a queue that takes the store as one queues no keys, and what is next there
// says how many things are walked through.
func TestWhatIsWalked(t *testing.T) {
	for minor, want := range map[int]int{26: 0, 34: 0, 35: 0, 37: 2} {
		once(t, func() {
			p := ProfileFor(minor)
			store := newIndexer()
			q := newQueue(&p, store, syncFunc(func() {}))
			if n := q.walked(); n != 0 {
				t.Errorf("0.%d: %d of an empty queue", minor, n)
			}
			store.items["a"], store.items["b"] = pod("a1"), pod("b1")
			if keys := q.resyncs(); (len(keys) == 0) != (want != 0) {
				t.Errorf("0.%d: a resync queues %v", minor, keys)
			}
			again(q)
			if n := q.walked(); n != want {
				t.Errorf("0.%d: %d, want %d", minor, n, want)
			}
			takeAll(q)
			q.push(apiserver.Event{Verb: apiserver.Modified, Object: pod("a2")})
			if n := q.walked(); n != 0 {
				t.Errorf("0.%d: %d for a change", minor, n)
			}
		})
	}
}

// Where items have places, who waits for the next one waits for that in another place
// when one was taken.
func TestPlacesMove(t *testing.T) {
	for minor, places := range map[int]bool{26: false, 34: true, 35: false, 37: true} {
		once(t, func() {
			p := ProfileFor(minor)
			q := newQueue(&p, newIndexer(), syncFunc(func() {}))
			if q.ordered() != places {
				t.Errorf("0.%d: places: %t", minor, !places)
			}
			if !places {
				return
			}
			q.push(apiserver.Event{Verb: apiserver.Added, Object: pod("a1")})
			q.push(apiserver.Event{Verb: apiserver.Added, Object: pod("b2")})
			from := q.place()
			waits := []sched.Branch{{Acc: q.popAccess(nil)}}
			q.pop()
			if to := q.move(waits, from); to == from || waits[0].Acc[0].Obj != to || waits[0].Acc[1].Obj != &q.obj {
				t.Errorf("0.%d: from %v to %v, waits for %v", minor, from, to, waits[0].Acc)
			}
		})
	}
}

// A transform that fails for one object of a watch leaves that out, or refuses the list
// from there on.
func TestTransformedLists(t *testing.T) {
	c := &controller{transform: func(obj any) (any, error) {
		if obj.(*apiserver.Object).Key == "b" {
			return nil, errors.New("b")
		}
		return obj, nil
	}}
	keys := func(list []*apiserver.Object) (out []string) {
		for _, o := range list {
			out = append(out, o.Key)
		}
		return out
	}
	all := []*apiserver.Object{pod("a1"), pod("b2"), pod("c3")}
	if out, refused := c.transformed(all, true); refused || !slices.Equal(keys(out), []string{"a", "c"}) {
		t.Errorf("left out: %v, refused %t", keys(out), refused)
	}
	if out, refused := c.transformed(all, false); !refused || !slices.Equal(keys(out), []string{"a"}) {
		t.Errorf("refused %t after %v", refused, keys(out))
	}
}

// Of up to three things all orders are tried, of more that of the keys and its reverse.
func TestHowManyOrders(t *testing.T) {
	for n, want := range []int{1, 1, 2, 6, 2, 2} {
		if got := orders(n); got != want {
			t.Errorf("%d orders of %d things, want %d", got, n, want)
		}
	}
	if got := ordered([]int{1, 2, 3, 4}, 1); !slices.Equal(got, []int{4, 3, 2, 1}) {
		t.Errorf("the reverse is %v", got)
	}
	for any, want := range map[bool]int{false: 1, true: 6} {
		p := Profile{AnyOrder: any}
		if n := len(p.inOrders(sched.Branch{}, func() int { return 3 }, func(order) {})); n != want {
			t.Errorf("%d branches, want %d", n, want)
		}
		if n := len(p.inOrdersBy(nil, sched.Branch{})); n != want {
			t.Errorf("%d branches by a waiter, want %d", n, want)
		}
	}
}

// What is refused changes nothing: the name of an index that there is, a transform of an
// informer that has started.
func TestRefusedChangesNothing(t *testing.T) {
	once(t, func() {
		p := ProfileFor(37)
		server := apiserver.New()
		server.Serve("pod")
		inf := NewSharedIndexInformer(server, "pod", 0, &p, nil)
		by := IndexFunc(func(any) []string { return nil })
		if err := inf.AddIndexers(map[string]IndexFunc{"x": by}); err != nil {
			t.Error(err)
		}
		if err := inf.AddIndexers(map[string]IndexFunc{"x": by, "y": by}); err != ErrConflict || inf.store.indexes["y"] != nil {
			t.Errorf("%v, the other index is there: %t", err, inf.store.indexes["y"] != nil)
		}
		inf.started = true
		if err := inf.SetTransform(func(obj any) (any, error) { return obj, nil }); err != ErrStarted || inf.transform != nil {
			t.Errorf("%v, the transform is there: %t", err, inf.transform != nil)
		}
	})
}

// A handler that is added while the informer runs is told what is in the store, in each
// order; no other one is told anything.
func TestReplayed(t *testing.T) {
	once(t, func() {
		p := ProfileFor(37)
		server := apiserver.New()
		server.Serve("pod")
		for _, c := range []struct {
			started, stopped bool
			objects, want    int
		}{{false, false, 0, 0}, {false, false, 2, 0}, {true, false, 0, 0}, {true, false, 1, 1}, {true, false, 2, 2}, {true, false, 3, 3}, {true, true, 2, 0}} {
			inf := NewSharedIndexInformer(server, "pod", 0, &p, nil)
			for _, o := range pods("a1 b1 c1")[:c.objects] {
				inf.store.items[o.Key] = o
			}
			inf.started, inf.stopped = c.started, c.stopped
			if got := inf.replayed(); got != c.want {
				t.Errorf("%+v: %d are replayed", c, got)
			}
			a := &addition{inf: inf}
			for n := range 7 {
				if got, want := a.Ready(n), n < orders(c.want); got != want {
					t.Errorf("%+v: order %d is there: %t", c, n, got)
				}
			}
		}
	})
}
