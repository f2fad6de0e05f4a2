package life

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// A CacheLife is all that a composed program does to one manager, cluster or
// cache of controller-runtime, from its constructor.
type CacheLife struct {
	Obj       int
	Role      string // "manager", "cluster" or "cache"
	Birth     *compose.Node
	Starts    []*compose.Node
	Waits     []*compose.Node
	Elected   []*compose.Node
	Registers []*compose.Node
	Reads     []*compose.Node // that are certain
	Uses      []*compose.Node // other reads
	Hands     []*compose.Node // somebody gets a client of it
	Escapes   []*compose.Node // somebody may start it
}

// Caches are the lives of the caches that the program makes.
func (g *Graph) Caches() []*CacheLife {
	var out []*CacheLife
	byObj := make(map[int]*CacheLife)
	for _, n := range g.Nodes {
		if n.Kind == compose.EvBirth && byObj[n.Subjects[0].Obj] == nil {
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

func (g *Graph) take(l *CacheLife, n *compose.Node, s compose.Subject) {
	into := &l.Hands
	switch n.Kind {
	case compose.EvStart:
		into = &l.Starts
	case compose.EvWait:
		into = &l.Waits
	case compose.EvRegister:
		into = &l.Registers
	case compose.EvRead:
		switch {
		case l.readsLive(s.Key):
			return
		case s.Key == "": // perhaps of unstructured objects
		case n.Weak || g.tentative(l, n):
			into = &l.Uses
		default:
			into = &l.Reads
		}
	case compose.EvUse:
		switch {
		case n.Op == clientgo.OpElected:
			into = &l.Elected
		case s.Cap&compose.CanStart != 0:
			into = &l.Registers
		}
	case compose.EvEscape:
		if s.Cap&compose.CanStart != 0 {
			into = &l.Escapes
		}
	default:
		return
	}
	*into = append(*into, n)
}

// tentative: a read need not be made, or not now, or is meant to fail: a caller
// may know when it is right.
func (g *Graph) tentative(l *CacheLife, n *compose.Node) bool {
	if n.Ins.Tentative || !ir.Plain(n.Ins) {
		return true
	}
	top := g.Common(n, l.Birth)
	for f := n.Frame; f != nil && f != top; {
		var ins *ir.Instr
		if f, ins = f.Above(); ins == nil {
			break
		}
		deferred := ins.Key != ir.Sure && ins.Key != ir.Seldom // of OpRun: nobody says that it runs
		if ins.Op != ir.OpRun {
			deferred = ir.CallMode(ins.Mode) == ir.CallDefer
		}
		if ins.Tentative || deferred || oneOfSeveral(f, ins) {
			return true
		}
	}
	return n.Thread != l.Birth.Thread && g.SpawnOf(n) == nil
}

// oneOfSeveral: a call, not in a loop, may be of several functions or methods: which of
// them is called, whoever has chosen it knows.
func oneOfSeveral(f *interp.Frame, ins *ir.Instr) bool {
	return ins.Op == ir.OpCall && ins.Callee != ir.CalleeStatic && len(f.Get(ins.A)) > 1 && !f.Fn.InLoop(ins)
}

// Strict: reads of kinds without an informer fail, so that it is on purpose who
// has one.
func (l *CacheLife) Strict() bool { return program.Purpose(l.Birth.Ins.Key) == program.StrictReads }

// readsLive: objects of that form and kind are read from the API server, at
// least by some client.
func (l *CacheLife) readsLive(key string) bool {
	_, kind := program.SplitKind(key)
	return program.ReadsLive(l.Birth.Ins.Key, kind)
}

// ForReads: it is made for its cache, and not for what else a cluster has.
func (l *CacheLife) ForReads() bool {
	return slices.Contains([]string{program.StrictReads, program.MadeForReads}, program.Purpose(l.Birth.Ins.Key))
}

// IsManager: others than this program give it controllers, which read and
// register.
func (l *CacheLife) IsManager() bool { return l.Role == ctrlruntime.Manager.String() }

// Several: it is made in a loop, and stands for several.
func (g *Graph) Several(l *CacheLife) bool { return g.Object(l.Obj).Weak }

// Again reports whether a node may come again, and soon: a loop that lets a long time
// pass between two rounds does not make up for what has failed in its first.
func (g *Graph) Again(n *compose.Node) bool {
	if n.Ins != nil && n.Ins.Op == ir.OpRun && n.Ins.Callee == ir.Again && n.Ins.Key != ir.Seldom {
		return true
	}
	return g.Reaches(n.ID, n.ID) && g.onTheWay(n, n, func(m *compose.Node) bool {
		return m.Ins != nil && m.Ins.Op == ir.OpAwait && m.Ins.Name == program.Seldom
	})[n.ID]
}

// BeforeFirst are the nodes that may be passed after one node and before another is
// reached for the first time.
func (g *Graph) BeforeFirst(from, to *compose.Node) []*compose.Node {
	seen := g.onTheWay(from, to, func(n *compose.Node) bool { return n == to })
	var out []*compose.Node
	for _, n := range g.Nodes {
		if n != to && seen[n.ID] && g.Reaches(n.ID, to.ID) {
			out = append(out, n)
		}
	}
	return out
}

// onTheWay are the nodes that a node leads to, passing none at which to stop.
func (g *Graph) onTheWay(from, to *compose.Node, stop func(*compose.Node) bool) map[int]bool {
	seen := make(map[int]bool)
	work := slices.Clone(from.Succs)
	for len(work) > 0 {
		id := int(work[len(work)-1])
		work = work[:len(work)-1]
		if seen[id] || stop(g.Nodes[id]) && g.Nodes[id] != to {
			continue
		}
		seen[id] = true
		if g.Nodes[id] != to {
			work = append(work, g.Nodes[id].Succs...)
		}
	}
	return seen
}

// Recurs: a function that leads to a node calls itself, and so may try again.
func Recurs(n *compose.Node) bool {
	for f := n.Frame; f != nil; f, _ = f.Above() {
		for ins := range f.Fn.Instrs() {
			if ins.Op == ir.OpCall && ins.Callee == ir.CalleeStatic && ins.Name == f.Fn.Key {
				return true
			}
		}
	}
	return false
}

// MayWait reports whether a node may wait for something.
func MayWait(n *compose.Node) bool {
	switch n.Kind {
	case compose.EvAwait, compose.EvUnknown, compose.EvSync, compose.EvWait, compose.EvUse:
		return true
	}
	return false
}
