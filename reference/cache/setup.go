package cache

import "github.com/informerlint/informerlint/reference/sched"

// SetTransform sets what each object goes through before it is queued
// (client-go 0.24). Once the informer has been started it is refused.
//
// Only that is modelled: objects are stored as they come.
func (inf *SharedIndexInformer) SetTransform(func(obj any) (any, error)) error {
	return inf.set("set transform of " + inf.kind)
}

// SetWatchErrorHandler sets what is told that a list or watch has failed
// (client-go 0.19). Once the informer has been started it is refused.
//
// Only that is modelled: nobody is told.
func (inf *SharedIndexInformer) SetWatchErrorHandler(func(err error)) error {
	return inf.set("set watch error handler of " + inf.kind)
}

// set is a step that is refused from the moment on when Run has the lock.
func (inf *SharedIndexInformer) set(what string) (err error) {
	sched.Do(what, func() {
		if inf.started {
			err = ErrStarted
		}
	}, sched.Access{Obj: &inf.life, Mode: sched.Read})
	return err
}
