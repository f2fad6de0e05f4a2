package engine

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
)

// writeComposed prints a composed program: a line for each event, with the events that
// may come next. Events are numbered as they are laid out; joints are left out.
//
//	graph example.com/p.Run
//	  thread 0: 1
//	    1 birth o0 at p.go:10 -> 2
//	    2 register o0 core/v1.Pod at p.go:12 -> 3 4
//	  thread 1 (concurrent): 4
func writeComposed(w io.Writer, g *compose.Graph) {
	fmt.Fprintf(w, "graph %s\n", g.Root.Key)
	number := make(map[int]int)
	for _, n := range g.Nodes {
		if n.Kind != compose.EvNone {
			number[n.ID] = len(number) + 1
		}
	}
	for id, t := range g.Threads() {
		mode := ""
		if id != 0 {
			mode = " (" + t.Mode.String() + ")"
		}
		fmt.Fprintf(w, "  thread %d%s:%s\n", id, mode, after(g, g.Entry[id], number))
		for _, n := range g.Nodes {
			if n.Kind != compose.EvNone && n.Thread == id {
				fmt.Fprintf(w, "    %d %s\n", number[n.ID], text(g, n, number))
			}
		}
	}
}

func text(g *compose.Graph, n *compose.Node, number map[int]int) string {
	var b strings.Builder
	b.WriteString(n.Kind.String())
	if n.Op != clientgo.OpNone {
		fmt.Fprintf(&b, " %s", n.Op)
	}
	for _, s := range n.Subjects {
		fmt.Fprintf(&b, " o%d", s.Obj)
		if s.Key != "" {
			b.WriteString(" " + s.Key)
		}
		if s.Cap != 0 {
			fmt.Fprintf(&b, " can %s", s.Cap)
		}
	}
	if n.Weak {
		b.WriteString(" perhaps")
	}
	if at := g.Site(n).Where; at != "" {
		b.WriteString(" at " + at)
	}
	if next := after(g, n.ID, number); next != "" {
		b.WriteString(" ->" + next)
	}
	return b.String()
}

// after lists the events that may come next after a node, or are that node's
// own if it is a thread's entry.
func after(g *compose.Graph, id int, number map[int]int) string {
	var next []int
	seen := make(map[int]bool)
	for work := slices.Collect(g.Nodes[id].Next()); len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		if n := number[at]; n > 0 {
			next = append(next, n)
		} else {
			work = slices.AppendSeq(work, g.Nodes[at].Next())
		}
	}
	slices.Sort(next)
	text := ""
	for _, n := range next {
		text += fmt.Sprintf(" %d", n)
	}
	return text
}
