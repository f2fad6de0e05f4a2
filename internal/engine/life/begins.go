package life

import (
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
)

// FirstBegin is what a thread does to start the informer on every path, before it
// may wait for anything: EvRun, EvStart, or EvNone if there is no such event.
func (g *Graph) FirstBegin(t, obj int, key string) compose.EventKind {
	kind := compose.EvNone
	seen := make(map[int]bool)
	work := []int{g.Entry[t]}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[id] {
			continue
		}
		seen[id] = true
		n := g.Nodes[id]
		if n.Kind == compose.EvAwait || n.Kind == compose.EvUnknown {
			return compose.EvNone
		}
		if Starts(n, obj, key) {
			if kind != compose.EvNone && kind != n.Kind {
				return compose.EvNone
			}
			kind = n.Kind
			continue
		}
		on := 0
		for next := range n.Next() {
			if g.Nodes[next].Thread == t {
				work = append(work, next)
				on++
			}
		}
		if on == 0 {
			return compose.EvNone // it ends, and has started nothing
		}
	}
	return kind
}

// Starts: the node surely runs the informer, or starts its factory.
func Starts(n *compose.Node, obj int, key string) bool {
	if n.Weak || n.Kind != compose.EvRun && n.Kind != compose.EvStart {
		return false
	}
	return slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool {
		return s.Obj == obj && (n.Kind == compose.EvStart || s.Key == key)
	})
}
