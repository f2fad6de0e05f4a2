package interp

import (
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// call interprets a function and returns the ways in which it ends.
func (t *Trail) call(fr *Frame, args, free []val, from *state) []End {
	fn := fr.Fn
	t.in.Need(fn)
	if len(fn.Blocks) == 0 {
		return []End{{mem: from.mem, Flags: from.flags, past: from.past}}
	}
	start := &state{env: make(map[ssa.Value]val), mem: make(map[place]val, len(from.mem)), flags: from.flags, past: from.past}
	for k, v := range from.mem {
		start.mem[k] = v
	}
	for i, p := range fn.Params {
		if i < len(args) && args[i].k != unknown {
			start.env[p] = args[i]
		}
	}
	for i, p := range fn.FreeVars {
		if i < len(free) && free[i].k != unknown {
			start.env[p] = free[i]
		}
	}
	type item struct {
		block *ssa.BasicBlock
		pred  *ssa.BasicBlock
		st    *state
		id    string // once phis are set
	}
	live := t.in.liveness(fn)
	enter := func(it *item) {
		phis(it.block, it.pred, it.st)
		it.st.prune(it.block, live[it.block.Index])
		it.id = strconv.Itoa(it.block.Index) + "|" + it.st.fingerprint(t.in.ids)
	}
	seen := make(map[string]past)
	ends := make(map[string]End)
	var order []string
	var work []*item
	push := func(it *item) {
		if t.rec != nil {
			// Ways that meet are one before it goes on.
			enter(it)
			for _, w := range work {
				if w.id == it.id {
					w.st.past, _ = w.st.past.merge(it.st.past)
					return
				}
			}
		}
		work = append(work, it)
	}
	push(&item{block: fn.Blocks[0], st: start})
	for len(work) > 0 {
		at, limit := len(work)-1, maxSteps
		if t.rec != nil {
			order := t.in.order(fn)
			for i := range work {
				if order[work[i].block.Index] < order[work[at].block.Index] {
					at = i
				}
			}
			if !t.in.ids.coarse {
				limit = maxRecorded
			}
		}
		it := work[at]
		work = slices.Delete(work, at, at+1)
		if t.steps++; t.steps > limit || len(seen) > maxStates {
			t.GaveUp = true
			break
		}
		if it.id == "" {
			enter(it)
		}
		known, again := seen[it.id]
		if again {
			both, changed := known.merge(it.st.past)
			if !changed {
				continue
			}
			it.st.past = both
		}
		seen[it.id] = it.st.past
		for _, o := range t.block(fr, it.block, it.st) {
			switch {
			case o.end != nil:
				e := *o.end
				forget(&e, fn)
				key := t.in.ids.end(e)
				if first, dup := ends[key]; dup {
					first.past, _ = first.past.merge(e.past)
					ends[key] = first
				} else {
					ends[key] = e
					order = append(order, key)
				}
			case o.next != nil:
				push(&item{block: o.next, pred: it.block, st: o.st})
			}
		}
		if t.GaveUp {
			break // what follows would be thrown away
		}
	}
	out := make([]End, 0, len(order))
	for _, key := range order {
		out = append(out, ends[key])
	}
	return out
}

// forget drops what a function's own variables hold, unless it returns their
// addresses.
func forget(e *End, fn *ssa.Function) {
	for _, r := range e.results {
		if r.k == pointer || r.k == closure || r.k == tuple {
			return
		}
	}
	for p := range e.mem {
		if p.ref.Parent() == fn {
			delete(e.mem, p)
		}
	}
}

func (n *ids) end(e End) string {
	var b []byte
	for _, r := range e.results {
		b = append(n.append(b, r), ',')
	}
	b = strconv.AppendInt(append(n.appendMem(b, e.mem), '|'), int64(e.Flags), 36)
	return string(n.appendPast(append(b, ';'), e.past))
}

// phis sets the values that depend on where control came from.
func phis(b, pred *ssa.BasicBlock, st *state) {
	if pred == nil {
		return
	}
	i := slices.Index(b.Preds, pred)
	var vals []val
	var which []*ssa.Phi
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		which = append(which, phi)
		vals = append(vals, st.eval(phi.Edges[i]))
	}
	for j, phi := range which {
		st.set(phi, vals[j])
	}
}

// An outcome is where a block leads: to another block, or out.
type outcome struct {
	next *ssa.BasicBlock
	st   *state
	end  *End
}

// block interprets the instructions of a block. A call or a type test may
// have several results; each goes its own way from there.
func (t *Trail) block(fr *Frame, b *ssa.BasicBlock, st *state) []outcome {
	states := []*state{st}
	for _, instr := range b.Instrs {
		var next []*state
		for _, s := range states {
			next = append(next, t.step(fr, instr, s)...)
		}
		if states = next; len(states) == 0 {
			return nil
		}
		if len(states) > maxSplit {
			t.GaveUp = true
			return nil
		}
	}
	if t.rec != nil {
		t.steps += len(states) - 1
	}
	var out []outcome
	for _, s := range states {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			results := make([]val, len(last.Results))
			for i, r := range last.Results {
				results[i] = s.eval(r)
			}
			out = append(out, outcome{end: &End{results, s.flags, s.mem, s.past}})
		case *ssa.If:
			out = append(out, t.branch(fr, b, last, s)...)
		default:
			for _, succ := range b.Succs {
				out = append(out, outcome{next: succ, st: s})
			}
		}
	}
	return out
}

// branch decides a condition, if it can, and notes what decided it.
func (t *Trail) branch(fr *Frame, b *ssa.BasicBlock, last *ssa.If, s *state) []outcome {
	cond := s.eval(last.Cond)
	switch cond.k {
	case isTrue:
		return []outcome{{next: b.Succs[0], st: s}}
	case isFalse:
		return []outcome{{next: b.Succs[1], st: s}}
	}
	yes, no := s.clone(), s.clone()
	if t.uid {
		if t.mark(cond, yes, no); cond.from == New && cond.part != partName && s.flags&(SawUID|OnNew|OnOld) == 0 && !slices.Contains(t.Early, last) {
			t.Early = append(t.Early, last)
		}
	}
	t.decide(fr, last, cond, yes, no)
	// The condition is known from here on.
	yes.set(last.Cond, val{k: isTrue})
	no.set(last.Cond, val{k: isFalse})
	return []outcome{{next: b.Succs[0], st: yes}, {next: b.Succs[1], st: no}}
}

// mark notes in both successors what an undecided condition depends on.
func (t *Trail) mark(cond val, yes, no *state) {
	switch cond.from {
	case New:
		if cond.part != partName {
			yes.flags |= OnNew
			no.flags |= OnNew
		}
	case Old, Both:
		yes.flags |= OnOld
		no.flags |= OnOld
	}
	if cond.k != compare {
		return
	}
	same := yes
	if cond.neg {
		same = no
	}
	switch cond.part {
	case partGen:
		same.flags |= GenEqual
	case partRV:
		// A recreated object has another resource version: this side is
		// not about one.
		same.flags |= Odd
	case partAny:
		same.flags |= SpecEqual
	}
}
