package cache

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// fine is a profile with the steps of client-go, and perhaps with its locks.
func fine(minor int, locks bool) Profile {
	p := ProfileFor(minor)
	p.StreamsList, p.Fine, p.Locks = false, true, locks
	return p
}

// simply follows one execution, the simplest.
func simply(t *testing.T, prog func()) {
	t.Helper()
	trace, err := explore.Replay(nil, func() { sched.Do("begin", nil); prog() })
	if err != nil || len(trace.Failures) > 0 {
		t.Errorf("%v %+v", err, trace)
	}
}

// An informer with fine steps and a handler runs from its start to the end of its
// handler, also if it is stopped before it is synced.
func TestFineListenersEnd(t *testing.T) {
	for _, minor := range []int{26, 34, 37} {
		p := fine(minor, false)
		simply(t, func() {
			inf := storing(&p, 0, "")
			r, _ := hears(inf, 0)
			inf.listen(r)
			sched.Do("close", r.close)
			r.addCh.Close()
			inf.threads.Wait()
		})
	}
}

// addCh has no buffer: who hands out a notification waits for the listener, as long as that
// has not been started (shared_informer.go, newProcessListener).
func TestFineSendersWait(t *testing.T) {
	p := fine(37, false)
	simply(t, func() {
		inf := storing(&p, 0, "")
		r, _ := hears(inf, 0)
		sent := false
		sched.Go("send", func() {
			r.add(notification{verb: onAdd, obj: pod("a1")})
			inf.send()
			sent = true
		})
		sched.Quiesce("waits")
		if sent {
			t.Error("sent to a listener that has not been started")
		}
		inf.listen(r)
		sched.Quiesce("listens")
		if !sent {
			t.Error("not sent to a listener that has been started")
		}
	})
}

// nextCh has no buffer: of what comes while a handler is busy nothing is told after the end.
func TestFineListenersDropTheRest(t *testing.T) {
	p := fine(37, false)
	simply(t, func() {
		inf := storing(&p, 0, "")
		r, _ := hears(inf, 0)
		busy := sched.NewChan[struct{}](0)
		var told []string
		r.handler = ResourceEventHandlerFuncs{AddFunc: func(obj any) {
			told = append(told, obj.(*apiserver.Object).Key)
			busy.Recv()
		}}
		inf.listen(r)
		for _, o := range pods("a1 b2 c3") {
			r.addCh.Send(notification{verb: onAdd, obj: o})
		}
		sched.Quiesce("busy")
		sched.Do("close", r.close)
		r.addCh.Close()
		sched.Quiesce("closed")
		busy.Close()
		inf.threads.Wait()
		if got := strings.Join(told, " "); got != "a" {
			t.Errorf("told of %s, want a", got)
		}
	})
}

// blockDeltas keeps the process loop and those who add or remove handlers apart: each of
// them waits for the others (shared_informer.go, OnAdd and others, AddEventHandler,
// RemoveEventHandler).
func TestFineLock(t *testing.T) {
	p := fine(37, false)
	for name, call := range map[string]func(inf *SharedIndexInformer, r *Registration){
		"add":    func(inf *SharedIndexInformer, _ *Registration) { inf.AddEventHandler(ResourceEventHandlerFuncs{}) },
		"remove": func(inf *SharedIndexInformer, r *Registration) { inf.RemoveEventHandler(r) },
	} {
		simply(t, func() {
			inf := storing(&p, 0, "")
			r, _ := hears(inf, 0)
			inf.blockDeltas.Lock()
			sched.Go(name, func() { call(inf, r) })
			sched.Quiesce("it waits")
			if len(inf.listeners) != 1 {
				t.Errorf("%s: %d handlers while something is handed out", name, len(inf.listeners))
			}
			inf.blockDeltas.Unlock()
			sched.Quiesce("done")
			if len(inf.listeners) == 1 {
				t.Errorf("%s: the handlers are the same", name)
			}
			if !inf.blockDeltas.Free() {
				t.Errorf("%s: the lock is not free afterwards", name)
			}
		})
	}
	simply(t, func() {
		inf := storing(&p, 0, "")
		c := controls(inf, "+a1")
		c.processLoop()
		free := c.own.proc.Ready(0)
		inf.blockDeltas.Lock()
		if !free || c.own.proc.Ready(0) {
			t.Errorf("it is processed: %t, and in the meantime %t", free, !free)
		}
		inf.blockDeltas.Unlock()
	})
}

// Of an item that is walked through, as many orders are tried as there are.
func TestOrdersOfAnItem(t *testing.T) {
	p := ProfileFor(37)
	p.AnyOrder = true
	for _, store := range []string{"", "a1", "a1 b1", "a1 b1 c1", "a1 b1 c1 d1"} {
		once(t, func() {
			inf := storing(&p, 1, store)
			c := controls(inf, "")
			c.processLoop()
			if c.own.proc.Ready(0) {
				t.Error("nothing is queued, and there is an order of it")
			}
			c.queue.resync(0)
			for n := range c.own.proc.pops {
				if got, want := c.own.proc.Ready(n), n < orders(len(inf.store.items)); got != want {
					t.Errorf("%q: order %d is there: %t", store, n, got)
				}
			}
		})
	}
}

// A handler that is added late is told by who adds it.
func TestFineLateHandlers(t *testing.T) {
	p := fine(37, false)
	simply(t, func() {
		inf := storing(&p, 0, "a1 b1")
		var told []string
		inf.AddEventHandler(ResourceEventHandlerFuncs{AddFunc: func(obj any) { told = append(told, obj.(*apiserver.Object).Key) }})
		sched.Quiesce("told")
		if got := strings.Join(told, " "); got != "a b" {
			t.Errorf("told of %q", got)
		}
	})
}

// Who hands out a notification is a reader of listenersLock (shared_informer.go, distribute).
func TestSendersHaveTheLock(t *testing.T) {
	for _, minor := range []int{26, 35} {
		p := fine(minor, true)
		simply(t, func() {
			inf := storing(&p, 0, "")
			r, _ := hears(inf, 0)
			told := 0
			r.handler = ResourceEventHandlerFuncs{AddFunc: func(any) { told++ }}
			inf.listen(r)
			release := inf.start.marking()
			sched.Go("send", func() {
				r.add(notification{verb: onAdd, obj: pod("a1")})
				inf.send()
			})
			sched.Quiesce("marking")
			if told > 0 {
				t.Errorf("0.%d: told while the timer marks who is due", minor)
			}
			release()
			sched.Quiesce("told")
			if told != 1 {
				t.Errorf("0.%d: told %d times", minor, told)
			}
		})
	}
}

// The timer marks who is due under listenersLock, which is free for the next notification.
func TestResyncWithLocks(t *testing.T) {
	for _, minor := range []int{26, 35, 37} {
		p := fine(minor, true)
		simply(t, func() {
			server := apiserver.New()
			server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: "pod", Key: "a"}})
			clock := NewClock()
			inf := NewSharedIndexInformer(server, "pod", 1, &p, clock)
			var told []string
			say := func(verb string) { told = append(told, verb) }
			inf.AddEventHandler(ResourceEventHandlerFuncs{AddFunc: func(any) { say("add") }, UpdateFunc: func(o, n any) {
				if o == n {
					say("resync")
				} else {
					say("update")
				}
			}})
			sched.Daemon("run", func() { inf.Run(sched.NewChan[struct{}](0)) })
			for _, act := range []func(){clock.Tick, func() { server.Update("pod", "a", nil) }} {
				sched.Quiesce("at rest")
				act()
			}
			sched.Quiesce("at rest")
			if got := strings.Join(told, " "); got != "add resync update" {
				t.Errorf("0.%d: %s", minor, got)
			}
		})
	}
}
