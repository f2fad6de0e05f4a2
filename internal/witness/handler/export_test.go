package handler

import (
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// A player is a program as the handler of an informer: it takes its turns in the
// world itself, as choices that the explorer makes.
type player struct {
	history
	acts  *acts
	turns []turn
	over  func(*player)
}

func (p *player) OnAdd(obj any, initial bool) { p.history.OnAdd(obj, initial); p.play() }
func (p *player) OnUpdate(old, obj any)       { p.history.OnUpdate(old, obj); p.play() }
func (p *player) OnDelete(obj any)            { p.history.OnDelete(obj); p.play() }

func (p *player) play() {
	if p.ended {
		return
	}
	turns := p.acts.of(p.calls[len(p.calls)-1].verb)
	n := 0
	if len(turns) > 1 {
		n = sched.Choose(len(turns), "way")
	}
	p.turns = append(p.turns, turns[n])
	p.ended = !turns[n].returns()
}

func (p *player) rest(exists string) {
	p.exists = exists
	p.over(p)
}

// wrong reports whether what a fault asks for at rest is not so, with a call at fault;
// if it asks for anything.
func (p *player) wrong(f *fault, at int) bool {
	switch {
	case f.wish != nil:
		s := make(store)
		for i, t := range p.turns {
			s.play(t, p.calls[i])
		}
		return !p.ended && f.wish.wrong(s, p.exists)
	case f.due != "":
		for i := at; i < len(p.turns); i++ {
			if f.due.does(p.turns[i], p.calls[i], p.calls[at].obj) {
				return false
			}
		}
		return !p.ended
	}
	return true
}

// Literally explores the world with the program's functions in it, and counts
// the executions and those that have a fault: what a verdict counts without.
func (v *Verdict) Literally(fault int) (classes, violating int) {
	f := &v.faults[fault]
	over := func(p *player) {
		for at, c := range p.calls {
			if c.verb == f.verb && v.bad(&p.history, at, fault) && (p.turns[at] == turn{} || p.turns[at].takes(f)) && p.wrong(f, at) {
				sched.Fail("fault", "")
				break
			}
		}
	}
	res := explore.Run(explore.Options{}, world(missing, func() listener { return &player{acts: v.acts, over: over} }))
	if !res.Complete {
		panic("not all executions")
	}
	return res.Traces, res.Violating
}

// Faults are how many faults there are, and the executions that a verdict counts
// for one.
func (v *Verdict) Faults() int { return len(v.faults) }

// Counted are the executions that a verdict counts, and those with a fault.
func (v *Verdict) Counted(fault int) (classes, violating int) {
	return v.executions, v.faults[fault].violating
}

// Falsely has a program run for faults that it does not have: of each way with a
// tombstone it is said that the work which is done there is not. It returns how many
// there are, and how many executions seem to show one.
func Falsely(pr *interp.Program) (faults, violating int) {
	v := newVerdict(pr)
	d := deletion{pr: pr, questions: make(map[string]fault)}
	for _, w := range returning(pr.Ways(interp.DeleteTombstone).All) {
		for _, e := range work(w) {
			d.lost(e, fault{role: deleteName, way: w})
		}
	}
	v.run(d.faults, func(h *history, at int, _ int) bool { return h.calls[at].verb == tombstone })
	for _, f := range v.faults {
		violating += f.violating
	}
	return len(v.faults), violating
}
