package story

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// Handlers are the stories of all reads in Add handlers of other informers.
func Handlers(g *life.Graph) []Story {
	var out []Story
	for _, obj := range g.Order {
		l := g.Lives[obj]
		if l.Birth == nil {
			continue
		}
		for _, key := range life.SortedKeys(l.Reads) {
			for _, r := range l.Reads[key] {
				out = append(out, ByHandler(g, l, key, r)...)
			}
		}
	}
	return out
}

// ByHandler are the stories of one such read, one for each informer whose
// handler leads to it. The handler is told of an object as soon as its informer
// runs, so that is where its thread begins.
func ByHandler(g *life.Graph, l *life.Life, key string, r *compose.Node) []Story {
	t := teller{g: g}
	var out []Story
	for _, told := range g.Tellers(r) {
		if told.Life == l && told.Key == key {
			continue
		}
		s := t.storyOf(l, key)
		s.ID += " read by a handler of " + t.lifeID(told.Life) + " " + told.Key
		if !g.Object(l.Obj).Weak && g.Filled(l, key) == "" && !r.Weak {
			p := newProjection(g, l, key, r)
			for id := range p.spawns {
				p.spawns[id] = slices.DeleteFunc(p.spawns[id], func(u int) bool { return u == told.Thread })
			}
			p.handler = told.Thread
			p.spawns[told.Begin.ID] = append(p.spawns[told.Begin.ID], told.Thread)
			m := p.moment()
			for i := range m.Threads {
				if m.Threads[i].ID == told.Thread {
					m.Threads[i].Name = "handler of the " + kindOf(told) + " informer"
				}
			}
			s.Moments = []Moment{m}
		}
		out = append(out, s)
	}
	return out
}

func kindOf(told life.Told) string {
	key := told.Key
	if key == "" && told.Life.Birth != nil {
		key = told.Life.Birth.Ins.Key
	}
	if kind := clientgo.Kind(key); kind != "" {
		return kind
	}
	return "other"
}
