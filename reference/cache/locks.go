package cache

import "github.com/informerlint/informerlint/reference/sched"

// starting is the lock around an informer's listeners (listenersLock), while
// the informer starts. Its readers are the process loop, for as long as it
// hands a notification to listeners, and, up to client-go 0.35, the thread that
// starts these; its writer is the resync timer.
//
// The fix (v0.36.0, shared_informer.go: run and distribute of sharedProcessor; in
// no 0.35 up to v0.35.10) is that the thread that starts them is a writer, too,
// and that nobody sends before.
type starting struct {
	fixed   bool
	lock    sched.RWMutex
	cond    *sched.Cond
	started bool
}

func newStarting(p *Profile) *starting {
	s := &starting{fixed: p.Minor >= 36}
	s.lock.Named("listenersLock")
	s.cond = sched.NewCond(s.lock.RLocker())
	return s
}

// startListeners starts the threads of listeners, as part of the step before
// or, with locks, in a thread of its own.
func (inf *SharedIndexInformer) startListeners(all []*Registration) {
	s := inf.start
	if s == nil {
		inf.listenAll(all)
		return
	}
	inf.threads.Begin()
	sched.Daemon(inf.kind+".processor", func() {
		defer inf.threads.Done()
		lock := s.lock.RLocker()
		if s.fixed {
			lock = &s.lock
		}
		lock.Lock()
		inf.listenAll(all)
		s.started = true
		lock.Unlock()
		if s.fixed {
			s.cond.Signal()
		}
	})
}

func (inf *SharedIndexInformer) listenAll(all []*Registration) {
	for _, r := range all {
		inf.listen(r)
	}
}

// sending takes the lock for handing out notifications. It returns how to
// release it.
func (s *starting) sending() func() {
	s.lock.RLock()
	for s.fixed && !s.started {
		s.cond.Wait()
	}
	return s.lock.RUnlock
}

// marking takes the lock for finding out who is due for a resync. It returns
// how to release it.
func (s *starting) marking() func() {
	s.lock.Lock()
	return s.lock.Unlock
}
