package outcome_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix/outcome"
	"github.com/informerlint/informerlint/internal/stubtest"
)

const prelude = `package p

import (
	"context"
	"errors"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

var (
	_ = errors.New
	_ corev1.Pod
	_ informers.SharedInformerFactory
)

type T struct {
	mu           sync.Mutex
	factory      informers.SharedInformerFactory
	informer     cache.SharedIndexInformer
	registration cache.ResourceEventHandlerRegistration
	ready        bool
	n            int
	wg           sync.WaitGroup
	done         chan bool
	rw           sync.RWMutex
}

type object struct{ n int }

func (o *object) DeepCopy() *object { return o }

func (t *T) lock()   { t.mu.Lock() }
func (t *T) unlock() { t.mu.Unlock() }

func (t *T) count() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
}

func (t *T) deeper()             { t.count() }
func (t *T) ready1()             { cache.WaitForCacheSync(nil, t.informer.HasSynced) }
func (t *T) stop()               { t.join() }
func (t *T) join()               { t.wg.Wait() }
func (t *T) drain()              { <-t.done }
func (t *T) idle(c context.Context) { <-c.Done() }
func (t *T) worker()             { defer t.wg.Done(); work() }
func (t *T) closing()            { t.finish() }
func (t *T) finish()             { close(t.done) }
func part(wg *sync.WaitGroup)    { defer wg.Done(); work() }

func work()
func work1(ctx context.Context)
func other()
func waitForIt() bool
func find() (*object, error)
func kept(n int, o object) {}

`

// wait is a wait that may be stopped.
const wait = "cache.WaitForCacheSync(ctx.Done(), t.informer.HasSynced)"

// ownWait is one that another context stops.
const ownWait = "cache.WaitForCacheSync(own.Done(), t.informer.HasSynced)"

// Each is the body of a function before an edit and with it, and what is wrong
// with the second: "" if nothing is.
var programs = []struct {
	name, result, was, is, want string
}{
	// What the fixes of the checks do.
	{"leaves when it is stopped", "", wait + "; work()", "if !" + wait + " { return }; work()", ""},
	{"leaves with an error", "error", "work(); return nil", "if !" + wait + ` { return errors.New("stopped") }; work(); return nil`, ""},
	{"each informer of a factory", "", "t.factory.WaitForCacheSync(ctx.Done()); work()", "for _, ok := range t.factory.WaitForCacheSync(ctx.Done()) { if !ok { return } }; work()", ""},
	{"says whether it is synced", "bool", "return t.informer.HasSynced()", "return " + wait, ""},
	{"in a variable", "", wait + "; work()", "ok := " + wait + "; if !ok { return }; work()", ""},
	{"moved", "error", "work(); if !" + wait + ` { return errors.New("stopped") }; return nil`, "if !" + wait + ` { return errors.New("stopped") }; work(); return nil`, ""},
	{"keeps what it gets", "error", "_, err := t.informer.AddEventHandler(nil); if err != nil { return err }; work(); return nil",
		"var err error; t.registration, err = t.informer.AddEventHandler(nil); if err != nil { return err }; work(); return nil", ""},
	{"a goroutine after the wait", "", "go work(); if !" + wait + " { return }", "if !" + wait + " { return }; go work()", ""},
	{"runs in a goroutine", "", "t.informer.Run(ctx.Done()); work()", "go t.informer.Run(ctx.Done()); work()", ""},
	{"a worker over a context of its own", "", "go t.idle(ctx); own, stop := context.WithCancel(ctx); defer stop(); if !" + ownWait + " { return }", "own, stop := context.WithCancel(ctx); defer stop(); if !" + ownWait + " { return }; go t.idle(ctx)", ""},
	{"another one is started, too", "", "t.factory.Start(ctx.Done())", "own, stop := context.WithCancel(ctx); defer stop(); t.factory.Start(own.Done()); t.factory.Start(ctx.Done())", ""},
	{"moved out of a branch's variable", "", "c := ctx; if t.ready { c = nil }; work(); go t.idle(c)", "c := ctx; if t.ready { c = nil }; go t.idle(c); work()", ""},
	{"what the program does is its own", "", "if " + wait + " { return }; work()", "if " + wait + " { return }; work(); other()", ""},

	// Each of these is one of the above, turned round.
	{"the other way round", "", wait + "; work()", "if " + wait + " { return }; work()", "goes on"},
	{"without return", "", wait + "; work()", "if !" + wait + " {}; work()", "nothing is done about"},
	{"a return too many", "", "t.factory.WaitForCacheSync(ctx.Done()); work()", "for _, ok := range t.factory.WaitForCacheSync(ctx.Done()) { if !ok { return }; return }; work()", "does not go on"},
	{"each, without return", "", "t.factory.WaitForCacheSync(ctx.Done()); work()", "for _, ok := range t.factory.WaitForCacheSync(ctx.Done()) { if !ok { other() } }; work()", "goes on"},
	{"each, the other way round", "", "t.factory.WaitForCacheSync(ctx.Done()); work()", "for _, ok := range t.factory.WaitForCacheSync(ctx.Done()) { if ok { return } }; work()", "goes on"},
	{"leaves without an error", "error", "work(); return nil", "if !" + wait + " { return nil }; work(); return nil", "goes on"},
	{"an error for success", "error", "work(); return nil", "if " + wait + ` { return errors.New("stopped") }; work(); return nil`, "goes on"},
	{"ready though it was stopped", "", wait + "; work()", "if !" + wait + " { t.ready = true; return }; work(); t.ready = true; if !" + wait + " { t.ready = true }; work()", "goes on"},
	{"a helper that waits", "", "if !waitForIt() { return }; work()", "work(); if !waitForIt() { other() }; work()", "goes on"},
	{"says the opposite", "bool", "return t.informer.HasSynced()", "return !" + wait, "goes on"},
	{"goes on after an error", "error", "_, err := t.informer.AddEventHandler(nil); if err != nil { return err }; work(); return nil",
		"var err error; t.registration, err = t.informer.AddEventHandler(nil); if err == nil { return nil }; work(); return nil", "goes on"},
	{"an error that is looked at too late", "error", "_, err := t.informer.AddEventHandler(nil); if err != nil { return err }; work(); return nil",
		"_, err := t.informer.AddEventHandler(nil); work(); if err != nil { return err }; return nil", "goes on"},
	{"the worker is called", "", "go work(); if !" + wait + " { return }", "if !" + wait + " { return }; work()", "not begun any more"},
	{"the worker is deferred", "", "go work(); if !" + wait + " { return }", "if !" + wait + " { return }; defer work()", "not begun any more"},
	{"a worker past a context of the same name", "", "go t.idle(ctx); ctx, stop := context.WithTimeout(ctx, 5); defer stop(); if !" + wait + " { return }", "ctx, stop := context.WithTimeout(ctx, 5); defer stop(); if !" + wait + " { return }; go t.idle(ctx)", "another stop"},
	{"the same, in what a literal shares", "", "go t.idle(ctx); ctx, stop := context.WithTimeout(ctx, 5); defer func() { stop(); work1(ctx) }(); if !" + wait + " { return }",
		"ctx, stop := context.WithTimeout(ctx, 5); defer func() { stop(); work1(ctx) }(); if !" + wait + " { return }; go t.idle(ctx)", "another stop"},
	{"a wait before its timeout", "", "work(); ctx, stop := context.WithTimeout(ctx, 5); defer stop(); " + wait, "work(); " + wait + "; ctx, stop := context.WithTimeout(ctx, 5); defer stop()", "another stop"},
	{"a wait whose context is put back", "", "old := ctx; ctx, stop := context.WithTimeout(ctx, 5); defer stop(); t.factory.WaitForCacheSync(ctx.Done()); ctx = old; t.factory.Start(ctx.Done())",
		"old := ctx; ctx, stop := context.WithTimeout(ctx, 5); defer stop(); ctx = old; t.factory.Start(ctx.Done()); t.factory.WaitForCacheSync(ctx.Done())", "another stop"},
	{"a number that is set meanwhile", "", "n := 1; go kept(n, object{}); n = 2; work(); go kept(n, object{})", "n := 1; n = 2; work(); go kept(n, object{}); go kept(n, object{})", "another stop"},
	{"another worker", "", "go work(); if !" + wait + " { return }", "if !" + wait + " { return }; go other()", "not begun any more"},
	{"begun instead of called", "", "t.factory.Start(ctx.Done()); work()", "go t.factory.Start(ctx.Done()); work()", "begun with go, where it was called"},
	{"a block that is left", "", "if t.ready { work() }; other()", "if t.ready { work(); return }; other()", "left at its end"},
	{"a new block that is left", "", "work(); other()", "if t.ready { work(); return }; work(); other()", "under a condition"},
	{"a deferred wait", "", "work()", "defer " + wait + "; work()", "nothing waits for a wait"},
	{"with a lock held", "", "t.mu.Lock(); work(); t.mu.Unlock()", "t.mu.Lock(); if !" + wait + " { return }; work(); t.mu.Unlock()", "with a lock held"},
	{"a return between Lock and Unlock", "", "t.mu.Lock(); waitForIt(); t.mu.Unlock()", "t.mu.Lock(); if !waitForIt() { return }; t.mu.Unlock()", "nobody gives back"},
	{"with Unlock deferred", "", "t.mu.Lock(); defer t.mu.Unlock(); waitForIt(); work()", "t.mu.Lock(); defer t.mu.Unlock(); if !waitForIt() { return }; work()", ""},
	{"deferred in a literal", "", "t.mu.Lock(); defer func() { t.mu.Unlock() }(); waitForIt(); work()", "t.mu.Lock(); defer func() { t.mu.Unlock() }(); if !waitForIt() { return }; work()", ""},
	{"deferred as a method value", "", "t.mu.Lock(); give := t.mu.Unlock; defer give(); waitForIt(); work()", "t.mu.Lock(); give := t.mu.Unlock; defer give(); if !waitForIt() { return }; work()", ""},
	{"given back first", "", "t.mu.Lock(); waitForIt(); t.mu.Unlock()", "t.mu.Lock(); if !waitForIt() { t.mu.Unlock(); return }; t.mu.Unlock()", ""},
	{"another one is given back", "", "t.mu.Lock(); waitForIt(); t.mu.Unlock()", "t.mu.Lock(); if !waitForIt() { t.rw.Unlock(); return }; t.mu.Unlock()", "nobody gives back"},
	{"between locks of helpers", "", "t.lock(); waitForIt(); t.unlock()", "t.lock(); if !waitForIt() { return }; t.unlock()", "nobody gives back"},
	{"with a deferred helper", "", "t.lock(); defer t.unlock(); waitForIt(); work()", "t.lock(); defer t.unlock(); if !waitForIt() { return }; work()", ""},
	{"on one way only", "", "if t.ready { t.mu.Lock() }; waitForIt(); if t.ready { t.mu.Unlock() }", "if t.ready { t.mu.Lock() }; if !waitForIt() { return }; if t.ready { t.mu.Unlock() }", "nobody gives back"},
	{"read locks", "", "t.rw.RLock(); waitForIt(); t.rw.RUnlock()", "t.rw.RLock(); if !waitForIt() { return }; t.rw.RUnlock()", "nobody gives back"},
	{"the lock is taken later", "", "waitForIt(); t.mu.Lock(); work(); t.mu.Unlock()", "if !waitForIt() { return }; t.mu.Lock(); work(); t.mu.Unlock()", ""},
	{"taken again", "", "t.mu.Lock(); work(); t.mu.Unlock()", "t.mu.Lock(); t.count(); work(); t.mu.Unlock()", "holds already"},
	{"taken again two calls away", "", "t.mu.Lock(); work(); t.mu.Unlock()", "t.mu.Lock(); t.deeper(); work(); t.mu.Unlock()", "holds already"},
	{"taken again, with Unlock deferred", "", "t.mu.Lock(); defer t.mu.Unlock(); work()", "t.mu.Lock(); defer t.mu.Unlock(); t.deeper(); work()", "holds already"},
	{"taken before the lock", "", "t.mu.Lock(); work(); t.mu.Unlock()", "t.deeper(); t.mu.Lock(); work(); t.mu.Unlock()", ""},
	{"another lock", "", "t.rw.Lock(); work(); t.rw.Unlock()", "t.rw.Lock(); t.deeper(); work(); t.rw.Unlock()", ""},
	{"the lock of another one", "", "u := new(T); t.mu.Lock(); work(); t.mu.Unlock(); u.n++", "u := new(T); t.mu.Lock(); u.count(); work(); t.mu.Unlock(); u.n++", ""},
	{"read twice", "", "t.rw.RLock(); work(); t.rw.RUnlock()", "t.rw.RLock(); t.rw.RLock(); work(); t.rw.RUnlock(); t.rw.RUnlock()", "holds already"},
	{"a wait in a helper, with a lock held", "", "t.mu.Lock(); work(); t.mu.Unlock()", "t.mu.Lock(); t.ready1(); work(); t.mu.Unlock()", "with a lock held"},
	{"given back twice", "", "t.mu.Lock(); work(); t.mu.Unlock()", "t.mu.Lock(); work(); t.mu.Unlock(); t.mu.Unlock()", "does not hold"},
	{"written outside of the lock", "", "work(); t.mu.Lock(); t.n = 1; t.mu.Unlock()", "t.n = 1; work(); t.mu.Lock(); t.mu.Unlock()", "guards it"},
	{"declared outside of the lock", "", "work(); t.mu.Lock(); n := waitForIt(); t.mu.Unlock(); go func() { _ = n }()", "n := waitForIt(); work(); t.mu.Lock(); t.mu.Unlock(); go func() { _ = n }()", ""},
	{"a variable that is written again", "", "n := waitForIt(); go func() { _ = n }(); t.mu.Lock(); n = waitForIt(); t.mu.Unlock()", "n := waitForIt(); go func() { _ = n }(); n = waitForIt(); t.mu.Lock(); t.mu.Unlock()", "guards it"},
	{"a goroutine that a helper waits for", "", "go t.worker(); if !" + wait + " { t.stop(); return }; work()", "if !" + wait + " { t.stop(); return }; go t.worker(); work()", "before the goroutine"},
	{"that a deferred helper waits for", "", "done := t.done; defer t.drain(); go other(); if !" + wait + " { return }; close(done)", "done := t.done; defer t.drain(); if !" + wait + " { return }; go other(); close(done)", "before the goroutine"},
	{"a helper that waits for the context", "", "go other(); if !" + wait + " { t.idle(ctx); return }; work()", "if !" + wait + " { t.idle(ctx); return }; go other(); work()", ""},
	{"somebody else waits for the goroutine", "", "t.wg.Add(1); go t.worker(); if !" + wait + " { return }; work()", "t.wg.Add(1); if !" + wait + " { return }; go t.worker(); work()", "that others wait for"},
	{"for a channel, two calls away", "", "go t.closing(); if !" + wait + " { return }; work()", "if !" + wait + " { return }; go t.closing(); work()", "that others wait for"},
	{"for a literal", "", "t.wg.Add(1); go func() { defer t.wg.Done(); work() }(); if !" + wait + " { return }; work()", "t.wg.Add(1); if !" + wait + " { return }; go func() { defer t.wg.Done(); work() }(); work()", "that others wait for"},
	{"nobody else waits for the goroutine", "", "var wg sync.WaitGroup; wg.Add(1); go part(&wg); if !" + wait + " { return }; wg.Wait()", "var wg sync.WaitGroup; wg.Add(1); if !" + wait + " { return }; go part(&wg); wg.Wait()", ""},
	{"others are not told", "", "waitForIt(); t.wg.Done()", "if !waitForIt() { return }; t.wg.Done()", "without telling"},
	{"others are told by a defer", "", "defer t.wg.Done(); waitForIt(); work()", "defer t.wg.Done(); if !waitForIt() { return }; work()", ""},
	{"a goroutine does not close its channel", "", "done := make(chan bool); go func() { waitForIt(); close(done) }(); <-done", "done := make(chan bool); go func() { if !waitForIt() { return }; close(done) }(); <-done", "without telling"},
	{"a context is not cancelled", "", "waitForIt(); cancel()", "if !waitForIt() { return }; cancel()", "without telling"},
	{"asks nil", "bool", "return t.informer.HasSynced()", "return t.registration == nil && t.registration.HasSynced()", "asked of nil"},
	{"asks nil, or", "bool", "return t.informer.HasSynced()", "return t.registration != nil || t.registration.HasSynced()", "asked of nil"},
	{"uses a result too early", "error", "o, err := find(); if err != nil { return err }; kept(o.n, *o.DeepCopy()); return nil",
		"o, err := find(); c := *o.DeepCopy(); if err != nil { return err }; kept(o.n, c); return nil", "before its error"},
	{"a registration on some ways", "", "t.informer.SetTransform(nil); work()", "if t.ready { t.informer.SetTransform(nil) }; work()", "under a condition"},
	{"a new call on some ways", "", "work()", "if t.ready { t.factory.Start(ctx.Done()) }; work()", "under a condition"},
	{"a condition of its own assignment", "", "work()", "if found := waitForIt(); found { work(); return }; work()", ""},
	{"a case of a switch", "", "work()", "switch { case t.ready: t.factory.Start(ctx.Done()) }; work()", "under a condition"},
	{"into the block beside it", "", "if t.ready { work() }; t.informer.SetTransform(nil)", "if t.ready { t.informer.SetTransform(nil); work() }", "on some ways only"},
	{"into the other case", "", "if t.ready { work() } else { other() }; t.informer.SetTransform(nil)", "if t.ready { work() } else { t.informer.SetTransform(nil); other() }", "on some ways only"},
	{"into a closure", "", "f := func() { work() }; f(); t.informer.SetTransform(nil)", "f := func() { t.informer.SetTransform(nil); work() }; f()", "on some ways only"},
	{"into a loop", "", "for range 3 { work() }; t.informer.SetTransform(nil)", "for range 3 { t.informer.SetTransform(nil); work() }", "on some ways only"},
	{"in a new loop", "", "work()", "for range 3 { t.informer.SetTransform(nil) }; work()", "in a loop"},
	{"a condition that moves with its block", "", "t.factory.Start(ctx.Done()); if t.ready { work() }", "if t.ready { work() }; t.factory.Start(ctx.Done())", ""},
	{"an error that hides another", "error", "var err error; if t.ready { _, err = t.informer.AddEventHandler(nil); if err != nil { work() }; other() }; return err",
		"var err error; if t.ready { registration, err := t.informer.AddEventHandler(nil); if err != nil { work() }; other(); _ = registration }; return err", "hides"},
	{"a result of a call that has failed", "", "_, err := t.informer.AddEventHandler(nil); if err != nil { other() }; " + wait,
		"registration, err := t.informer.AddEventHandler(nil); if err != nil { other() }; cache.WaitForCacheSync(ctx.Done(), registration.HasSynced)", "after its call has failed"},
	{"a goroutine that is waited for when the wait is stopped", "", "var wg sync.WaitGroup; wg.Add(1); go func() { work(); wg.Done() }(); if !" + wait + " { wg.Wait(); return }; wg.Wait()",
		"var wg sync.WaitGroup; wg.Add(1); if !" + wait + " { wg.Wait(); return }; go func() { work(); wg.Done() }(); wg.Wait()", "before the goroutine"},
	{"and by a defer", "", "var wg sync.WaitGroup; wg.Add(1); defer wg.Wait(); go func() { work(); wg.Done() }(); if !" + wait + " { return }",
		"var wg sync.WaitGroup; wg.Add(1); defer wg.Wait(); if !" + wait + " { return }; go func() { work(); wg.Done() }()", "before the goroutine"},
	{"a channel that the goroutine closes", "", "done := make(chan bool); go func() { work(); close(done) }(); if !" + wait + " { <-done; return }",
		"done := make(chan bool); if !" + wait + " { <-done; return }; go func() { work(); close(done) }()", "before the goroutine"},
	{"waited for where it has begun", "", "done := make(chan bool); go func() { work(); close(done) }(); if !" + wait + " { return }; <-done",
		"done := make(chan bool); if !" + wait + " { return }; go func() { work(); close(done) }(); <-done", ""},
	{"cancels at once", "", "go func() { t.informer.Run(ctx.Done()); cancel() }()",
		"go func() { t.informer.Run(ctx.Done()); cancel() }(); go func() { cancel(); t.informer.Run(ctx.Done()) }()", "cancels before"},
}

func TestWorse(t *testing.T) {
	stubs := stubtest.Load(t)
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			was, is := check(t, stubs, p.result, p.was), check(t, stubs, p.result, p.is)
			got := outcome.Worse(was, is, false)
			if p.want == "" && got != "" || !strings.Contains(got, p.want) {
				t.Errorf("%q, want %q", got, p.want)
			}
			if why := outcome.Worse(was, was, false); why != "" {
				t.Errorf("without an edit: %s", why)
			}
		})
	}
	// What may be called instead of begun is called, and nothing else in its place.
	was := check(t, stubs, "", "go t.factory.Start(ctx.Done()); work()")
	for body, want := range map[string]bool{
		"t.factory.Start(ctx.Done()); work()":       true,
		"defer t.factory.Start(ctx.Done()); work()": false,
		"t.factory.Shutdown(); work()":              false,
	} {
		is := check(t, stubs, "", body)
		if why := outcome.Worse(was, is, true); (why == "") != want {
			t.Errorf("%s: %q", body, why)
		}
		if outcome.Worse(was, is, false) == "" {
			t.Errorf("%s: it may not be called", body)
		}
	}
}

// What is moved out of a goroutine is stopped by what stopped it there.
func TestMovedOut(t *testing.T) {
	stubs := stubtest.Load(t)
	const replace, begin = "ctx, stop := context.WithCancel(ctx); defer stop(); ", "go func() { t.factory.Start(ctx.Done()); work() }(); "
	for _, test := range []struct{ was, is, want string }{
		{replace + begin + "work()", replace + "t.factory.Start(ctx.Done()); go func() { work() }(); work()", ""},
		{replace + begin + "work()", "t.factory.Start(ctx.Done()); " + replace + "go func() { work() }(); work()", "another stop"},
		{begin + "work1(ctx)", "t.factory.Start(ctx.Done()); go func() { work() }(); work1(ctx)", ""},
	} {
		why := outcome.Worse(check(t, stubs, "", test.was), check(t, stubs, "", test.is), true)
		if (why == "") != (test.want == "") || !strings.Contains(why, test.want) {
			t.Errorf("%s\n%s\n%q, want %q", test.was, test.is, why, test.want)
		}
	}
}

func TestGoOn(t *testing.T) {
	stubs := stubtest.Load(t)
	for body, want := range map[string]int{
		wait + "; work()":                     1,
		wait + "; " + wait:                    1, // after the last one there is nothing to do
		"if !" + wait + " { return }; work()": 0,
		"if !" + wait + " { work() }; work()": 1,
		"for _, ok := range t.factory.WaitForCacheSync(ctx.Done()) { if !ok { return } }; work()": 0,
		"for _, ok := range t.factory.WaitForCacheSync(ctx.Done()) { if ok { return } }; work()":  1,
		"t.factory.WaitForCacheSync(ctx.Done()); t.ready = true":                                  1,
		"t.factory.WaitForCacheSync(ctx.Done())":                                                  0,
		"for range 3 { t.factory.WaitForCacheSync(ctx.Done()) }":                                  1,
		"if t.factory.WaitForCacheSync(ctx.Done())[nil] { work() }":                               0,
	} {
		// An edit of nothing: each parse has positions of its own.
		if was, is := outcome.GoOn(check(t, stubs, "", body), check(t, stubs, "", body)); was != want || is != want {
			t.Errorf("%s: %d and %d, want %d", body, was, is, want)
		}
	}
}

func TestSameCalls(t *testing.T) {
	stubs := stubtest.Load(t)
	was := check(t, stubs, "error", wait+"; work(); return nil")
	for body, want := range map[string]bool{
		"go func() { " + wait + " }(); work(); return nil":                      true,
		"if !" + wait + ` { return errors.New("stopped") }; work(); return nil`: true,
		"work(); if !" + wait + ` { return errors.New("stopped") }; return nil`: false,
		"if !" + wait + " { other() }; work(); return nil":                      false,
	} {
		if got := outcome.SameCalls(was, check(t, stubs, "error", body)); got != want {
			t.Errorf("%s: %v", body, got)
		}
	}
}

// A field that is added is filled by who makes the value, or runs in the thread that
// does.
func TestField(t *testing.T) {
	stubs := stubtest.Load(t)
	const kept = `
func (u *U) HasSynced() bool { return u.registration != nil && u.registration.HasSynced() }
func (u *U) Run(ctx context.Context) { u.registration, _ = u.informer.AddEventHandler(nil); %s }
`
	for _, test := range []struct {
		name, run, rest string
		want            bool
	}{
		{"called by who makes it", "", "func f(ctx context.Context) { u := new(U); u.Run(ctx); u.HasSynced() }", false},
		{"nobody calls it, and it returns", "", "", false},
		{"nobody calls it, and it blocks", "<-ctx.Done()", "", true},
		{"begun with go", "", "func f(ctx context.Context) { u := new(U); go u.Run(ctx); u.HasSynced() }", true},
		{"in a literal that is", "", "func f(ctx context.Context) { u := new(U); go func() { work(); u.Run(ctx) }(); u.HasSynced() }", true},
		{"by a WaitGroup", "", "func f(ctx context.Context) { var wg sync.WaitGroup; u := new(U); wg.Go(func() { u.Run(ctx) }); u.HasSynced() }", true},
		{"in a method that is", "", "func (u *U) outer(ctx context.Context) { u.Run(ctx) }\nfunc f(ctx context.Context) { u := new(U); go u.outer(ctx); u.HasSynced() }", true},
		{"made in the goroutine", "", "func f(ctx context.Context) { go func() { u := new(U); u.Run(ctx); u.HasSynced() }() }", false},
		{"made there by a function", "<-ctx.Done()", "func make1() *U { return new(U) }\nfunc f(ctx context.Context) { go func() { u := make1(); u.Run(ctx) }() }", false},
		{"in a method that is called", "", "func (u *U) outer(ctx context.Context) { u.Run(ctx) }\nfunc f(ctx context.Context) { u := new(U); u.outer(ctx); u.HasSynced() }", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			is := "type U struct { informer cache.SharedIndexInformer; registration cache.ResourceEventHandlerRegistration }\n" + fmt.Sprintf(kept, test.run) + test.rest
			was := strings.NewReplacer("; registration cache.ResourceEventHandlerRegistration", "", "u.registration, _ = ", "", "u.registration != nil && u.registration", "u.informer").Replace(is)
			before, after := text(t, stubs, prelude+was), text(t, stubs, prelude+is)
			if why := outcome.Worse(before, after, false); strings.Contains(why, "beside those who read") != test.want {
				t.Errorf("%q, want one: %v", why, test.want)
			}
		})
	}
}

func check(t *testing.T, stubs *stubtest.Stubs, result, body string) *analysis.Pass {
	t.Helper()
	return text(t, stubs, prelude+"func (t *T) run(ctx context.Context, cancel context.CancelFunc) "+result+" {\n"+strings.ReplaceAll(body, "; ", "\n")+"\n}\n")
}

func text(t *testing.T, stubs *stubtest.Stubs, text string) *analysis.Pass {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return stubs.Check(t, "example.com/p", file)
}
