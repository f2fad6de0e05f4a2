package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// The automaton of one (factory, resource):
//
//	u0 not registered, no Start yet       r0 registered, no Start yet
//	u1 not registered, a Start has been   r1 registered since the last Start: nobody starts it
//	st started
const (
	u0 uint8 = 1 << iota
	u1
	r0
	r1
	st
	anyState = u0 | u1 | r0 | r1 | st
)

func onStart(s uint8) uint8 {
	var t uint8
	if s&(u0|u1) != 0 {
		t |= u1
	}
	if s&(r0|r1|st) != 0 {
		t |= st
	}
	return t
}

func onRegister(s uint8) uint8 {
	var t uint8
	if s&u0 != 0 {
		t |= r0
	}
	if s&u1 != 0 {
		t |= r1
	}
	return t | s&(r0|r1|st)
}

// states are the states of (l, key) before each node, from its birth on.
func (j *judge) states(l *life.Life, key string) []uint8 {
	return j.forward(l, func(n *compose.Node, s uint8) uint8 { return j.transfer(n, l.Obj, key, s) })
}

// started are states but for two things: what is started stays so, whoever has
// it; and a goroutine that is sure to start the informer counts from the
// statement that begins it.
func (j *judge) started(l *life.Life, key string) []uint8 {
	return j.forward(l, func(n *compose.Node, s uint8) uint8 {
		rest := s &^ st
		if rest == 0 {
			return s
		}
		return s&st | j.spawned(n, l.Obj, key, j.transfer(n, l.Obj, key, rest))
	})
}

// forward runs the automaton forward: from the births, or from the entry of the
// program, where what comes from outside may be in any state.
func (j *judge) forward(l *life.Life, step func(*compose.Node, uint8) uint8) []uint8 {
	in := make([]uint8, len(j.g.Nodes))
	out := make([]uint8, len(j.g.Nodes))
	var work []int
	for _, b := range l.Births {
		in[b.ID] = u0
		work = append(work, b.ID)
	}
	if l.Birth == nil {
		in[j.g.Entry[0]] = anyState
		work = []int{j.g.Entry[0]}
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		n := j.g.Nodes[id]
		s := u0
		if !slices.Contains(l.Births, n) {
			s = step(n, in[id])
		}
		if s == out[id] {
			continue
		}
		out[id] = s
		for next := range n.Next() {
			if next == n.NilSucc && j.g.IsSubject(n.NilOf, l.Obj) {
				continue // there is no factory on that side
			}
			if in[next]|s != in[next] {
				in[next] |= s
				work = append(work, next)
			}
		}
	}
	return in
}

// transfer is the state after an event.
func (j *judge) transfer(n *compose.Node, obj int, key string, s uint8) uint8 {
	for _, sub := range n.Subjects {
		if sub.Obj != obj {
			continue
		}
		t := s
		sure := !n.Weak
		switch n.Kind {
		case compose.EvStart:
			t = onStart(s)
		case compose.EvRegister:
			if !compose.MayBe(sub.Key, key) {
				continue
			}
			t = onRegister(s)
			sure = sure && sub.Key == key
		case compose.EvRun:
			if !compose.MayBe(sub.Key, key) {
				continue
			}
			t = st
			sure = sure && sub.Key == key
		case compose.EvEscape:
			if sub.Key != "" && !compose.MayBe(sub.Key, key) {
				continue
			}
			t, sure = anyState, false
		}
		if !sure {
			t |= s
		}
		s = t
	}
	return s
}

// spawned is the state after a statement that begins threads, if these run at
// once up to where they start the informer.
func (j *judge) spawned(n *compose.Node, obj int, key string, s uint8) uint8 {
	for next := range n.Next() {
		t := j.g.Nodes[next].Thread
		if t == n.Thread || j.g.Entry[t] != next || j.g.Threads()[t].Mode != clientgo.Concurrent {
			continue
		}
		switch j.g.FirstBegin(t, obj, key) {
		case compose.EvRun:
			return st
		case compose.EvStart:
			s = onStart(s)
		}
	}
	return s
}
