package engine

import (
	"io"
	"os"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/life"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/engine/story"
)

// Write prints what the engine makes of a root function, or of all of a package
// if root is empty: the programs of the package, and for each root its graph
// and the stories in it. The text is the same whenever the source is.
func Write(w io.Writer, set *program.Set, root string) {
	set.Write(w)
	by := compose.New(set)
	for _, fn := range by.Roots() {
		if root != "" && fn.Key != root {
			continue
		}
		if g, err := by.Compose(fn); err == nil {
			writeGraph(w, life.Of(g))
		}
	}
}

func writeGraph(w io.Writer, g *life.Graph) {
	writeComposed(w, g.Graph)
	for _, s := range append(story.All(g), story.Waits(g)...) {
		s.Write(w)
	}
}

// dump prints a graph on standard error, for people who work on the engine:
// INFORMERLINT_DUMP is the key of the root function, or * for all.
func dump(g *life.Graph) {
	if want := os.Getenv("INFORMERLINT_DUMP"); want == "*" || want != "" && want == g.Root.Key {
		writeGraph(os.Stderr, g)
	}
}
