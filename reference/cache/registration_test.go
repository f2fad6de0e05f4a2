package cache

import (
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// registered runs f with a registration of an informer that nobody runs.
func registered(t *testing.T, p Profile, f func(r *Registration)) {
	t.Helper()
	res := explore.Run(explore.Options{}, func() {
		server := apiserver.New()
		server.Serve("pod")
		inf := NewSharedIndexInformer(server, "pod", 0, &p, nil)
		r, err := inf.AddEventHandler(ResourceEventHandlerFuncs{})
		if err != nil {
			t.Error(err)
			return
		}
		f(r)
	})
	if !res.OK() {
		t.Errorf("%v %+v", res, res.Violations)
	}
}

// Only adds of the first list are waited for: from when they are in the buffer until the
// handler has returned.
func TestSyncedCountsInitialAdds(t *testing.T) {
	registered(t, ProfileFor(34), func(r *Registration) {
		synced := r.Synced().Guard
		r.inf.synced = true
		if !synced() {
			t.Error("nothing was added, and it is not synced")
		}
		later := notification{verb: onAdd, obj: pod("a1")}
		if r.add(later); !synced() {
			t.Error("a later add is waited for")
		}
		if r.call(later); !synced() {
			t.Error("a later add counts when it is handled")
		}
		first := notification{verb: onAdd, obj: pod("b1"), initial: true}
		if r.add(first); synced() {
			t.Error("an initial add is not waited for")
		}
		if r.call(first); !synced() {
			t.Error("an initial add is waited for after it was handled")
		}
	})
}

// Since 0.36 somebody has to have noticed that the informer is synced.
func TestSyncedIsNoticed(t *testing.T) {
	for minor, want := range map[int]bool{35: true, 36: false} {
		registered(t, ProfileFor(minor), func(r *Registration) {
			if r.inf.synced = true; r.Synced().Guard() != want {
				t.Errorf("0.%d: synced %t", minor, !want)
			}
			r.latched = true
			if !r.Synced().Guard() {
				t.Errorf("0.%d: not synced, and somebody has noticed", minor)
			}
		})
	}
}

// In fine steps what is to be told waits to be sent, and is in no buffer.
func TestFineParcels(t *testing.T) {
	p := ProfileFor(37)
	p.Fine = true
	registered(t, p, func(r *Registration) {
		if r.add(notification{verb: onAdd, obj: pod("a1")}); len(r.notes) != 0 || len(r.inf.outbox) != 1 {
			t.Errorf("%d in the buffer, %d to be sent", len(r.notes), len(r.inf.outbox))
		}
	})
}

// A resync is due after the period, and at the very tick only to a handler that was there
// before the timer began.
func TestWhenResyncIsDue(t *testing.T) {
	r := &Registration{period: 5, due: 10, timer: 1}
	for _, c := range []struct {
		now, timer int
		want       bool
	}{{9, 1, false}, {9, 2, false}, {10, 1, false}, {10, 2, true}, {11, 1, true}, {11, 2, true}} {
		if got := r.shouldResync(c.now, c.timer); got != c.want {
			t.Errorf("%+v: due %t", c, got)
		}
	}
}

// A listener that is closed while nothing moves has left at once; if it was told
// something since all was at rest, or has taken something, it may still tell more.
func TestWhenListenersLeave(t *testing.T) {
	registered(t, ProfileFor(37), func(r *Registration) {
		d := &delivery{r: r}
		closes := func() bool { r.close(); return r.left }
		sched.Quiesce("one")
		r.add(notification{verb: onUpdate, obj: pod("a1")})
		if closes() {
			t.Error("it leaves before it was at rest with what it was told")
		}
		sched.Quiesce("two")
		if !closes() {
			t.Error("it does not leave at rest")
		}
		if d.Take(deliver); closes() {
			t.Error("it leaves before it was at rest with what it has taken")
		}
		sched.Quiesce("three")
		if !closes() {
			t.Error("it does not leave at rest")
		}
	})
}

// With the mistake that all is delivered after a stop, a listener ends when its buffer is
// empty; without, when it has left.
func TestWhenListenersEnd(t *testing.T) {
	for mistake, early := range map[Mistake]bool{NoMistake: true, StopDeliversAll: false} {
		p := ProfileFor(37)
		p.Mistake = mistake
		registered(t, p, func(r *Registration) {
			d := &delivery{r: r}
			r.add(notification{verb: onUpdate, obj: pod("a1")})
			if d.Ready(closed) {
				t.Errorf("mistake %d: it ends, and has not left", mistake)
			}
			r.left = true
			if d.Ready(closed) != early || d.Ready(deliver) == early {
				t.Errorf("mistake %d: it ends: %t, it delivers: %t", mistake, d.Ready(closed), d.Ready(deliver))
			}
			r.next = 1
			if !d.Ready(closed) {
				t.Errorf("mistake %d: it does not end with an empty buffer", mistake)
			}
		})
	}
}
