package compose

// Reach remembers what of a graph comes after a node, or before one, as bits.
type reach struct {
	after, before map[int][]uint64 // by node
	preds         *Edges
	size          int // bytes of these bits
}

// maxReach bounds them. A large graph has as many nodes as it has bits for each: all of
// it would be hundreds of megabytes, and most of it is asked for once.
const maxReach = 32 << 20

// Reaches reports whether b can run after a has, by program order: in the
// same thread, or in one that was started after a.
func (g *Graph) Reaches(a, b int) bool {
	if set := g.reach.after[a]; set != nil {
		return set[b/64]&(1<<(b%64)) != 0
	}
	if set := g.reach.before[b]; set != nil {
		return set[a/64]&(1<<(a%64)) != 0
	}
	set := g.closure(a, func(n int) []int32 { return g.Nodes[n].Succs })
	if g.reach.after == nil {
		g.reach.after = make(map[int][]uint64)
	}
	g.reach.after[a] = set
	return set[b/64]&(1<<(b%64)) != 0
}

// Around prepares for the question which of many nodes come before a node, and which
// after it: each would be asked for itself else.
func (g *Graph) Around(n *Node) {
	g.Reaches(n.ID, n.ID)
	if g.reach.before[n.ID] != nil {
		return
	}
	if g.reach.preds == nil {
		g.reach.preds = Predecessors(g.Nodes, false)
	}
	set := g.closure(n.ID, g.reach.preds.Of)
	if g.reach.before == nil {
		g.reach.before = make(map[int][]uint64)
	}
	g.reach.before[n.ID] = set
}

// Edges are the predecessors of nodes, in one piece of memory: there are as many as edges.
type Edges struct {
	ends []int32 // of those of each node, after which those of the next begin
	all  []int32
}

// Of are those of a node.
func (e *Edges) Of(id int) []int32 {
	if id == 0 {
		return e.all[:e.ends[0]]
	}
	return e.all[e.ends[id-1]:e.ends[id]]
}

// Predecessors finds those of some nodes, or of these those in the same thread.
func Predecessors(nodes []*Node, threads bool) *Edges {
	e := &Edges{ends: make([]int32, len(nodes)+1)}
	each := func(f func(from int, to int32)) {
		for i, n := range nodes {
			for _, s := range n.Succs {
				if !threads || nodes[s].Thread == n.Thread {
					f(i, s)
				}
			}
		}
	}
	each(func(_ int, to int32) { e.ends[to+1]++ })
	for i := range nodes {
		e.ends[i+1] += e.ends[i]
	}
	// Each end is where those of the node begin until they are there.
	e.all = make([]int32, e.ends[len(nodes)])
	each(func(from int, to int32) {
		e.all[e.ends[to]] = int32(from)
		e.ends[to]++
	})
	return e
}

// closure are the nodes that a node leads to.
func (g *Graph) closure(from int, next func(n int) []int32) []uint64 {
	set := make([]uint64, (len(g.Nodes)+63)/64)
	if g.reach.size += 8 * len(set); g.reach.size > maxReach {
		g.reach.after, g.reach.before, g.reach.size = nil, nil, 8*len(set)
	}
	for work := []int32{int32(from)}; len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range next(int(n)) {
			if set[s/64]&(1<<(s%64)) == 0 {
				set[s/64] |= 1 << (s % 64)
				work = append(work, s)
			}
		}
	}
	return set
}

// Without are the nodes that the program may come to without n.
func (g *Graph) Without(n *Node) []bool { return g.without(n, false) }

// GoodWithout are the nodes that the program may come to without n if no wait is stopped
// and nothing that registers fails. A helper that fails hands its error to a caller who
// goes back as well; which error that is, the graph does not know.
func (g *Graph) GoodWithout(n *Node) []bool { return g.without(n, true) }

func (g *Graph) without(n *Node, good bool) []bool {
	out := make([]bool, len(g.Nodes))
	for work := []int32{int32(g.Entry[0])}; len(work) > 0; {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if int(id) == n.ID || out[id] {
			continue
		}
		out[id] = true
		for _, s := range g.Nodes[id].Succs {
			if !good || int(s) != g.Nodes[id].FailSucc {
				work = append(work, s)
			}
		}
	}
	return out
}
