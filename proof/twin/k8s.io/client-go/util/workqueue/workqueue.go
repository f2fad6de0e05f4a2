// Package workqueue is the twin of client-go's work queues: a queue in which
// each item is at most once, and never handled twice at a time. What is added
// after a while or with a rate limit is added at some later step (world.Pause).
package workqueue

import (
	"slices"

	"github.com/informerlint/informerlint/proof/twin/time"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/sched"
)

// A TypedInterface is workqueue.TypedInterface.
type TypedInterface[T comparable] interface {
	Add(item T)
	Len() int
	Get() (item T, shutdown bool)
	Done(item T)
	ShutDown()
	ShutDownWithDrain()
	ShuttingDown() bool
}

// A TypedDelayingInterface is workqueue.TypedDelayingInterface.
type TypedDelayingInterface[T comparable] interface {
	TypedInterface[T]
	AddAfter(item T, d time.Duration)
}

// A TypedRateLimitingInterface is workqueue.TypedRateLimitingInterface.
type TypedRateLimitingInterface[T comparable] interface {
	TypedDelayingInterface[T]
	AddRateLimited(item T)
	Forget(item T)
	NumRequeues(item T) int
}

// A TypedRateLimiter is taken and has no effect: nothing says how long a while is.
type TypedRateLimiter[T comparable] interface{ limits(T) }

type limiter[T comparable] struct{}

func (limiter[T]) limits(T) {}

// DefaultTypedControllerRateLimiter is a rate limiter.
func DefaultTypedControllerRateLimiter[T comparable]() TypedRateLimiter[T] { return limiter[T]{} }

// NewTyped returns a queue.
func NewTyped[T comparable]() TypedInterface[T] { return newQueue[T]() }

// NewTypedRateLimitingQueue returns a queue.
func NewTypedRateLimitingQueue[T comparable](TypedRateLimiter[T]) TypedRateLimitingInterface[T] {
	return newQueue[T]()
}

func newQueue[T comparable]() *queue[T] {
	return &queue[T]{obj: sched.NewObject("queue"), dirty: map[T]bool{}, busy: map[T]bool{}, requeues: map[T]int{}}
}

type queue[T comparable] struct {
	obj      sched.Object
	items    []T
	dirty    map[T]bool // to be handled
	busy     map[T]bool // being handled
	requeues map[T]int
	down     bool
}

func (q *queue[T]) step(name string, mode sched.Mode, f func()) {
	sched.Do(name, f, sched.Access{Obj: &q.obj, Mode: mode})
}

func (q *queue[T]) Add(item T) {
	q.step("queue.Add", sched.Write, func() {
		if q.down || q.dirty[item] {
			return
		}
		q.dirty[item] = true
		if !q.busy[item] {
			q.items = append(q.items, item)
		}
	})
}

func (q *queue[T]) Get() (item T, shutdown bool) {
	sched.Await("queue.Get", func() bool { return len(q.items) > 0 || q.down }, func() {
		if len(q.items) == 0 {
			shutdown = true
			return
		}
		item = q.items[0]
		q.items = slices.Delete(q.items, 0, 1)
		q.busy[item] = true
		delete(q.dirty, item)
	}, sched.Access{Obj: &q.obj, Mode: sched.Write})
	return item, shutdown
}

func (q *queue[T]) Done(item T) {
	q.step("queue.Done", sched.Write, func() {
		delete(q.busy, item)
		if q.dirty[item] {
			q.items = append(q.items, item)
		}
	})
}

func (q *queue[T]) Len() (n int) {
	q.step("queue.Len", sched.Read, func() { n = len(q.items) })
	return n
}

func (q *queue[T]) ShutDown() { q.step("queue.ShutDown", sched.Write, func() { q.down = true }) }

func (q *queue[T]) ShutDownWithDrain() {
	q.ShutDown()
	sched.Await("queue drained", func() bool { return len(q.busy) == 0 && len(q.items) == 0 }, nil, sched.Access{Obj: &q.obj, Mode: sched.Read})
}

func (q *queue[T]) ShuttingDown() (down bool) {
	q.step("queue.ShuttingDown", sched.Read, func() { down = q.down })
	return down
}

func (q *queue[T]) AddAfter(item T, _ time.Duration) {
	sched.Daemon("queue.AddAfter", func() {
		if world.Pause(nil) {
			q.Add(item)
		}
	})
}

func (q *queue[T]) AddRateLimited(item T) {
	q.step("queue.AddRateLimited", sched.Write, func() { q.requeues[item]++ })
	q.AddAfter(item, 0)
}

func (q *queue[T]) Forget(item T) {
	q.step("queue.Forget", sched.Write, func() { delete(q.requeues, item) })
}

func (q *queue[T]) NumRequeues(item T) (n int) {
	q.step("queue.NumRequeues", sched.Read, func() { n = q.requeues[item] })
	return n
}
