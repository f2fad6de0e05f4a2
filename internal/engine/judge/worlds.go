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
		worlds := all.As(obj).Worlds(obj)
		found := make([][]Verdict, len(worlds))
		for i, w := range worlds {
			l := w.Lives[obj]
			if l == nil {
				continue
			}
			j.g = w
			sc := j.scope(l)
			for _, r := range rules {
				if r.worlds && r.last == last && r.of&sc != 0 {
					found[i] = append(found[i], r.judge(j, l)...)
				}
			}
		}
		for _, vs := range found {
			for _, v := range vs {
				known := func(o Verdict) bool { return o.ID == v.ID && o.Obj == v.Obj }
				if v.Rule != RedundantGo && !slices.ContainsFunc(j.found, known) && !slices.ContainsFunc(out, known) && inAll(&v, worlds, found) {
					if v.Moment != nil {
						v.Moment = all.As(obj).Nodes[v.Moment.ID]
					}
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// inAll: a verdict is one in all worlds that have what it is about. It forgets the
// resources of which that is not so.
func inAll(v *Verdict, worlds []*life.Graph, found [][]Verdict) bool {
	for i, w := range worlds {
		k := slices.IndexFunc(found[i], func(o Verdict) bool {
			return o.ID == v.ID && (o.Moment == nil) == (v.Moment == nil) && (v.Moment == nil || o.Moment.ID == v.Moment.ID)
		})
		if k < 0 {
			if v.in(w) {
				return false
			}
			continue
		}
		for _, key := range slices.Clone(v.Keys) {
			if !slices.Contains(found[i][k].Keys, key) && len(w.Lives[v.Obj].Registers[key]) > 0 {
				v.Keys = slices.DeleteFunc(slices.Clone(v.Keys), func(o string) bool { return o == key })
				v.Forget(key)
				if len(v.Keys) == 0 {
					return false
				}
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
