package story

import (
	"cmp"
	"maps"
	"slices"

	"github.com/informerlint/informerlint/internal/engine/life"
)

// in is the same projection of one world. What is not done there is still a node.
func (p *projection) in(w *life.Graph) *projection {
	q := *p
	q.g, q.l, q.target = w, w.Lives[p.l.Obj], w.Nodes[p.target.ID]
	if q.l == nil {
		q.l = &life.Life{Obj: p.l.Obj}
	}
	if p.wait != nil {
		q.wait = w.Nodes[p.wait.ID]
	}
	q.spawns, q.next, q.exits = maps.Clone(p.spawns), make(map[int]*ahead), nil
	return &q
}

// add joins a moment with what it is in another world: each way says in which worlds
// there is one.
func (m *Moment) add(o Moment, world int) {
	m.Cut = m.Cut || o.Cut
	for _, t := range o.Threads {
		i := slices.IndexFunc(m.Threads, func(u Thread) bool { return u.ID == t.ID })
		if i < 0 {
			ways := t.Ways
			t.Ways = nil
			m.Threads = append(m.Threads, t)
			i, t.Ways = len(m.Threads)-1, ways
		}
		u := &m.Threads[i]
		for _, way := range t.Ways {
			k := slices.IndexFunc(u.Ways, func(v []Event) bool { return slices.EqualFunc(v, way, alike) })
			if k < 0 {
				k = len(u.Ways)
				u.Ways, u.Worlds = append(u.Ways, way), append(u.Worlds, 0)
			}
			u.Worlds[k] |= 1 << world
		}
		m.Cut = m.Cut || len(u.Ways) > maxWays
	}
	slices.SortFunc(m.Threads, func(a, b Thread) int { return cmp.Compare(a.ID, b.ID) })
}

// alike: two events do the same, wherever they stand.
func alike(a, b Event) bool {
	return a.Act == b.Act && a.Thread == b.Thread && a.Target == b.Target && a.Blocks == b.Blocks && a.What == b.What
}
