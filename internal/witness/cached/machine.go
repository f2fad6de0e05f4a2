package cached

import (
	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/reference/tree"
)

// A machine does the steps of a program to trees.
type machine struct {
	objects map[int]*tree.Node
	writes  int
}

func newMachine(given *tree.Node) *machine {
	return &machine{objects: map[int]*tree.Node{0: given}}
}

// do makes a step. The n-th write leaves n in the place that it changes.
func (m *machine) do(s step) {
	on := m.objects[s.from]
	switch s.act {
	case track.Copy:
		m.objects[s.to] = on.At(s.path...).DeepCopy()
	case track.Shallow:
		m.objects[s.to] = on.At(s.path...).Shallow()
	case track.Write:
		m.writes++
		on.Put(&tree.Node{Value: m.writes}, s.path...)
	}
}

// sent is what the server gets: the object, or what it had with the part that is
// sent.
func (m *machine) sent(s step, had *tree.Node) *tree.Node {
	had.Put(m.objects[s.from].DeepCopy(), s.place...)
	return had
}
