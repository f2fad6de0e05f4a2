package flow

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Rules about waits, of the check syncwait.
const (
	WaitBeforeStart  = "wait-before-start"
	ReadBeforeWait   = "read-before-wait"
	WorkerBeforeWait = "worker-before-wait"
)

// collectWaits finds what these rules are about. Reads and waits of informers
// that nothing else is known of do not count.
func (j *judge) collectWaits() {
	for _, n := range j.g.nodes {
		switch n.kind {
		case evRead, evSync:
			for _, s := range n.subjects {
				if l := j.lives[s.obj]; l != nil && n.kind == evRead {
					l.reads[s.key] = append(l.reads[s.key], n)
				} else if l != nil {
					l.syncs[s.key] = append(l.syncs[s.key], n)
				}
			}
		}
		switch n.kind {
		case evWait, evSync, evAwait, evUnknown, evEscape:
			j.waits = append(j.waits, n)
		case evUse:
			if n.op == clientgo.OpHasSynced {
				j.waits = append(j.waits, n)
			}
		}
	}
}

// tooEarly finds waits and reads that come too early. An informer that one of
// the other rules has something to say about is theirs: there the wait is only
// a consequence.
func (j *judge) tooEarly(others []Verdict) []Verdict {
	taken := func(l *life, key string) bool {
		return slices.ContainsFunc(others, func(v Verdict) bool {
			return v.Rule != RedundantGo && v.obj == l.obj && (v.Rule == StartRacesWait || slices.Contains(v.keys, key))
		})
	}
	var out []Verdict
	for _, obj := range j.order {
		l := j.lives[obj]
		o := j.g.in.objs[obj]
		if o.origin != oFactory && o.origin != oInformer || l.birth == nil || o.weak || l.birth.frame.fn.servesTests() || j.root.servesTests() {
			continue
		}
		if o.origin == oFactory && !taken(l, "") {
			out = append(out, j.waitsForNothing(l)...)
		}
		for _, key := range sortedKeys(l.syncs) {
			if !taken(l, key) {
				out = append(out, j.waitsForEver(l, key)...)
			}
		}
		// A wait in the wrong place is one defect, whatever is read behind it.
		waits := slices.ContainsFunc(out, func(v Verdict) bool { return v.obj == l.obj })
		for _, key := range sortedKeys(l.reads) {
			if key == "?" || taken(l, key) || waits || j.filled(l, key) != "" {
				continue
			}
			for _, r := range l.reads[key] {
				if r.weak || j.ofSeveral(r) || !r.frame.fn.local || r.frame.fn.servesTests() {
					continue
				}
				out = append(out, j.readsEarly(l, key, r)...)
				out = append(out, j.worksEarly(l, key, r)...)
			}
		}
	}
	return out
}

// begins are the events that let the informer of a resource run.
func (l *life) begins(key string) []*node {
	out := slices.Clone(l.starts)
	for _, k := range sortedKeys(l.runs) {
		if mayBe(k, key) {
			out = append(out, l.runs[k]...)
		}
	}
	return out
}

// strictly: b can only come after a.
func (j *judge) strictly(a, b *node) bool {
	return j.g.reaches(a.id, b.id) && !j.g.reaches(b.id, a.id)
}

// onlyAfter: whatever lets the informer run, here or where it leaves to, comes
// after n, and something does.
func (j *judge) onlyAfter(l *life, key string, n *node) bool {
	begins := l.begins(key)
	for _, b := range begins {
		if !j.strictly(n, b) {
			return false
		}
	}
	for _, e := range l.escapes {
		if can(e, l.obj, key, capStart|capRun) && !j.strictly(n, e) {
			return false
		}
	}
	return len(begins) > 0
}

// waitsForNothing: the factory's own wait, before its Start on every path. It
// asks for the informers that have been started (informers/factory.go,
// WaitForCacheSync, v0.37.2), and there are none. If the program waits once
// more when it has started them, nothing is lost, and nothing is reported.
func (j *judge) waitsForNothing(l *life) []Verdict {
	var out []Verdict
	for _, w := range l.waits {
		if w.weak || len(l.starts) == 0 || !j.onlyAfter(l, "", w) {
			continue
		}
		if again := j.waitsAgain(l, w); again != nil {
			j.noteAt(w, "waits before Start, but there is another wait at %s", j.site(again).Where)
			continue
		}
		var keys []string
		for _, key := range sortedKeys(l.registers) {
			for _, r := range l.registers[key] {
				if key != "?" && strong(r, key) && j.strictly(r, w) && j.used(l, key) {
					keys = append(keys, key)
					break
				}
			}
		}
		if len(keys) == 0 {
			continue // nobody counts on anything
		}
		v := j.early(WaitBeforeStart, l, keys[0], w, j.siteBeside(w, l.starts[0]))
		v.Start, v.Wait, v.Factory = j.siteBeside(l.starts[0], w), j.site(w), true
		out = append(out, v)
	}
	return valid(out)
}

// waitsAgain returns something else that may wait for informers of the factory.
func (j *judge) waitsAgain(l *life, w *node) *node {
	for _, n := range j.waits {
		if n == w || n.kind == evAwait || n.kind == evUnknown || n.kind == evEscape {
			continue
		}
		if n.kind == evSync || slices.ContainsFunc(n.subjects, func(s subject) bool { return s.obj == l.obj }) {
			return n
		}
	}
	return nil
}

// waitsForEver: cache.WaitForCacheSync on the HasSynced of an informer that can
// only begin to run when it has returned.
func (j *judge) waitsForEver(l *life, key string) []Verdict {
	var out []Verdict
	for _, w := range l.syncs[key] {
		if w.weak || !w.frame.fn.local || key == "?" || j.filled(l, key) != "" || !j.onlyAfter(l, key, w) || j.g.reaches(w.id, w.id) {
			continue
		}
		begin := l.begins(key)[0]
		v := j.early(WaitBeforeStart, l, key, w, j.siteBeside(w, begin))
		v.Start, v.Wait = j.siteBeside(begin, w), j.site(w)
		out = append(out, v)
	}
	return valid(out)
}

// readsEarly: a lister or store is read in the flow that starts its informer,
// and nothing has waited in between; or before it, with the wait after it.
func (j *judge) readsEarly(l *life, key string, r *node) []Verdict {
	if j.g.reaches(r.id, r.id) {
		return nil // it may be read until something is there
	}
	var before []*node // where the thread of r starts it
	for _, b := range l.begins(key) {
		at := j.within(b, r.thread)
		switch {
		case j.strictly(r, b):
		case at != nil && j.strictly(at, r):
			before = append(before, at)
		default:
			return nil // it may run already, or may not
		}
	}
	for _, e := range l.escapes {
		if can(e, l.obj, key, capStart|capRun) && !j.strictly(r, e) {
			return nil
		}
	}
	wait := j.waitAfter(l, key, r)
	v := j.early(ReadBeforeWait, l, key, r, j.site(r))
	v.Read = v.Anchor
	if len(before) == 0 {
		// Not started yet. That a wait follows says that somebody counts on it.
		if wait == nil || len(l.begins(key)) == 0 || !j.strictly(l.begins(key)[0], wait) {
			return nil
		}
		v.Start, v.Wait = j.siteBeside(l.begins(key)[0], r), j.siteBeside(wait, r)
		return valid([]Verdict{v})
	}
	start := before[0]
	if !slices.ContainsFunc(before, func(s *node) bool { return j.always(s, r) }) {
		return nil
	}
	if j.g.in.objs[l.obj].origin == oFactory && !slices.ContainsFunc(l.registers[key], func(n *node) bool { return strong(n, key) && j.strictly(n, start) }) {
		return nil // registered afterwards: that is another rule's
	}
	for _, n := range j.waits {
		if n.kind == evAwait && n.ins.Name == sleep {
			continue // that it is long enough is luck
		}
		if j.g.reaches(start.id, n.id) && j.g.reaches(n.id, r.id) {
			j.noteAt(r, "read right after its informer is started, but something at %s may wait", j.site(n).Where)
			return nil
		}
	}
	v.Start = j.siteBeside(start, r)
	if wait != nil {
		v.Wait = j.siteBeside(wait, r)
	}
	return valid([]Verdict{v})
}

// worksEarly: a goroutine reads a lister, and who has started the goroutine
// waits for the informer only afterwards.
func (j *judge) worksEarly(l *life, key string, r *node) []Verdict {
	spawn := j.spawnOf(r)
	if spawn == nil {
		return nil
	}
	for _, e := range l.escapes {
		if can(e, l.obj, key, capStart|capRun) && !j.strictly(spawn, e) {
			return nil
		}
	}
	wait := j.waitAfter(l, key, spawn)
	if wait == nil || len(l.begins(key)) == 0 {
		return nil
	}
	begins := l.begins(key)
	for _, n := range j.waits {
		if n.kind == evAwait && n.ins.Name == takesWork && j.fedByOthers(l, key) {
			continue
		}
		switch {
		case j.inside(n, r.thread) && j.g.reaches(n.id, r.id):
			j.noteAt(r, "read in a goroutine before the wait at %s, but something at %s may wait for it", j.site(wait).Where, j.site(n).Where)
			return nil
		case n != wait && j.g.reaches(n.id, spawn.id) && slices.ContainsFunc(begins, func(b *node) bool {
			at := j.within(b, spawn.thread)
			return at == nil || j.g.reaches(at.id, n.id)
		}):
			return nil // it may be synced when the goroutine begins
		}
	}
	v := j.early(WorkerBeforeWait, l, key, r, j.siteBeside(spawn, wait))
	v.Spawn, v.Read, v.Wait, v.Start = v.Anchor, j.site(r), j.siteBeside(wait, spawn), j.siteBeside(begins[0], spawn)
	return valid([]Verdict{v})
}

// fedByOthers: a handler of another informer is there, whose events come, and
// make work, whether this one is synced or not. Work that comes from the informer
// that is read finds at least the object that it is about.
func (j *judge) fedByOthers(l *life, key string) bool {
	for _, n := range j.g.nodes {
		if n.kind == evUse && n.op == clientgo.OpAddHandler && !n.weak && (n.subjects[0].obj != l.obj || !mayBe(n.subjects[0].key, key)) {
			return true
		}
	}
	return false
}

// waitAfter is the wait for a resource that surely follows n in its thread.
func (j *judge) waitAfter(l *life, key string, n *node) *node {
	for _, w := range slices.Concat(l.waits, l.syncs[key]) {
		if !w.weak && w.thread == n.thread && j.strictly(n, w) {
			return w
		}
	}
	return nil
}

// within is the event in a thread that leads to n: n itself, or the go
// statement below which it runs.
func (j *judge) within(n *node, thread int) *node {
	for n != nil && n.thread != thread {
		at, ok := j.g.spawnAt[n.thread]
		if n.thread == 0 || !ok || j.g.in.threads[n.thread].mode != clientgo.Concurrent {
			return nil
		}
		n = j.g.nodes[at]
	}
	return n
}

// always: every path of the thread to n leads through by.
func (j *judge) always(by, n *node) bool {
	seen := map[int]bool{by.id: true}
	work := []int{j.g.entry[n.thread]}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if id == n.id {
			return false
		}
		if seen[id] {
			continue
		}
		seen[id] = true
		for _, s := range j.g.nodes[id].succs {
			if j.g.nodes[s].thread == n.thread {
				work = append(work, s)
			}
		}
	}
	return true
}

func (j *judge) early(rule string, l *life, key string, target *node, anchor Site) Verdict {
	return Verdict{Rule: rule, Anchor: anchor, Birth: j.site(l.birth), Single: j.g.in.objs[l.obj].origin == oInformer,
		same: j.ident(rule, anchor), obj: l.obj, keys: []string{key}, target: target}
}

func valid(vs []Verdict) []Verdict {
	return slices.DeleteFunc(vs, func(v Verdict) bool { return !v.Anchor.Pos.IsValid() })
}

// WaitStories are the stories of all waits and reads of a root function's
// program, whether there is a verdict or not.
func (p *Package) WaitStories(root string) []Story {
	var out []Story
	for _, fn := range p.eng.roots() {
		if fn.Key != root {
			continue
		}
		j := p.compose(fn)
		if j == nil {
			continue
		}
		for _, obj := range j.order {
			l := j.lives[obj]
			if l.birth == nil {
				continue
			}
			for _, key := range sortedKeys(l.registers) {
				for _, w := range l.waits {
					out = append(out, j.storyAt(l, key, w))
				}
			}
			for _, at := range []map[string][]*node{l.syncs, l.reads} {
				for _, key := range sortedKeys(at) {
					for _, n := range at[key] {
						out = append(out, j.storyAt(l, key, n))
					}
				}
			}
		}
	}
	return out
}
