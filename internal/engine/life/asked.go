package life

import (
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
)

// Through are the waits for an informer through a function that asks it, and is all that
// they are given:
//
//	cache.WaitForCacheSync(stop, c.HasSynced)
//
// They are no Syncs, which name the informer: what such a function asks besides is not
// looked at.
func (g *Graph) Through(l *Life, key string) []*compose.Node {
	var out []*compose.Node
	for _, w := range g.Waits {
		if w.Kind == compose.EvSync && g.AsksThrough(w, l, key) {
			out = append(out, w)
		}
	}
	return out
}

// AsksThrough: see Through.
func (g *Graph) AsksThrough(w *compose.Node, l *Life, key string) bool {
	a := g.Awaited(w)
	if a.Open || len(a.Informers)+len(a.Outside)+len(a.Registrations) > 0 {
		return false
	}
	return slices.ContainsFunc(g.Waits, func(n *compose.Node) bool {
		return n.AsksSynced() && n.Thread == w.Thread && g.Reaches(n.ID, w.ID) && slices.Contains(a.Funcs, n.Frame.Fn.Key) &&
			slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool { return s.Obj == l.Obj && s.Key == key })
	})
}
