package flow

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// dump prints the composed program of a root function on standard error, for
// people who work on the engine: INFORMERLINT_DUMP is the function's key, or *
// for all.
func (j *judge) dump() {
	if want := os.Getenv("INFORMERLINT_DUMP"); want == "*" || want != "" && want == j.root.Key {
		j.write(os.Stderr)
	}
}

var eventNames = [...]string{"-", "birth", "register", "start", "run", "wait", "use", "fill", "escape", "spawn", "await", "signal", "unknown", "sync", "read", "setup"}

func (j *judge) write(w io.Writer) {
	fmt.Fprintf(w, "== %s: %d frames, %d threads, %d nodes\n", j.root.Key, len(j.g.in.frames), len(j.g.in.threads), len(j.g.nodes))
	for _, n := range j.g.nodes {
		if n.kind == evNone {
			continue
		}
		var subs []string
		for _, s := range n.subjects {
			subs = append(subs, fmt.Sprintf("%d/%s/%d", s.obj, s.key, s.cap))
		}
		depth := 0
		if n.frame != nil {
			depth = n.frame.depth
		}
		fmt.Fprintf(w, "  n%d t%d %s%s %s %v weak=%v at %s\n", n.id, n.thread, strings.Repeat("  ", depth), eventNames[n.kind],
			n.op, subs, n.weak, j.site(n).Where)
	}
	for _, n := range j.p.notes {
		fmt.Fprintf(w, "  note %s: %s\n", j.p.pass.Fset.Position(n.Pos), n.Text)
	}
	for _, f := range j.g.in.frames {
		parent := -1
		if f.parent != nil {
			parent = f.parent.id
		}
		fmt.Fprintf(w, "  frame %d < %d thread %d %s\n", f.id, parent, f.thread.id, f.fn.Key)
	}
}
