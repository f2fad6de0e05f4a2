package story

import (
	"fmt"
	"go/token"
	"maps"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// WaitName names a call of cache.WaitForCacheSync, or of a factory's, alike in an
// edited copy of the package: by its function and the number of calls of the same
// kind before it.
func WaitName(fn *ir.Fn, wait *ir.Instr) string {
	k := 0
	for ins := range fn.Instrs() {
		if ins == wait {
			break
		}
		if ins.Op == ir.OpProto && ins.Proto == wait.Proto {
			k++
		}
	}
	kind := "#"
	if wait.Proto == clientgo.OpWait {
		kind = "#factory "
	}
	return fmt.Sprintf("%s%s%d", fn.Key, kind, k)
}

// Left are the stories of what comes after a wait of the program that is given
// functions to ask, for each informer that is there when it is called, whether
// it is asked or not: a story of all that reads the informer afterwards, and
// one of the wait itself where nothing that can be seen waits for it later.
func Left(g *life.Graph, wait string) []Story {
	var out []Story
	for _, w := range g.Nodes {
		if !isWait(w) || WaitName(w.Frame.Fn, w.Ins) != wait {
			continue
		}
		for _, obj := range g.Order {
			t := teller{g: g.As(obj)}
			l, w := t.g.Lives[obj], t.g.Nodes[w.ID]
			t.g.Around(w)
			for _, key := range t.there(l, w) {
				out = append(out, t.left(l, key, w)...)
			}
		}
	}
	return out
}

// WaitNames are the names of a program's waits.
func WaitNames(g *life.Graph) (out []string) {
	for _, w := range g.Waits {
		if !isWait(w) {
			continue
		}
		if name := WaitName(w.Frame.Fn, w.Ins); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func isWait(n *compose.Node) bool {
	return (n.Kind == compose.EvSync || n.Kind == compose.EvWait) && n.Ins.Op == ir.OpProto
}

// calls are the calls through which the program has to do with one informer.
func (t *teller) calls(l *life.Life, key string) (out []token.Pos) {
	for _, events := range [][]*compose.Node{l.Registers[key], l.Runs[key], l.Uses[key], l.Reads[key]} {
		for _, n := range events {
			out = append(out, t.g.Site(n).Pos)
		}
	}
	if t.g.Single(l) {
		for _, n := range l.Births {
			out = append(out, t.g.Site(n).Pos)
		}
	}
	return out
}

// LeftAt are those of one informer, at one place of the wait.
func LeftAt(g *life.Graph, l *life.Life, key string, w *compose.Node) []Story {
	t := teller{g: g}
	return t.left(l, key, w)
}

// Alone is the story of a wait whose informer is seen nowhere, because it comes
// from outside and is only waited for: what the function does to it is this
// wait. asked says whether it is asked.
func Alone(root, wait string, at compose.Site, asked bool) Story {
	act := ActVoid
	if asked {
		act = ActSync
	}
	way := []Event{{Act: act, Target: true, Site: at}}
	return Story{
		ID: root + " alone " + wait, Root: root, Single: true, Outside: true, Left: true, Nameless: true,
		Moments: []Moment{{Act: act, Site: at, Threads: []Thread{{Name: "main", Ways: [][]Event{way}}}}},
	}
}

// there are the resources of a life whose informers are there at w: made or
// handed in before.
func (t *teller) there(l *life.Life, w *compose.Node) []string {
	if t.g.Object(l.Obj).Weak {
		return nil
	}
	known := make(map[string]bool)
	for _, events := range []map[string][]*compose.Node{l.Registers, l.Runs, l.Uses, l.Reads, l.Syncs} {
		for key, nodes := range events {
			if t.g.Certain(l, key) && t.g.Filled(l, key) == "" && (l.Birth == nil || slices.ContainsFunc(nodes, func(n *compose.Node) bool { return n == w || t.g.Reaches(n.ID, w.ID) })) {
				known[key] = true
			}
		}
	}
	if l.Birth != nil && t.g.Single(l) && t.g.Reaches(l.Birth.ID, w.ID) && t.g.Filled(l, "") == "" {
		known[""] = true
	}
	return slices.Sorted(maps.Keys(known))
}

func (t *teller) left(l *life.Life, key string, w *compose.Node) []Story {
	t.g.Around(w) // again, for it may be forgotten by now
	name := " left by " + WaitName(w.Frame.Fn, w.Ins)
	reads := t.storyOf(l, key)
	reads.ID, reads.Left, reads.Calls = reads.ID+name, true, t.calls(l, key)
	for _, n := range t.readsAfter(l, key, w) {
		if len(reads.Moments) < maxMoments {
			reads.Moments = append(reads.Moments, t.leftAt(l, key, w, n))
		}
	}
	out := []Story{reads}
	if !t.waitsLater(l, key, w) {
		itself := t.storyOf(l, key)
		itself.ID, itself.Left, itself.Calls = itself.ID+name+" itself", true, reads.Calls
		itself.Moments = []Moment{t.leftAt(l, key, w, w)}
		out = append(out, itself)
	}
	return out
}

// readsAfter are the reads of an informer after a wait; where none is seen,
// whoever takes its store reads it.
func (t *teller) readsAfter(l *life.Life, key string, w *compose.Node) []*compose.Node {
	var reads, stores []*compose.Node
	for _, n := range l.Reads[key] {
		if !n.Weak && !n.OfSeveral() && t.g.Reaches(w.ID, n.ID) {
			reads = append(reads, n)
		}
	}
	for _, n := range l.Uses[key] {
		if n.Op == clientgo.OpStore && !n.Weak && !n.OfSeveral() && t.g.Reaches(w.ID, n.ID) {
			stores = append(stores, n)
		}
	}
	if len(reads) > 0 {
		return reads
	}
	return stores
}

// waitsLater: something that can come after w may wait for the informer.
func (t *teller) waitsLater(l *life.Life, key string, w *compose.Node) bool {
	return slices.ContainsFunc(t.g.Waits, func(n *compose.Node) bool {
		if n == w || t.g.Strictly(n, w) {
			return false
		}
		switch n.Kind {
		case compose.EvSync:
			if len(n.Subjects) == 0 { // what it asks is not known, unless it is nothing
				last := len(n.Ins.Args) - 1
				return last >= 0 && n.Ins.Args[last] != ir.NoReg
			}
		case compose.EvWait, compose.EvUse:
		default:
			return false
		}
		return slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool {
			return s.Obj == l.Obj && (n.Kind == compose.EvWait || compose.MayBe(s.Key, key))
		})
	})
}

// leftAt is the moment n of an informer, with the wait as an event whether it
// asks the informer or not.
func (t *teller) leftAt(l *life.Life, key string, w, n *compose.Node) Moment {
	p := newProjection(t.g, l, key, n)
	p.syncs, p.wait = true, w
	m := p.moment()
	m.Act = ActRead
	if n == w {
		m.Act = ActVoid
		if p.asks() {
			m.Act = ActSync
		}
	}
	return m
}

// asks: the wait that the story is about asks the informer.
func (p *projection) asks() bool {
	return slices.ContainsFunc(p.wait.Subjects, func(s compose.Subject) bool { return s.Obj == p.l.Obj && s.Key == p.key }) || p.asksOutside(p.wait)
}

// asksOutside: a wait asks an informer that comes from outside. Elsewhere such a
// wait says nothing, for whoever made the informer may run it or not.
func (p *projection) asksOutside(n *compose.Node) bool {
	return n.Kind == compose.EvSync && p.wait != nil && n.Ins.Op == ir.OpProto &&
		slices.ContainsFunc(p.g.Awaited(n).Outside, func(s compose.Subject) bool { return s.Obj == p.l.Obj })
}
