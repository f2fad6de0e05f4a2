package compose

import (
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

func (g *Graph) IsSubject(vs interp.Values, obj int) bool {
	return slices.ContainsFunc(vs, func(v interp.Value) bool {
		// The factory itself, not one of its informers: where a field for the
		// informer is still nil, the factory is there and registers it.
		id, ok := g.in.Identity(v)
		return ok && id == obj && (v.Kind == interp.VLoc || v.Kind == interp.VHolder)
	})
}

// Fills: fields and variables are followed that come from outside, and that the program
// itself fills.
func (g *Graph) Fills() bool { return g.in.Fills() }

// OfSeveral reports whether a node is laid out once but its subject is only
// one of several at run time.
func (n *Node) OfSeveral() bool { return len(n.Subjects) != 1 }

// Direct: the goroutine is the call of Start itself.
func (g *Graph) Direct(s *Node) bool { return g.threads[s.Thread].Direct() }

// Elsewhere: another function of the package registers the resource or starts
// a factory. A function that only the root leads to comes after its Start.
func (g *Graph) Elsewhere(key string) bool {
	for _, fn := range g.set.Fns() {
		if fn == g.Root || fn.Test {
			continue
		}
		for ins := range fn.Instrs() {
			if ins.Op != ir.OpProto {
				continue
			}
			switch ins.Proto {
			case clientgo.OpStart:
				return true
			case clientgo.OpInformer, clientgo.OpLister, clientgo.OpForResource, clientgo.OpInformerFor:
				if MayBe(ins.Key, key) && !g.only(fn) {
					return true
				}
			}
		}
	}
	return false
}

// only: the function runs in this program, and nothing else in the package
// mentions it.
func (g *Graph) only(callee *ir.Fn) bool {
	if !g.in.Entered(callee) {
		return false
	}
	for _, fn := range g.set.Fns() {
		if fn == g.Root || fn.Test || ir.Outer(fn.Key) == ir.Outer(callee.Key) {
			continue
		}
		for ins := range fn.Instrs() {
			if slices.Contains(ins.Mentions(), ir.Outer(callee.Key)) {
				return false
			}
		}
	}
	return true
}

// TakenBefore: the accessor of the informer that r registers was taken by the
// function that calls Start at s, before it does.
func (g *Graph) TakenBefore(r, s *Node) bool {
	if len(r.Subjects) != 1 {
		return false
	}
	of, f := r.Subjects[0], s.Frame
	for ins := range f.Fn.Instrs() {
		if ins.Op != ir.OpProto || ins.Proto != clientgo.OpAccessor || len(ins.Results) == 0 {
			continue
		}
		if slices.Contains(f.Get(ins.Results[0]), interp.Value{Kind: interp.VAccessor, Obj: of.Obj, Key: of.Key}) && f.Fn.Before(ins, s.Ins) {
			return true
		}
	}
	return false
}

// Asked: something asks the informer whether it has synced, or hands its
// HasSynced on.
func (g *Graph) Asked(obj int, key string) bool {
	for _, n := range g.Nodes {
		if (n.Kind == EvSync || n.AsksSynced()) && slices.Contains(n.Subjects, Subject{Obj: obj, Key: key}) {
			return true
		}
	}
	informer := interp.Value{Kind: interp.VInformer, Obj: obj, Key: key}
	return slices.ContainsFunc(g.in.MethodValues(), func(v interp.Value) bool {
		return g.in.Object(v.Obj).Proto == clientgo.OpHasSynced && slices.Contains(g.in.Receivers(v), informer)
	})
}

// Held returns the name of the one structure field that holds a factory or
// stand-alone informer, or a factory's informer of a resource.
func (g *Graph) Held(obj int, key string) string { return g.in.Held(obj, key) }

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

// Adds are the threads of the Add function of the handler that n registers.
func (g *Graph) Adds(n *Node) []int {
	var out []int
	for id, t := range g.threads {
		for s := range g.in.Starts(t) {
			if s.Frame == n.Frame && s.Ins.Key == ir.AddFunc && s.Ins.Op == ir.OpRun && s.Ins.Line == n.Ins.Line && s.Ins.Pos == n.Ins.Pos {
				out = append(out, id)
				break
			}
		}
	}
	return out
}

// Knows reports whether anything in the program can tell whether the informer
// has synced: its HasSynced is asked, handed on, or awaited. With idle, the factory's
// own wait tells nothing of it.
func (g *Graph) Knows(obj int, key string, idle bool) bool {
	about := func(v interp.Value) bool {
		id, ok := g.in.Identity(v)
		return ok && id == obj && (v.Kind != interp.VInformer && v.Kind != interp.VSynced || MayBe(v.Key, key))
	}
	for _, n := range g.Nodes {
		asks := n.Kind == EvSync || n.Kind == EvWait && !idle || n.AsksSynced()
		if asks && slices.ContainsFunc(n.Subjects, func(s Subject) bool { return s.Obj == obj && (n.Kind == EvWait || MayBe(s.Key, key)) }) {
			return true
		}
	}
	return slices.ContainsFunc(g.in.MethodValues(), func(v interp.Value) bool {
		return strings.HasPrefix(v.Key, "HasSynced") && slices.ContainsFunc(g.in.Receivers(v), about)
	})
}

// About returns the factories and informers that a register of a function leads
// to, in any of its calls.
func (g *Graph) About(fn *ir.Fn, r ir.Reg) []Subject {
	return g.capabilities(g.in.ValuesOf(fn, r))
}

// Chain lists the functions that lead to a node, from its own to the root.
func (n *Node) Chain() []string {
	var out []string
	for f := n.Frame; f != nil; f, _ = f.Above() {
		out = append(out, f.Fn.Key)
	}
	return out
}
