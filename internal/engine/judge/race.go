package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/life"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// races: Start runs in a goroutine and the same factory's WaitForCacheSync
// may run before it.
func (j *judge) races(l *life.Life) []Verdict {
	var out []Verdict
	for _, s := range l.Starts {
		spawn := j.g.SpawnOf(s)
		if s.Thread != 0 && spawn != nil && j.onlyStart(s) {
			anchor := j.g.Site(spawn)
			v := j.verdict(RedundantGo, l, anchor)
			v.place(Start, j.g.Site(s))
			v.trait(OnlyStarts, true)
			v.trait(Direct, j.g.Direct(s))
			out = append(out, v)
		}
		if s.Weak || spawn == nil {
			continue
		}
		for _, w := range l.Waits {
			if w.Weak || j.g.Inside(w, s.Thread) || !j.g.Reaches(spawn.ID, w.ID) || j.g.Reaches(s.ID, w.ID) || j.g.LaterThread(w, spawn.Thread) {
				continue
			}
			if why := j.startedBefore(j.g.With(l, w), s, w, spawn); why != "" {
				j.noteAt(s, "runs beside the factory's WaitForCacheSync at %s, but %s", j.g.Site(w).Where, why)
				continue
			}
			anchor := j.g.SiteBeside(spawn, w)
			v := j.verdict(StartRacesWait, l, anchor, j.g.Unawaited(l, w)...)
			v.place(Start, j.g.Site(s))
			v.place(Wait, j.reg(w, spawn))
			v.trait(OnlyStarts, j.onlyStart(s))
			v.trait(Direct, j.g.Direct(s))
			// In another package it is reported there: it needs nothing from here.
			if anchor.Pos.IsValid() && j.g.Common(spawn, w).Fn.Local {
				out = append(out, v)
			}
			break
		}
	}
	return out
}

// startedBefore says why a wait need not be empty: something else may have
// started the factory before it, or the order is fixed.
func (j *judge) startedBefore(l *life.Life, s, w, spawn *compose.Node) string {
	if j.g.Reaches(w.ID, w.ID) {
		return "the wait is repeated"
	}
	for _, other := range l.Starts {
		if other.ID == s.ID || j.g.Reaches(w.ID, other.ID) && !j.g.Reaches(other.ID, w.ID) {
			continue
		}
		if o := j.g.SpawnOf(other); o != nil && j.g.Reaches(o.ID, w.ID) && !j.g.Reaches(other.ID, w.ID) {
			continue // one more that races
		}
		return "it is started at " + j.g.Site(other).Where + " as well"
	}
	for _, e := range l.Escapes {
		if e.Lets(l.Obj, "", compose.CanStart) && !j.g.Reaches(w.ID, e.ID) {
			return "the factory leaves at " + j.g.Site(e).Where + ", where it may be started"
		}
	}
	if len(l.Registers) > 0 && len(j.g.Unawaited(l, w)) == 0 {
		return "each of its informers is awaited after it by its own HasSynced"
	}
	if n := j.underWay(l, s, w, spawn); n != nil {
		return "what its informers do may be awaited at " + j.g.Site(n).Where
	}
	return j.happensBefore(s, w, spawn)
}

// underWay is where something may be awaited, between the go statement and the wait,
// that only an informer of the factory brings about: that one has synced, or that
// a handler was called. Start has the factory's lock until it has started all of
// them, and the wait takes the same (informers/factory.go, v0.37.2).
func (j *judge) underWay(l *life.Life, s, w, spawn *compose.Node) *compose.Node {
	ours := func(n *compose.Node) bool {
		return slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool { return s.Obj == l.Obj })
	}
	told := slices.ContainsFunc(life.SortedKeys(l.Registers), func(key string) bool { return j.handled(l, key) })
	for _, n := range j.g.Waits {
		if n == w || j.g.Inside(n, s.Thread) || !j.g.Reaches(spawn.ID, n.ID) || !j.g.Reaches(n.ID, w.ID) {
			continue
		}
		switch n.Kind {
		case compose.EvSync:
			if ours(n) || len(n.Subjects) == 0 {
				return n
			}
		case compose.EvUse:
			if ours(n) {
				return n
			}
		case compose.EvAwait:
			if told && n.Ins.Name != program.Sleep {
				return n
			}
		}
	}
	return nil
}

// onlyStart: the goroutine does nothing but Start.
func (j *judge) onlyStart(s *compose.Node) bool {
	for _, n := range j.g.Nodes {
		if n.Thread == s.Thread && n.ID != s.ID && n.Kind != compose.EvNone {
			return false
		}
	}
	return true
}
