package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// concurrent: the only Start runs in a goroutine, and the first registration
// follows the go statement: if the goroutine is first, it starts nothing. Who calls
// a method that registers may do so at any time, but nothing keeps the goroutine back.
func (j *judge) concurrent(l *life.Life) []Verdict {
	if !j.g.Object(l.Obj).IsFactory() {
		return nil
	}
	var found gathering
	for _, s := range l.Starts {
		if s.Weak || s.Thread == 0 {
			continue
		}
		spawn := j.g.SpawnOf(s)
		if spawn == nil {
			continue
		}
		for _, key := range life.SortedKeys(l.Registers) {
			if key == "" || key == "?" {
				continue
			}
			var states []uint8
			for _, r := range l.Registers[key] {
				if !life.Strong(r, key) || r.OfSeveral() || j.g.Inside(r, s.Thread) || !j.g.Reaches(spawn.ID, r.ID) {
					continue
				}
				if states == nil {
					states = j.states(l, key)
				}
				if states[spawn.ID] != u0 {
					continue
				}
				if j.g.Reaches(s.ID, r.ID) || j.g.Reaches(r.ID, s.ID) {
					continue
				}
				with := j.g.With(l, r)
				if j.again(with.Registers[key], r, spawn) {
					continue
				}
				if why := j.orderedBeside(with, key, s, r, spawn); why != "" {
					j.noteAt(s, "Start runs beside the registration of %s, but %s", clientgo.Kind(key), why)
					continue
				}
				anchor := j.g.SiteBeside(spawn, r)
				v := found.at(anchor.Where, func() Verdict {
					v := j.verdict(ConcurrentRegistration, l, anchor)
					v.place(Start, j.g.Site(s))
					v.place(Birth, j.g.Site(l.Birth))
					v.Leads = j.g.Site(spawn).Where
					return v
				})
				v.addKey(key)
				v.addReg(j.reg(r, spawn))
				v.addFrames(j.g, []*compose.Node{r, spawn, l.Birth})
			}
		}
	}
	return found.verdicts()
}

// again: the resource was surely asked for before, also after the spawn.
func (j *judge) again(regs []*compose.Node, r, spawn *compose.Node) bool {
	return slices.ContainsFunc(regs, func(first *compose.Node) bool {
		return first != r && !first.Weak && j.g.Reaches(spawn.ID, first.ID) && j.g.Reaches(first.ID, r.ID) && !j.g.Reaches(r.ID, first.ID)
	})
}

// orderedBeside says why the order of a Start in a goroutine and an event in
// its parent may be fixed after all, or what else may start the informer.
func (j *judge) orderedBeside(l *life.Life, key string, s, r, spawn *compose.Node) string {
	if why := j.g.Filled(l, key); why != "" {
		return why
	}
	if j.repeated(s) {
		return "Start is repeated"
	}
	for _, other := range l.Starts {
		if other.ID != s.ID && !j.g.Reaches(other.ID, spawn.ID) {
			return "another Start follows at " + j.g.Site(other).Where
		}
	}
	for k, runs := range l.Runs {
		if compose.MayBe(k, key) && len(runs) > 0 {
			return "its informer is run at " + j.g.Site(runs[0]).Where
		}
	}
	for k, regs := range l.Registers {
		if !compose.MayBe(k, key) {
			continue
		}
		for _, n := range regs {
			if n.ID != r.ID && !j.g.Reaches(spawn.ID, n.ID) && n.Thread != r.Thread {
				return "it may be registered earlier, at " + j.g.Site(n).Where
			}
			if n.ID != r.ID && j.g.Inside(n, s.Thread) {
				return "the goroutine registers it as well"
			}
		}
	}
	for _, e := range l.Escapes {
		if e.Lets(l.Obj, key, compose.CanStart|compose.CanRun) || e.Lets(l.Obj, key, compose.CanRegister) && !j.g.Reaches(r.ID, e.ID) {
			return "the factory leaves at " + j.g.Site(e).Where + ", where it may be started"
		}
	}
	return j.happensBefore(s, r, spawn)
}

// repeated: the event comes again, also since what it is in is run again.
func (j *judge) repeated(n *compose.Node) bool {
	for n != nil && !j.g.Reaches(n.ID, n.ID) {
		if n = j.g.SpawnOf(n); n != nil && n.Ins.Op == ir.OpRun && n.Ins.Callee == ir.Again {
			return true
		}
	}
	return n != nil
}

// happensBefore says why the start s of a goroutine and an event r after its
// go statement may be ordered by something that is not followed.
func (j *judge) happensBefore(s, r, spawn *compose.Node) string {
	top := j.g.Entry[s.Thread]
	// The end of a goroutine that a group started is a signal: its Wait.
	signalled := spawn.Ins.Op == ir.OpRun
	for _, n := range j.g.Nodes {
		switch n.Kind {
		case compose.EvAwait:
			if j.g.Inside(n, s.Thread) && j.g.Reaches(top, n.ID) && j.g.Reaches(n.ID, s.ID) {
				return "the goroutine waits for something before it"
			}
		case compose.EvSignal, compose.EvUnknown:
			if j.g.Inside(n, s.Thread) && (j.g.Reaches(s.ID, n.ID) || n.Ins != nil && ir.CallMode(n.Ins.Mode) == ir.CallDefer) {
				signalled = true
			}
		}
	}
	if !signalled {
		return ""
	}
	for _, n := range j.g.Nodes {
		if (n.Kind == compose.EvAwait || n.Kind == compose.EvUnknown) && !j.g.Inside(n, s.Thread) && j.g.Reaches(spawn.ID, n.ID) && j.g.Reaches(n.ID, r.ID) {
			return "the goroutine signals, and something is awaited in between"
		}
	}
	return ""
}
