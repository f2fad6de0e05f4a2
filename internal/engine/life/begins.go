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

// Unawaited are the resources of a factory that its own wait alone counts for:
// after it, the thread does not wait for the informer's HasSynced as well, by
// cache.WaitForCacheSync or in a loop of its own, or the lister may be read before it does.
func (g *Graph) Unawaited(l *Life, w *compose.Node) []string {
	return slices.DeleteFunc(SortedKeys(l.Registers), func(key string) bool {
		return slices.ContainsFunc(slices.Concat(l.Syncs[key], g.polls(l, key)), func(s *compose.Node) bool {
			return key != "?" && !s.Weak && s.Thread == w.Thread && g.Strictly(w, s) && !slices.ContainsFunc(l.Reads[key], func(r *compose.Node) bool {
				return !g.Strictly(s, r)
			})
		})
	})
}

// polls are the questions for an informer's HasSynced that are asked again and again.
func (g *Graph) polls(l *Life, key string) []*compose.Node {
	return slices.DeleteFunc(slices.Clone(l.Uses[key]), func(n *compose.Node) bool { return !n.AsksSynced() || !g.Reaches(n.ID, n.ID) })
}
