package cache

import "github.com/informerlint/informerlint/reference/sched"

// locks are two of the locks of an informer, as far as somebody can wait for
// them longer than a moment: an informer that stops keeps listenersLock from the
// closing of its listeners until all handler calls have returned (run of
// sharedProcessor, shared_informer.go, all versions), and whoever removes a
// handler then waits for it and has startedLock meanwhile, which almost
// everything else asks for first (RemoveEventHandler, v0.26.0).
type locks struct {
	closing  int // runs that have listenersLock (before 0.23 there may be two)
	closeObj sched.Object
	removing bool // somebody waits for it and has startedLock
	lockObj  sched.Object
}

func newLocks() locks {
	return locks{closeObj: sched.NewObject("listenersLock"), lockObj: sched.NewObject("startedLock")}
}

// free is the guard of what needs startedLock.
func (l *locks) free() bool { return !l.removing }

func (l *locks) read() sched.Access   { return sched.Access{Obj: &l.lockObj, Mode: sched.Read} }
func (l *locks) change() sched.Access { return sched.Access{Obj: &l.closeObj, Mode: sched.Write} }

// closed releases listenersLock, as part of a step.
func (l *locks) closed() {
	l.closing--
	sched.TouchNow(&l.closeObj, sched.Write)
}

// RemoveEventHandler removes a handler: it will not be told what is still in
// its buffer, but a call under way goes on. If the informer is stopping, it
// waits until all calls under way have returned; a handler that removes itself
// then waits for ever. (client-go 0.26)
func (inf *SharedIndexInformer) RemoveEventHandler(r *Registration) {
	defer inf.blocked()()
	found, wait := false, false
	defer func() {
		if found && r.started {
			r.addCh.Close()
		}
	}()
	sched.Await("remove handler "+r.name, inf.locks.free, func() {
		if inf.locks.closing > 0 {
			wait, inf.locks.removing = true, true
			sched.TouchNow(&inf.locks.lockObj, sched.Write)
			return
		}
		for i, l := range inf.listeners {
			if l == r {
				inf.listeners = append(inf.listeners[:i:i], inf.listeners[i+1:]...)
				r.close()
				found = true
				return
			}
		}
	}, sched.Access{Obj: &inf.life, Mode: sched.Read}, sched.Access{Obj: &inf.procObj, Mode: sched.Write},
		sched.Access{Obj: &inf.syncObj, Mode: sched.Read}, sched.Access{Obj: &inf.locks.closeObj, Mode: sched.Read}, inf.locks.read())
	if wait {
		sched.Await("wait for listenersLock", func() bool { return inf.locks.closing == 0 }, func() { inf.locks.removing = false },
			sched.Access{Obj: &inf.locks.closeObj, Mode: sched.Read}, sched.Access{Obj: &inf.locks.lockObj, Mode: sched.Write})
	}
}
