package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
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
func setupRule(n *compose.Node) string {
	if n.Kind == compose.EvUse {
		return DroppedRegistrationError
	}
	switch life.Setting(n) {
	case clientgo.SetTransform:
		return LateTransform
	case clientgo.SetWatchErrorHandler:
		return LateWatchErrorHandler
	case clientgo.AddIndexers:
		return LateIndexers
	}
	return ""
}

// setups: a setting that works only before the start, on every path after it.
// What runs the informer may be a goroutine, which the factory's Start begins
// as well: then the setting is lost only in those runs in which that
// goroutine is first, and nothing keeps it from being so.
func (j *judge) setups(l *life.Life) []Verdict {
	var out []Verdict
	states := make(map[string][]uint8)
	for _, n := range append(slices.Clone(l.Setups), l.Registrations()...) {
		key := n.Subjects[0].Key
		if n.Ins.Callee != ir.DroppedError {
			continue // the program hears of it
		}
		if n.Kind == compose.EvUse && (n.Weak || !j.g.Certain(l, key)) {
			continue
		}
		if n.Weak || !j.g.Certain(l, key) {
			j.noteAt(n, "which informer this sets up is not certain")
			continue
		}
		if states[key] == nil {
			states[key] = j.started(l, key)
		}
		switch states[key][n.ID] {
		case st:
		case 0:
			continue // never reached
		default:
			if states[key][n.ID]&st != 0 && n.Kind == compose.EvSetup {
				j.noteAt(n, "comes after the start of its informer on some paths and not on others, or somebody else may have started it")
			}
			continue
		}
		if other := j.setBefore(j.g.With(l, n), n, states[key]); other != nil {
			j.noteAt(n, "comes after the start of its informer, but may only repeat what %s sets", j.g.Site(other).Where)
			continue
		}
		start := j.startOf(l, key, n, states[key])
		if start == nil && n.Kind == compose.EvUse {
			continue
		}
		if start == nil {
			j.noteAt(n, "comes after the start of its informer, but which of several starts it is not known")
			continue
		}
		anchor := j.g.SiteBeside(n, start)
		set := j.g.Site(n)
		if set.Kind == "" && l.Birth != nil {
			set.Kind = clientgo.Kind(l.Birth.Ins.Key)
		}
		v := j.verdict(setupRule(n), l, anchor, key)
		v.place(Setting, set)
		v.place(Start, j.g.SiteBeside(start, n))
		v.trait(StandAlone, j.g.Single(l))
		v.ID += set.Where
		v.Moment = n
		if anchor.Pos.IsValid() && j.g.Common(n, start).Fn.Local {
			out = append(out, v)
		}
	}
	return out
}

// setBefore returns a call that may set the same on the informer in time, nil
// if there is none. Often both set the same, and nothing is lost. Indexes add
// up.
func (j *judge) setBefore(l *life.Life, n *compose.Node, states []uint8) *compose.Node {
	for _, other := range l.Setups {
		if life.Repeats(n, other) && (other.Weak || states[other.ID]&^st != 0) {
			return other
		}
	}
	return nil
}

// startOf is the event that has started the informer of a setting, or the
// statement that begins its goroutine: the first where it need not be started
// before and comes after it.
func (j *judge) startOf(l *life.Life, key string, n *compose.Node, states []uint8) *compose.Node {
	for _, s := range append(slices.Clone(l.Starts), l.Runs[key]...) {
		if !life.Starts(s, l.Obj, key) {
			continue
		}
		at := s
		if spawn := j.g.SpawnOf(s); spawn != nil && !j.g.Reaches(s.ID, n.ID) {
			at = spawn
		}
		rest := states[at.ID] &^ st
		if rest != 0 && j.g.Reaches(at.ID, n.ID) && j.spawned(at, l.Obj, key, j.transfer(at, l.Obj, key, rest)) == st {
			return at
		}
	}
	return nil
}
