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
	idle, spare = nil, nil
}

// spare is a world that is over, for its memory.
var spare *World

// runs counts executions.
var runs uint64

func newWorld() *World {
	runs++
	w := spare
	if w == nil {
		return &World{run: runs}
	}
	spare = nil
	*w = World{run: runs, threads: w.threads[:0], born: w.born[:0], events: w.events[:0], touches: w.touches[:0], scratch: w.scratch[:0]}
	return w
}

// newThread takes the memory of a thread of an earlier execution, if there is
// one.
func (w *World) newThread() *Thread {
	n := len(w.threads)
	if n == cap(w.threads) || w.threads[:n+1][n] == nil {
		return &Thread{}
	}
	t := w.threads[:n+1][n]
	*t = Thread{clock: t.clock[:0], buf: op{acc: t.buf.acc[:0], cases: t.buf.cases[:0]}}
	return t
}

// Recycle gives the memory of a closed world back. Nothing that it returned may
// be used any more.
func (w *World) Recycle() { spare = w }
