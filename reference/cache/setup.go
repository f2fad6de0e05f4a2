package cache

import (
	"fmt"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/sched"
)

// SetTransform sets what each object goes through before it is queued
// (client-go 0.24). Once the informer has been started it is refused. The
// function is called by the reflector with an object of the informer's own; it
// may take steps. If it returns an error, an event of a watch is lost, and a list
// is done again, see listing.
//
// Not modelled: up to 0.30 a transform is also given what a resync queues and
// the tombstones of a relist (delta_fifo.go, queueActionLocked), and a streamed
// list goes through it twice (reflector.go, watchList, v0.34.0).
func (inf *SharedIndexInformer) SetTransform(f func(obj any) (any, error)) error {
	return inf.set("set transform of "+inf.kind, func() { inf.transform = f })
}

// SetWatchErrorHandler sets what is told that a list or watch has failed
// (client-go 0.19). Once the informer has been started it is refused.
//
// Only that is modelled: nobody is told.
func (inf *SharedIndexInformer) SetWatchErrorHandler(func(err error)) error {
	return inf.set("set watch error handler of "+inf.kind, func() {})
}

// set is a step that is refused from the moment on when Run has the lock.
func (inf *SharedIndexInformer) set(what string, change func()) (err error) {
	sched.Await(what, inf.locks.free, func() {
		if inf.started {
			err = ErrStarted
			return
		}
		change()
	}, sched.Access{Obj: &inf.life, Mode: sched.Write}, inf.locks.read())
	return err
}

// transformed is a list as the transform leaves it, up to the first object that
// it refuses; or, if these are to be left out, without any that it refuses.
func (c *controller) transformed(list []*apiserver.Object, leaveOut bool) (out []*apiserver.Object, refused bool) {
	if c.transform == nil {
		return list, false
	}
	for _, o := range list {
		own := *o // client-go decodes what comes for each informer
		res, err := c.transform(&own)
		if err != nil && leaveOut {
			continue
		}
		if err != nil {
			return out, true
		}
		obj, ok := res.(*apiserver.Object)
		if !ok {
			panic(fmt.Sprintf("cache: a transform returns a %T, which is not modelled", res))
		}
		out = append(out, obj)
	}
	return out, false
}
