package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/informerlint/informerlint/internal/load"
)

// Progress is shown only to a person, and only if the wait is long enough to
// wonder.
const (
	progressAfter = 1500 * time.Millisecond
	progressEvery = 200 * time.Millisecond
)

// A progress is one line on a terminal that says what goes on. A nil progress
// says nothing.
type progress struct {
	w    io.Writer
	done chan struct{}
	gone chan struct{}

	mu   sync.Mutex
	text string
}

// startProgress returns a progress on w, or nil if w is not a terminal.
func startProgress(w io.Writer) *progress {
	if !isTerminal(w) {
		return nil
	}
	return progressOn(w, progressAfter)
}

func progressOn(w io.Writer, after time.Duration) *progress {
	p := &progress{w: w, done: make(chan struct{}), gone: make(chan struct{})}
	go func() {
		defer close(p.gone)
		select {
		case <-p.done:
			return
		case <-time.After(after):
		}
		tick := time.NewTicker(progressEvery)
		defer tick.Stop()
		for {
			p.mu.Lock()
			fmt.Fprintf(p.w, "\r\x1b[Kinformerlint: %s", p.text)
			p.mu.Unlock()
			select {
			case <-p.done:
				fmt.Fprint(p.w, "\r\x1b[K")
				return
			case <-tick.C:
			}
		}
	}()
	return p
}

// say changes the line.
func (p *progress) say(format string, args ...any) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = fmt.Sprintf(format, args...)
}

// loaded tells how far loading is.
func (p *progress) loaded(at load.Progress) {
	if at.Total == 0 {
		p.say("listing packages")
		return
	}
	p.say("%d of %d packages", at.Done, at.Total)
}

// stop clears the line.
func (p *progress) stop() {
	if p == nil {
		return
	}
	close(p.done)
	<-p.gone
}
