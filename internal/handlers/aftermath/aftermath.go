// Package aftermath tells what may be done after an Update function has returned: by what
// takes out what it has put into queues and channels, and by what looks through all
// that is kept.
package aftermath

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/steady"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// An Aftermath is about the Update function of a program.
type Aftermath struct {
	pr    *interp.Program
	swept map[string]bool // see Swept
	// then are the functions that may run after Update, takes those that take
	// something out: see hop.Later.
	then, takes map[*ssa.Function]bool
}

// Of returns what may be done after a program's Update function.
func Of(pr *interp.Program) *Aftermath { return &Aftermath{pr: pr, swept: make(map[string]bool)} }

// A Chance is a place where a piece of Delete's or Add's work may be done by what
// runs after Update: because of what it has put into a queue or channel, or begun.
type Chance struct {
	Pos token.Pos // invalid if it is not one place
	// Run is set if whatever leads there was followed in the runs of what workers do
	// with keys: where it was not seen there, it is not done.
	Run bool
}

// Chances returns where a piece of Delete's or Add's work may be done after Update.
func (a *Aftermath) Chances(e interp.Event) (out []Chance) {
	g := a.pr.Group
	if g.Update == nil {
		return nil
	}
	hops := a.pr.Hops()
	if a.then == nil {
		a.then, a.takes = hops.Of(g.Update.Fn, g.Functions()...)
	}
	var beyond map[*ssa.Function]bool
	run := a.run()
	if run {
		_, inside, skipped := a.pr.Working().Workers()
		beyond = hops.Beyond(inside, skipped)
	}
	for fn := range a.then {
		if place, ok := strings.CutPrefix(e.Key, "delete "); ok && effect.Swept([]*ssa.Function{fn}, place) {
			out = append(out, Chance{})
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if a.like(instr, e.Key) {
					out = append(out, Chance{Pos: instr.Pos(), Run: run && !beyond[fn]})
				}
			}
		}
	}
	if len(out) > 0 {
		for _, fn := range a.pr.Functions() {
			a.pr.Need(fn) // what is not there would take nothing out
		}
	}
	return out
}

// run reports whether all that takes something out was run with keys.
func (a *Aftermath) run() bool {
	working := a.pr.Working()
	if working == nil || a.takes == nil {
		return false
	}
	for _, in := range []interp.Input{interp.AddObject, interp.UpdateEqual, interp.UpdateDiffer, interp.RemoveObject} {
		if ways := working.Ways(in); ways.Cut || ways.Coarse {
			return false
		}
	}
	worked, _, _ := working.Workers()
	for fn := range a.takes {
		if !worked[fn] {
			return false
		}
	}
	return true
}

// like reports whether an instruction does, or may do, a piece of work, by the key
// that effects have.
func (a *Aftermath) like(instr ssa.Instruction, key string) bool {
	if m, ok := instr.(*ssa.MapUpdate); ok {
		return key == "map "+effect.Place(m.Map)
	}
	if st, ok := instr.(*ssa.Store); ok {
		return effect.Dropped(st) != nil && key == "delete "+effect.Place(st.Addr)
	}
	i, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	c := i.Common()
	place, deletes := strings.CutPrefix(key, "delete ")
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if !deletes || b.Name() != "delete" && b.Name() != "clear" {
			return false
		}
		switch c.Args[0].(type) {
		case *ssa.Parameter, *ssa.Phi, *ssa.Call, *ssa.Extract:
			return a.typed(place, c.Args[0].Type()) // it may be that one
		}
		return effect.Place(c.Args[0]) == place
	}
	if op, at := effect.Keeps(c); op != clientgo.NoSetOp {
		if op == clientgo.SetPuts {
			return key == "map "+effect.Place(at)
		}
		return deletes && effect.Place(at) == place
	}
	fn := ssautil.Callee(c)
	if fn == nil {
		return key == "call of "+effect.Place(c.Value)
	}
	if deletes {
		return a.pr.FreesElsewhere(fn, place)
	}
	if clientgo.IsSyncMap(fn) && len(c.Args) > 0 && clientgo.SyncMapTakes(fn.Name()) {
		_, of, _ := strings.Cut(key, " of ")
		return strings.HasPrefix(key, "(*sync.Map).") && of == effect.Place(c.Args[0])
	}
	return key == effect.CallKey(c, fn)
}

// typed reports whether a place may be one of a type.
func (a *Aftermath) typed(place string, typ types.Type) bool {
	for _, fn := range a.pr.Functions() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if at, ok := instr.(*ssa.FieldAddr); ok && effect.Place(at) == place {
					return types.Identical(ssautil.Deref(at.Type()).Underlying(), typ.Underlying())
				}
			}
		}
	}
	return true
}

// Swept reports whether the Update function leads to a sweep of a place: to what takes
// entries away without being told their keys.
func (a *Aftermath) Swept(place string) bool {
	yes, known := a.swept[place]
	if !known {
		yes = a.pr.Group.Update != nil && effect.Swept(a.below(a.pr.Group.Update.Fn), place)
		a.swept[place] = yes
	}
	return yes
}

// below are a function and those of its package that it leads to by calls that are
// known, or by closures that it makes.
func (a *Aftermath) below(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	add := func(f *ssa.Function) {
		if f != nil && f.Pkg == fn.Pkg && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	for i := 0; i < len(out); i++ {
		a.pr.Need(out[i])
		for _, b := range out[i].Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case ssa.CallInstruction:
					add(instr.Common().StaticCallee())
				case *ssa.MakeClosure:
					add(instr.Fn.(*ssa.Function))
				}
			}
		}
	}
	return out
}

// Swept reports whether a package takes entries away from a place without being told
// their keys: what a handler has left there is found in that way. What only a handler
// for deletions leads to does not count: for an Update it does nothing. A slice must be
// plain in the whole package.
func Swept(fns []*ssa.Function, hops *hop.Later, place string, del *registered.Func) bool {
	return effect.Reordered(fns, place) || effect.Swept(fns, place) && (del == nil || effect.Swept(hops.Without(del.Fn), place))
}

// Steady reports whether what a group leaves in a place stays there as long as its
// functions do not take it away: nobody else has the place, or puts another one there.
func Steady(fns []*ssa.Function, hops *hop.Later, place string, g *registered.Group) bool {
	p := &steady.Package{Fns: fns, Free: fns, Handlers: g.Functions()}
	if g.Delete != nil {
		p.Free = hops.Without(g.Delete.Fn)
	}
	return p.Steady(place)
}
