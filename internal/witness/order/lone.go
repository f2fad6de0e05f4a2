package order

import (
	"go/token"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/tell"
)

// A Lone case is a wait that is wrong as it stands, whatever the program around
// it does: it leaves out an informer. What is run is not the user's program but
// the wait beside that informer, and in its place, for a fix, one that asks it.
type Lone struct {
	Fset *token.FileSet
	Pos  token.Pos // of the wait
}

// Witness returns a run in which the wait is over before the informer is synced.
func (c Lone) Witness() (*report.Witness, string) {
	v := c.try(story.ActWait)
	return v.Witness, v.String()
}

// Holds says what is wrong with a wait that asks the informer.
func (c Lone) Holds(*gate.Edited) string {
	if v := c.try(story.ActSync, story.ActRead); v.Witness != nil || v.Cut || !v.Reached {
		return "with it, " + v.String()
	}
	return ""
}

// try runs an informer beside what the wait is, or stands for.
func (c Lone) try(acts ...story.Act) Verdict {
	at := compose.Site{Pos: c.Pos, Where: tell.Where(c.Fset.Position(c.Pos)), Local: true, Call: "WaitForCacheSync"}
	way := []story.Event{{Act: story.ActRun, Site: at}}
	for i, a := range acts {
		way = append(way, story.Event{Act: a, Target: i == len(acts)-1, Site: at})
	}
	return Try(story.Story{Single: true, Moments: []story.Moment{{
		Act: acts[len(acts)-1], Site: at, Threads: []story.Thread{{Name: "main", Ways: [][]story.Event{way}}},
	}}})
}
