package gate

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"
)

// Point is a gate and nothing else.
func Point(site string) {
	if w := active.Load(); w != nil {
		w.park(w.me(site), site, 1, nil)
	}
}

// Child returns f as the body of a new thread, for a go statement or for a
// function that calls its argument in a goroutine. The thread is a child of the
// one that calls Child.
func Child[F any](site string, f F) F {
	w := active.Load()
	if w == nil {
		return f
	}
	parent := w.me(site)
	t := w.spawn(parent, site)
	v := reflect.ValueOf(f)
	if v.Kind() != reflect.Func {
		panic("gate: not a function: " + site)
	}
	if f, ok := any(f).(func()); ok {
		return any(func() {
			if t := w.newborn(t, parent, site); t != nil {
				w.run(t, f)
			} else {
				f()
			}
		}).(F)
	}
	return reflect.MakeFunc(v.Type(), func(args []reflect.Value) (results []reflect.Value) {
		call := func() {
			if v.Type().IsVariadic() {
				results = v.CallSlice(args)
			} else {
				results = v.Call(args)
			}
		}
		// What a function returns that has panicked.
		for i := range v.Type().NumOut() {
			results = append(results, reflect.Zero(v.Type().Out(i)))
		}
		if t := w.newborn(t, parent, site); t != nil {
			w.run(t, call)
		} else {
			call()
		}
		return results
	}).Interface().(F)
}

// newborn returns the thread that begins, a new one if t has begun before, and
// nil if the calling goroutine is a thread already.
func (w *world) newborn(t, parent *thread, site string) *thread {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of[goroutine()] != nil {
		return nil
	}
	if t.state != unborn {
		t = w.spawnLocked(parent, site)
	}
	t.state = running
	return t
}

// Lock is mu.Lock().
func Lock(site string, mu *sync.Mutex) {
	w := active.Load()
	if w == nil {
		mu.Lock()
		return
	}
	w.park(w.me(site), site, 1, func() bool { return free(mu) })
	w.must(mu.TryLock(), site)
}

func free(mu *sync.Mutex) bool {
	if !mu.TryLock() {
		return false
	}
	mu.Unlock()
	return true
}

// must ends an execution in which the gates themselves were mistaken.
func (w *world) must(ok bool, site string) {
	if !ok {
		w.fail(fmt.Errorf("%s: the lock was free and could not be taken", site))
	}
}

// WLock is mu.Lock() of a sync.RWMutex: a writer that has to wait keeps new
// readers out.
func WLock(site string, mu *sync.RWMutex) {
	w := active.Load()
	if w == nil {
		mu.Lock()
		return
	}
	t := w.me(site)
	w.park(t, site, 1, nil)
	w.write(t, site, mu)
}

func (w *world) write(t *thread, site string, mu *sync.RWMutex) {
	if mu.TryLock() {
		return
	}
	w.writers[mu]++
	w.park(t, site+" (announced)", 1, func() bool {
		if !mu.TryLock() {
			return false
		}
		mu.Unlock()
		return true
	})
	w.writers[mu]--
	w.must(mu.TryLock(), site)
}

// RLock is mu.RLock().
func RLock(site string, mu *sync.RWMutex) {
	w := active.Load()
	if w == nil {
		mu.RLock()
		return
	}
	w.read(w.me(site), site, mu)
}

func (w *world) read(t *thread, site string, mu *sync.RWMutex) {
	w.park(t, site, 1, func() bool {
		if w.writers[mu] > 0 || !mu.TryRLock() {
			return false
		}
		mu.RUnlock()
		return true
	})
	w.must(mu.TryRLock(), site)
}

// Locker is mu.Lock() of a lock whose type nobody knows before, such as that of
// a condition.
func Locker(site string, mu sync.Locker) {
	switch mu := mu.(type) {
	case *sync.Mutex:
		Lock(site, mu)
	case *sync.RWMutex:
		WLock(site, mu)
	default:
		RLock(site, readLocked(mu))
	}
}

// A waiter waits for a condition.
type waiter struct{ signalled bool }

// CondWait is c.Wait(). It does not use c but for its lock: what wakes there
// would ask for the lock where no gate sees it.
func CondWait(site string, c *sync.Cond) {
	w := active.Load()
	if w == nil {
		c.Wait()
		return
	}
	t := w.me(site)
	me := &waiter{}
	w.mu.Lock()
	w.conds[c] = append(w.conds[c], me)
	w.mu.Unlock()
	c.L.Unlock()
	switch mu := c.L.(type) {
	case *sync.Mutex:
		w.park(t, site, 1, func() bool { return me.signalled && free(mu) })
		w.must(mu.TryLock(), site)
	case *sync.RWMutex:
		w.park(t, site, 1, func() bool { return me.signalled })
		w.write(t, site, mu)
	default:
		w.park(t, site, 1, func() bool { return me.signalled })
		w.read(t, site, readLocked(mu))
	}
}

// readLocked returns the lock that mu, the result of a RLocker, is a side of:
// they are one value of two types (sync/rwmutex.go, RLocker).
func readLocked(mu sync.Locker) *sync.RWMutex {
	v := reflect.ValueOf(mu)
	if v.Type().String() != "*sync.rlocker" {
		panic(fmt.Sprintf("gate: a lock of type %T", mu))
	}
	return (*sync.RWMutex)(v.UnsafePointer())
}

// CondSignal is c.Signal().
func CondSignal(c *sync.Cond) { wake(c, 1) }

// CondBroadcast is c.Broadcast().
func CondBroadcast(c *sync.Cond) { wake(c, -1) }

func wake(c *sync.Cond, n int) {
	w := active.Load()
	if w == nil {
		if n < 0 {
			c.Broadcast()
		} else {
			c.Signal()
		}
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	all := w.conds[c]
	if n < 0 {
		n = len(all)
	}
	n = min(n, len(all))
	for _, waiting := range all[:n] {
		waiting.signalled = true
	}
	w.conds[c] = all[n:]
}

// Do is once.Do(f).
func Do(site string, once *sync.Once, f func()) {
	w := active.Load()
	if w == nil {
		once.Do(f)
		return
	}
	w.park(w.me(site), site, 1, func() bool { return !w.onces[once] })
	w.onces[once] = true
	defer delete(w.onces, once)
	once.Do(f)
}

// Wait calls a function that may block, such as the Wait of a sync.WaitGroup.
func Wait(site string, f func()) {
	w := active.Load()
	if w == nil {
		f()
		return
	}
	t := w.me(site)
	w.park(t, site, 1, nil)
	w.leave(t)
	f()
	w.back(t)
}

// WaitErr is Wait for a function with a result.
func WaitErr(site string, f func() error) (err error) {
	Wait(site, func() { err = f() })
	return err
}

// Sleep is time.Sleep(d).
func Sleep(site string, d time.Duration) { Wait(site, func() { time.Sleep(d) }) }

// Close is close(ch).
func Close[T any](site string, ch chan<- T) {
	Point(site)
	close(ch)
}

// Len is len(ch).
func Len[T any](site string, ch <-chan T) int {
	Point(site)
	return len(ch)
}

// Send is ch <- v.
func Send[T any](site string, ch chan<- T, v T) {
	w := active.Load()
	if w == nil {
		ch <- v
		return
	}
	t := w.me(site)
	w.park(t, site, 1, nil)
	w.leave(t)
	ch <- v
	w.back(t)
}

// Recv is <-ch.
func Recv[T any](site string, ch <-chan T) T {
	v, _ := Recv2(site, ch)
	return v
}

// Recv2 is <-ch with both results.
func Recv2[T any](site string, ch <-chan T) (T, bool) {
	w := active.Load()
	if w == nil {
		v, ok := <-ch
		return v, ok
	}
	t := w.me(site)
	w.park(t, site, 1, nil)
	w.leave(t)
	v, ok := <-inside(ch)
	w.back(t)
	return v, ok
}

// Range is Recv2 that returns the channel as well, for the head of a loop.
func Range[T any](site string, ch <-chan T) (<-chan T, T, bool) {
	v, ok := Recv2(site, ch)
	return ch, v, ok
}

// outside are the channels that were made when no execution was active, of
// those that nothing is ever sent to.
var outside sync.Map

// Outside marks a channel that the instrumented code makes when it is
// initialized and that nobody uses but to wait for ever. Waiting for it does
// not count as waiting in a bubble, so a nil channel stands in for it.
func Outside[T any](ch chan T) chan T {
	outside.Store(reflect.ValueOf(ch).Pointer(), true)
	return ch
}

func inside[T any](ch <-chan T) <-chan T {
	if _, ok := outside.Load(reflect.ValueOf(ch).Pointer()); ok {
		return nil
	}
	return ch
}

// A Case is one of a select statement.
type Case interface {
	reflect() reflect.SelectCase
	done(v reflect.Value, ok bool)
}

// A Receive is a case that receives; when it is chosen it holds what it got.
type Receive[T any] struct {
	ch    <-chan T
	Value T
	OK    bool
}

// From is the case <-ch.
func From[T any](ch <-chan T) *Receive[T] { return &Receive[T]{ch: ch} }

func (r *Receive[T]) reflect() reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(inside(r.ch))}
}

func (r *Receive[T]) done(v reflect.Value, ok bool) {
	r.OK = ok
	reflect.ValueOf(&r.Value).Elem().Set(v)
}

type send[T any] struct {
	ch chan<- T
	v  T
}

// To is the case ch <- v.
func To[T any](ch chan<- T, v T) Case { return &send[T]{ch, v} }

func (s *send[T]) reflect() reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectSend, Chan: reflect.ValueOf(s.ch), Send: reflect.ValueOf(&s.v).Elem()}
}

func (*send[T]) done(reflect.Value, bool) {}

// Select is a select statement. It returns the index of the case that was
// chosen, or -1 for the default one, which the statement has if orElse is set.
// Of several cases that are ready, it takes the one that the schedule asks for.
func Select(site string, orElse bool, cases ...Case) int {
	all := make([]reflect.SelectCase, len(cases))
	for i, c := range cases {
		all[i] = c.reflect()
	}
	choose := func(from []reflect.SelectCase, at int) int {
		i, v, ok := reflect.Select(from)
		if i+at < len(cases) && from[i].Dir != reflect.SelectDefault {
			cases[i+at].done(v, ok)
			return i + at
		}
		return -1
	}
	w := active.Load()
	if w == nil {
		if orElse {
			all = append(all, reflect.SelectCase{Dir: reflect.SelectDefault})
		}
		return choose(all, 0)
	}
	t := w.me(site)
	first := w.park(t, site, max(len(cases), 1), nil)
	now := func(i int) int {
		return choose([]reflect.SelectCase{all[i], {Dir: reflect.SelectDefault}}, i)
	}
	if first > 0 {
		if i := now(first); i >= 0 {
			return i
		}
	}
	took := None
	for i := range cases {
		if took = now(i); took >= 0 {
			break
		}
	}
	w.took(len(cases), first, took)
	if took >= 0 || orElse {
		return took
	}
	w.leave(t)
	i := choose(all, 0)
	w.back(t)
	return i
}

// took notes what a select took that did not find ready the case it was asked
// to take, or was asked for the first one.
func (w *world) took(cases, asked, instead int) {
	if cases < 2 || w.quiet {
		return // the schedule was not asked
	}
	w.out.Decisions[len(w.out.Decisions)-1].Took = instead
	w.out.Same = w.out.Same || asked > 0
}

// Keys returns the keys of a map in an order that is the same in each execution
// of the same schedule. Go's own order is random, which would keep a schedule
// from being repeated.
func Keys[M ~map[K]V, K comparable, V any](m M) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	if len(keys) < 2 {
		return keys
	}
	w := active.Load()
	name := func(k K) string {
		switch v := reflect.ValueOf(&k).Elem(); {
		case v.Kind() == reflect.Pointer && w != nil:
			// Pointers are ordered by when they became keys. Those that did in
			// code without gates are first seen here, and stay in Go's order.
			return fmt.Sprintf("%09d", w.seen(k))
		default:
			return fmt.Sprint(k)
		}
	}
	names := make(map[K]string, len(keys))
	for _, k := range keys {
		names[k] = name(k)
	}
	slices.SortFunc(keys, func(a, b K) int { return cmp.Compare(names[a], names[b]) })
	return keys
}

// Key numbers a pointer that becomes a key of a map.
func Key[K comparable](k K) {
	if w := active.Load(); w != nil {
		w.seen(k)
	}
}

// seen numbers the values that it is called with.
func (w *world) seen(k any) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, ok := w.keys[k]
	if !ok {
		n = len(w.keys)
		w.keys[k] = n
	}
	return n
}
