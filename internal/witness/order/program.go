package order

import (
	"maps"
	"slices"

	"github.com/informerlint/informerlint/internal/engine/story"
)

func (p *program) hasTarget() bool {
	for _, w := range p.ways {
		for _, e := range w {
			if e.Target {
				return true
			}
		}
	}
	return false
}

// behindRun: the moment is a wait for the informer, and the thread that gets to it runs
// that itself before. Only there it is followed that Run blocks: elsewhere somebody may
// stop it, and go on.
func (p *program) behindRun() bool {
	return p.moment.Act == story.ActSync && slices.ContainsFunc(slices.Collect(maps.Values(p.ways)), func(w []story.Event) bool {
		target := slices.IndexFunc(w, func(e story.Event) bool { return e.Target })
		return target > 0 && slices.ContainsFunc(w[:target], func(e story.Event) bool { return e.Act == story.ActRun && e.Blocks })
	})
}

func (p *program) size() int {
	n := 0
	for _, w := range p.ways {
		n += len(w)
		if len(w) > 0 && w[len(w)-1].Act == story.ActLeave {
			n-- // it is nothing that is done
		}
	}
	return n
}

// touches: the event does something to the informer, or needs it.
func touches(e story.Event) bool {
	return e.Act != story.ActSpawn && e.Act != story.ActAwait && e.Act != story.ActSignal && e.Act != story.ActLeave
}

// unordered says why the order of the threads may rest on something that was not
// followed: code that runs at an unknown time; a thread that waits for something
// before it acts; or one that signals after it has acted, while another waits for
// something before it acts. It is about what happens beside the thread: what a thread
// does with its own children is ordered as it is, whenever it runs. Who registers
// again does nothing, so to wait for that puts nothing in order; but what signals
// afterwards also signals the first time. It is "" if nothing may.
func (p *program) unordered() string {
	info := make(map[int]story.Thread)
	for _, t := range p.moment.Threads {
		info[t.ID] = t
	}
	for _, t := range slices.Sorted(maps.Keys(p.ways)) {
		if t == p.moment.Threads[0].ID || !p.beside(t, act) {
			continue
		}
		acted, waited, signals := false, false, info[t].Group
		for i, e := range p.ways[t] {
			switch {
			case e.Act == story.ActAwait:
				waited = true
			case e.Act == story.ActSignal:
				signals = signals || acted
			case touches(e):
				if waited && !p.again(t, i) {
					return p.threadName(t) + " waits for something before it acts"
				}
				acted = true
			}
		}
		awaited := p.firstTime().beside(t, awaitThenAct)
		if info[t].Later && (!registers(p.ways[t]) || awaited) {
			return "when " + p.threadName(t) + " runs is not known"
		}
		if signals && awaited {
			return "what waits before it acts may wait for " + p.threadName(t)
		}
	}
	return ""
}

// again: the event of a thread registers what the thread has registered before, or what
// was registered before it began. It does nothing.
func (p *program) again(t, i int) bool {
	way := p.ways[t]
	return way[i].Act == story.ActRegister && (p.before(t, story.ActRegister) ||
		slices.ContainsFunc(way[:i], func(e story.Event) bool { return e.Act == story.ActRegister }))
}

// firstTime is the program without what only registers again.
func (p *program) firstTime() *program {
	q := &program{moment: p.moment, ways: make(map[int][]story.Event, len(p.ways))}
	for t, w := range p.ways {
		var kept []story.Event
		for i, e := range w {
			if !p.again(t, i) {
				kept = append(kept, e)
			}
		}
		q.ways[t] = kept
	}
	return q
}

// repeats: the moment only registers again.
func (p *program) repeats() bool {
	for t, w := range p.ways {
		if i := slices.IndexFunc(w, func(e story.Event) bool { return e.Target }); i >= 0 {
			return p.again(t, i)
		}
	}
	return false
}

// registers: all that a thread does is to register. Whenever that is, nothing keeps a
// Start that waits for nothing from being first.
func registers(way []story.Event) bool {
	return !slices.ContainsFunc(way, func(e story.Event) bool { return touches(e) && e.Act != story.ActRegister })
}

func act(way []story.Event) bool { return slices.ContainsFunc(way, touches) }

func awaitThenAct(way []story.Event) bool {
	i := slices.IndexFunc(way, func(e story.Event) bool { return e.Act == story.ActAwait })
	return i >= 0 && act(way[i:])
}

// beside asks whether what a thread does beside t is such: a thread that is
// not below t, from where it has started t, if it has.
func (p *program) beside(t int, such func([]story.Event) bool) bool {
	below := p.below(t)
	for u, w := range p.ways {
		if below[u] {
			continue
		}
		from := slices.IndexFunc(w, func(e story.Event) bool { return e.Act == story.ActSpawn && p.below(e.Thread)[t] })
		if such(w[from+1:]) {
			return true
		}
	}
	return false
}

// below are the threads that t starts, and t.
func (p *program) below(t int) map[int]bool {
	out := map[int]bool{t: true}
	work := []int{t}
	for len(work) > 0 {
		w := p.ways[work[0]]
		work = work[1:]
		for _, e := range w {
			if e.Act == story.ActSpawn && !out[e.Thread] {
				out[e.Thread] = true
				work = append(work, e.Thread)
			}
		}
	}
	return out
}

// passes reports whether the program comes by the place of the finding that it is
// run for.
func (p *program) passes() bool {
	for _, w := range p.ways {
		if slices.ContainsFunc(w, func(e story.Event) bool { return e.Site.Pos == p.story.Anchor }) {
			return true
		}
	}
	return false
}
