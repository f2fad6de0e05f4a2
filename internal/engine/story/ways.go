package story

import (
	"cmp"
	"maps"
	"slices"
)

// after finds what follows a node: the next nodes with letters, and whether
// the thread can end before any.
func (p *projection) after(id int) *ahead {
	if a := p.next[id]; a != nil {
		return a
	}
	a := &ahead{Order: make(map[int]Ordering)}
	p.next[id] = a
	type place struct {
		node   int
		passed Ordering
	}
	seen := make(map[place]bool)
	work := []place{{id, orders(p.g.Nodes[id])}}
	for len(work) > 0 {
		at := work[0]
		work = work[1:]
		n := p.g.Nodes[at.node]
		on := p.goesOn(n)
		if len(on) == 0 || !p.exits[n.ID] {
			a.end = true
			a.last |= at.passed
		}
		for _, s := range on {
			next := p.g.Nodes[s]
			to := place{s, at.passed | orders(next)}
			if len(p.letters(next)) > 0 {
				to.passed = at.passed
			}
			if seen[to] {
				continue
			}
			seen[to] = true
			if len(p.letters(next)) == 0 {
				work = append(work, to)
				continue
			}
			if _, known := a.Order[s]; !known {
				a.nodes = append(a.nodes, s)
			}
			a.Order[s] |= at.passed
		}
	}
	return a
}

// ways enumerates what the thread can do, as sequences of letters: each
// sequence once, whatever the number of paths that spell it, and each letter
// at most twice, for loops.
func (p *projection) ways(t int) [][]Event {
	first := p.g.Entry[t]
	start := []step{{first, len(p.letters(p.g.Nodes[first])) - 1}}
	if len(p.letters(p.g.Nodes[first])) > 0 {
		start = []step{{first, -1}}
	}
	var out [][]Event
	var word []Event
	var spelled []Letter
	add := func(o Ordering) {
		if o&awaits != 0 {
			word = append(word, Event{Act: ActAwait})
		}
		if o&signals != 0 {
			word = append(word, Event{Act: ActSignal})
		}
	}
	var walk func(at []step)
	walk = func(at []step) {
		if p.cut {
			return
		}
		mark := len(word)
		f := p.follow(at, func(l Letter) bool { return p.idle(l, spelled) })
		if f.end {
			if len(out) == maxWays {
				p.cut = true
				return
			}
			if t != 0 && len(spelled) > 0 {
				add(f.last & signals) // waiting at the end is for nothing
			}
			out = append(out, slices.Clone(word))
			word = word[:mark]
		}
		letters := slices.SortedFunc(maps.Keys(f.steps), func(a, b Letter) int {
			return cmp.Or(cmp.Compare(a.act, b.act), cmp.Compare(a.thread, b.thread), compareBool(a.target, b.target), cmp.Compare(a.what, b.what))
		})
		for _, l := range letters {
			n := 0
			for _, s := range spelled {
				if s == l {
					n++
				}
			}
			if n == 2 {
				continue // a third time round a loop
			}
			if len(spelled) == maxWay {
				p.cut = true
				return
			}
			steps := f.steps[l]
			rep := p.g.Nodes[steps[0].node]
			add(f.Order[l])
			word = append(word, Event{Act: l.act, Thread: l.thread, Target: l.target, Site: p.g.Site(rep), What: l.what})
			spelled = append(spelled, l)
			walk(steps)
			word, spelled = word[:mark], spelled[:len(spelled)-1]
		}
	}
	walk(start)
	return out
}

// idle letters are as good as absent after what was spelled: they would do
// again what is done. The moment itself counts once.
func idle(l Letter, spelled []Letter) bool {
	switch {
	case l.act == ActUse && !l.target, l.act == ActWait && !l.target && slices.Contains(spelled, l):
		return true
	case l.act == ActRegister && !l.target:
		// Registering again returns what is there.
		return slices.ContainsFunc(spelled, func(s Letter) bool { return s.act == ActRegister })
	case l.act != ActStart && l.act != ActHelpStart:
		return slices.Contains(spelled, l)
	}
	// Start starts what is new.
	for _, s := range slices.Backward(spelled) {
		switch {
		case s == l:
			return true
		case s.act == ActRegister, s.act == ActHelpRegister, s.act == ActHelpAccess, s.act == ActSpawn:
			return false
		}
	}
	return false
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// A following is what can come after some steps.
type following struct {
	steps map[Letter][]step   // the letters, with the steps that emit them
	Order map[Letter]Ordering // what may order threads before them
	end   bool                // the thread may end
	last  Ordering            // and what may order threads before that
}

// follow looks on from some steps, through those that emit silent letters.
func (p *projection) follow(at []step, silent func(Letter) bool) following {
	f := following{steps: make(map[Letter][]step), Order: make(map[Letter]Ordering)}
	passed := make(map[step]Ordering)
	var work []step
	for _, s := range at {
		passed[s] = 0
		work = append(work, s)
	}
	add := func(s step, o Ordering) {
		l := p.letters(p.g.Nodes[s.node])[s.i]
		if !silent(l) {
			if !slices.Contains(f.steps[l], s) {
				f.steps[l] = append(f.steps[l], s)
			}
			f.Order[l] |= o
			return
		}
		if was, seen := passed[s]; !seen || was|o != was {
			passed[s] = was | o
			work = append(work, s)
		}
	}
	for len(work) > 0 {
		s := work[0]
		work = work[1:]
		o := passed[s]
		if s.i+1 < len(p.letters(p.g.Nodes[s.node])) {
			add(step{s.node, s.i + 1}, o)
			continue
		}
		a := p.after(s.node)
		if a.end {
			f.end = true
			f.last |= o | a.last
		}
		for _, n := range a.nodes {
			add(step{n, 0}, o|a.Order[n])
		}
	}
	return f
}
