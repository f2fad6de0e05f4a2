package compose

import (
	"testing"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/interp"
)

// The graph of the tests:
//
//	thread 0:  0 -> 1 -> 2 -> 4 -> 5 <-> 6 -> 7
//	                1 -> 3 -> 4
//	thread 1, a goroutine of 4:  8 -> 9 -> 10
//	thread 2, at any time after 9:  11 -> 12
//	thread 3, a goroutine of 12:  13 -> 14
//	thread 4, a goroutine that nothing is seen to start:  15 -> 16
func sample() *Graph {
	g := &Graph{
		Entry:   map[int]int{0: 0, 1: 8, 2: 11, 3: 13, 4: 15},
		SpawnAt: map[int]int{1: 4, 2: 9, 3: 12},
	}
	for _, mode := range []clientgo.Mode{clientgo.Now, clientgo.Concurrent, clientgo.Later, clientgo.Concurrent, clientgo.Concurrent} {
		g.threads = append(g.threads, &interp.Thread{Mode: mode})
	}
	for i, thread := range []int{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4} {
		if id := g.add(&Node{Thread: thread}); id != i {
			panic("nodes are not numbered in order")
		}
	}
	for _, e := range [][2]int{
		{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}, {4, 5}, {5, 6}, {6, 5}, {6, 7},
		{4, 8}, {8, 9}, {9, 10}, {9, 11}, {11, 12}, {12, 13}, {13, 14}, {15, 16},
	} {
		g.link(e[0], e[1])
	}
	return g
}

func TestReaches(t *testing.T) {
	g := sample()
	for _, tt := range []struct {
		a, b              int
		reaches, strictly bool
	}{
		{0, 7, true, true},
		{7, 0, false, false},
		{2, 3, false, false},  // two sides of a branch
		{1, 1, false, false},  // a node does not follow itself
		{5, 5, true, false},   // but in a loop
		{5, 6, true, false},   // nor is there a first in it
		{4, 8, true, true},    // what a go statement starts
		{3, 14, true, true},   // through three threads
		{8, 5, false, false},  // beside what follows there
		{5, 8, false, false},  // in neither direction
		{0, 16, false, false}, // started by nobody
	} {
		for range 2 { // the second answer is a kept one
			if got := g.Reaches(tt.a, tt.b); got != tt.reaches {
				t.Errorf("Reaches(%d, %d) = %v", tt.a, tt.b, got)
			}
		}
		if got := g.Strictly(g.Nodes[tt.a], g.Nodes[tt.b]); got != tt.strictly {
			t.Errorf("Strictly(%d, %d) = %v", tt.a, tt.b, got)
		}
		around := sample()
		around.Around(around.Nodes[tt.b])
		if got := around.Reaches(tt.a, tt.b); got != tt.reaches || tt.a != tt.b && around.reach.after[tt.a] != nil {
			t.Errorf("Reaches(%d, %d) = %v by what comes before the second", tt.a, tt.b, got)
		}
	}
}

// More nodes than a word of the kept sets has bits.
func TestReachesFar(t *testing.T) {
	g := new(Graph)
	for range 200 {
		if id := g.add(new(Node)); id > 0 {
			g.link(id-1, id)
		}
	}
	for _, at := range []int{1, 63, 64, 65, 127, 128, 199} {
		if !g.Reaches(at-1, at) || !g.Reaches(0, at) || g.Reaches(at, at-1) || g.Reaches(at, at) {
			t.Errorf("the order around %d", at)
		}
	}
}

func TestAlways(t *testing.T) {
	g := sample()
	for _, tt := range []struct {
		by, n int
		want  bool
	}{
		{1, 4, true},
		{2, 4, false}, // the other side of the branch
		{4, 7, true},
		{7, 4, false},  // it comes later
		{6, 5, false},  // only in the second round
		{4, 10, false}, // paths are those of the thread
		{9, 10, true},
	} {
		if got := g.Always(g.Nodes[tt.by], g.Nodes[tt.n]); got != tt.want {
			t.Errorf("Always(%d, %d) = %v", tt.by, tt.n, got)
		}
	}
}

func TestThreads(t *testing.T) {
	g := sample()
	const none = -1
	number := func(n *Node) int {
		if n == nil {
			return none
		}
		return n.ID
	}
	for _, tt := range []struct {
		n      int
		spawn  int  // the go statement of its goroutine
		within int  // what leads to it in thread 0
		later  bool // at an unknown time, as thread 0 sees it
		inside bool // in thread 1, or in one that it starts

	}{
		{n: 7, spawn: none, within: 7},
		{n: 10, spawn: 4, within: 4, inside: true},
		{n: 12, spawn: none, within: none, later: true, inside: true},
		{n: 14, spawn: 12, within: none, later: true, inside: true},
		{n: 16, spawn: none, within: none, later: true},
	} {
		n := g.Nodes[tt.n]
		if got := number(g.SpawnOf(n)); got != tt.spawn {
			t.Errorf("SpawnOf(%d) = %d", tt.n, got)
		}
		if got := number(g.Within(n, 0)); got != tt.within {
			t.Errorf("Within(%d, 0) = %d", tt.n, got)
		}
		if got := g.LaterThread(n, 0); got != tt.later {
			t.Errorf("LaterThread(%d, 0) = %v", tt.n, got)
		}
		if got := g.Inside(n, 1); got != tt.inside {
			t.Errorf("Inside(%d, 1) = %v", tt.n, got)
		}
		if got := g.LaterThread(n, n.Thread); got {
			t.Errorf("LaterThread(%d, %d) = %v", tt.n, n.Thread, got)
		}
	}
	if got := number(g.Within(g.Nodes[14], 2)); got != 12 {
		t.Errorf("Within(14, 2) = %d", got)
	}
	if g.LaterThread(g.Nodes[14], 2) {
		t.Error("a goroutine of thread 2 is later than thread 2")
	}
}

func TestLets(t *testing.T) {
	n := &Node{Subjects: []Subject{{Obj: 1, Key: "core/v1.Pod", Cap: CanRun}, {Obj: 2, Cap: CanStart | CanRegister}}}
	for _, tt := range []struct {
		obj  int
		key  string
		want Capability
		lets bool
	}{
		{1, "core/v1.Pod", CanRun, true},
		{1, "core/v1.Pod", CanStart | CanRun, true}, // any of them
		{1, "core/v1.Pod", CanStart, false},
		{1, "core/v1.Node", CanRun, false},
		{2, "core/v1.Node", CanStart, true}, // of all of a factory
		{2, "core/v1.Node", CanRun, false},
		{3, "core/v1.Pod", CanStart | CanRegister | CanRun, false},
	} {
		if got := n.Lets(tt.obj, tt.key, tt.want); got != tt.lets {
			t.Errorf("Lets(%d, %s, %s) = %v", tt.obj, tt.key, tt.want, got)
		}
	}
}
