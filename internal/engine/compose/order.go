package compose

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Strictly: b can only come after a.
func (g *Graph) Strictly(a, b *Node) bool {
	return g.Reaches(a.ID, b.ID) && !g.Reaches(b.ID, a.ID)
}

// Inside: n runs in thread t or one that t starts.
func (g *Graph) Inside(n *Node, t int) bool {
	return n.Thread == t || g.Reaches(g.Entry[t], n.ID)
}

// SpawnOf returns the statement that starts the goroutine in which n runs, if
// it surely is a goroutine.
func (g *Graph) SpawnOf(n *Node) *Node {
	if n.Thread == 0 || g.threads[n.Thread].Mode != clientgo.Concurrent {
		return nil
	}
	at, ok := g.SpawnAt[n.Thread]
	if !ok {
		return nil
	}
	return g.Nodes[at]
}

// LaterThread: n runs in a thread whose time is unknown (a hook, a handler),
// below the given thread. Then nothing is known of the order.
func (g *Graph) LaterThread(n *Node, top int) bool {
	for t := n.Thread; t != top && t != 0; {
		th := g.threads[t]
		if th.Mode == clientgo.Later {
			return true
		}
		at, ok := g.SpawnAt[t]
		if !ok {
			return true
		}
		t = g.Nodes[at].Thread
	}
	return false
}

// Within is the event in a thread that leads to n: n itself, or the go
// statement below which it runs.
func (g *Graph) Within(n *Node, thread int) *Node {
	for n != nil && n.Thread != thread {
		at, ok := g.SpawnAt[n.Thread]
		if n.Thread == 0 || !ok || g.threads[n.Thread].Mode != clientgo.Concurrent {
			return nil
		}
		n = g.Nodes[at]
	}
	return n
}

// Always: every path of the thread to n leads through by.
func (g *Graph) Always(by, n *Node) bool {
	seen := map[int]bool{by.ID: true}
	work := []int{g.Entry[n.Thread]}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if id == n.ID {
			return false
		}
		if seen[id] {
			continue
		}
		seen[id] = true
		for s := range g.Nodes[id].Next() {
			if g.Nodes[s].Thread == n.Thread {
				work = append(work, s)
			}
		}
	}
	return true
}

// First returns one of the nodes that may come before n, nil if none may.
func (g *Graph) First(nodes []*Node, n *Node) *Node {
	i := slices.IndexFunc(nodes, func(m *Node) bool { return m != n && g.mayPrecede(m, n, make(map[int]bool)) })
	if i < 0 {
		return nil
	}
	return nodes[i]
}

// mayPrecede reports whether a can come before b: by program order, or in a
// thread that has begun before b.
func (g *Graph) mayPrecede(a, b *Node, seen map[int]bool) bool {
	if g.Reaches(a.ID, b.ID) {
		return true
	}
	if a.Thread == b.Thread || seen[a.Thread] {
		return false
	}
	seen[a.Thread] = true
	begun := false
	for _, p := range g.Nodes {
		if p.Thread != a.Thread && p.Leads(g.Entry[a.Thread]) {
			begun = true
			if g.mayPrecede(p, b, seen) {
				return true
			}
		}
	}
	return !begun // it runs beside b, for all that is known
}

// GoodWays are the nodes that come after one if no wait is stopped and nothing
// that registers fails.
func (g *Graph) GoodWays(from *Node) map[int]bool {
	after := make(map[int]bool)
	work := []*Node{from}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for s := range n.Next() {
			if s != n.FailSucc && !after[s] {
				after[s] = true
				work = append(work, g.Nodes[s])
			}
		}
	}
	return after
}
