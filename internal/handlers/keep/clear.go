package keep

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Cleared returns the places of other packages whose entries the functions free in
// a loop, or where nobody knows who calls it: what a handler leaves there may be
// found and taken away.
func Cleared(fset *token.FileSet, fns []*ssa.Function, known Known) map[string]bool {
	c := &clearing{known: known, frees: make(map[*ssa.Function]map[string]bool), cleared: make(map[string]bool)}
	for changed := true; changed; {
		changed = false
		for _, fn := range fns {
			if strings.HasSuffix(fset.Position(fn.Pos()).Filename, "_test.go") {
				continue // in a loop over cases
			}
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					changed = c.look(fn, instr) || changed
				}
			}
		}
	}
	return c.cleared
}

// A clearing knows which functions lead to one that frees an entry of a place.
type clearing struct {
	known   Known
	frees   map[*ssa.Function]map[string]bool
	cleared map[string]bool
}

// of returns the places in which a function frees something.
func (c *clearing) of(fn *ssa.Function) map[string]bool {
	fn = ssautil.Origin(fn)
	places, known := c.frees[fn]
	if !known && len(fn.Blocks) == 0 {
		places = make(map[string]bool)
		if obj := ssautil.Object(fn); obj != nil {
			for _, k := range c.known[clientgo.FuncName(obj)] {
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
				c.cleared[place] = true
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
