package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// missingGo: the thread itself runs the informer, and then waits for it. Run returns when
// it is stopped (tools/cache/shared_informer.go and controller.go, v0.18 to v0.37), so that
// the wait, and what comes after it, is not reached before:
//
//	pods.Run(stop)
//	if !cache.WaitForCacheSync(stop, pods.HasSynced) {
//
// If the informer may have been started before, this Run says so in the log and returns at
// once, and nothing is reported.
func (j *judge) missingGo(l *life.Life) []Verdict {
	if l.Birth.Frame.Fn.ServesTests() || j.g.Root.ServesTests() {
		return nil
	}
	var out []Verdict
	for _, key := range life.SortedKeys(l.Runs) {
		for _, r := range l.Runs[key] {
			if r.Weak || !r.Frame.Fn.Local || key == "?" || r.OfSeveral() || r.Ins.Callee != ir.Lasts || r.Ins.Op != ir.OpProto || !ir.Plain(r.Ins) || j.g.Reaches(r.ID, r.ID) {
				continue
			}
			w := j.waitBehind(l, key, r)
			if w == nil {
				continue
			}
			if b := j.startedElsewhere(l, key, r); b != nil {
				j.noteAt(r, "blocks before the wait at %s, but something at %s may have started the informer before, and then Run returns at once", j.g.Site(w).Where, j.g.Site(b).Where)
				continue
			}
			v := j.early(MissingGo, l, key, w, j.g.Site(r))
			v.place(Start, v.Anchor)
			v.place(Wait, j.g.Site(w))
			out = append(out, v)
		}
	}
	return valid(out)
}

// waitBehind is the wait for an informer that comes after its Run, in the same call of
// the same function, whatever way it takes.
func (j *judge) waitBehind(l *life.Life, key string, r *compose.Node) *compose.Node {
	waits := slices.Concat(l.Syncs[key], j.g.Through(l, key))
	i := slices.IndexFunc(waits, func(w *compose.Node) bool {
		return !w.Weak && w.Frame == r.Frame && w.Thread == r.Thread && j.g.Strictly(r, w) && j.g.Always(r, w)
	})
	if i < 0 {
		return nil
	}
	return waits[i]
}

// startedElsewhere is what else may let the informer run before r.
func (j *judge) startedElsewhere(l *life.Life, key string, r *compose.Node) *compose.Node {
	for _, b := range l.Begins(key) {
		if b != r && !j.g.Strictly(r, b) {
			return b
		}
	}
	for _, e := range l.Escapes {
		if e.Lets(l.Obj, key, compose.CanStart|compose.CanRun) && !j.g.Strictly(r, e) {
			return e
		}
	}
	return nil
}
