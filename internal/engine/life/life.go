// Package life sorts the events of a composed program by what they are about: a
// factory or an informer (Life), or one of controller-runtime's caches
// (CacheLife). It says what is done to it, and not whether that is right.
package life

import (
	"iter"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/unroll"
	"github.com/informerlint/informerlint/internal/engine/worlds"
)

// A Graph is a composed program with its events sorted by the factory or
// informer that they are about.
type Graph struct {
	*compose.Graph
	Lives map[int]*Life   // by object
	Order []int           // of their objects, as they are first met
	Waits []*compose.Node // whatever may wait for informers or threads

	one       map[int]int      // an object to the one that stands for it: see join
	beginners [][]int32        // see begins, by thread
	as        map[int]*Graph   // see As
	picks     []unroll.Pick    // see Picks
	picked    map[int][]*Graph // see Picks, by object
	// Pick names the pick that a graph is seen with, "" if there is none, and Among
	// are the objects that may be picked there.
	Pick  string
	Among []int
	Apart bool
	// derived are the nodes of all graphs that As, Picks and Worlds have made.
	derived *int
	asked   *worlds.Asked // see Worlds
	several map[int]bool  // see Worlds, by object
}

// A Life is all that the composed program does to one factory or informer.
type Life struct {
	Obj       int
	Birth     *compose.Node              // the first of its births
	Births    []*compose.Node            // more than one if it is made in exclusive branches
	Registers map[string][]*compose.Node // by resource
	Starts    []*compose.Node
	Runs      map[string][]*compose.Node
	Waits     []*compose.Node
	Uses      map[string][]*compose.Node
	Fills     []*compose.Node
	Escapes   []*compose.Node
	Reads     map[string][]*compose.Node
	Syncs     map[string][]*compose.Node // cache.WaitForCacheSync on its HasSynced
	Setups    []*compose.Node
}

// Of sorts the events of a graph.
func Of(composed *compose.Graph) *Graph {
	g := &Graph{Graph: composed, Lives: make(map[int]*Life), derived: new(int)}
	g.join()
	g.sort()
	return g
}

// sort gives each life its events.
func (g *Graph) sort() {
	for _, n := range g.Nodes {
		for _, s := range n.Subjects {
			g.life(s.Obj).add(n, s.Key)
		}
		switch n.Kind {
		case compose.EvWait, compose.EvSync, compose.EvAwait, compose.EvUnknown, compose.EvEscape:
			g.Waits = append(g.Waits, n)
		case compose.EvUse:
			if n.AsksSynced() {
				g.Waits = append(g.Waits, n)
			}
		}
	}
}

// maxDerived bounds the nodes of all graphs that As makes of one. Objects after
// that stand for several, as they do without it: that can only silence.
const maxDerived = 300_000

// As is the graph as an object sees it: of loops, its own round is told apart
// from the others.
func (g *Graph) As(obj int) *Graph {
	if v, ok := g.as[obj]; ok {
		return v
	}
	if g.as == nil {
		g.as = make(map[int]*Graph)
	}
	v := g
	if *g.derived < maxDerived {
		if seen := unroll.For(g.Graph, obj); seen != g.Graph {
			v = g.derive(seen, obj)
		}
	}
	g.as[obj] = v
	return v
}

// derive sorts the events of a graph that was made of this one, as an object sees it.
func (g *Graph) derive(seen *compose.Graph, obj int) *Graph {
	*g.derived += len(seen.Nodes)
	// Its events have their joined subjects already.
	v := &Graph{Graph: seen, Lives: make(map[int]*Life), one: g.one, derived: g.derived, Pick: g.Pick, Among: g.Among, Apart: g.Apart}
	v.as = map[int]*Graph{obj: v}
	v.sort()
	return v
}

// Worlds are the graphs that an object may see, one for each way in which the
// conditions that matter to it are answered; none if there is only this one. They are
// made one after the other, and anew each time: all of them together would take more
// memory than everything else.
func (g *Graph) Worlds(obj int) iter.Seq[*Graph] {
	return func(yield func(*Graph) bool) {
		several, known := g.several[obj]
		if known && !several || !known && *g.derived >= maxDerived {
			return
		}
		if g.asked == nil {
			g.asked = worlds.In(g.Graph)
		}
		before := *g.derived
		for w := range g.asked.Worlds(obj) {
			several = true
			v := g.derive(w, obj)
			v.several = map[int]bool{obj: false}
			if !yield(v) {
				break
			}
		}
		if known {
			*g.derived = before
		}
		if g.several == nil {
			g.several = make(map[int]bool)
		}
		g.several[obj] = several
	}
}

// Picks are the graphs as an object sees them of which one statement takes it out of
// a container by a key, which nobody knows: each says what holds if the key is the
// object's, of all that are Among. Of the others of that kind each may take it as
// well; those that are Apart say what holds if none does.
func (g *Graph) Picks(obj int) []*Graph {
	if g.picked == nil {
		g.picks, g.picked = unroll.Picks(g.Graph), make(map[int][]*Graph)
	}
	out, known := g.picked[obj]
	if known {
		return out
	}
	see := func(seen *compose.Graph, p *unroll.Pick, name string, apart bool) {
		if seen == nil {
			return
		}
		v := g.derive(seen, obj)
		v.Pick, v.Among, v.Apart = name, p.Among, apart
		out = append(out, v)
	}
	for i := range g.picks {
		p := &g.picks[i]
		if !slices.Contains(p.Among, obj) || *g.derived >= maxDerived {
			continue
		}
		see(unroll.ForPick(g.Graph, obj, p), p, p.Name, false)
		see(unroll.Apart(g.Graph, obj, p, g.picks), p, p.Name+" apart", true)
	}
	g.picked[obj] = out
	return out
}

// AsPicked is the graph of one pick, by its name, which Picks has told.
func (g *Graph) AsPicked(obj int, name string) *Graph {
	all := g.Picks(obj)
	return all[slices.IndexFunc(all, func(v *Graph) bool { return v.Pick == name })]
}

func (g *Graph) life(obj int) *Life {
	l := g.Lives[obj]
	if l == nil {
		l = &Life{Obj: obj, Registers: map[string][]*compose.Node{}, Runs: map[string][]*compose.Node{}, Uses: map[string][]*compose.Node{},
			Reads: map[string][]*compose.Node{}, Syncs: map[string][]*compose.Node{}}
		g.Lives[obj] = l
		g.Order = append(g.Order, obj)
	}
	return l
}

// add collects an event into a life: here, and only here.
func (l *Life) add(n *compose.Node, key string) {
	switch n.Kind {
	case compose.EvBirth:
		if l.Birth == nil {
			l.Birth = n
		}
		l.Births = append(l.Births, n)
	case compose.EvRegister:
		l.Registers[key] = append(l.Registers[key], n)
		if n.Op == clientgo.OpLister {
			l.Uses[key] = append(l.Uses[key], n)
		}
	case compose.EvStart:
		l.Starts = append(l.Starts, n)
	case compose.EvRun:
		l.Runs[key] = append(l.Runs[key], n)
	case compose.EvWait:
		l.Waits = append(l.Waits, n)
	case compose.EvUse:
		l.Uses[key] = append(l.Uses[key], n)
	case compose.EvFill:
		l.Fills = append(l.Fills, n)
	case compose.EvEscape:
		l.Escapes = append(l.Escapes, n)
	case compose.EvSetup:
		l.Setups = append(l.Setups, n)
	case compose.EvRead:
		l.Reads[key] = append(l.Reads[key], n)
	case compose.EvSync:
		l.Syncs[key] = append(l.Syncs[key], n)
	}
}

// Begins are the events that let the informer of a resource run.
func (l *Life) Begins(key string) []*compose.Node {
	out := slices.Clone(l.Starts)
	for _, k := range SortedKeys(l.Runs) {
		if compose.MayBe(k, key) {
			out = append(out, l.Runs[k]...)
		}
	}
	return out
}

// Registrations are the calls that add a handler and drop the error.
func (l *Life) Registrations() []*compose.Node {
	var out []*compose.Node
	for _, key := range SortedKeys(l.Uses) {
		for _, n := range l.Uses[key] {
			if n.Op == clientgo.OpAddHandler && n.Ins.Op == ir.OpProto && n.Ins.Callee == ir.DroppedError {
				out = append(out, n)
			}
		}
	}
	return out
}

// Handlers are the calls that give the informer of a resource a handler: also the
// one that makes it.
func (g *Graph) Handlers(l *Life, key string) []*compose.Node {
	var out []*compose.Node
	if g.Single(l) && l.Birth != nil && clientgo.WithStore(l.Birth.Ins.Name) {
		out = append(out, l.Birth)
	}
	for _, k := range SortedKeys(l.Uses) {
		for _, n := range l.Uses[k] {
			if compose.MayBe(k, key) && n.Op == clientgo.OpAddHandler {
				out = append(out, n)
			}
		}
	}
	return out
}

// Begun is what surely lets the informer run; nil if nothing does.
func (g *Graph) Begun(l *Life, key string) *compose.Node {
	for _, b := range l.Begins(key) {
		if b.Weak || !slices.ContainsFunc(b.Subjects, func(s compose.Subject) bool { return s.Obj == l.Obj && (b.Kind == compose.EvStart || s.Key == key) }) {
			continue
		}
		if b.Kind == compose.EvRun || slices.ContainsFunc(l.Registers[key], func(r *compose.Node) bool { return Strong(r, key) && g.Strictly(r, b) }) {
			return b
		}
	}
	return nil
}

// A Told is a handler that is told of what an informer adds.
type Told struct {
	Life   *Life
	Key    string
	Begin  *compose.Node // lets the informer run
	Thread int           // of the handler's Add function
}

// Tellers are the informers, run by this program, whose Add handlers lead to n.
func (g *Graph) Tellers(n *compose.Node) []Told {
	var out []Told
	for _, obj := range g.Order {
		l := g.Lives[obj]
		for _, key := range g.resources(l) {
			begin := g.Begun(l, key)
			if begin == nil || !g.Certain(l, key) {
				continue
			}
			for _, h := range g.Handlers(l, key) {
				for _, t := range g.Adds(h) {
					if h.Kind == compose.EvBirth || !h.Weak && h.Subjects[0].Key == key {
						if t == n.Thread {
							out = append(out, Told{l, key, begin, t})
						}
					}
				}
			}
		}
	}
	return out
}

func (g *Graph) resources(l *Life) []string {
	if g.Single(l) {
		return []string{""}
	}
	return SortedKeys(l.Registers)
}

// Filled says where the store of a resource is filled by hand: then it is not
// empty, whether the informer runs or not. Tests do that.
func (g *Graph) Filled(l *Life, key string) string {
	for _, n := range l.Fills {
		for _, s := range n.Subjects {
			if s.Obj == l.Obj && compose.MayBe(s.Key, key) {
				return "its store is filled by hand at " + g.Site(n).Where
			}
		}
	}
	return ""
}

// Certain: the key names one informer of the life.
func (g *Graph) Certain(l *Life, key string) bool {
	o := g.Object(l.Obj)
	if o.Weak {
		return false
	}
	if key == "" {
		return !o.IsFactory() // a stand-alone informer
	}
	return key != "?"
}

// Single: it is a stand-alone informer.
func (g *Graph) Single(l *Life) bool { return g.Object(l.Obj).IsInformer() }

// Home is the call of this package in which a factory or informer was made.
func (g *Graph) Home(l *Life) *interp.Frame {
	if l.Birth == nil {
		return nil
	}
	f := l.Birth.Frame
	for up, _ := f.Caller(); up != nil && !f.Fn.Local; up, _ = f.Caller() {
		f = up
	}
	return f
}

// Field returns the name of the one structure field that holds the factory or
// stand-alone informer, or the factory's informer of a resource.
func (g *Graph) Field(l *Life, key string) string { return g.Held(l.Obj, key) }

// Strong: the event is surely on this informer.
func Strong(n *compose.Node, key string) bool {
	return !n.Weak && key != "" && key != "?"
}

// SortedKeys are the resources of a map of events, sorted.
func SortedKeys(m map[string][]*compose.Node) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Repeats: two settings of a life may set the same on the same informer, so
// that nothing is lost if one of them is. Indexes add up.
func Repeats(n, other *compose.Node) bool {
	what := Setting(n)
	return other != n && what == Setting(other) && what != clientgo.AddIndexers && slices.ContainsFunc(other.Subjects, func(s compose.Subject) bool {
		return s.Obj == n.Subjects[0].Obj && compose.MayBe(s.Key, n.Subjects[0].Key)
	})
}

// Setting is what a node sets on an informer before it is started: the method,
// or "" if it is none.
func Setting(n *compose.Node) string {
	switch {
	case n.Kind != compose.EvSetup:
		return ""
	case n.Ins.Name == clientgo.SetWatchErrorHandlerWithContext:
		return clientgo.SetWatchErrorHandler
	}
	return n.Ins.Name
}
