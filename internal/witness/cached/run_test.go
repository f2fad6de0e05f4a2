package cached

import (
	"go/token"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/cached"
	"github.com/informerlint/informerlint/reference/explore"
)

var (
	spec     = cached.Hop{Name: "Spec"}
	replicas = cached.Hop{Name: "Replicas"}
	labels   = cached.Hop{Name: "Labels", Ref: true}
	volumes  = cached.Hop{Name: "Volumes", Ref: true}
	secret   = cached.Hop{Name: "Secret", Ref: true}
	elem     = cached.Hop{Name: "[*]"}
)

func write(on int, path ...cached.Hop) cached.Step {
	return cached.Step{Act: cached.Write, From: on, Path: path}
}

func send(on int) cached.Step { return cached.Step{Act: cached.Send, From: on, Call: "Update"} }

func deep(from, to int, path ...cached.Hop) cached.Step {
	return cached.Step{Act: cached.Copy, From: from, To: to, Path: path}
}

func shallow(from, to int, path ...cached.Hop) cached.Step {
	return cached.Step{Act: cached.Shallow, From: from, To: to, Path: path}
}

// way is one from a source through steps, each on a line of its own.
func way(kind cached.SourceKind, steps ...cached.Step) *cached.Way {
	w := &cached.Way{Source: cached.Source{Kind: kind, Type: "Pod", Pos: 1}}
	if kind == cached.Get || kind == cached.List {
		w.Source.Call = [...]string{cached.Get: "Get", cached.List: "List"}[kind]
	}
	w.Steps = append([]cached.Step{{Act: cached.Obtain, Pos: 1}}, steps...)
	for i := range w.Steps {
		w.Steps[i].Pos = token.Pos(1 + i)
	}
	return w
}

const nothing = "nothing goes wrong"

var runs = []struct {
	name string
	way  *cached.Way
	why  string // "": it is shown
}{
	{"field", way(cached.Get, write(0, replicas)), ""},
	{"field of a structure", way(cached.Get, write(0, spec, replicas)), ""},
	{"all of it", way(cached.Get, write(0)), ""},
	{"map entry", way(cached.Get, write(0, labels, elem)), ""},
	{"element of List", way(cached.List, write(0, spec, replicas)), ""},
	{"new object in OnAdd", way(cached.Added, write(0, labels)), ""},
	{"new object in OnUpdate", way(cached.Updated, write(0, labels)), ""},
	{"old object in OnUpdate", way(cached.Old, write(0, labels)), ""},
	{"field, then sent", way(cached.Get, write(0, replicas), send(0)), ""},
	{"sent, then field", way(cached.Get, send(0), write(0, replicas)), ""},
	{"twice", way(cached.Get, write(0, labels, elem), send(0), write(0, replicas), send(0)), ""},
	{"a handler sends", way(cached.Updated, write(0, replicas), send(0)), ""},

	{"map of a shallow copy", way(cached.Get, shallow(0, 1), write(1, labels, elem)), ""},
	{"map of a shallow copy of a shallow copy", way(cached.Get, shallow(0, 1), shallow(1, 2), write(2, spec, labels, elem)), ""},
	{"map of a structure that was copied out", way(cached.Get, shallow(0, 1, spec), write(1, labels, elem)), ""},
	{"structure behind a pointer in a copied slice", way(cached.Get, shallow(0, 1, volumes), write(1, elem, secret, replicas)), ""},
	{"element of a shared slice", way(cached.Get, shallow(0, 1), write(1, volumes, elem, replicas)), ""},
	{"shared map of a copy, own field of another", way(cached.Get, shallow(0, 1), deep(0, 2), write(2, replicas), write(1, labels, elem)), ""},
	{"copied after the write", way(cached.Get, write(0, replicas), deep(0, 1), write(1, replicas), send(1)), ""},
	{"the map of a copy replaced, that of the object written", way(cached.Get, shallow(0, 1), write(1, labels), write(0, labels, elem)), ""},
	// The paths of the copy say that the map is behind a reference.
	{"a field that is found to be a map later", way(cached.Get, shallow(0, 1),
		write(1, cached.Hop{Name: "Labels"}, elem), write(1, labels)), ""},
	{"a map that is called a field later", way(cached.Get, shallow(0, 1),
		write(1, labels, elem), write(1, cached.Hop{Name: "Labels"})), ""},

	{"deep copy", way(cached.Get, deep(0, 1), write(1, labels, elem), write(1, spec, replicas)), nothing},
	{"deep copy, sent", way(cached.Get, deep(0, 1), write(1, labels, elem), send(1)), nothing},
	{"deep copy in a handler", way(cached.Updated, deep(0, 1), write(1, labels, elem), send(1)), nothing},
	{"deep copy of the old object", way(cached.Old, deep(0, 1), write(1, labels, elem)), nothing},
	{"deep copy of a shallow one", way(cached.Get, shallow(0, 1), deep(1, 2), write(2, labels, elem)), nothing},
	{"deep copy of a map", way(cached.Get, deep(0, 1, labels), write(1, elem)), nothing},
	{"own field of a shallow copy", way(cached.Get, shallow(0, 1), write(1, replicas)), nothing},
	{"own structure of a shallow copy", way(cached.Get, shallow(0, 1), write(1, spec, replicas)), nothing},
	{"map of a shallow copy replaced", way(cached.Get, shallow(0, 1), write(1, labels)), nothing},
	{"map of a shallow copy replaced, then written", way(cached.Get, shallow(0, 1), write(1, labels), write(1, labels, elem)), nothing},
	{"structure of a shallow copy replaced, then its map", way(cached.Get, shallow(0, 1), write(1, spec), write(1, spec, labels, elem)), nothing},
	{"copied map", way(cached.Get, shallow(0, 1, labels), write(1, elem)), nothing},
	{"element of a copied slice", way(cached.Get, shallow(0, 1, volumes), write(1, elem, replicas)), nothing},
}

func TestRun(t *testing.T) {
	for _, test := range runs {
		t.Run(test.name, func(t *testing.T) {
			v := Run(test.way)
			if v.Why != test.why {
				t.Fatalf("%q, want %q", v.Why, test.why)
			}
			w := v.Witness(lines())
			if (w == nil) != (test.why != "") || (v.Violating == 0) != (test.why != "") {
				t.Errorf("%d of %d, witness %v", v.Violating, v.Classes, w)
			}
		})
	}
}

// A way that makes no sense is not run.
func TestUnfit(t *testing.T) {
	long := make([]cached.Step, maxSteps)
	for i := range long {
		long[i] = write(0, replicas)
	}
	for _, test := range []struct {
		way *cached.Way
		why string
	}{
		{&cached.Way{Source: cached.Source{Kind: cached.Get}}, "nothing is written"},
		{way(cached.Get, send(0)), "nothing is written"},
		{way(0, write(0)), "source of the way is not known"},
		{way(cached.Old+1, write(0)), "source of the way is not known"},
		{way(cached.Get, write(1)), "step 1 of the way is done to an object that is not there"},
		{way(cached.Get, deep(0, 1), write(1), send(2)), "step 3 of the way is done to"},
		{way(cached.Get, deep(0, 1), shallow(0, 1), write(1)), "step 2 of the way makes an object that is there"},
		{way(cached.Get, deep(0, 0), write(0)), "step 1 of the way makes"},
		{way(cached.Get, write(0), cached.Step{Act: cached.Obtain}), "does not begin with its source"},
		{&cached.Way{Source: cached.Source{Kind: cached.Get}, Steps: []cached.Step{write(0)}}, "does not begin with its source"},
		{way(cached.Get, write(0), cached.Step{Act: cached.Keep + 1}), "step 2 of the way is not known"},
		{way(cached.Get, long...), "too long"},
	} {
		v := Run(test.way)
		if !strings.Contains(v.Why, test.why) || v.Witness(lines()) != nil {
			t.Errorf("%+v: %q, want %q", test.way.Steps, v.Why, test.why)
		}
	}
}

// What is said of programs that are not shown.
func TestUnshown(t *testing.T) {
	for _, test := range []struct {
		o    outcome
		want string
	}{
		{outcome{classes: 2, changed: 2, violating: 1, why: "limit of 7 runs"}, "too large to be run: limit of 7 runs"},
		{outcome{classes: 2, changed: 1, unfinish: 1, violating: 1}, "some execution does not get to the end of the way"},
		{outcome{classes: 2, unchanged: 2}, nothing},
		{outcome{classes: 2, changed: 1, unchanged: 1, violating: 1}, "nothing goes wrong in some execution"},
		{outcome{classes: 2, changed: 2}, "nobody sees it"},
	} {
		if got := test.o.unshown(); got != test.want || test.o.shown() {
			t.Errorf("%+v: %q, shown %t, want %q", test.o, got, test.o.shown(), test.want)
		}
	}
}

// Ways that differ in names and lines share their exploration; others do not.
func TestShared(t *testing.T) {
	of := func(w *cached.Way) *outcome {
		p, why := newProgram(w)
		if why != "" {
			t.Fatal(why)
		}
		return run(p)
	}
	one := of(way(cached.Get, shallow(0, 1), write(1, labels, elem), write(1, spec, replicas)))
	if of(way(cached.Get, shallow(0, 1), write(1, secret, replicas), write(1, elem, spec))) != one {
		t.Error("other names were run again")
	}
	for _, w := range []*cached.Way{
		way(cached.List, shallow(0, 1), write(1, labels, elem), write(1, spec, replicas)),
		way(cached.Get, deep(0, 1), write(1, labels, elem), write(1, spec, replicas)),
		way(cached.Get, shallow(0, 1), write(0, labels, elem), write(1, spec, replicas)),
		way(cached.Get, shallow(0, 1), write(1, spec, elem), write(1, labels, replicas)),
		way(cached.Get, shallow(0, 1), write(1, labels, elem), write(1, labels, replicas)),
		way(cached.Get, shallow(0, 1), write(1, labels, elem), write(1, spec, replicas), send(0)),
	} {
		if of(w) == one {
			t.Errorf("%+v was not run", w.Steps)
		}
	}
}

// That writes in a row are one step changes no verdict.
func TestBlocks(t *testing.T) {
	for _, w := range []*cached.Way{
		way(cached.Get, shallow(0, 1), write(1, replicas), write(1, labels, elem), write(1, spec)),
		way(cached.Get, write(0, replicas), write(0, labels), send(0)),
		way(cached.Updated, write(0, labels), write(0, labels, elem)),
		way(cached.Old, write(0, labels), write(0, labels, elem)),
		way(cached.Get, deep(0, 1), write(1, replicas), write(1, labels, elem), send(1)),
		way(cached.Get, shallow(0, 1), write(1, labels), write(1, labels, elem)),
	} {
		p, _ := newProgram(w)
		coarse := explored(p)
		p.fine = true
		fine := explored(p)
		if coarse.unshown() != fine.unshown() || coarse.hidden != fine.hidden || coarse.why != "" || fine.classes < coarse.classes {
			t.Errorf("%v: %+v, one by one %+v", p, coarse, fine)
		}
	}
}

// Each of those who look sees it alone.
func TestThoseWhoLook(t *testing.T) {
	for _, test := range []struct {
		name string
		kind cached.SourceKind
		sc   scene
		sees bool
	}{
		{"reader", cached.Get, scene{readers: true, update: never}, true},
		{"reader, added", cached.Added, scene{readers: true, update: never}, true},
		{"reader, at once", cached.Updated, scene{readers: true, update: never, tells: true}, true},
		{"reader who keeps the old one", cached.Old, scene{readers: true, update: never}, true},
		{"reader of what is there now", cached.Old, scene{readers: true, update: never, tells: true}, false},
		{"handler, of the added one", cached.Added, scene{watchers: true, update: never}, true},
		{"handler, of the new one", cached.Updated, scene{watchers: true, update: never}, true},
		{"handler, of the old one", cached.Old, scene{watchers: true, update: never}, true},
		{"handler that is told of nothing", cached.Get, scene{watchers: true, update: never}, false},
		{"handler, of what has become old", cached.Get, scene{watchers: true, update: surely}, true},
		{"handler, if there is an update", cached.Get, scene{watchers: true}, true},
		{"nobody", cached.Get, scene{update: surely}, false},
	} {
		p, _ := newProgram(way(test.kind, write(0, labels, elem)))
		test.sc.counts = anything
		res := explore.Run(explore.Options{}, world(p, test.sc))
		if !res.Complete || (res.Violating > 0) != test.sees || res.Outcomes[changed] != res.Traces {
			t.Errorf("%s: %v %v", test.name, res, res.Outcomes)
		}
	}
}

func gives(from int) cached.Step { return cached.Step{Act: cached.Return, From: from} }
func keeps(from int, path ...cached.Hop) cached.Step {
	return cached.Step{Act: cached.Keep, From: from, Path: path}
}
