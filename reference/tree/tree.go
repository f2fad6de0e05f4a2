package tree

import (
	"maps"
	"slices"
)

// A Hop is one step of a path, from a node to a part of it.
type Hop struct {
	Name string
	Ref  bool // a pointer, map or slice: the part is a node that others may lead to
}

// A Node is a structure, map, slice or plain value.
type Node struct {
	Value int // which write made it what it is; 0 is what it was at first
	parts map[string]part
}

type part struct {
	*Node
	ref bool
}

// part returns a part, which is made if it is missing.
func (n *Node) part(h Hop) *Node {
	p, ok := n.parts[h.Name]
	if !ok {
		p = part{new(Node), h.Ref}
		n.set(h.Name, p)
	}
	return p.Node
}

func (n *Node) set(name string, p part) {
	if n.parts == nil {
		n.parts = map[string]part{}
	}
	n.parts[name] = p
}

// At returns what is at a path. What is missing is made.
func (n *Node) At(path ...Hop) *Node {
	for _, h := range path {
		n = n.part(h)
	}
	return n
}

// Put replaces what is at a path, with all of its parts. With an empty path, it
// is the node itself that becomes like the other, and whoever leads to it sees
// that.
func (n *Node) Put(with *Node, path ...Hop) {
	if len(path) == 0 {
		*n = *with
		return
	}
	last := path[len(path)-1]
	n.At(path[:len(path)-1]...).set(last.Name, part{with, last.Ref})
}

// Shallow is n as an assignment copies it: what a reference leads to is shared.
func (n *Node) Shallow() *Node { return n.copy(false) }

// DeepCopy shares nothing with n.
func (n *Node) DeepCopy() *Node { return n.copy(true) }

func (n *Node) copy(deep bool) *Node {
	c := &Node{Value: n.Value}
	for name, p := range n.parts {
		if deep || !p.ref {
			p.Node = p.copy(deep)
		}
		c.set(name, p)
	}
	return c
}

// CopyValue makes a Node what package apiserver copies deeply.
func (n *Node) CopyValue() any { return n.DeepCopy() }

// Has reports whether a write is left somewhere in n.
func (n *Node) Has(value int) bool {
	if n.Value == value {
		return true
	}
	for _, p := range n.parts {
		if p.Has(value) {
			return true
		}
	}
	return false
}

// Equal reports whether two nodes look the same, whatever they share.
func Equal(a, b *Node) bool {
	return a.Value == b.Value && maps.EqualFunc(a.parts, b.parts, func(x, y part) bool { return Equal(x.Node, y.Node) })
}

// Diff returns the values of the nodes that a has and b has not at the same
// place, in order. If there are none, b may still have more than a.
func Diff(a, b *Node) (values []int) {
	a.walk(b, &values)
	slices.Sort(values)
	return slices.Compact(values)
}

func (n *Node) walk(other *Node, values *[]int) {
	if other == nil || n.Value != other.Value {
		*values = append(*values, n.Value)
	}
	for name, p := range n.parts {
		var with *Node
		if other != nil {
			with = other.parts[name].Node
		}
		p.walk(with, values)
	}
}
