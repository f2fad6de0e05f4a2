package load

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// Garbage is collected when there is as much of it as half of what is kept, or
// when there are headroom bytes of it, whichever is more. Go's default, as much as
// what is kept, takes half as much memory again on a large repository, and memory is
// what ends a job in CI; half of what is kept alone would have a small program
// collect all the time. Near ceiling bytes less garbage is let come together, but not
// less than 15 percent: a heap that is larger than that is what the program needs.
//
// Beside what is allocated the runtime holds memory that is not: parts of spans, and what
// it has not given back yet. On a large repository this is a fifth, and as much as the
// garbage: near limit bytes it gives back before it takes more.
const (
	gcPercent = 50
	gcTight   = 15
	headroom  = 64 << 20
	gcCeiling = 512 << 20
	gcLimit   = 580 << 20
)

// tuneGC sets that until stop is called. The variables GOGC and GOMEMLIMIT have
// precedence.
func tuneGC() (stop func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	t := &gcTuner{before: debug.SetGCPercent(gcPercent), limit: debug.SetMemoryLimit(gcLimit)}
	t.adjust()
	runtime.SetFinalizer(&beat{t}, (*beat).tick)
	return t.stop
}

type gcTuner struct {
	mu      sync.Mutex
	stopped bool
	before  int
	limit   int64
}

// A beat is garbage after each collection, so its finalizer runs once for each.
type beat struct{ tuner *gcTuner }

func (b *beat) tick() {
	if b.tuner.adjust() {
		runtime.SetFinalizer(b, (*beat).tick)
	}
}

// adjust sets the percentage by what is kept now; false if that is not wanted any more.
func (t *gcTuner) adjust() bool {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	percent, limit := int64(gcPercent), int64(gcLimit)
	if live := sample[0].Value; live.Kind() == metrics.KindUint64 {
		percent, limit = percentAt(int64(live.Uint64())), limitAt(int64(live.Uint64()))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.stopped {
		debug.SetGCPercent(int(percent))
		debug.SetMemoryLimit(limit)
	}
	return !t.stopped
}

// percentAt is how much garbage may come together, in percent of the live bytes.
func percentAt(live int64) int64 {
	live = max(live, 16<<20)
	garbage := max(headroom, min(live*gcPercent/100, gcCeiling-live), live*gcTight/100)
	return garbage * 100 / live
}

// limitAt is how much memory may be taken for some live bytes. It has to leave room for
// the garbage that may come together, or else the runtime did nothing but collect.
func limitAt(live int64) int64 { return max(gcLimit, live*(100+gcTight+25)/100) }

func (t *gcTuner) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
	debug.SetGCPercent(t.before)
	debug.SetMemoryLimit(t.limit)
}
