// Package local lets several worlds of package sched run at a time, each on a
// goroutine of its own. Import it for that.
//
// Programs for package sched do not say in which world they run, so the
// goroutine has to know. Go has no variables of a goroutine; the labels of
// runtime/pprof come nearest, and goroutines inherit them. Reading them back is
// not part of its API: the function is linked by a name that the runtime keeps
// for those who do. That is why it is in a package of its own, which nothing
// that is installed imports.
package local

import (
	"context"
	"runtime/pprof"
	"unsafe"

	"github.com/informerlint/informerlint/reference/sched"
)

//go:linkname mark runtime/pprof.runtime_getProfLabel
func mark() unsafe.Pointer

func enter() unsafe.Pointer {
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("sched", "runner")))
	return mark()
}

func init() { sched.Local(enter, mark) }
