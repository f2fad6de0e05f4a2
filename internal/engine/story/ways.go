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
	a := &ahead{order: make(map[int]ordering)}
	p.next[id] = a
	type place struct {
		node   int
		passed ordering
	}
	seen := make([]uint8, len(p.g.Nodes)) // of each node, a bit for each ordering
	work := []place{{id, orders(p.g.Nodes[id])}}
	for len(work) > 0 {
		at := work[0]
		work = work[1:]
		n := p.g.Nodes[at.node]
		on, passed := p.goesOn(n), at.passed
		if len(on) == 0 || !p.exits[n.ID] {
			a.end = true
			a.whole = a.whole || at.passed&failed == 0
			a.last |= at.passed
		}
		for _, s := range on {
			next := p.g.Nodes[s]
			if s == n.ErrSucc {
				at.passed |= failed
			} else {
				at.passed = passed
			}
			to := place{s, at.passed | orders(next)}
			emits := len(p.letters(next)) > 0
			if emits {
				to.passed = at.passed
			}
			if seen[s]&(1<<to.passed) != 0 {
				continue
			}
			seen[s] |= 1 << to.passed
			if !emits {
				work = append(work, to)
				continue
			}
			if _, known := a.order[s]; !known {
				a.nodes = append(a.nodes, s)
			}
			a.order[s] |= at.passed
		}
	}
	return a
}

// ways enumerates what the thread can do, as sequences of letters: each
// sequence once, whatever the number of paths that spell it, and each letter
// at most twice, for loops.
func (p *projection) ways(t int) [][]Event {
	sp := &speller{p: p, thread: t}
	sp.walk([]step{{p.g.Entry[t], -1}}) // before the first letter, if there is one
	return sp.out
}

// A speller spells the ways of a thread, letter by letter.
type speller struct {
	p       *projection
	thread  int
	word    []Event
	spelled []letter
	rounds  []round // one for each letter
	out     [][]Event
}

// A round is how a letter was spelled: the steps that can emit it, and which
// event of the word it is.
type round struct {
	steps []step
	event int
	next  map[step]following // what can come after a step, once that is asked
}

func (sp *speller) walk(at []step) {
	p := sp.p
	if p.cut {
		return
	}
	mark := len(sp.word)
	f := p.follow(at, func(l letter) bool { return p.idle(l, sp.spelled) })
	if f.end {
		if len(sp.out) == maxWays {
			p.cut = true
			return
		}
		if sp.thread != 0 && len(sp.spelled) > 0 {
			sp.passes(f.last & signals) // waiting at the end is for nothing
		}
		if !f.whole {
			sp.word = append(sp.word, Event{Act: ActLeave})
		}
		word := slices.Clone(sp.word)
		for i, s := range sp.path() {
			word[sp.rounds[i].event].Site = p.g.Site(p.g.Nodes[s.node])
		}
		sp.out = append(sp.out, word)
		sp.word = sp.word[:mark]
	}
	for _, l := range slices.SortedFunc(maps.Keys(f.steps), compareLetters) {
		if sp.count(l) == 2 {
			continue // a third time round a loop
		}
		if len(sp.spelled) == maxWay {
			p.cut = true
			return
		}
		steps := f.steps[l]
		sp.passes(f.order[l])
		sp.rounds = append(sp.rounds, round{steps, len(sp.word), make(map[step]following)})
		sp.word = append(sp.word, Event{Act: l.act, Thread: l.thread, Target: l.target, Blocks: l.blocks, Site: p.g.Site(p.g.Nodes[steps[0].node]), What: l.what})
		sp.spelled = append(sp.spelled, l)
		sp.walk(steps)
		sp.word, sp.spelled, sp.rounds = sp.word[:mark], sp.spelled[:len(sp.spelled)-1], sp.rounds[:len(sp.rounds)-1]
	}
}

// path chooses, of the steps that can emit each letter, those of one path through
// the thread, to its end: two branches may spell the same letter, and what follows
// may be in one of them. The one that is asked for is chosen where it can be.
func (sp *speller) path() []step {
	n := len(sp.rounds)
	if !slices.ContainsFunc(sp.rounds, func(r round) bool { return len(r.steps) > 1 }) {
		return nil
	}
	on := make([]map[step][]step, n) // of the steps that lead to the end: those that come next
	for i := n - 1; i >= 0; i-- {
		on[i] = make(map[step][]step)
		for _, s := range sp.rounds[i].steps {
			f, known := sp.rounds[i].next[s]
			if !known {
				f = sp.p.follow([]step{s}, func(l letter) bool { return sp.p.idle(l, sp.spelled[:i+1]) })
				sp.rounds[i].next[s] = f
			}
			if i == n-1 {
				if f.end {
					on[i][s] = []step{}
				}
				continue
			}
			for _, next := range f.steps[sp.spelled[i+1]] {
				if _, leads := on[i+1][next]; leads {
					on[i][s] = append(on[i][s], next)
				}
			}
		}
	}
	var out []step
	from := sp.rounds[0].steps
	for i := range sp.rounds {
		at := slices.IndexFunc(from, func(s step) bool { _, leads := on[i][s]; return leads && sp.p.asked(s) })
		if at < 0 {
			at = slices.IndexFunc(from, func(s step) bool { _, leads := on[i][s]; return leads })
		}
		if at < 0 {
			return out
		}
		out = append(out, from[at])
		from = on[i][from[at]]
	}
	return out
}

// asked: the step is at the place that the story is told for.
func (p *projection) asked(s step) bool {
	return p.anchor.IsValid() && p.g.Site(p.g.Nodes[s.node]).Pos == p.anchor
}

// passes adds what may order threads.
func (sp *speller) passes(o ordering) {
	if o&awaits != 0 {
		sp.word = append(sp.word, Event{Act: ActAwait})
	}
	if o&signals != 0 {
		sp.word = append(sp.word, Event{Act: ActSignal})
	}
}

func (sp *speller) count(l letter) int {
	n := 0
	for _, s := range sp.spelled {
		if s == l {
			n++
		}
	}
	return n
}

func compareLetters(a, b letter) int {
	return cmp.Or(cmp.Compare(a.act, b.act), cmp.Compare(a.thread, b.thread), compareBool(a.target, b.target), compareBool(a.blocks, b.blocks), cmp.Compare(a.what, b.what))
}

// idle letters are as good as absent after what was spelled: they would do
// again what is done. The moment itself counts once.
func idle(l letter, spelled []letter) bool {
	switch {
	case l.act == ActUse && !l.target, l.act == ActWait && !l.target && slices.Contains(spelled, l):
		return true
	case l.act == ActRegister && !l.target:
		// Registering again returns what is there.
		return slices.ContainsFunc(spelled, func(s letter) bool { return s.act == ActRegister })
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
	steps map[letter][]step   // the letters, with the steps that emit them
	order map[letter]ordering // what may order threads before them
	end   bool                // the thread may end
	whole bool                // not only where an error makes the program leave
	last  ordering            // and what may order threads before that
}

// follow looks on from some steps, through those that emit silent letters.
func (p *projection) follow(at []step, silent func(letter) bool) following {
	f := following{steps: make(map[letter][]step), order: make(map[letter]ordering)}
	passed := make(map[step]ordering)
	var work []step
	for _, s := range at {
		passed[s] = 0
		work = append(work, s)
	}
	add := func(s step, o ordering) {
		l := p.letters(p.g.Nodes[s.node])[s.i]
		if !silent(l) {
			if !slices.Contains(f.steps[l], s) {
				f.steps[l] = append(f.steps[l], s)
			}
			f.order[l] |= o
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
			f.whole = f.whole || a.whole
			f.last |= o | a.last
		}
		for _, n := range a.nodes {
			add(step{n, 0}, o|a.order[n])
		}
	}
	return f
}
