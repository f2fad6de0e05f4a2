package interp

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/frame"
	"github.com/informerlint/informerlint/internal/handlers/keep"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/value"
)

// keeps reports whether it is known what the function keeps or frees by UID: what
// it is called is no sign then.
func (x *site) keeps() bool {
	return x.fn != nil && !x.c.IsInvoke() && len(x.in.known.Keepers[clientgo.FuncName(x.fn)]) > 0
}

// keep notes what a function of another package keeps or frees under the UID of an
// object that it gets, and reports whether there is something.
func (x *site) keep(all []value.Value) (kept bool) {
	if !x.uid || x.fn == nil || x.c.IsInvoke() {
		return false
	}
	for _, k := range x.in.known.Keepers[clientgo.FuncName(x.fn)] {
		if k.Param >= len(x.args) || x.in.clears(k.Place) {
			continue
		}
		arg := x.args[k.Param]
		if arg.Kind != value.Object && (arg.Kind != value.Derived || arg.Part != clientgo.PartUID) {
			continue
		}
		e := &Effect{Key: "map " + k.Place, Name: x.fn.Name(), Pos: x.instr.Pos(), UID: arg.From, Frees: k.Frees, Kept: k.Place, how: frame.Manner(x.instr)}
		if k.Frees {
			e.Key = "delete " + k.Place
		}
		x.effect(x.fr, x.s, e, all...)
		kept = true
	}
	return kept
}

// elsewhere returns the package of a call that is not followed; "?" if that is not
// known. What a table knows of has no places.
func (x *site) elsewhere() string {
	switch {
	case x.fn == nil || x.fn.Pkg() == nil:
		return "?"
	case clientgo.Modelled(x.fn.Pkg().Path()) || clientgo.Std(x.fn.Pkg().Path()):
		return ""
	}
	return x.fn.Pkg().Path()
}

// Apart reports whether a call that gets a whole object may do anything to a place
// of another package: only what that package itself does is known.
func Apart(gives, place string) bool {
	return gives != "" && keep.Package(place) != clientgo.Path(gives)
}

// clears reports whether Update may find and take away what is left in a place.
func (in *Machine) clears(place string) bool {
	if in.cleared == nil {
		in.cleared = keep.Cleared(in.pass.Fset, in.fns, in.known.Keepers)
	}
	return in.cleared[place]
}

// Swept reports whether the package takes entries away from a place without being
// told their keys: what a handler has left there is found in that way. What only a
// handler for deletions leads to does not count: for an Update it does nothing.
func (in *Machine) Swept(place string, del *registered.Func) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.swept == nil {
		in.swept = make(map[sweep]bool)
	}
	key := sweep{place: place}
	if del != nil {
		key.but = del.Fn
	}
	yes, known := in.swept[key]
	if !known {
		for _, fn := range in.fns {
			in.Need(fn)
		}
		yes = effect.Swept(in.fns, place) && (del == nil || effect.Swept(in.later().Without(del.Fn), place))
		in.swept[key] = yes
	}
	return yes
}

// A sweep is of a place, and not by what only one function leads to.
type sweep struct {
	place string
	but   *ssa.Function
}

// Swept reports whether the Update function leads to such a sweep: one that Delete
// alone leads to does nothing for an Update.
func (pr *Program) Swept(place string) bool {
	yes, known := pr.swept[place]
	if !known {
		if pr.swept == nil {
			pr.swept = make(map[string]bool)
		}
		yes = pr.Group.Update != nil && effect.Swept(pr.in.below(pr.Group.Update.Fn), place)
		pr.swept[place] = yes
	}
	return yes
}

// below are a function and those of its package that it leads to by calls that are
// known, or by closures that it makes.
func (in *Machine) below(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	add := func(f *ssa.Function) {
		if f != nil && f.Pkg == fn.Pkg && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	for i := 0; i < len(out); i++ {
		in.Need(out[i])
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
