package cache

import (
	"fmt"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/sched"
)

// SetTransform sets what each object goes through before it is queued
// (client-go 0.24). Once the informer has been started it is refused. The
// function is called by the reflector with an object of the informer's own; it
// may take steps, and must not return an error.
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

// transformed is a list as the transform leaves it.
func (c *controller) transformed(list []*apiserver.Object) []*apiserver.Object {
	out := make([]*apiserver.Object, len(list))
	for i, o := range list {
		own := *o // client-go decodes what comes for each informer
		res, err := c.transform(&own)
		obj, ok := res.(*apiserver.Object)
		if err != nil || !ok {
			panic(fmt.Sprintf("cache: a transform returns (%T, %v), which is not modelled", res, err))
		}
		out[i] = obj
	}
	return out
}
