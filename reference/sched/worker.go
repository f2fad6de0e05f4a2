package sched

import (
	"iter"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A worker is a coroutine that runs one thread after the other. Threads live
// for microseconds; their coroutines, with stacks already grown, are kept for
// the next execution.
type worker struct {
	thread *Thread
	next   func() (struct{}, bool)
	stop   func()
	yield  func(struct{}) bool
}

// A Runner runs one world after the other, and keeps their memory in between.
type Runner struct {
	_       line
	current *World    // whose thread is running
	idle    []*worker // without a thread
	spare   *World    // a world that is over, for its memory
	run     uint64    // number of the latest execution
	_       line
}

// A line keeps what one processor writes all the time out of the cache lines of
// what others read.
type line [128]byte

// A crew are runners that work at a time, and their marks. The marks lie apart:
// each runner reads those of the others whenever it asks which one it is.
type crew struct {
	marks   []unsafe.Pointer
	runners []*Runner
}

// Programs under test use plain functions such as [Go] and zero values such as
// Mutex, as they would with the real packages, so the world cannot be an
// argument. Usually there is one runner at a time, which is home. Where there are
// more, each has a goroutine of its own, and local tells them apart; package
// local provides it.
var (
	home   Runner
	guests atomic.Pointer[crew]

	enter, local func() unsafe.Pointer
)

// Local says how to mark the running goroutine, and how to find the mark of the
// goroutine that runs now or that started it.
func Local(mark, marked func() unsafe.Pointer) { enter, local = mark, marked }

// Parallel reports whether several worlds can run at a time.
func Parallel() bool { return local != nil }

// Runners calls f on n goroutines, each of which may run worlds.
func Runners(n int, f func(i int)) {
	c := &crew{make([]unsafe.Pointer, n), make([]*Runner, n)}
	var ready, done sync.WaitGroup
	begin := make(chan struct{})
	for i := range n {
		ready.Add(1)
		done.Go(func() {
			c.marks[i], c.runners[i] = enter(), &Runner{}
			ready.Done()
			<-begin
			f(i)
			Release()
		})
	}
	ready.Wait()
	guests.Store(c)
	close(begin)
	done.Wait()
	guests.Store(nil)
}

// here is the runner of this goroutine.
func here() *Runner {
	c := guests.Load()
	if c == nil {
		return &home
	}
	mark := local()
	for i, m := range c.marks {
		if m == mark {
			return c.runners[i]
		}
	}
	return &home
}

// hire finds a worker for a thread.
func (r *Runner) hire(t *Thread) *worker {
	if n := len(r.idle); n > 0 {
		k := r.idle[n-1]
		r.idle = r.idle[:n-1]
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
	r := here()
	for _, k := range r.idle {
		k.stop()
	}
	r.idle, r.spare = nil, nil
}

// runs counts executions, by the many.
var runs atomic.Uint64

const many = 1 << 10

func (r *Runner) newWorld() *World {
	if r.run++; r.run%many == 1 {
		r.run = runs.Add(many) - many + 1
	}
	run := r.run
	w := r.spare
	if w == nil {
		return &World{run: run, home: r}
	}
	r.spare = nil
	*w = World{run: run, home: r, threads: w.threads[:0], concerns: w.concerns[:0], born: w.born[:0], events: w.events[:0], touches: w.touches[:0], scratch: w.scratch[:0],
		reached: w.reached[:0], finally: w.finally[:0], shelves: w.shelves, channels: w.channels, names: w.names}
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
	// Its operation is cleared when it gets the first one, see fresh.
	t.seq, t.kids, t.made, t.daemon, t.next, t.end, t.op, t.site, t.done, t.on, t.crashed = 0, 0, 0, false, nil, nil, nil, "", false, nil, false
	t.buf.kind, t.clock = 0, t.clock[:0]
	return t
}

// Recycle gives the memory of a closed world back. Nothing that it returned may
// be used any more.
func (w *World) Recycle() {
	if w.putBack(); w.tracing {
		w.events = nil
	}
	w.home.spare = w
}
