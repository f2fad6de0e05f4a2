package cached

import (
	"go/token"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/reference/explore"
)

var (
	spec     = track.Hop{Name: "Spec"}
	replicas = track.Hop{Name: "Replicas"}
	labels   = track.Hop{Name: "Labels", Ref: true}
	volumes  = track.Hop{Name: "Volumes", Ref: true}
	secret   = track.Hop{Name: "Secret", Ref: true}
	elem     = track.Hop{Name: "[*]"}
)

func write(on int, path ...track.Hop) track.Step {
	return track.Step{Act: track.Write, From: on, Path: path}
}

func send(on int) track.Step { return track.Step{Act: track.Send, From: on, Call: "Update"} }

func deep(from, to int, path ...track.Hop) track.Step {
	return track.Step{Act: track.Copy, From: from, To: to, Path: path}
}

func shallow(from, to int, path ...track.Hop) track.Step {
	return track.Step{Act: track.Shallow, From: from, To: to, Path: path}
}

// way is one from a source through steps, each on a line of its own.
func way(kind track.SourceKind, steps ...track.Step) *track.Way {
	w := &track.Way{Source: track.Source{Kind: kind, Type: "Pod", Pos: 1}}
	if kind == track.Get || kind == track.List {
		w.Source.Call = [...]string{track.Get: "Get", track.List: "List"}[kind]
	}
	w.Steps = append([]track.Step{{Act: track.Obtain, Pos: 1}}, steps...)
	for i := range w.Steps {
		w.Steps[i].Pos = token.Pos(1 + i)
	}
	return w
}

const nothing = "nothing goes wrong"

var runs = []struct {
	name string
	way  *track.Way
	why  string // "": it is shown
}{
	{"field", way(track.Get, write(0, replicas)), ""},
	{"field of a structure", way(track.Get, write(0, spec, replicas)), ""},
	{"all of it", way(track.Get, write(0)), ""},
	{"map entry", way(track.Get, write(0, labels, elem)), ""},
	{"element of List", way(track.List, write(0, spec, replicas)), ""},
	{"new object in OnAdd", way(track.Added, write(0, labels)), ""},
	{"new object in OnUpdate", way(track.Updated, write(0, labels)), ""},
	{"old object in OnUpdate", way(track.Old, write(0, labels)), ""},
	{"field, then sent", way(track.Get, write(0, replicas), send(0)), ""},
	{"sent, then field", way(track.Get, send(0), write(0, replicas)), ""},
	{"twice", way(track.Get, write(0, labels, elem), send(0), write(0, replicas), send(0)), ""},
	{"a handler sends", way(track.Updated, write(0, replicas), send(0)), ""},

	{"map of a shallow copy", way(track.Get, shallow(0, 1), write(1, labels, elem)), ""},
	{"map of a shallow copy of a shallow copy", way(track.Get, shallow(0, 1), shallow(1, 2), write(2, spec, labels, elem)), ""},
	{"map of a structure that was copied out", way(track.Get, shallow(0, 1, spec), write(1, labels, elem)), ""},
	{"structure behind a pointer in a copied slice", way(track.Get, shallow(0, 1, volumes), write(1, elem, secret, replicas)), ""},
	{"element of a shared slice", way(track.Get, shallow(0, 1), write(1, volumes, elem, replicas)), ""},
	{"shared map of a copy, own field of another", way(track.Get, shallow(0, 1), deep(0, 2), write(2, replicas), write(1, labels, elem)), ""},
	{"copied after the write", way(track.Get, write(0, replicas), deep(0, 1), write(1, replicas), send(1)), ""},
	{"the map of a copy replaced, that of the object written", way(track.Get, shallow(0, 1), write(1, labels), write(0, labels, elem)), ""},
	// The paths of the copy say that the map is behind a reference.
	{"a field that is found to be a map later", way(track.Get, shallow(0, 1),
		write(1, track.Hop{Name: "Labels"}, elem), write(1, labels)), ""},
	{"a map that is called a field later", way(track.Get, shallow(0, 1),
		write(1, labels, elem), write(1, track.Hop{Name: "Labels"})), ""},

	{"deep copy", way(track.Get, deep(0, 1), write(1, labels, elem), write(1, spec, replicas)), nothing},
	{"deep copy, sent", way(track.Get, deep(0, 1), write(1, labels, elem), send(1)), nothing},
	{"deep copy in a handler", way(track.Updated, deep(0, 1), write(1, labels, elem), send(1)), nothing},
	{"deep copy of the old object", way(track.Old, deep(0, 1), write(1, labels, elem)), nothing},
	{"deep copy of a shallow one", way(track.Get, shallow(0, 1), deep(1, 2), write(2, labels, elem)), nothing},
	{"deep copy of a map", way(track.Get, deep(0, 1, labels), write(1, elem)), nothing},
	{"own field of a shallow copy", way(track.Get, shallow(0, 1), write(1, replicas)), nothing},
	{"own structure of a shallow copy", way(track.Get, shallow(0, 1), write(1, spec, replicas)), nothing},
	{"map of a shallow copy replaced", way(track.Get, shallow(0, 1), write(1, labels)), nothing},
	{"map of a shallow copy replaced, then written", way(track.Get, shallow(0, 1), write(1, labels), write(1, labels, elem)), nothing},
	{"structure of a shallow copy replaced, then its map", way(track.Get, shallow(0, 1), write(1, spec), write(1, spec, labels, elem)), nothing},
	{"copied map", way(track.Get, shallow(0, 1, labels), write(1, elem)), nothing},
	{"element of a copied slice", way(track.Get, shallow(0, 1, volumes), write(1, elem, replicas)), nothing},
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
	long := make([]track.Step, maxSteps)
	for i := range long {
		long[i] = write(0, replicas)
	}
	for _, test := range []struct {
		way *track.Way
		why string
	}{
		{&track.Way{Source: track.Source{Kind: track.Get}}, "nothing is written"},
		{way(track.Get, send(0)), "nothing is written"},
		{way(0, write(0)), "source of the way is not known"},
		{way(track.Old+1, write(0)), "source of the way is not known"},
		{way(track.Get, write(1)), "step 1 of the way is done to an object that is not there"},
		{way(track.Get, deep(0, 1), write(1), send(2)), "step 3 of the way is done to"},
		{way(track.Get, deep(0, 1), shallow(0, 1), write(1)), "step 2 of the way makes an object that is there"},
		{way(track.Get, deep(0, 0), write(0)), "step 1 of the way makes"},
		{way(track.Get, write(0), track.Step{Act: track.Obtain}), "does not begin with its source"},
		{&track.Way{Source: track.Source{Kind: track.Get}, Steps: []track.Step{write(0)}}, "does not begin with its source"},
		{way(track.Get, write(0), track.Step{Act: track.Keep + 1}), "step 2 of the way is not known"},
		{way(track.Get, long...), "too long"},
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
	of := func(w *track.Way) *outcome {
		p, why := newProgram(w)
		if why != "" {
			t.Fatal(why)
		}
		return run(p)
	}
	one := of(way(track.Get, shallow(0, 1), write(1, labels, elem), write(1, spec, replicas)))
	if of(way(track.Get, shallow(0, 1), write(1, secret, replicas), write(1, elem, spec))) != one {
		t.Error("other names were run again")
	}
	for _, w := range []*track.Way{
		way(track.List, shallow(0, 1), write(1, labels, elem), write(1, spec, replicas)),
		way(track.Get, deep(0, 1), write(1, labels, elem), write(1, spec, replicas)),
		way(track.Get, shallow(0, 1), write(0, labels, elem), write(1, spec, replicas)),
		way(track.Get, shallow(0, 1), write(1, spec, elem), write(1, labels, replicas)),
		way(track.Get, shallow(0, 1), write(1, labels, elem), write(1, labels, replicas)),
		way(track.Get, shallow(0, 1), write(1, labels, elem), write(1, spec, replicas), send(0)),
	} {
		if of(w) == one {
			t.Errorf("%+v was not run", w.Steps)
		}
	}
}

// That writes in a row are one step changes no verdict.
func TestBlocks(t *testing.T) {
	for _, w := range []*track.Way{
		way(track.Get, shallow(0, 1), write(1, replicas), write(1, labels, elem), write(1, spec)),
		way(track.Get, write(0, replicas), write(0, labels), send(0)),
		way(track.Updated, write(0, labels), write(0, labels, elem)),
		way(track.Old, write(0, labels), write(0, labels, elem)),
		way(track.Get, deep(0, 1), write(1, replicas), write(1, labels, elem), send(1)),
		way(track.Get, shallow(0, 1), write(1, labels), write(1, labels, elem)),
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
		kind track.SourceKind
		sc   scene
		sees bool
	}{
		{"reader", track.Get, scene{readers: true, update: never}, true},
		{"reader, added", track.Added, scene{readers: true, update: never}, true},
		{"reader, at once", track.Updated, scene{readers: true, update: never, tells: true}, true},
		{"reader who keeps the old one", track.Old, scene{readers: true, update: never}, true},
		{"reader of what is there now", track.Old, scene{readers: true, update: never, tells: true}, false},
		{"handler, of the added one", track.Added, scene{watchers: true, update: never}, true},
		{"handler, of the new one", track.Updated, scene{watchers: true, update: never}, true},
		{"handler, of the old one", track.Old, scene{watchers: true, update: never}, true},
		{"handler that is told of nothing", track.Get, scene{watchers: true, update: never}, false},
		{"handler, of what has become old", track.Get, scene{watchers: true, update: surely}, true},
		{"handler, if there is an update", track.Get, scene{watchers: true}, true},
		{"nobody", track.Get, scene{update: surely}, false},
	} {
		p, _ := newProgram(way(test.kind, write(0, labels, elem)))
		test.sc.counts = anything
		res := explore.Run(explore.Options{}, world(p, test.sc))
		if !res.Complete || (res.Violating > 0) != test.sees || res.Outcomes[changed] != res.Traces {
			t.Errorf("%s: %v %v", test.name, res, res.Outcomes)
		}
	}
}

func gives(from int) track.Step { return track.Step{Act: track.Return, From: from} }
func keeps(from int, path ...track.Hop) track.Step {
	return track.Step{Act: track.Keep, From: from, Path: path}
}
