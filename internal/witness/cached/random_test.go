package cached

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/reference/explore"
)

// A generator makes a way, and does it to Go's own objects.
type generator struct {
	*rand.Rand
	objects []any // *outer or *inner
	steps   []track.Step
	writes  int
}

// step makes one step and does it.
func (g *generator) step(requests bool) {
	from := len(g.objects) - 1 // what was made last, more often than not
	if g.IntN(8) == 0 {
		from = g.IntN(len(g.objects))
	}
	on := g.objects[from]
	outer1, whole := on.(*outer)
	st := track.Step{From: from, To: len(g.objects)}
	act := g.IntN(8)
	if len(g.steps) == 0 {
		act = g.IntN(4)
	}
	switch act {
	case 0:
		st.Act = track.Copy
		if whole {
			c := outer1.deep()
			g.objects = append(g.objects, &c)
		} else {
			c := on.(*inner).deep()
			g.objects = append(g.objects, &c)
		}
	case 1, 2:
		st.Act = track.Shallow
		if whole {
			c := *outer1
			g.objects = append(g.objects, &c)
		} else {
			c := *on.(*inner)
			g.objects = append(g.objects, &c)
		}
	case 3:
		st.Act = track.Shallow
		if !whole {
			return
		}
		in := inners[g.IntN(len(inners))]
		c := *in.at(outer1)
		if g.IntN(4) == 0 {
			st.Act, c = track.Copy, c.deep()
		}
		st.Path = in.path
		g.objects = append(g.objects, &c)
	case 4:
		if st.Act = track.Send; !requests {
			return
		}
	default:
		st.Act = track.Write
		g.write(&st, on)
	}
	g.steps = append(g.steps, st)
}

func (g *generator) write(st *track.Step, on any) {
	g.writes++
	if o, ok := on.(*outer); ok {
		all := ofOuter()
		p := all[g.IntN(len(all))]
		p.write(o, g.writes)
		st.Path = p.path
		return
	}
	p := ofInner[g.IntN(len(ofInner))]
	p.write(on.(*inner), g.writes)
	st.Path = p.path
}

// random makes a way with a write in it, and says whether Go finds its object
// changed.
func random(seed uint64, kind track.SourceKind, requests int) (w *track.Way, changed bool) {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0))}
	for g.writes == 0 {
		o := newOuter(0)
		was := o.deep()
		g.objects, g.steps = []any{&o}, nil
		left := requests
		for range 2 + g.IntN(5) {
			n := len(g.steps)
			if g.step(left > 0); len(g.steps) > n && g.steps[n].Act == track.Send {
				left--
			}
		}
		changed = !reflect.DeepEqual(o, was)
	}
	return way(kind, g.steps...), changed
}

var smaller = flag.Int("smaller", 1000, "number of random ways that are run without a watch that fails")

// The verdict on random ways is what Go says: whether the object that the store
// holds equals what it was.
func TestRandom(t *testing.T) {
	kinds := []track.SourceKind{track.Get, track.List, track.Added, track.Updated, track.Old}
	n, shown := 0, 0
	check := func(seed uint64, kind track.SourceKind, requests int, verdict func(*track.Way) string) {
		w, changed := random(seed, kind, requests)
		why := verdict(w)
		if n++; changed {
			shown++
		}
		if changed != (why == "") || !changed && why != nothing {
			t.Errorf("seed %d: changed %t, but %q: %s", seed, changed, why, fmt.Sprintf("%+v", w.Steps))
		}
	}
	run := func(w *track.Way) string { return Run(w).Why }
	full, small := uint64(100), uint64(*smaller)
	if testing.Short() {
		full, small = 20, 400
	}
	for seed := range full {
		check(seed, kinds[seed%5], 1, run)
	}
	// Without a watch that fails.
	for seed := full; seed < full+small; seed++ {
		check(seed, kinds[seed%2], int(seed%5)/4, quick)
	}
	if t.Logf("%d of %d are shown", shown, n); shown < n/4 || shown > n*3/4 {
		t.Errorf("%d of %d are shown", shown, n)
	}
}

// A deep copy in front of all is a right fix of every way, and none is one only
// if nothing is changed.
func TestRandomFixes(t *testing.T) {
	n := uint64(100)
	if testing.Short() {
		n = 20
	}
	for seed := range n {
		before, changed := random(seed, track.Get, int(seed%4)/3)
		steps := []track.Step{deep(0, 1)}
		for _, s := range before.Steps[1:] {
			s.From, s.To = s.From+1, s.To+1
			steps = append(steps, s)
		}
		is := []*track.Way{before}
		if why := right(is, []*track.Way{way(track.Get, steps...)}); why != "" {
			t.Errorf("seed %d: %s: %+v", seed, why, before.Steps)
		}
		if why := right(is, is); (why != "") != changed {
			t.Errorf("seed %d: changed %t, but %q: %+v", seed, changed, why, before.Steps)
		}
	}
}

// quick is the verdict of a smaller scene.
func quick(w *track.Way) string {
	p, why := newProgram(w)
	if why != "" {
		return why
	}
	sc := full(p)
	sc.network = false
	res := explore.Run(explore.Options{}, world(p, sc))
	o := &outcome{classes: res.Traces, violating: res.Violating, why: res.Why,
		changed: res.Outcomes[changed], unchanged: res.Outcomes[unchanged], unfinish: res.Outcomes[unfinished]}
	if o.shown() {
		return ""
	}
	return o.unshown()
}
