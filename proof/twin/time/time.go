// Package time is the twin of time: durations are the real ones and mean
// nothing, for a timer may fire at any step.
package time

import (
	"time"

	"github.com/informerlint/informerlint/reference/sched"
)

// A Duration is time.Duration.
type Duration = time.Duration

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
