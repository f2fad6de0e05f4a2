package harness

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"time"
)

// A pace makes goroutines hesitate, differently for each seed, so that runs of
// one script meet different interleavings. Seed 0 never hesitates.
type pace struct {
	mu  sync.Mutex
	rng *rand.Rand
}

func newPace(seed uint64) *pace {
	if seed == 0 {
		return &pace{}
	}
	return &pace{rng: rand.New(rand.NewPCG(seed, 0))}
}

func (p *pace) intn(n int) int {
	if p.rng == nil {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.rng.IntN(n)
}

// stumble may let others go first: for a while of real time, or until nothing
// else can move and virtual time passes.
func (p *pace) stumble() {
	switch n := p.intn(24); {
	case n >= 22:
		time.Sleep(shortSleep)
	case n >= 12:
		for range n - 12 {
			runtime.Gosched()
		}
	}
}

// yield is stumble without any virtual time.
func (p *pace) yield() {
	for range p.intn(24) / 2 {
		runtime.Gosched()
	}
}
