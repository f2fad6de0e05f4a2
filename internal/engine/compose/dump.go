package compose

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
)

var eventNames = [...]string{"-", "birth", "register", "start", "run", "wait", "use", "fill", "escape", "spawn", "await", "signal", "unknown", "sync", "read", "setup", "mark"}

func (k EventKind) String() string { return eventNames[k] }

func (c Capability) String() string {
	var can []string
	for i, name := range []string{"start", "register", "run"} {
		if c&(1<<i) != 0 {
			can = append(can, name)
		}
	}
	return strings.Join(can, "+")
}

// Write prints a composed program: a line for each event, with the events that
// may come next. Events are numbered as they are laid out; joints are left out.
//
//	graph example.com/p.Run
//	  thread 0: 1
//	    1 birth o0 at p.go:10 -> 2
//	    2 register o0 core/v1.Pod at p.go:12 -> 3 4
//	  thread 1 (concurrent): 4
func (g *Graph) Write(w io.Writer) {
	fmt.Fprintf(w, "graph %s\n", g.Root.Key)
	number := make(map[int]int)
	for _, n := range g.Nodes {
		if n.Kind != EvNone {
			number[n.ID] = len(number) + 1
		}
	}
	for _, t := range g.in.threads {
		mode := ""
		if t.id != 0 {
			mode = " (" + t.Mode.String() + ")"
		}
		fmt.Fprintf(w, "  thread %d%s:%s\n", t.id, mode, g.after(g.Entry[t.id], number))
		for _, n := range g.Nodes {
			if n.Kind != EvNone && n.Thread == t.id {
				fmt.Fprintf(w, "    %d %s\n", number[n.ID], g.text(n, number))
			}
		}
	}
}

func (g *Graph) text(n *Node, number map[int]int) string {
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
	if next := g.after(n.ID, number); next != "" {
		b.WriteString(" ->" + next)
	}
	return b.String()
}

// after lists the events that may come next after a node, or are that node's
// own if it is a thread's entry.
func (g *Graph) after(id int, number map[int]int) string {
	var next []int
	seen := make(map[int]bool)
	for work := slices.Clone(g.Nodes[id].Succs); len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		if n := number[at]; n > 0 {
			next = append(next, n)
		} else {
			work = append(work, g.Nodes[at].Succs...)
		}
	}
	slices.Sort(next)
	text := ""
	for _, n := range next {
		text += fmt.Sprintf(" %d", n)
	}
	return text
}
