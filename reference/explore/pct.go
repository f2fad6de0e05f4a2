package explore

import (
	"fmt"
	"math/rand/v2"

	"github.com/informerlint/informerlint/reference/sched"
)

// PCT is a search with random priorities: Runs executions, each of which has
// Depth-1 points, among the first Steps steps, where the running thread falls
// behind all others.
type PCT struct {
	Runs, Depth, Steps int
	Seed               uint64
}

// pct runs a randomised search.
func (s *search) pct() {
	p := s.o.PCT
	rng := rand.New(rand.NewPCG(p.Seed, 0))
	stopped := fmt.Sprintf("%d random schedules", p.Runs)
	for range p.Runs {
		s.pctRun(rng)
		if s.o.StopAt > 0 && s.res.Violating >= s.o.StopAt {
			break
		}
	}
	s.res.Why = stopped
}

func (s *search) pctRun(rng *rand.Rand) {
	w := sched.Start(sched.Config{}, s.prog)
	defer w.Close()
	s.res.Runs++
	s.hb.reset(w.Len())
	p := s.o.PCT
	drops := map[int]int{}
	for i := 1; i < p.Depth; i++ {
		drops[rng.IntN(p.Steps)] = -i
	}
	var prio []int
	n := s.at(0)
	for d := 0; ; d++ {
		n.enabled = w.Enabled(n.enabled[:0])
		if len(n.enabled) == 0 {
			s.ended(w, n.node)
			break
		}
		if d == s.o.MaxSteps {
			break
		}
		for len(prio) < w.Len() {
			prio = append(prio, 1+rng.IntN(1<<20))
		}
		pick := func() (best int32) {
			best = -1
			for _, a := range n.enabled {
				if best < 0 || prio[a.Thread] > prio[best] {
					best = a.Thread
				}
			}
			return best
		}
		t := pick()
		if v, ok := drops[d]; ok {
			prio[t] = v
			t = pick()
		}
		var alts []sched.Alt
		for _, a := range n.enabled {
			if a.Thread == t {
				alts = append(alts, a)
			}
		}
		w.Step(alts[rng.IntN(len(alts))])
		ev := &w.Events()[d]
		s.hb.add(ev, w.Touches(ev), w)
	}
	s.res.Steps += len(w.Events())
	s.res.MaxDepth = max(s.res.MaxDepth, len(w.Events()))
}
