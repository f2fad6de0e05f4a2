package explore

import (
	"fmt"
)

// A Bound leaves schedules out by how far they are from a simple one. A search
// in which it left anything out is not complete.
type Bound struct {
	Kind Kind
	N    int
}

// A Kind of bound.
type Kind int

const (
	NoBound    Kind = iota
	Preemption      // switches away from a thread that could go on
	Delay           // threads passed over, in round-robin order from the last one
)

// affordable reports whether a transition keeps within the bound.
func (s *search) affordable(n *node, i int) bool {
	if s.o.Bound.Kind == NoBound || n.spent+s.cost(n, i) <= s.o.Bound.N {
		return true
	}
	s.limit(fmt.Sprintf("schedules beyond the bound of %d", s.o.Bound.N))
	return false
}

// cost is what a transition adds to the bounded quantity.
func (s *search) cost(n *node, i int) int {
	a := n.enabled[i]
	switch s.o.Bound.Kind {
	case Preemption:
		if n.last < 0 || a.Has(n.last) {
			return 0
		}
		for _, b := range n.enabled {
			if b.Has(n.last) {
				return 1
			}
		}
	case Delay:
		// The deterministic scheduler goes round from the last thread and
		// takes the first that can go on, with its first alternative.
		count := 0
		start := max(n.last, 0)
		for off := range int32(n.threads) {
			t := (start + off) % int32(n.threads)
			for _, b := range n.enabled {
				if b.Thread != t {
					continue
				}
				if b == a {
					return count
				}
				count++
			}
		}
		return count
	}
	return 0
}
