package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// mirrored is concurrent with the two sides changed: the first registration runs
// in a goroutine, and the only Start follows the go statement. If Start is first,
// as it practically always is, it starts nothing.
func (j *judge) mirrored(l *life.Life) []Verdict {
	if !j.g.Object(l.Obj).IsFactory() {
		return nil
	}
	var found gathering
	for _, key := range life.SortedKeys(l.Registers) {
		for _, r := range l.Registers[key] {
			if !life.Strong(r, key) || r.OfSeveral() || r.Thread == 0 {
				continue
			}
			s, spawn := j.startBeside(l, key, r)
			if s == nil {
				continue
			}
			with := j.g.With(l, r)
			if j.again(with.Registers[key], r, spawn) {
				continue
			}
			if why := j.registeredFirst(with, key, s); why != "" {
				j.noteAt(r, "registers %s beside Start, but %s", clientgo.Kind(key), why)
				continue
			}
			anchor := j.g.SiteBeside(spawn, s)
			v := found.at(anchor.Where, func() Verdict {
				v := j.verdict(ConcurrentRegistration, l, anchor)
				v.place(Start, j.reg(s, spawn))
				v.place(Birth, j.g.Site(l.Birth))
				v.trait(Registers, true)
				return v
			})
			v.addKey(key)
			v.addReg(j.reg(r, spawn))
			v.addFrames(j.g, []*compose.Node{r, spawn, s, l.Birth})
			break // what others register as well is the same informer
		}
	}
	return found.verdicts()
}

// startBeside is a Start that runs beside a registration of a goroutine, with the
// statement that has begun the goroutine. Up to there, and up to Start, nothing
// has been registered and nothing started.
func (j *judge) startBeside(l *life.Life, key string, r *compose.Node) (s, spawn *compose.Node) {
	for _, s := range l.Starts {
		spawn := j.begunBefore(r, s)
		if spawn == nil || s.Weak || j.g.Reaches(s.ID, r.ID) || j.g.LaterThread(s, spawn.Thread) || !j.g.Together(s, r) {
			continue
		}
		if at := j.g.SpawnOf(s); at != nil && j.g.Reaches(at.ID, r.ID) {
			continue // both in a loop: that Start is found beside the registration
		}
		if states := j.states(l, key); states[spawn.ID] == u0 && states[s.ID] == u0 {
			return s, spawn
		}
	}
	return nil, nil
}

// begunBefore is the statement that begins, before s, a goroutine in which r runs
// and s does not; nil if there is none, or if r is not sure to run in one.
func (j *judge) begunBefore(r, s *compose.Node) *compose.Node {
	for n := r; ; {
		spawn := j.g.SpawnOf(n)
		if spawn == nil || j.manyThreads(spawn) {
			return nil
		}
		if j.g.Reaches(spawn.ID, s.ID) && !j.g.Reaches(j.g.Entry[n.Thread], s.ID) {
			return spawn
		}
		n = spawn
	}
}

// manyThreads: the statement begins one of several functions, or all of them.
// Which of them it is may be known to the program.
func (j *judge) manyThreads(spawn *compose.Node) bool {
	n := 0
	for next := range spawn.Next() {
		if t := j.g.Nodes[next].Thread; t != spawn.Thread && j.g.Entry[t] == next {
			n++
		}
	}
	return n > 1
}

// registeredFirst says why an informer that is registered in a goroutine beside
// the Start s may be started after all.
func (j *judge) registeredFirst(l *life.Life, key string, s *compose.Node) string {
	if why := j.g.Filled(l, key); why != "" {
		return why
	}
	if j.repeated(s) {
		return "Start is repeated"
	}
	for _, other := range l.Starts {
		if other.ID != s.ID {
			return "another Start is at " + j.g.Site(other).Where
		}
	}
	for k, runs := range l.Runs {
		if compose.MayBe(k, key) && len(runs) > 0 {
			return "its informer is run at " + j.g.Site(runs[0]).Where
		}
	}
	for _, e := range l.Escapes {
		if e.Lets(l.Obj, key, compose.CanStart|compose.CanRun) || e.Lets(l.Obj, key, compose.CanRegister) && !j.g.Reaches(s.ID, e.ID) {
			return "the factory leaves at " + j.g.Site(e).Where + ", where it may be registered or started"
		}
	}
	for _, k := range life.SortedKeys(l.Registers) {
		if !compose.MayBe(k, key) {
			continue
		}
		for _, n := range l.Registers[k] {
			if j.g.Strictly(s, n) {
				continue
			}
			spawn := j.begunBefore(n, s)
			if spawn == nil || j.g.Reaches(n.ID, s.ID) {
				return "it may be registered before, at " + j.g.Site(n).Where
			}
			if why := j.endsBefore(n, s, spawn); why != "" {
				return why
			}
		}
	}
	return ""
}

// endsBefore says why a goroutine's event r may be ordered before s, which follows
// its go statement: something is awaited before s, or may be and is let go on by
// what comes after r. What the goroutine itself waits for only holds r up.
func (j *judge) endsBefore(r, s, spawn *compose.Node) string {
	beside := func(n *compose.Node) bool {
		for t := n.Thread; t != 0; {
			at, ok := j.g.SpawnAt[t]
			if !ok || at == spawn.ID {
				return ok
			}
			t = j.g.Nodes[at].Thread
		}
		return false
	}
	// The end of a goroutine that a group started is a signal: its Wait.
	group := spawn.Ins.Op == ir.OpRun
	signals := group || slices.ContainsFunc(j.g.Nodes, func(n *compose.Node) bool {
		return (n.Kind == compose.EvSignal || n.Kind == compose.EvUnknown || n.Kind == compose.EvEscape) && beside(n) && !j.g.Strictly(n, r)
	})
	for _, n := range j.g.Nodes {
		if !j.g.Reaches(n.ID, s.ID) || j.g.Strictly(n, spawn) || beside(n) {
			continue
		}
		switch n.Kind {
		case compose.EvAwait: // perhaps a sleep, or a timer
			return "something is awaited before Start"
		case compose.EvSpawn:
			if group && n != spawn && n.Ins.Op == ir.OpRun {
				return "its group may have a limit, and begin another goroutine only when it has ended"
			}
		case compose.EvUnknown, compose.EvSync, compose.EvEscape:
			if signals {
				return "the goroutine signals, and something may be awaited before Start"
			}
		}
	}
	return ""
}
