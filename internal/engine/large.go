package engine

import (
	"fmt"
	"go/token"

	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A program that is large is followed only where something may be done to
// informers, and one that is too large for that is not judged: a bounded result, and
// said to be one. informerlint -v counts such programs, and why names them at each
// line that does something to an informer in them.

// within says of each program that is too large that the place is part of it.
func (p *Package) within(at func(token.Pos) bool) []string {
	var out []string
	here := func(fn *ir.Fn, ins *ir.Instr) bool { return fn.Local && ins.Op == ir.OpProto && at(ins.Pos) }
	for _, root := range p.large {
		if p.leads(root, here) {
			out = append(out, fmt.Sprintf("the program of %s leads here and is too large to follow, so that nothing is said of it", root.Key))
		}
	}
	for _, root := range p.coarse {
		if p.leads(root, func(fn *ir.Fn, ins *ir.Instr) bool { return here(fn, ins) && ins.Looks() }) {
			out = append(out, fmt.Sprintf("the program of %s leads here and is large: functions that only read from informers are not followed in it", root.Key))
		}
	}
	return out
}

// leads: a function mentions, or the functions that it mentions do, something
// that is looked for.
func (p *Package) leads(root *ir.Fn, is func(*ir.Fn, *ir.Instr) bool) bool {
	seen := map[string]bool{root.Key: true}
	for work := []*ir.Fn{root}; len(work) > 0; work = work[1:] {
		for ins := range work[0].Instrs() {
			if is(work[0], ins) {
				return true
			}
			for _, key := range ins.Mentions() {
				if fn := p.set.Lookup(key); fn != nil && !seen[key] {
					seen[key] = true
					work = append(work, fn)
				}
			}
		}
	}
	return false
}
