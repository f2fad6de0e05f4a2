// Package keeping says what handlers keep in maps of their program's own: which maps
// their functions put entries into, by what, and whether anybody else reaches them.
package keeping

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/interp"
)

// A Map is what a program's functions do to one of its maps, on any way.
type Map struct {
	Place string
	By    string // what all keys are made of with which something is put there
	Puts  []interp.Event
	Frees []interp.Event
	at    map[token.Pos]bool // where any of that is done
	// Unclear: a key is not known, or others reach the map or the functions that
	// change it.
	Unclear bool
	// Loose: others may take something away, or it is not known under which key.
	Loose bool
}

// followed are the inputs by which it is known what a program keeps. With the last
// two UIDs are not told apart.
var followed = []interp.Input{interp.AddObject, interp.RemoveObject, interp.UpdateEqual, interp.UpdateDiffer, interp.UpdateStatus, interp.UpdateSpec, interp.UpdateResync,
	interp.DeleteObject, interp.DeleteTombstone}

// Of returns the maps of the program's own that its functions put entries into, in
// their order.
func Of(pr *interp.Program) (out []*Map) {
	index := make(map[string]*Map)
	reach := &effect.Reach{Fns: pr.Functions(), Roots: make(map[*ssa.Function]bool), Calls: make(map[token.Pos]bool), Need: pr.Need}
	for _, fn := range pr.Group.Functions() {
		reach.Roots[fn] = true
	}
	for _, in := range followed {
		for _, w := range pr.Ways(in).All {
			for _, e := range w.Events {
				if e.Kind != interp.Did {
					continue
				}
				for _, pos := range e.Via {
					reach.Calls[pos] = true
				}
				if e.Entry.Map == "" {
					continue
				}
				k := index[e.Entry.Map]
				if k == nil {
					k = &Map{Place: e.Entry.Map, at: make(map[token.Pos]bool)}
					index[e.Entry.Map] = k
					out = append(out, k)
				}
				if k.at[e.Pos] = true; in != interp.DeleteObject && in != interp.DeleteTombstone {
					k.note(e)
				}
			}
		}
	}
	reach.Workers, _, _ = pr.Workers()
	for _, k := range out {
		k.alone(reach)
	}
	return out
}

func (k *Map) note(e interp.Event) {
	unknown := e.Entry.By == "" || e.How != ""
	k.Unclear = k.Unclear || unknown
	k.Loose = k.Loose || e.How != "" || e.Frees && unknown
	if e.Frees {
		k.Frees = append(k.Frees, e)
		return
	}
	if len(k.Puts) == 0 {
		k.By = e.Entry.By
	}
	k.Unclear = k.Unclear || k.By != e.Entry.By
	k.Puts = append(k.Puts, e)
}

// alone looks whether anybody else reaches the map, or what changes it. Who only puts
// something there takes nothing away, unless somebody looks through it: what is put there
// then may be a mark.
func (k *Map) alone(reach *effect.Reach) {
	if k.Unclear && k.Loose {
		return
	}
	sites, known := effect.Sites(reach.Fns, k.Place)
	k.Unclear, k.Loose = k.Unclear || !known, k.Loose || !known
	for _, s := range sites {
		reach.Need(s.Fn)
		if k.at[s.Pos] && reach.Only(s.Fn) {
			continue
		}
		k.Unclear = true
		k.Loose = k.Loose || s.Frees || slices.ContainsFunc(reach.Fns, func(fn *ssa.Function) bool { return effect.Loops(fn, k.Place) })
	}
}
