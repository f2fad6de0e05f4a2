package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// inWorlds finds what is wrong however the conditions are answered that the program
// asks more than once. Where an answer leaves out what it is about, it need not be.
//
// That nothing starts an informer is no such rule: one that is started under a
// condition and used without it may well be meant.
func (j *judge) inWorlds(all *life.Graph, last bool) (out []Verdict) {
	notes := j.notes
	defer func() { j.notes = notes }() // of a way that may not be taken
	for _, obj := range all.Order {
		var found [][]Verdict
		var here []*Verdict // what may be found, of all worlds
		for w := range all.As(obj).Worlds(obj) {
			j.g = w
			vs := j.ask(obj, func(r rule) bool { return r.worlds && r.last == last })
			for _, v := range vs {
				if v.Rule != RedundantGo && !slices.ContainsFunc(j.found, v.same) {
					here = append(here, &v)
				}
			}
			found = append(found, vs)
		}
		if len(here) == 0 {
			continue
		}
		for w := range all.As(obj).Worlds(obj) {
			here = slices.DeleteFunc(here, func(v *Verdict) bool { return !v.oneIn(w, found[0]) })
			found = found[1:]
		}
		for _, v := range here {
			if !slices.ContainsFunc(out, v.same) {
				if v.Moment != nil {
					v.Moment = all.As(obj).Nodes[v.Moment.ID]
				}
				out = append(out, *v)
			}
		}
	}
	return out
}

func (v *Verdict) same(o Verdict) bool { return o.ID == v.ID && o.Obj == v.Obj }

// oneIn: a verdict is one of those found in a world, or that has not what it is about. It
// forgets the resources of which that is not so.
func (v *Verdict) oneIn(w *life.Graph, found []Verdict) bool {
	k := slices.IndexFunc(found, func(o Verdict) bool {
		return o.ID == v.ID && (o.Moment == nil) == (v.Moment == nil) && (v.Moment == nil || o.Moment.ID == v.Moment.ID)
	})
	if k < 0 {
		return !v.in(w)
	}
	for _, key := range slices.Clone(v.Keys) {
		if !slices.Contains(found[k].Keys, key) && len(w.Lives[v.Obj].Registers[key]) > 0 {
			v.Keys = slices.DeleteFunc(slices.Clone(v.Keys), func(o string) bool { return o == key })
			v.Forget(key)
			if len(v.Keys) == 0 {
				return false
			}
		}
	}
	return true
}

// in: a world has what the verdict is about.
func (v *Verdict) in(w *life.Graph) bool {
	if v.Moment != nil {
		return w.Nodes[v.Moment.ID].Kind != compose.EvNone
	}
	return slices.ContainsFunc(w.Nodes, func(n *compose.Node) bool {
		if n.Kind == compose.EvNone || !slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool { return s.Obj == v.Obj }) {
			return false
		}
		where := w.Site(n).Where
		return slices.ContainsFunc(v.Places, func(p Place) bool {
			return p.Where == where && (p.Role == Registration || p.Role == Wait || p.Role == Read || p.Role == Setting)
		})
	})
}
