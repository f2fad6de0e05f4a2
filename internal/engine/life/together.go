package life

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// With is a life as far as one execution can have it together with n: without
// the events of branches that exclude n.
//
//	if inOneProcess {
//		runAll(setup)      // starts, and waits
//	} else {
//		runApart(setup)    // waits, and starts: what runAll does is no excuse
//	}
//
// Of a factory from outside nothing is left out: the next call may get the same
// one and take the other branch.
func (g *Graph) With(l *Life, n *compose.Node) *Life {
	if l.Birth == nil || g.Object(l.Obj).Weak {
		return l
	}
	g.around(n)
	apart := func(e *compose.Node) bool { return !g.Together(e, n) || g.oneRun(l, e, n) }
	all := func(nodes []*compose.Node) []*compose.Node {
		if !slices.ContainsFunc(nodes, apart) {
			return nodes
		}
		return slices.DeleteFunc(slices.Clone(nodes), apart)
	}
	byKey := func(nodes map[string][]*compose.Node) map[string][]*compose.Node {
		out := make(map[string][]*compose.Node, len(nodes))
		for key, at := range nodes {
			if at = all(at); len(at) > 0 {
				out[key] = at
			}
		}
		return out
	}
	with := *l
	with.Births, with.Starts, with.Waits, with.Fills = all(l.Births), all(l.Starts), all(l.Waits), all(l.Fills)
	with.Escapes, with.Setups = all(l.Escapes), all(l.Setups)
	with.Registers, with.Runs, with.Uses = byKey(l.Registers), byKey(l.Runs), byKey(l.Uses)
	with.Reads, with.Syncs = byKey(l.Reads), byKey(l.Syncs)
	if len(with.Births) > 0 {
		with.Birth = with.Births[0]
	}
	return &with
}

// around prepares for the question which events exclude a node: they are compared
// with it, and with where its thread begins.
func (g *Graph) around(n *compose.Node) {
	g.Around(n)
	t := n.Thread
	for range g.Threads() {
		sites := g.begins(t)
		if t == 0 || len(sites) == 0 {
			return
		}
		for _, s := range sites {
			g.Around(g.Nodes[s])
		}
		t = g.Nodes[sites[0]].Thread
	}
}

// Together: some execution may have both events.
func (g *Graph) Together(a, b *compose.Node) bool { return !g.exclude(a, b, nil) }

// exclude: the events are in branches of which one run takes only one, or in
// threads that begin in such branches. A thread that may run more than once can
// take both.
func (g *Graph) exclude(a, b *compose.Node, seen []int) bool {
	if a == b || g.Reaches(a.ID, b.ID) || g.Reaches(b.ID, a.ID) {
		return false
	}
	if a.Thread == b.Thread {
		return g.once(a.Thread)
	}
	return g.begunApart(a, b, seen) || g.begunApart(b, a, seen)
}

// oneRun: the events are in branches that exclude each other, and each run of
// their thread makes what they are about anew.
func (g *Graph) oneRun(l *Life, a, b *compose.Node) bool {
	return len(l.Births) == 1 && a.Thread == l.Birth.Thread && b.Thread == l.Birth.Thread && a != b &&
		!g.Reaches(a.ID, b.ID) && !g.Reaches(b.ID, a.ID) && g.Always(l.Birth, a) && g.Always(l.Birth, b)
}

// begunApart: wherever the thread of a begins is excluded by b.
func (g *Graph) begunApart(a, b *compose.Node, seen []int) bool {
	if a.Thread == 0 || slices.Contains(seen, a.Thread) {
		return false
	}
	sites := g.begins(a.Thread)
	return len(sites) > 0 && !slices.ContainsFunc(sites, func(s int32) bool {
		return !g.exclude(g.Nodes[s], b, append(seen, a.Thread))
	})
}

// once: the thread runs at most once in each run of the root. What a function is
// given to run beside the rest it may run again and again.
func (g *Graph) once(t int) bool {
	for range g.Threads() {
		if t == 0 {
			return true
		}
		sites := g.begins(t)
		if g.Threads()[t].Mode != clientgo.Concurrent || len(sites) != 1 {
			return false
		}
		site := g.Nodes[sites[0]]
		if site.Ins.Op == ir.OpRun || g.Reaches(site.ID, site.ID) {
			return false
		}
		t = site.Thread
	}
	return false
}

// begins are the nodes that begin a thread. There may be as many of them as a graph
// has edges, and a program may be seen as many graphs: one piece of memory holds those
// of all threads, and only where somebody asks.
func (g *Graph) begins(t int) []int32 {
	if g.beginners == nil {
		each := func(f func(thread, node int)) {
			for _, n := range g.Nodes {
				for s := range n.Next() {
					if t := g.Nodes[s].Thread; t != n.Thread && g.Entry[t] == s {
						f(t, n.ID)
					}
				}
			}
		}
		ends := make([]int, len(g.Threads())+1)
		each(func(thread, _ int) { ends[thread+1]++ })
		for i := range len(ends) - 1 {
			ends[i+1] += ends[i]
		}
		all, next := make([]int32, ends[len(ends)-1]), slices.Clone(ends)
		each(func(thread, node int) {
			all[next[thread]] = int32(node)
			next[thread]++
		})
		g.beginners = make([][]int32, len(g.Threads()))
		for i := range g.beginners {
			g.beginners[i] = all[ends[i]:ends[i+1]]
		}
	}
	return g.beginners[t]
}
