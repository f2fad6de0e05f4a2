package cached

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/cached/form"
	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// way makes of a trace what it says about one object; nil if it does not get it.
func (r *run) way(last *event, obj int) *track.Way {
	var events []*event
	for e := last; e != nil; e = e.prev {
		if e.obj != obj {
			continue
		}
		events = append(events, e)
		if e.step.Act == track.Obtain {
			break
		}
	}
	if len(events) == 0 || events[len(events)-1].step.Act != track.Obtain {
		return nil
	}
	slices.Reverse(events)
	way := &track.Way{Func: form.Called(r.root), Source: r.objs[obj].source}
	way.Source.Pos = events[0].step.Pos
	way.Source.Type = cmp.Or(r.objs[obj].asked.At(last.in), way.Source.Type)
	if call, ok := events[0].in.(*ssa.Call); ok {
		if fn := ssautil.Callee(&call.Call); fn != nil {
			way.Source.Call = fn.Name() // the accessor that the function calls
		}
	}
	numbers, copies := map[int]int{0: 0}, 0 // the object of each memory
	for _, e := range events {
		step := e.step
		from, ok := numbers[e.mem]
		if !ok {
			continue // of a copy that was made on another way
		}
		step.From = from
		if step.Act == track.Copy || step.Act == track.Shallow {
			copies++
			numbers[e.to], step.To = copies, copies
		}
		way.Steps = append(way.Steps, step)
	}
	return way
}

// A Key names a source in any version of a package: the N-th of its kind in the
// function and in what it calls, in the order of the source.
type Key struct {
	Func string
	Kind track.SourceKind
	Call string
	N    int
}

// key returns the key of an object that a run has met.
func (r *run) key(obj int) Key {
	o := r.objs[obj]
	k := Key{Func: form.Called(r.root), Kind: o.source.Kind, Call: o.source.Call}
	if k.Kind >= track.Added {
		return k
	}
	before := func(a, b *object) bool {
		return cmp.Or(cmp.Compare(a.site, b.site), cmp.Compare(instrPos(a.instr), instrPos(b.instr))) < 0
	}
	sites := make(map[[2]token.Pos]bool)
	for _, other := range r.objs {
		if other.param == 0 && other.source.Kind == k.Kind && other.source.Call == k.Call && before(other, o) {
			sites[[2]token.Pos{other.site, instrPos(other.instr)}] = true
		}
	}
	k.N = len(sites)
	return k
}

// Ways returns all ways of a function from a source to its ends on which
// something is written, and whether one of them changes the object of the cache.
// It is not ok if there is no such source, or there are too many ways.
func (p *Package) Ways(k Key) (ways []*track.Way, changes, ok bool) {
	if p == nil {
		return nil, false, false
	}
	for _, fn := range p.m.fns {
		if form.Called(fn) != k.Func {
			continue
		}
		first := p.m.interpret(fn, maxSteps, p.m.bind(fn, k))
		if first == nil {
			return nil, false, false
		}
		for id := range first.objs {
			if first.objs[id].param == 0 && first.key(id) == k {
				return p.m.allWays(fn, k, first.objs[id])
			}
		}
	}
	return nil, false, false
}

// bind gives a handler its object. Only then the handlers are looked for: in an
// edited package that is most of the work.
func (m *machine) bind(fn *ssa.Function, k Key) func(*run, *state) {
	if k.Kind != track.Added && k.Kind != track.Old && k.Kind != track.Updated {
		return nil
	}
	for _, g := range m.handlers() {
		for _, role := range []struct {
			f    *registered.Func
			i    int
			kind track.SourceKind
		}{{g.Add, 0, track.Added}, {g.Filter, 0, track.Added}, {g.Update, 0, track.Old}, {g.Update, 1, track.Updated}} {
			if role.f == nil || role.f.Fn.Pos() != fn.Pos() || role.kind != k.Kind {
				continue
			}
			if in, ok := inputOf(&registered.Func{Fn: fn, First: role.f.First}, role.i); ok {
				return in.given(k.Kind)
			}
		}
	}
	return nil
}

func (m *machine) allWays(fn *ssa.Function, k Key, of *object) (ways []*track.Way, changes, ok bool) {
	bind := m.bind(fn, k)
	r := m.interpret(fn, maxSteps, func(r *run, s *state) {
		r.exact = of
		if bind != nil {
			bind(r, s)
		}
	})
	if r == nil || r.over || !r.complete {
		return nil, false, false
	}
	seen := make(map[string]bool)
	for id := range r.objs {
		if r.key(id) != k {
			continue
		}
		for h := range r.hits {
			changes = changes || h.obj == id
		}
		for _, end := range r.ends {
			way := r.way(end, id)
			if way == nil || !way.Writes() || seen[way.Digest()] {
				continue
			}
			seen[way.Digest()] = true
			ways = append(ways, way)
		}
	}
	return ways, changes, len(ways) > 0
}
