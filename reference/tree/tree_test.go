package tree

import (
	"slices"
	"testing"
)

var (
	spec   = Hop{Name: "Spec"}
	name   = Hop{Name: "Name"}
	labels = Hop{Name: "Labels", Ref: true}
	entry  = Hop{Name: "[*]"}
)

// pod has a structure in it, and a map in that.
func pod() *Node {
	n := new(Node)
	n.At(spec, labels, entry)
	n.At(spec, name)
	return n
}

func put(n *Node, value int, path ...Hop) { n.Put(&Node{Value: value}, path...) }

// Who sees a write to one of two objects.
func TestCopies(t *testing.T) {
	shallow := (*Node).Shallow
	deep := (*Node).DeepCopy
	same := func(n *Node) *Node { return n }
	for _, test := range []struct {
		name   string
		copy   func(*Node) *Node
		path   []Hop
		shared bool
	}{
		{"the same, field", same, []Hop{spec, name}, true},
		{"the same, all of it", same, nil, true},
		{"shallow, all of it", shallow, nil, false},
		{"shallow, field", shallow, []Hop{name}, false},
		{"shallow, structure", shallow, []Hop{spec}, false},
		{"shallow, field of the structure", shallow, []Hop{spec, name}, false},
		{"shallow, the map replaced", shallow, []Hop{spec, labels}, false},
		{"shallow, entry of the map", shallow, []Hop{spec, labels, entry}, true},
		{"shallow, part of an entry", shallow, []Hop{spec, labels, entry, name}, true},
		{"deep, entry of the map", deep, []Hop{spec, labels, entry}, false},
		{"deep, field", deep, []Hop{spec, name}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, back := range []bool{false, true} {
				one := pod()
				two := test.copy(one)
				if !Equal(one, two) {
					t.Fatal("the copy is another")
				}
				if back { // who was first does not matter
					one, two = two, one
				}
				put(two, 7, test.path...)
				if two.At(test.path...).Value != 7 || !two.Has(7) {
					t.Error("not written")
				}
				if one.Has(7) != test.shared || Equal(one, two) != test.shared {
					t.Errorf("shared is %t, equal %t, want %t (back: %t)", one.Has(7), Equal(one, two), test.shared, back)
				}
			}
		})
	}
}

// A map that was replaced is no longer shared, and what was in it is gone.
func TestReplacedMap(t *testing.T) {
	one := pod()
	put(one, 1, spec, labels, entry)
	two := one.Shallow()
	put(two, 2, spec, labels)
	put(two, 3, spec, labels, entry)
	if one.Has(2) || one.Has(3) || !one.Has(1) || two.Has(1) {
		t.Errorf("%+v, %+v", one, two)
	}
	// The copy of a copy leads to the new one.
	three := two.Shallow()
	put(three, 4, spec, labels, entry)
	if !two.Has(4) || one.Has(4) {
		t.Error("the new map is not shared")
	}
}

// What is put somewhere is that very node.
func TestPutSharesTheNode(t *testing.T) {
	n, part := pod(), pod()
	n.Put(part, labels)
	put(part, 5, name)
	if n.At(labels, name).Value != 5 || n.Value != 0 {
		t.Error("another node was put")
	}
}

func TestAtMakesWhatIsMissing(t *testing.T) {
	n := new(Node)
	n.At(spec, labels, entry)
	c := n.Shallow()
	put(c, 1, spec, labels, entry)
	if !n.Has(1) {
		t.Error("the map is not behind a reference")
	}
	if first := n.At(spec); first != n.At(spec) || n.At() != n {
		t.Error("made twice")
	}
}

func TestEqual(t *testing.T) {
	more := pod()
	more.At(name)
	deeper := pod()
	put(deeper, 1, spec, labels, entry)
	other := pod()
	other.Value = 1
	for _, n := range []*Node{more, deeper, other, new(Node)} {
		if Equal(n, pod()) || Equal(pod(), n) {
			t.Errorf("%+v equals another", n)
		}
	}
	if !Equal(pod(), pod()) || !Equal(deeper, deeper.DeepCopy()) || !Equal(other, other.DeepCopy()) {
		t.Error("not equal to itself")
	}
}

func TestDiff(t *testing.T) {
	n := pod()
	put(n, 4, name)
	put(n, 2, spec, labels, entry)
	put(n, 2, spec, name)
	for _, test := range []struct {
		name string
		a, b *Node
		want []int
	}{
		{"equal", n, n.DeepCopy(), nil},
		{"written", n, pod(), []int{2, 4}},
		{"the other way", pod(), n, []int{0}},
		{"nothing there", n, new(Node), []int{0, 2, 4}},
		{"less", new(Node), n, nil},
	} {
		if got := Diff(test.a, test.b); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestDiffIsInOrder(t *testing.T) {
	n := new(Node)
	var want []int
	for i := 1; i <= 50; i++ {
		put(n, i, Hop{Name: string(rune('A' + i*7%50))})
		want = append(want, i)
	}
	if got := Diff(n, new(Node)); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

func TestHas(t *testing.T) {
	n := new(Node)
	if !n.Has(0) || n.Has(1) {
		t.Error("a new node is written")
	}
	put(n, 3, spec, name)
	if !n.Has(3) || n.Has(2) {
		t.Error("not found")
	}
}

func TestCopyValue(t *testing.T) {
	n := pod()
	c := n.CopyValue().(*Node)
	put(c, 1, spec, labels, entry)
	if n.Has(1) || !c.Has(1) {
		t.Error("not a deep copy")
	}
}
