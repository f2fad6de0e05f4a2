package story

import (
	"go/token"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// A letter is what distinguishes events when ways are compared: two events of
// one letter in a row are as good as one.
type letter struct {
	act    Act
	thread int
	target bool
	blocks bool   // see Event.Blocks
	what   string // see Event.What
}

// A step is a state of the automaton whose words are the ways: a letter that
// a node has emitted.
type step struct {
	node int
	i    int
}

type projection struct {
	g       *life.Graph
	l       *life.Life
	key     string
	target  *compose.Node
	anchor  token.Pos     // where the finding is that the story is told for
	syncs   bool          // cache.WaitForCacheSync counts
	wait    *compose.Node // and this one also if it does not ask the informer
	cache   bool          // it is about a cache of controller-runtime
	handler int           // a handler's thread, which begins when its informer is run; 0 if there is none
	threads map[int]bool  // that matter
	spawns  map[int][]int
	helps   map[int][]letter // of a thread that runs at some time: what it does, at best
	exits   []bool           // nodes from which the thread's end can be reached
	next    map[int]*ahead
	emitted []emitted // of nodes, once it is known which threads matter
	cut     bool
}

// ahead is what can follow a node within its thread, and what may order
// threads before that.
type ahead struct {
	nodes []int // with letters, nearest first
	order map[int]ordering
	end   bool
	whole bool     // not only where an error makes the program leave
	last  ordering // before the end
}

// An ordering says that on some way something may wait for other threads, or
// let them go on. Since a story must go wrong in every order where the order is
// not known, a way with such a place says more than the same way without.
type ordering uint8

const (
	awaits ordering = 1 << iota
	signals
	failed // not an order: an error was not nil
)

// matter finds the threads with events about the informer, and those that
// lead to them.
func (p *projection) matter() {
	g := p.g
	p.threads = map[int]bool{0: true}
	for _, n := range g.Nodes {
		if len(p.own(n)) > 0 {
			p.threads[n.Thread] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for id, ts := range p.spawns {
			for _, t := range ts {
				if from := g.Nodes[id].Thread; p.threads[t] && !p.threads[from] {
					p.threads[from], changed = true, true
				}
			}
		}
	}
}

// postpone takes each thread that runs at an unknown time, with all that it
// starts, for what it does at best: register, start, run, as soon as it exists
// and at any later time. The threads that lead to the moment are kept.
func (p *projection) postpone() {
	g := p.g
	p.helps = make(map[int][]letter)
	below := make(map[int][]int)
	for id, ts := range p.spawns {
		below[g.Nodes[id].Thread] = append(below[g.Nodes[id].Thread], ts...)
	}
	acts := make(map[int][]letter)
	for _, n := range g.Nodes {
		acts[n.Thread] = append(acts[n.Thread], p.own(n)...)
	}
	for t := range p.threads {
		if !p.unknown(t) {
			continue
		}
		seen := map[int]bool{t: true}
		work := []int{t}
		var helps []letter
		leads := false
		for len(work) > 0 {
			u := work[0]
			work = work[1:]
			leads = leads || u == p.target.Thread
			for _, l := range acts[u] {
				l = p.later(l)
				if l.act != ActUse && !slices.Contains(helps, l) {
					helps = append(helps, l)
				}
			}
			for _, v := range below[u] {
				if !seen[v] {
					seen[v] = true
					work = append(work, v)
				}
			}
		}
		if !leads {
			slices.SortFunc(helps, compareLetters)
			p.helps[t] = helps
		}
	}
	p.next, p.emitted = make(map[int]*ahead), make([]emitted, len(p.g.Nodes))
}

// unknown: the thread runs at an unknown time.
func (p *projection) unknown(t int) bool {
	return t != 0 && t != p.handler && p.g.Threads()[t].Mode != clientgo.Concurrent
}

// kept reports whether a thread is one of the story, and not what a postponed
// thread does or leads to.
func (p *projection) kept(t int) bool {
	return p.keptFrom(t, make(map[int]bool))
}

func (p *projection) keptFrom(t int, seen map[int]bool) bool {
	if _, ok := p.helps[t]; ok || seen[t] {
		return false
	}
	if t == 0 {
		return true
	}
	seen[t] = true
	for id, ts := range p.spawns {
		if from := p.g.Nodes[id].Thread; slices.Contains(ts, t) && p.threads[from] && p.keptFrom(from, seen) {
			return true
		}
	}
	return false
}

// own are the letters of a node about the informer, without those that order
// threads.
func (p *projection) own(n *compose.Node) []letter {
	if p.cache {
		return p.ownCache(n)
	}
	var out []letter
	for _, s := range n.Subjects {
		if s.Obj != p.l.Obj {
			continue
		}
		if a, ok := p.act(n, s); ok {
			l := letter{act: a, target: n == p.target, blocks: a == ActRun && n.Ins.Op != ir.OpRun && ir.Plain(n.Ins)}
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	switch {
	case p.syncs && p.wait == nil && n.Kind == compose.EvSync && p.g.AsksThrough(n, p.l, p.key):
		out = append(out, letter{act: ActSync, target: n == p.target})
	case p.asksOutside(n):
		out = append(out, letter{act: ActSync, target: n == p.target})
	case n == p.wait && !p.asks():
		out = append(out, letter{act: ActVoid, target: n == p.target})
	}
	return out
}

// act is what a node does to the informer as far as it is about one of its
// subjects; false if nothing.
func (p *projection) act(n *compose.Node, s compose.Subject) (Act, bool) {
	about := compose.MayBe(s.Key, p.key)
	sure := !n.Weak && s.Key == p.key
	target := n == p.target
	switch n.Kind {
	case compose.EvRegister:
		return either(sure, ActRegister, ActHelpRegister), about
	case compose.EvStart:
		return either(!n.Weak && !p.comesAgain(n), ActStart, ActHelpStart), true
	case compose.EvRun:
		return either(sure, ActRun, ActHelpRun), about
	case compose.EvWait:
		return ActWait, !n.Weak
	case compose.EvUse:
		if target && p.wait != nil {
			return ActRead, true
		}
		return ActUse, sure
	case compose.EvRead:
		return ActRead, target
	case compose.EvSync:
		return ActSync, p.syncs && (sure || target && s.Key == p.key)
	case compose.EvSetup:
		return ActSetup, target
	case compose.EvEscape:
		switch {
		case s.Key != "" && !about:
		case s.Cap&compose.CanStart != 0:
			return ActHelpStart, true
		case s.Cap&compose.CanRegister != 0:
			return ActHelpAccess, true
		case s.Cap&compose.CanRun != 0:
			return ActHelpRun, true
		}
	}
	return 0, false
}

func either(sure bool, certain, perhaps Act) Act {
	if sure {
		return certain
	}
	return perhaps
}

// comesAgain: the node is in a loop that waits for something: a ticker, a queue.
// Then others may have gone on when it is reached the next time.
func (p *projection) comesAgain(n *compose.Node) bool {
	g := p.g
	return g.Reaches(n.ID, n.ID) && slices.ContainsFunc(g.Nodes, func(m *compose.Node) bool {
		return orders(m)&awaits != 0 && g.Reaches(n.ID, m.ID) && g.Reaches(m.ID, n.ID)
	})
}

// letters are what a node emits, in order.
func (p *projection) letters(n *compose.Node) []letter {
	if !p.threads[n.Thread] {
		return nil
	}
	of := &p.emitted[n.ID]
	if !of.known {
		of.letters, of.known = p.emits(n), true
	}
	return of.letters
}

// emitted is what a node emits, if it has been asked for it.
type emitted struct {
	letters []letter
	known   bool
}

func (p *projection) emits(n *compose.Node) []letter {
	out := p.own(n)
	for _, t := range p.spawns[n.ID] {
		switch helps, postponed := p.helps[t]; {
		case postponed:
			for _, l := range helps {
				if !slices.Contains(out, l) {
					out = append(out, l)
				}
			}
		case p.threads[t]:
			out = append(out, letter{act: ActSpawn, thread: t})
		}
	}
	return out
}

// orders says whether a node may order threads.
func orders(n *compose.Node) ordering {
	switch n.Kind {
	case compose.EvAwait:
		if n.Ins != nil && n.Ins.Name == program.TakesWork {
			return 0 // it puts goroutines in no order that anybody could count on
		}
		return awaits
	case compose.EvSignal:
		return signals
	case compose.EvUnknown:
		return awaits | signals
	}
	return 0
}

// goesOn lists the successors of a node in its thread.
func (p *projection) goesOn(n *compose.Node) []int {
	var out []int
	for s := range n.Next() {
		if p.leads(n, s) {
			out = append(out, s)
		}
	}
	return out
}

// leads: the thread of a node goes on with one of its successors. Where the factory is
// nil there is no story about it, and in no story does a wait or a call fail:
// nothing is stopped while it is told.
func (p *projection) leads(n *compose.Node, s int) bool {
	return p.g.Nodes[s].Thread == n.Thread && s != n.FailSucc && !(s == n.NilSucc && p.g.IsSubject(n.NilOf, p.l.Obj))
}

// reachEnds finds from where a thread can come to its end. Elsewhere it may
// stop anywhere: it is a loop without an end.
func (p *projection) reachEnds() {
	if p.exits != nil {
		return
	}
	nodes := p.g.Nodes
	// Those before node i are before[first[i]:first[i+1]].
	first, count := make([]int32, len(nodes)+1), 0
	var work []int32
	p.exits = make([]bool, len(nodes))
	for _, n := range nodes {
		last := true
		for s := range n.Next() {
			if p.leads(n, s) {
				last = false
				first[s]++
				count++
			}
		}
		if last {
			p.exits[n.ID] = true
			work = append(work, int32(n.ID))
		}
	}
	for i := range nodes {
		first[i+1] += first[i]
	}
	before := make([]int32, count)
	for _, n := range nodes {
		for s := range n.Next() {
			if p.leads(n, s) {
				first[s]--
				before[first[s]] = int32(n.ID)
			}
		}
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range before[first[id]:first[id+1]] {
			if !p.exits[b] {
				p.exits[b] = true
				work = append(work, b)
			}
		}
	}
}
