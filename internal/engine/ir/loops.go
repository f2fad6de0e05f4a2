package ir

import "slices"

// What the Mode of an OpMove says of it.
const (
	MovePhi  uint8 = 1 + iota // it depends on the path which of Args it is
	MoveSome                  // the same, and what some paths bring is not followed
	MovePart                  // some of the elements of a slice
)

// ElemEach, as the Mode of an OpElem or of an OpField "[*]", says that the loop
// around it, as often as it is run, comes to each element once.
const ElemEach uint8 = 1

// A Loop is a natural loop of a function.
type Loop struct {
	Head    int
	Latches []int // the blocks that lead back to Head
	Blocks  []bool
}

// Has reports whether a block is in the loop.
func (l *Loop) Has(block int) bool { return block >= 0 && l.Blocks[block] }

// Loops finds the loops of a function, inner ones before those around them.
func (fn *Fn) Loops() []Loop {
	var loops []Loop
	of := make(map[int]int)
	for _, e := range fn.backEdges() {
		from, head := e[0], e[1]
		k, known := of[head]
		if !known {
			k = len(loops)
			of[head] = k
			loops = append(loops, Loop{Head: head, Blocks: make([]bool, len(fn.Blocks))})
			loops[k].Blocks[head] = true
		}
		loops[k].Latches = append(loops[k].Latches, from)
		fn.backward(from, loops[k].Blocks)
	}
	size := func(l Loop) int {
		n := 0
		for _, in := range l.Blocks {
			if in {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(loops, func(a, b Loop) int { return size(a) - size(b) })
	return loops
}

// backEdges are the edges to a block that is on the way from the entry.
func (fn *Fn) backEdges() [][2]int {
	const (
		open = 1 + iota
		done
	)
	var out [][2]int
	state := make([]uint8, len(fn.Blocks))
	var visit func(b int)
	visit = func(b int) {
		state[b] = open
		for _, s := range fn.Blocks[b].Succs {
			switch state[s] {
			case open:
				out = append(out, [2]int{b, s})
			case 0:
				visit(s)
			}
		}
		state[b] = done
	}
	if len(fn.Blocks) > 0 {
		visit(0)
	}
	return out
}

// backward adds a block to a set, and all that lead to it.
func (fn *Fn) backward(b int, set []bool) {
	if set[b] {
		return
	}
	set[b] = true
	for p := range fn.Blocks {
		if slices.Contains(fn.Blocks[p].Succs, b) {
			fn.backward(p, set)
		}
	}
}

// BlockOf is the block of an instruction; -1 if it is none of the function's.
func (fn *Fn) BlockOf(ins *Instr) int {
	b, _ := fn.find(ins)
	return b
}
