package compose

import (
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A Life is all that the composed program does to one factory or informer.
type Life struct {
	Obj       int
	Birth     *Node
	Registers map[string][]*Node // by resource
	Starts    []*Node
	Runs      map[string][]*Node
	Waits     []*Node
	Uses      map[string][]*Node
	Fills     []*Node
	Escapes   []*Node
	Reads     map[string][]*Node
	Syncs     map[string][]*Node // cache.WaitForCacheSync on its HasSynced
	Setups    []*Node
}

func (g *Graph) life(obj int) *Life {
	l := g.Lives[obj]
	if l == nil {
		l = &Life{Obj: obj, Registers: map[string][]*Node{}, Runs: map[string][]*Node{}, Uses: map[string][]*Node{},
			Reads: map[string][]*Node{}, Syncs: map[string][]*Node{}}
		g.Lives[obj] = l
		g.Order = append(g.Order, obj)
	}
	return l
}

// collect sorts the events by the factory or informer that they are about.
func (g *Graph) collect() {
	g.Lives = make(map[int]*Life)
	for _, n := range g.Nodes {
		for _, s := range n.Subjects {
			g.life(s.Obj).add(n, s.Key)
		}
		switch n.Kind {
		case EvWait, EvSync, EvAwait, EvUnknown, EvEscape:
			g.Waits = append(g.Waits, n)
		case EvUse:
			if n.Op == clientgo.OpHasSynced {
				g.Waits = append(g.Waits, n)
			}
		}
	}
}

// add collects an event into a life: here, and only here.
func (l *Life) add(n *Node, key string) {
	switch n.Kind {
	case EvBirth:
		l.Birth = n
	case EvRegister:
		l.Registers[key] = append(l.Registers[key], n)
		if n.Op == clientgo.OpLister {
			l.Uses[key] = append(l.Uses[key], n)
		}
	case EvStart:
		l.Starts = append(l.Starts, n)
	case EvRun:
		l.Runs[key] = append(l.Runs[key], n)
	case EvWait:
		l.Waits = append(l.Waits, n)
	case EvUse:
		l.Uses[key] = append(l.Uses[key], n)
	case EvFill:
		l.Fills = append(l.Fills, n)
	case EvEscape:
		l.Escapes = append(l.Escapes, n)
	case EvSetup:
		l.Setups = append(l.Setups, n)
	case EvRead:
		l.Reads[key] = append(l.Reads[key], n)
	case EvSync:
		l.Syncs[key] = append(l.Syncs[key], n)
	}
}

// Begins are the events that let the informer of a resource run.
func (l *Life) Begins(key string) []*Node {
	out := slices.Clone(l.Starts)
	for _, k := range SortedKeys(l.Runs) {
		if MayBe(k, key) {
			out = append(out, l.Runs[k]...)
		}
	}
	return out
}

// Registrations are the calls that add a handler and drop the error.
func (l *Life) Registrations() []*Node {
	var out []*Node
	for _, key := range SortedKeys(l.Uses) {
		for _, n := range l.Uses[key] {
			if n.Op == clientgo.OpAddHandler && n.Ins.Op == ir.OpProto && n.Ins.Callee == ir.DroppedError {
				out = append(out, n)
			}
		}
	}
	return out
}

// Filled says where the store of a resource is filled by hand: then it is not
// empty, whether the informer runs or not. Tests do that.
func (g *Graph) Filled(l *Life, key string) string {
	for _, n := range l.Fills {
		for _, s := range n.Subjects {
			if s.Obj == l.Obj && MayBe(s.Key, key) {
				return "its store is filled by hand at " + g.Site(n).Where
			}
		}
	}
	return ""
}

// Certain: the key names one informer of the life.
func (g *Graph) Certain(l *Life, key string) bool {
	o := g.in.objs[l.Obj]
	if o.Weak {
		return false
	}
	if key == "" {
		return o.origin != oFactory // a stand-alone informer
	}
	return key != "?"
}

func (g *Graph) Single(l *Life) bool { return g.in.objs[l.Obj].origin == oInformer }

// Home is the call of this package in which a factory or informer was made.
func (g *Graph) Home(l *Life) *Frame {
	if l.Birth == nil {
		return nil
	}
	f := l.Birth.Frame
	for f.parent != nil && !f.Fn.Local {
		f = f.parent
	}
	return f
}

// Field returns the name of the one structure field that holds the factory or
// stand-alone informer, or the factory's informer of a resource.
func (g *Graph) Field(l *Life, key string) string {
	name := ""
	for at, c := range g.in.heap {
		if at.path == "" || strings.ContainsAny(at.path, ".[") || g.in.objs[at.obj].Typ == "" {
			continue
		}
		if slices.ContainsFunc(c.vals, func(v Value) bool {
			return v.obj == l.Obj && (v.k == vInformer && v.s == key || v.k == vLoc && key == "")
		}) {
			if name != "" && name != at.path {
				return ""
			}
			name = at.path
		}
	}
	return name
}

// MayBe reports whether two resource keys may name the same informer. A key
// that is not constant is some resource; one kind in two groups may be one
// type under two paths.
func MayBe(a, b string) bool {
	if a == b || a == "" || b == "" {
		return true
	}
	if strings.HasPrefix(a, "?") != strings.HasPrefix(b, "?") {
		return true
	}
	if strings.HasPrefix(a, "?") {
		return a == "?" || b == "?"
	}
	return clientgo.Kind(a) == clientgo.Kind(b)
}

// Strong: the event is surely on this informer.
func Strong(n *Node, key string) bool {
	return !n.Weak && key != "" && key != "?"
}

func SortedKeys(m map[string][]*Node) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
