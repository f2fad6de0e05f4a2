package compose

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// Dump prints the composed program of a root function on standard error, for
// people who work on the engine: INFORMERLINT_DUMP is the function's key, or *
// for all.
func (g *Graph) Dump() {
	if want := os.Getenv("INFORMERLINT_DUMP"); want == "*" || want != "" && want == g.Root.Key {
		g.write(os.Stderr)
	}
}

var eventNames = [...]string{"-", "birth", "register", "start", "run", "wait", "use", "fill", "escape", "spawn", "await", "signal", "unknown", "sync", "read", "setup"}

func (g *Graph) write(w io.Writer) {
	fmt.Fprintf(w, "== %s: %d frames, %d threads, %d nodes\n", g.Root.Key, len(g.in.frames), len(g.in.threads), len(g.Nodes))
	for _, n := range g.Nodes {
		if n.Kind == EvNone {
			continue
		}
		var subs []string
		for _, s := range n.Subjects {
			subs = append(subs, fmt.Sprintf("%d/%s/%d", s.Obj, s.Key, s.Cap))
		}
		depth := 0
		if n.Frame != nil {
			depth = n.Frame.depth
		}
		fmt.Fprintf(w, "  n%d t%d %s%s %s %v weak=%v at %s\n", n.ID, n.Thread, strings.Repeat("  ", depth), eventNames[n.Kind],
			n.Op, subs, n.Weak, g.Site(n).Where)
	}
	for _, f := range g.in.frames {
		parent := -1
		if f.parent != nil {
			parent = f.parent.id
		}
		fmt.Fprintf(w, "  frame %d < %d thread %d %s\n", f.id, parent, f.thread.id, f.Fn.Key)
	}
}
