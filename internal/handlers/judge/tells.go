package judge

import (
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
)

// Tells reports whether a handler pair compares UIDs, or keeps something by UID in
// a map of the package's own, so that it is worth a run to see what it leaves
// there. An object with a finalizer is not gone before somebody has seen it go.
func Tells(p *resolve.Package, g *registered.Group) bool {
	if g.Open || g.Style == clientgo.Predicate || g.Add == nil || g.Delete == nil {
		return false
	}
	pr := pair{p: p, in: p.Machine, Group: g}
	trails := []*interp.Trail{pr.single(g.Add), pr.single(g.Delete)}
	if g.Update != nil {
		trails = append(trails, pr.in.RunUpdate(g.Update, false))
	}
	tells := false
	for _, t := range trails {
		if t.GaveUp {
			return false
		}
		tells = tells || len(t.UIDs) > 0
		for _, e := range t.Effects {
			tells = tells || e.Entry.Map != "" && e.Entry.By == clientgo.PartUID
		}
	}
	return tells && !pr.finalizers()
}

// Clip shortens an expression for a message.
func Clip(s string) string {
	if len(s) > 60 {
		return s[:57] + "..."
	}
	return s
}
