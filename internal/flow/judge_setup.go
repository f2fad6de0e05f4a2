package flow

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Rules about settings that come too late.
const (
	LateTransform         = "late-transform"
	LateWatchErrorHandler = "late-watch-error-handler"
	LateIndexers          = "late-indexers"
	// DroppedRegistrationError is about handlers that are added after the start,
	// when the informer may have been stopped.
	DroppedRegistrationError = "dropped-registration-error"
)

// setupRule is the rule about a setting.
func setupRule(n *node) string {
	if n.kind == evUse {
		return DroppedRegistrationError
	}
	switch n.ins.Name {
	case clientgo.SetTransform:
		return LateTransform
	case clientgo.SetWatchErrorHandler, clientgo.SetWatchErrorHandlerWithContext:
		return LateWatchErrorHandler
	case clientgo.AddIndexers:
		return LateIndexers
	}
	return ""
}

// setup makes a node a setting, if the instruction is one.
func (g *graph) setup(n *node, f *frame, ins *instr) {
	if ins.Proto != clientgo.OpConfigure {
		return
	}
	n.kind = evSetup
	for _, v := range g.primitives(f, ins) {
		o, ok := g.in.id(v)
		if !ok {
			continue
		}
		s := subject{obj: o}
		if v.k == vInformer {
			s.key = v.s
		}
		if !slices.Contains(n.subjects, s) {
			n.subjects = append(n.subjects, s)
		}
	}
	n.weak = len(n.subjects) != 1 || g.in.objs[n.subjects[0].obj].weak
}

// settings counts the settings of a function whose error is dropped.
func (fn *Fn) settings() int {
	count := 0
	for b := range fn.Blocks {
		for k := range fn.Blocks[b].Instrs {
			if ins := &fn.Blocks[b].Instrs[k]; ins.Op == opProto && ins.Proto == clientgo.OpConfigure && ins.Callee == droppedError {
				count++
			}
		}
	}
	return count
}

// setups: a setting that works only before the start, on every path after it.
// What runs the informer may be a goroutine, which the factory's Start begins
// as well: then the setting is lost only in those executions in which that
// goroutine is first, and nothing keeps it from being so.
func (j *judge) setups(l *life) []Verdict {
	var out []Verdict
	states := make(map[string][]uint8)
	for _, n := range append(slices.Clone(l.setups), l.registrations()...) {
		key := n.subjects[0].key
		if n.ins.Callee != droppedError {
			continue // the program hears of it
		}
		if n.kind == evUse && (n.weak || !j.certain(l, key)) {
			continue
		}
		if n.weak || !j.certain(l, key) {
			j.noteAt(n, "which informer this sets up is not certain")
			continue
		}
		if states[key] == nil {
			states[key] = j.started(l, key)
		}
		switch states[key][n.id] {
		case st:
		case 0:
			continue // never reached
		default:
			if states[key][n.id]&st != 0 && n.kind == evSetup {
				j.noteAt(n, "comes after the start of its informer on some paths and not on others, or somebody else may have started it")
			}
			continue
		}
		if other := j.setBefore(l, n, states[key]); other != nil {
			j.noteAt(n, "comes after the start of its informer, but may only repeat what %s sets", j.site(other).Where)
			continue
		}
		start := j.startOf(l, key, n, states[key])
		if start == nil && n.kind == evUse {
			continue
		}
		if start == nil {
			j.noteAt(n, "comes after the start of its informer, but which of several starts it is not known")
			continue
		}
		anchor := j.siteBeside(n, start)
		v := Verdict{Rule: setupRule(n), Anchor: anchor, Setting: j.site(n), Start: j.siteBeside(start, n), obj: l.obj, keys: []string{key}}
		v.Single = j.single(l)
		if v.Setting.Kind == "" && l.birth != nil {
			v.Setting.Kind = clientgo.Kind(l.birth.ins.Key)
		}
		v.same = j.ident(v.Rule, anchor) + v.Setting.Where
		v.Stories = []Story{j.setupStory(l, n)}
		if anchor.Pos.IsValid() && j.common(n, start).fn.local {
			out = append(out, v)
		}
	}
	return out
}

// setBefore returns a call that may set the same on the informer in time, nil
// if there is none. Often both set the same, and nothing is lost. Indexes add
// up.
func (j *judge) setBefore(l *life, n *node, states []uint8) *node {
	for _, other := range l.setups {
		if repeats(n, other) && (other.weak || states[other.id]&^st != 0) {
			return other
		}
	}
	return nil
}

// repeats: two settings of a life may set the same on the same informer.
func repeats(n, other *node) bool {
	rule := setupRule(n)
	return other != n && rule == setupRule(other) && rule != LateIndexers && slices.ContainsFunc(other.subjects, func(s subject) bool {
		return s.obj == n.subjects[0].obj && mayBe(s.key, n.subjects[0].key)
	})
}

// registrations are the calls that add a handler and drop the error.
func (l *life) registrations() []*node {
	var out []*node
	for _, key := range sortedKeys(l.uses) {
		for _, n := range l.uses[key] {
			if n.op == clientgo.OpAddHandler && n.ins.Op == opProto && n.ins.Callee == droppedError {
				out = append(out, n)
			}
		}
	}
	return out
}

func (j *judge) single(l *life) bool { return j.g.in.objs[l.obj].origin == oInformer }

// certain: the key names one informer of the life.
func (j *judge) certain(l *life, key string) bool {
	o := j.g.in.objs[l.obj]
	if o.weak {
		return false
	}
	if key == "" {
		return o.origin != oFactory // an informer by itself
	}
	return key != "?"
}

// started runs the automaton of (l, key) forward, as states does, but for
// three things: what is started stays so, whoever has it; a goroutine that is
// sure to start the informer counts from the statement that begins it; and
// what comes from outside may be in any state at first.
func (j *judge) started(l *life, key string) []uint8 {
	in := make([]uint8, len(j.g.nodes))
	out := make([]uint8, len(j.g.nodes))
	first, state := j.g.entry[0], anyState
	if l.birth != nil {
		first, state = l.birth.id, u0
	}
	in[first] = state
	work := []int{first}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		n := j.g.nodes[id]
		s := in[id] & st
		if rest := in[id] &^ st; rest != 0 {
			s |= j.spawned(n, l.obj, key, j.transfer(n, l.obj, key, rest))
		}
		if l.birth == n {
			s = u0
		}
		if s == out[id] {
			continue
		}
		out[id] = s
		for _, next := range n.succs {
			if next == n.nilSucc && j.isSubject(n.nilOf, l.obj) {
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

// spawned is the state behind a statement that begins threads, if these run at
// once up to where they start the informer.
func (j *judge) spawned(n *node, obj int, key string, s uint8) uint8 {
	for _, next := range n.succs {
		t := j.g.nodes[next].thread
		if t == n.thread || j.g.entry[t] != next || j.g.in.threads[t].mode != clientgo.Concurrent {
			continue
		}
		switch j.first(t, obj, key) {
		case evRun:
			return st
		case evStart:
			s = onStart(s)
		}
	}
	return s
}

// first is what a thread does to start the informer on every path, before it
// may wait for anything: evRun, evStart, or evNone if there is no such event.
func (j *judge) first(t, obj int, key string) eventKind {
	kind := evNone
	seen := make(map[int]bool)
	work := []int{j.g.entry[t]}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[id] {
			continue
		}
		seen[id] = true
		n := j.g.nodes[id]
		if n.kind == evAwait || n.kind == evUnknown {
			return evNone
		}
		if starts(n, obj, key) {
			if kind != evNone && kind != n.kind {
				return evNone
			}
			kind = n.kind
			continue
		}
		on := 0
		for _, next := range n.succs {
			if j.g.nodes[next].thread == t {
				work = append(work, next)
				on++
			}
		}
		if on == 0 {
			return evNone // it ends, and has started nothing
		}
	}
	return kind
}

// starts: the node surely runs the informer, or starts its factory.
func starts(n *node, obj int, key string) bool {
	if n.weak || n.kind != evRun && n.kind != evStart {
		return false
	}
	return slices.ContainsFunc(n.subjects, func(s subject) bool {
		return s.obj == obj && (n.kind == evStart || s.key == key)
	})
}

// startOf is the event that has started the informer of a setting, or the
// statement that begins its goroutine: the first where it need not be started
// before and is behind it.
func (j *judge) startOf(l *life, key string, n *node, states []uint8) *node {
	for _, s := range append(slices.Clone(l.starts), l.runs[key]...) {
		if !starts(s, l.obj, key) {
			continue
		}
		at := s
		if spawn := j.spawnOf(s); spawn != nil && !j.g.reaches(s.id, n.id) {
			at = spawn
		}
		rest := states[at.id] &^ st
		if rest != 0 && j.g.reaches(at.id, n.id) && j.spawned(at, l.obj, key, j.transfer(at, l.obj, key, rest)) == st {
			return at
		}
	}
	return nil
}

// setupStory is the story of a setting: what the program does to its informer
// until then. Its identity does not depend on where the call stands.
func (j *judge) setupStory(l *life, n *node) Story {
	key := n.subjects[0].key
	o := j.g.in.objs[l.obj]
	number := 0
	for _, other := range l.setups {
		if other == n {
			break
		}
		if other.ins.Name == n.ins.Name && other.subjects[0].key == key {
			number++
		}
	}
	s := Story{
		ID: fmt.Sprintf("%s %s %s/%d", j.lifeID(l), key, n.ins.Name, number), Root: j.root.Key, Key: key, Kind: clientgo.Kind(key),
		Single: o.origin == oInformer, Outside: l.birth == nil,
	}
	if s.Single && l.birth != nil {
		s.Kind = clientgo.Kind(l.birth.ins.Key)
	}
	s.Kind = strings.TrimPrefix(s.Kind, "?")
	if !n.weak && j.certain(l, key) {
		m := j.moment(l, key, n)
		m.Act = ActSetup
		for _, t := range m.Threads {
			for _, w := range t.Ways {
				for i := range w {
					if w[i].Target {
						w[i].Act = ActSetup // also where a handler is added
					}
				}
			}
		}
		s.Moments = []Moment{m}
	}
	return s
}

// setupStories are the stories of the settings of a life that can be lost.
func (j *judge) setupStories(l *life) []Story {
	var out []Story
	for _, n := range l.setups {
		if n.ins.Callee != droppedError || slices.ContainsFunc(l.setups, func(o *node) bool { return repeats(n, o) }) {
			continue // the program hears of it, or it may only repeat another one
		}
		if s := j.setupStory(l, n); len(s.Moments) > 0 {
			out = append(out, s)
		}
	}
	return out
}
