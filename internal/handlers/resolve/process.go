package resolve

import (
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/fifo"
	"github.com/informerlint/informerlint/internal/handlers/registered"
)

// processes returns what a function is used as that is put into the field of a process
// function.
func processes(fa *ssa.FieldAddr, st *ssa.Store) sinks {
	gets, keyed := fifo.Tombstones(fa, st)
	if !gets {
		return nil
	}
	return sinks{{Role: clientgo.OnDelete, Style: clientgo.Untyped, Open: true, Args: registered.OfProcess(keyed)}}
}

// sources are where what is used as s comes from: of a function that makes it, where
// what that returns comes from.
func (r *resolver) sources(v ssa.Value, s Sink) []source {
	if s.Method != "" {
		return r.behind(v, s.Method)
	}
	out := r.trace(v, 0)
	if !s.Made {
		return out
	}
	var made []source
	for _, o := range out {
		if o.fn == nil {
			made = append(made, o)
			continue
		}
		for _, b := range o.fn.Fn.Blocks {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) == 1 {
				for _, of := range r.trace(ret.Results[0], 1) {
					if of.fn == nil {
						of = source{} // its own parameter is something else than a maker
					}
					made = append(made, of)
				}
			}
		}
	}
	return made
}
