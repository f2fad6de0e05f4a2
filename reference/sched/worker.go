package sched

import "iter"

// A worker is a coroutine that runs one thread after the other. Threads live
// for microseconds; their coroutines, with stacks already grown, are kept for
// the next execution.
type worker struct {
	thread *Thread
	next   func() (struct{}, bool)
	stop   func()
	yield  func(struct{}) bool
}

// idle are the workers without a thread. Like current, it belongs to whoever
// runs a world.
var idle []*worker

// hire finds a worker for a thread.
func hire(t *Thread) *worker {
	if n := len(idle); n > 0 {
		k := idle[n-1]
		idle = idle[:n-1]
		k.thread = t
		return k
	}
	k := &worker{thread: t}
	k.next, k.stop = iter.Pull(func(yield func(struct{}) bool) {
		k.yield = yield
		for {
			k.thread.main()
			if !yield(struct{}{}) {
				return
			}
		}
	})
	return k
}

// Release ends all idle workers, when no more executions are to follow.
func Release() {
	for _, k := range idle {
		k.stop()
	}
	idle = nil
}
