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

// A Location is time.Location.
type Location = time.Location

// UTC is time.UTC.
var UTC = time.UTC

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

// A Ticker is time.Ticker.
type Ticker struct {
	C *sched.Chan[Time]

	stop *sched.Chan[struct{}]
}

// NewTicker sends each time that a while has passed, if somebody has taken what it
// sent before.
func NewTicker(Duration) *Ticker {
	t := &Ticker{sched.NamedChan[Time]("ticker", 1), sched.NamedChan[struct{}]("ticker stopped", 0)}
	sched.Daemon("ticker", func() {
		for world.Pause(t.stop) {
			sched.TrySelect(t.C.SendCase(Time{}))
		}
	})
	return t
}

// Stop ends it. It is called once.
func (t *Ticker) Stop() { t.stop.Close() }
