package interp

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/keep"
	"github.com/informerlint/informerlint/internal/handlers/value"
	"github.com/informerlint/informerlint/internal/ssautil"
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
		e := &Effect{Key: "map " + k.Place, Name: x.fn.Name(), Pos: x.instr.Pos(), UID: arg.From, Frees: k.Frees, Kept: k.Place, how: manner(x.instr)}
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

// clears reports whether the package frees entries of a place in a loop, or where
// nobody knows who calls it: what Update leaves there may be found and taken away.
func (in *Machine) clears(place string) bool {
	if in.cleared == nil {
		in.cleared = make(map[string]bool)
		in.findClears()
	}
	return in.cleared[place]
}

func (in *Machine) findClears() {
	c := &clearing{in: in, frees: make(map[*ssa.Function]map[string]bool)}
	for changed := true; changed; {
		changed = false
		for _, fn := range in.fns {
			if strings.HasSuffix(in.pass.Fset.Position(fn.Pos()).Filename, "_test.go") {
				continue // in a loop over cases
			}
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					changed = c.look(fn, instr) || changed
				}
			}
		}
	}
}

// A clearing knows which functions lead to one that frees an entry of a place.
type clearing struct {
	in    *Machine
	frees map[*ssa.Function]map[string]bool
}

// of returns the places in which a function frees something.
func (c *clearing) of(fn *ssa.Function) map[string]bool {
	fn = ssautil.Origin(fn)
	places, known := c.frees[fn]
	if !known && len(fn.Blocks) == 0 {
		places = make(map[string]bool)
		if obj := ssautil.Object(fn); obj != nil {
			for _, k := range c.in.known.Keepers[clientgo.FuncName(obj)] {
				if k.Frees {
					places[k.Place] = true
				}
			}
		}
		c.frees[fn] = places
	}
	return places
}

// look looks at an instruction that calls, or mentions, a function that frees
// something. It reports whether the function that it stands in is now known to.
func (c *clearing) look(fn *ssa.Function, instr ssa.Instruction) (changed bool) {
	call, _ := instr.(ssa.CallInstruction)
	for _, op := range instr.Operands(nil) {
		callee, ok := (*op).(*ssa.Function)
		if !ok {
			continue
		}
		if m := ssautil.Bound(callee); m != nil {
			callee = m
		}
		called := call != nil && op == &call.Common().Value
		for place := range c.of(callee) {
			if called && ssautil.Reaches(instr, instr) || !called && len(ssautil.Origin(callee).Blocks) == 0 {
				c.in.cleared[place] = true
			}
			if (called || callee.Parent() == fn) && !c.frees[fn][place] {
				if c.frees[fn] == nil {
					c.frees[fn] = make(map[string]bool)
				}
				c.frees[fn][place] = true
				changed = true
			}
		}
	}
	return changed
}
