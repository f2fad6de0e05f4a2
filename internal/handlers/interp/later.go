package interp

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Chance is a place where a piece of Delete's or Add's work may be done by what
// runs after Update: because of what it has put into a queue or channel, or begun.
type Chance struct {
	Pos token.Pos // invalid if it is not one place
	// Run is set if whatever leads there was followed in the runs of what workers do
	// with keys: where it was not seen there, it is not done.
	Run bool
}

// Later returns where a piece of Delete's or Add's work may be done after Update.
func (pr *Program) Later(e Event) (out []Chance) {
	if pr.Group.Update == nil {
		return nil
	}
	run := pr.followed()
	pr.in.mu.Lock()
	defer pr.in.mu.Unlock()
	if pr.then == nil {
		pr.then, pr.takes = pr.in.later().Of(pr.Group.Update.Fn, pr.Group.Functions()...)
	}
	known := run != nil && pr.takes != nil
	for fn := range pr.takes {
		known = known && run.worked[fn]
	}
	var beyond map[*ssa.Function]bool
	if known {
		beyond = pr.in.hops.Beyond(run.inside, run.skipped)
	}
	for fn := range pr.then {
		seen := known && !beyond[fn]
		if place, ok := strings.CutPrefix(e.Key, "delete "); ok && effect.Swept([]*ssa.Function{fn}, place) {
			out = append(out, Chance{})
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if pr.in.like(instr, e.Key) {
					out = append(out, Chance{Pos: instr.Pos(), Run: seen})
				}
			}
		}
	}
	if len(out) > 0 {
		for _, fn := range pr.in.fns {
			pr.in.Need(fn) // what is not there would take nothing out
		}
	}
	return out
}

// followed is what workers do with keys, if all of it was run.
func (pr *Program) followed() *work {
	w := pr.Working()
	if w == nil {
		return nil
	}
	for _, in := range []Input{AddObject, UpdateEqual, UpdateDiffer, RemoveObject} {
		if ways := w.Ways(in); ways.Cut || ways.Coarse {
			return nil
		}
	}
	return w.works
}

// like reports whether an instruction does, or may do, a piece of work, by the key
// that effects have.
func (in *Machine) like(instr ssa.Instruction, key string) bool {
	if m, ok := instr.(*ssa.MapUpdate); ok {
		return key == "map "+effect.Place(m.Map)
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
			return in.typed(place, c.Args[0].Type()) // it may be that one
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
		for _, k := range in.known.Keepers[clientgo.FuncName(fn)] {
			if k.Frees && k.Place == place {
				return true
			}
		}
		return false
	}
	if clientgo.IsSyncMap(fn) && len(c.Args) > 0 && (fn.Name() == "Clear" || strings.HasSuffix(fn.Name(), "Delete")) {
		_, of, _ := strings.Cut(key, " of ")
		return strings.HasPrefix(key, "(*sync.Map).") && of == effect.Place(c.Args[0])
	}
	return key == keyOf(c, fn)
}

// typed reports whether a place may be one of a type.
func (in *Machine) typed(place string, typ types.Type) bool {
	for _, fn := range in.fns {
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

// keyOf is the key of an effect that is a call.
func keyOf(c *ssa.CallCommon, fn *types.Func) string {
	switch {
	case c.IsInvoke():
		return clientgo.FuncName(fn) + " of " + effect.Place(c.Value)
	case fn.Signature().Recv() != nil && len(c.Args) > 0:
		return clientgo.FuncName(fn) + " of " + effect.Place(c.Args[0])
	}
	return clientgo.FuncName(fn)
}
