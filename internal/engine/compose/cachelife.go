package compose

import (
	"path"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// A CacheLife is all that a composed program does to one manager, cluster or
// cache of controller-runtime, from its constructor.
type CacheLife struct {
	Obj       int
	Role      string // "manager", "cluster" or "cache"
	Birth     *Node
	Starts    []*Node
	Waits     []*Node
	Elected   []*Node
	Registers []*Node
	Reads     []*Node // that are certain
	Uses      []*Node // other reads
	Hands     []*Node // somebody gets a client of it
	Escapes   []*Node // somebody may start it
}

// Caches are the lives of the caches that the program makes.
func (g *Graph) Caches() []*CacheLife {
	var out []*CacheLife
	byObj := make(map[int]*CacheLife)
	for _, n := range g.Nodes {
		if n.Kind == EvBirth && byObj[n.Subjects[0].Obj] == nil {
			l := &CacheLife{Obj: n.Subjects[0].Obj, Birth: n, Role: n.Ins.Name}
			byObj[l.Obj] = l
			out = append(out, l)
		}
	}
	for _, n := range g.Nodes {
		for _, s := range n.Subjects {
			if l := byObj[s.Obj]; l != nil {
				g.take(l, n, s)
			}
		}
	}
	return out
}

func (g *Graph) take(l *CacheLife, n *Node, s Subject) {
	into := &l.Hands
	switch n.Kind {
	case EvStart:
		into = &l.Starts
	case EvWait:
		into = &l.Waits
	case EvRegister:
		into = &l.Registers
	case EvRead:
		switch {
		case s.Key == "": // perhaps of unstructured objects
		case n.Weak || g.tentative(l, n):
			into = &l.Uses
		default:
			into = &l.Reads
		}
	case EvUse:
		switch {
		case n.Op == clientgo.OpElected:
			into = &l.Elected
		case s.Cap&CanStart != 0:
			into = &l.Registers
		}
	case EvEscape:
		if s.Cap&CanStart != 0 {
			into = &l.Escapes
		}
	default:
		return
	}
	*into = append(*into, n)
}

// tentative: a read need not be made, or not now, or is meant to fail: a caller
// may know when it is right.
func (g *Graph) tentative(l *CacheLife, n *Node) bool {
	if n.Ins.Tentative || !ir.Plain(n.Ins) {
		return true
	}
	top := g.Common(n, l.Birth)
	for f := n.Frame; f != nil && f != top; {
		var ins *ir.Instr
		if f, ins = up(f); ins == nil {
			break
		}
		if ins.Tentative || ins.Op == ir.OpRun || ir.CallMode(ins.Mode) == ir.CallDefer {
			return true
		}
	}
	return n.Thread != l.Birth.Thread && g.SpawnOf(n) == nil
}

// Strict: reads of kinds without an informer fail, so that it is on purpose who
// has one.
func (l *CacheLife) Strict() bool { return l.Birth.Ins.Key == program.StrictReads }

// ForReads: it is made for its cache, and not for what else a cluster has.
func (l *CacheLife) ForReads() bool { return l.Birth.Ins.Key != "" }

// IsManager: others than this program give it controllers, which read and
// register.
func (l *CacheLife) IsManager() bool { return l.Role == ctrlruntime.Manager.String() }

// Several: it is made in a loop, and stands for several.
func (g *Graph) Several(l *CacheLife) bool { return g.in.objs[l.Obj].Weak }

// Chain lists the functions that lead to a node, from its own to the root.
func (g *Graph) Chain(n *Node) []string {
	var out []string
	for f := n.Frame; f != nil; f, _ = up(f) {
		out = append(out, f.Fn.Key)
	}
	return out
}

// Place is where a node is, with the last element of its package's path: the
// reader comes from another function.
func (g *Graph) Place(n *Node) string {
	at := n.Frame.Fn.Where(n.Ins)
	if n.Frame.Fn.Local {
		return path.Base(g.in.set.Path()) + "/" + at
	}
	return path.Join(path.Base(path.Dir(at)), path.Base(at))
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
		if p.Thread != a.Thread && slices.Contains(p.Succs, g.Entry[a.Thread]) {
			begun = true
			if g.mayPrecede(p, b, seen) {
				return true
			}
		}
	}
	return !begun // it runs beside b, for all that is known
}
