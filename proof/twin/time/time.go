// Package time is the twin of time: durations are the real ones and mean
// nothing: see world.Pause for when a timer fires.
package time

import (
	"time"

	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/sched"
)

// A Duration is time.Duration.
type Duration = time.Duration

// A Time is time.Time, and none in particular.
type Time = time.Time

// Units.
const (
	Nanosecond  = time.Nanosecond
	Microsecond = time.Microsecond
	Millisecond = time.Millisecond
	Second      = time.Second
	Minute      = time.Minute
	Hour        = time.Hour
)

// Sleep lets others go on for any while.
func Sleep(Duration) { sched.Sleep() }

// After sends when a while has passed.
func After(Duration) *sched.Chan[Time] {
	c := sched.NamedChan[Time]("timer", 1)
	sched.Daemon("timer", func() {
		if world.Pause(nil) {
			c.Send(Time{})
		}
	})
	return c
}
