package compose

import (
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A Site is a place in the story of a defect.
type Site struct {
	Pos   token.Pos // in this package: the place, or the call that leads to it
	Where string    // "file.go:12", or "path/file.go:12" in another package
	Local bool      // Pos is the place itself
	Via   token.Pos // of a registration: the place, in the function of the anchor, that leads to it
	Call  string    // what the place does: "Start", "Lister", ...
	Kind  string    // of the resource, "" if none
	Key   string    // of the resource
	Use   bool      // it only uses the informer: reads, waits, adds a handler
}

// Informer names the informer that the place is about: "the Pod informer", or
// what is given for one of an unknown kind.
func (s Site) Informer(unknown string) string {
	if s.Kind == "" {
		return unknown
	}
	return "the " + s.Kind + " informer"
}

// Elsewhere is where the place is, if that is in another package: its call in this one
// does not show it. The last element of the package's path is enough.
func (s Site) Elsewhere() string {
	if s.Local || !strings.Contains(s.Where, "/") {
		return ""
	}
	return " (" + path.Join(path.Base(path.Dir(s.Where)), path.Base(s.Where)) + ")"
}

// Kinds are the kinds of the resources that places are about, each once.
func Kinds(sites []Site) (out []string) {
	for _, s := range sites {
		if s.Kind != "" && !slices.Contains(out, s.Kind) {
			out = append(out, s.Kind)
		}
	}
	return out
}

// Site finds the place of a node, and the call in this package that leads to it.
func (g *Graph) Site(n *Node) Site {
	var s Site
	if n.Ins == nil {
		return s
	}
	s.Call = callName(n)
	s.Use = n.Kind == EvUse
	if len(n.Subjects) == 1 {
		s.Key = n.Subjects[0].Key
		s.Kind = strings.TrimPrefix(clientgo.Kind(s.Key), "?")
	}
	f, ins := n.Frame, n.Ins
	if f.IsMethodValue() {
		f, ins = f.Above()
	}
	s.Where = f.Fn.Where(ins)
	s.Local = f.Fn.Local
	for f != nil && !f.Fn.Local {
		up, at := f.Above()
		if up == nil {
			if g.Abroad {
				s.Pos = 1
			}
			return s
		}
		f, ins = up, at
	}
	if f != nil && ins != nil {
		s.Pos = ins.Pos
	}
	return s
}

// SiteBeside is the place of n in the innermost function that leads to both n
// and other: there the two have to be put in order, not in a helper that
// starts whatever it is given.
func (g *Graph) SiteBeside(n, other *Node) Site {
	s := g.Site(n)
	f, ins := g.beside(n, other)
	if f == nil || ins == nil || !f.Fn.Local || f == n.Frame {
		return s
	}
	s.Pos, s.Local, s.Where = ins.Pos, false, f.Fn.Where(ins)
	return s
}

// SiteShown is SiteBeside, but the place of n itself where that function only returns
// what has n, so that who calls it is not seen.
func (g *Graph) SiteShown(n, other *Node) Site {
	if _, ins := g.beside(n, other); ins != nil && ins.Op == ir.OpReturn {
		return g.Site(n)
	}
	return g.SiteBeside(n, other)
}

// beside is the frame that leads to both nodes, and its instruction that leads to n.
func (g *Graph) beside(n, other *Node) (*interp.Frame, *ir.Instr) {
	above := make(map[*interp.Frame]bool)
	for f := other.Frame; f != nil; f, _ = f.Above() {
		above[f] = true
	}
	f, ins := n.Frame, n.Ins
	for f != nil && !above[f] {
		f, ins = f.Above()
	}
	return f, ins
}

// Instead: one call leads to both nodes, and to only one of them each time: it calls
// one of several functions. Which one it is at this call and which at another may
// depend on each other.
func (g *Graph) Instead(n, other *Node) bool {
	if at := g.Within(n, other.Thread); at != nil {
		n = at // the statement that begins its goroutine
	}
	common := g.Common(n, other)
	below := func(n *Node) *ir.Instr {
		f, ins := n.Frame, n.Ins
		for f != nil && f != common {
			f, ins = f.Above()
		}
		return ins
	}
	at := below(n)
	return n.Frame != common && other.Frame != common && at != nil && at == below(other)
}

// Enclosed: the call that leads to n, and not to other, makes the object as well and
// hands nothing on that could start it. Who makes that call cannot do anything
// about what comes too late for n.
func (g *Graph) Enclosed(obj int, n, other *Node) bool {
	common := g.Common(n, other)
	f, ins := n.Frame, n.Ins
	if f == common {
		return false
	}
	for f != nil && f != common {
		f, ins = f.Above()
	}
	made, at := g.in.Maker(obj)
	for made != nil && made != common {
		made, at = made.Above()
	}
	if f == nil || made == nil || at != ins || g.in.Held(obj, "") != "" {
		return false
	}
	return !slices.ContainsFunc(ins.Results, func(r ir.Reg) bool {
		return slices.ContainsFunc(f.Get(r), func(v interp.Value) bool { return v.Kind == interp.VLoc && v.Obj == obj })
	})
}

// Common is the innermost frame that leads to both nodes.
func (g *Graph) Common(n, other *Node) *interp.Frame {
	above := make(map[*interp.Frame]bool)
	for f := other.Frame; f != nil; f, _ = f.Above() {
		above[f] = true
	}
	f := n.Frame
	for f != nil && !above[f] {
		f, _ = f.Above()
	}
	if f == nil {
		return g.in.Top()
	}
	return f
}

// Place is where a node is, with the last element of its package's path: the
// reader comes from another function.
func (g *Graph) Place(n *Node) string {
	at := n.Frame.Fn.Where(n.Ins)
	if n.Frame.Fn.Local {
		return path.Base(g.set.Path()) + "/" + at
	}
	return path.Join(path.Base(path.Dir(at)), path.Base(at))
}

func callName(n *Node) string {
	switch n.Kind {
	case EvBirth, EvSetup:
		return n.Ins.Name
	case EvStart:
		return "Start"
	case EvSync:
		return "WaitForCacheSync"
	case EvRead:
		return n.Ins.Name
	case EvWait:
		return "WaitForCacheSync"
	case EvRun:
		return "Run"
	case EvRegister, EvUse:
		switch n.Op {
		case clientgo.OpLister:
			return "Lister()"
		case clientgo.OpForResource:
			if n.Ins.Op == ir.OpProto && strings.HasPrefix(n.Ins.Name, "Cluster") {
				return n.Ins.Name
			}
			return "ForResource"
		case clientgo.OpInformerFor:
			return "InformerFor"
		case clientgo.OpAddHandler:
			return clientgo.AddEventHandler
		case clientgo.OpHasSynced:
			return "HasSynced"
		case clientgo.OpStore:
			return "GetStore"
		}
		return "Informer()"
	}
	return ""
}
