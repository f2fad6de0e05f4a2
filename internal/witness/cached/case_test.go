package cached

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/gate"
)

func ways(all ...*track.Way) []*track.Way { return all }

var (
	sent   = way(track.Get, write(0, labels, elem), send(0))
	unsent = way(track.Get, write(0, labels, elem))
	two    = way(track.Get, write(0, labels, elem), write(0, replicas), send(0))
	ofSpec = way(track.Get, shallow(0, 1, spec), write(1, labels, elem))
)

var fixes = []struct {
	name   string
	before []*track.Way // the first one is the claim's
	after  []*track.Way
	want   string // part of what is said; "" if the fix holds
}{
	{"a copy first", ways(sent), ways(way(track.Get, deep(0, 1), write(1, labels, elem), send(1))), ""},
	{"a copy first, nothing sent", ways(unsent), ways(way(track.Get, deep(0, 1), write(1, labels, elem))), ""},
	{"in a handler", ways(way(track.Updated, write(0, labels, elem))), ways(way(track.Updated, deep(0, 1), write(1, labels, elem))), ""},
	{"two copies", ways(two), ways(way(track.Get, deep(0, 1), write(1, labels, elem), deep(1, 2), write(2, replicas), send(2))), ""},
	{"a copy of all before a part is copied", ways(ofSpec), ways(way(track.Get, deep(0, 1), shallow(1, 2, spec), write(2, labels, elem))), ""},
	{"a deep copy of the part", ways(ofSpec), ways(way(track.Get, deep(0, 1, spec), write(1, labels, elem))), ""},
	{"a shallow copy is enough for a field", ways(way(track.Get, write(0, replicas), send(0))),
		ways(way(track.Get, shallow(0, 1), write(1, replicas), send(1))), ""},

	{"a part copied besides", ways(sent), ways(way(track.Get, deep(0, 1), write(1, labels, elem), shallow(1, 2, volumes), send(1))), ""},

	{"as it was", ways(sent), ways(sent), "a run still fails"},
	{"a copy after the write", ways(sent), ways(way(track.Get, write(0, labels, elem), deep(0, 1), send(1))), "a run still fails"},
	{"a copy of something else", ways(sent), ways(way(track.Get, deep(0, 1, spec), write(0, labels, elem), send(0))), "a run still fails"},
	{"a shallow copy", ways(sent), ways(way(track.Get, shallow(0, 1), write(1, labels, elem), send(1))), "a run still fails"},
	{"a copy between two writes", ways(two), ways(way(track.Get, write(0, labels, elem), deep(0, 1), write(1, replicas), send(1))), "a run still fails"},
	{"a write to a copy that is thrown away", ways(sent), ways(way(track.Get, deep(0, 1), write(1, labels, elem), send(0))), "what is sent is not"},
	{"the first of two writes thrown away", ways(two),
		ways(way(track.Get, deep(0, 1), write(1, labels, elem), deep(0, 2), write(2, replicas), send(2))), "what was written before it is lost"},
	{"a write to a part that is thrown away", ways(unsent), ways(way(track.Get, deep(0, 1, labels), write(1, elem))), "a write is made to something else"},
	{"a write to another part", ways(ofSpec), ways(way(track.Get, deep(0, 1, secret), write(1, labels, elem))), "a write is made to something else"},
	{"another write", ways(sent), ways(way(track.Get, deep(0, 1), write(1, replicas), send(1))), "a write is made to something else"},
	{"the write lost", ways(two), ways(way(track.Get, deep(0, 1), write(1, labels, elem), send(1))), "a way has 1 writes, and not 2"},
	{"all writes lost", ways(sent), ways(way(track.Get, deep(0, 1), send(1))), "nothing is written"},
	{"the request lost", ways(sent), ways(way(track.Get, deep(0, 1), write(1, labels, elem))), "a way has 0 requests, and not 1"},
	{"one request more", ways(unsent), ways(way(track.Get, deep(0, 1), write(1, labels, elem), send(1))), "a way has 1 requests, and not 0"},
	{"sent too early", ways(sent), ways(way(track.Get, deep(0, 1), send(1), write(1, labels, elem))), "sends earlier or later"},
	{"a part is sent", ways(way(track.Get, write(0, spec, labels, elem), send(0))),
		ways(way(track.Get, deep(0, 1), shallow(1, 2, spec), write(1, spec, labels, elem), send(2))), "what is sent is not"},
	{"no way any more", ways(sent), nil, "no way from the source"},
	{"a way that cannot be run", ways(sent), ways(way(track.Get, write(1))), "not there"},
	{"it could not be run before", ways(way(track.Get, write(1))), ways(sent), "not there"},

	{"the copy is returned", ways(way(track.Get, write(0, labels, elem), gives(0))), ways(way(track.Get, deep(0, 1), write(1, labels, elem), gives(1))), ""},
	{"what is returned has lost the write", ways(way(track.Get, write(0, labels, elem), gives(0))), ways(way(track.Get, deep(0, 1), write(1, labels, elem), gives(0))), "what is returned is not"},
	{"nothing is returned any more", ways(way(track.Get, write(0, labels, elem), gives(0))), ways(way(track.Get, deep(0, 1), write(1, labels, elem))), "a way has 0 returned objects, and not 1"},

	{"others get the copy", ways(way(track.Get, keeps(0), write(0, labels, elem))), ways(way(track.Get, deep(0, 1), keeps(1), write(1, labels, elem))), ""},
	{"others had the object before it is copied", ways(way(track.Get, keeps(0), write(0, labels, elem))), ways(way(track.Get, keeps(0), deep(0, 1), write(1, labels, elem))), "what others have got is not"},
	{"of which something else is changed", ways(way(track.Get, keeps(0, spec), write(0, labels, elem))), ways(way(track.Get, keeps(0, spec), deep(0, 1), write(1, labels, elem))), ""},
	{"others get it after the change", ways(way(track.Get, write(0, labels, elem), keeps(0))), ways(way(track.Get, deep(0, 1), write(1, labels, elem), keeps(1))), ""},
	{"others get what has lost the change", ways(way(track.Get, write(0, labels, elem), keeps(0))), ways(way(track.Get, deep(0, 1), write(1, labels, elem), keeps(0))), "what others have got is not"},
	{"others get nothing any more", ways(way(track.Get, keeps(0), write(0, labels, elem))), ways(way(track.Get, deep(0, 1), write(1, labels, elem))), "0 kept objects, and not 1"},

	{"both of two ways", ways(sent, unsent), ways(way(track.Get, deep(0, 1), write(1, labels, elem)),
		way(track.Get, deep(0, 1), write(1, labels, elem), send(1))), ""},
	{"only the first of two ways is found", ways(sent, unsent), ways(way(track.Get, deep(0, 1), write(1, labels, elem), send(1))), "a way has 1 requests, and not 0"},
	{"only the second of two ways is found", ways(sent, unsent), ways(way(track.Get, deep(0, 1), write(1, labels, elem))), "a way has 0 requests, and not 1"},
	{"a way that there was not before", ways(sent), ways(way(track.Get, deep(0, 1), write(1, labels, elem), send(1)),
		way(track.Get, deep(0, 1), write(1, labels, elem))), "a way has 0 requests, and not 1"},
	{"one of two ways fixed", ways(sent, unsent), ways(way(track.Get, deep(0, 1), write(1, labels, elem), send(1)), unsent), "a run still fails"},
	{"the other one", ways(sent, unsent), ways(sent, way(track.Get, deep(0, 1), write(1, labels, elem))), "a run still fails"},
}

func TestHolds(t *testing.T) {
	for _, test := range fixes {
		t.Run(test.name, func(t *testing.T) {
			edited := &gate.Edited{}
			c := &Case{Fset: lines(), Way: test.before[0], Ways: func(e *gate.Edited) ([]*track.Way, string) {
				if e != edited {
					t.Error("another package")
				}
				return test.after, ""
			}}
			if len(test.before) > 1 {
				c.Before = test.before
			}
			why := c.Holds(edited)
			if (why == "") != (test.want == "") || !strings.Contains(why, test.want) || why != "" && !strings.HasPrefix(why, "with it, ") {
				t.Errorf("%q, want %q", why, test.want)
			}
		})
	}
}

// A fix of one source is none of another one that the same statement changes.
func TestHoldsAlso(t *testing.T) {
	bad, good := way(track.Get, write(0, replicas)), way(track.Get, deep(0, 1), write(1, replicas))
	of := func(after *track.Way) *Case {
		return &Case{Fset: lines(), Way: bad, Ways: func(*gate.Edited) ([]*track.Way, string) { return ways(after), "" }}
	}
	c := of(good)
	for _, test := range []struct {
		also *Case
		want string
	}{{of(good), ""}, {of(bad), "with it, a run still fails: the object of the cache is changed"}} {
		c.Also = []*Case{of(good), test.also}
		if why := c.Holds(&gate.Edited{}); why != test.want {
			t.Errorf("%q, want %q", why, test.want)
		}
	}
}

// What the check says of the edited package is passed on.
func TestHoldsWithoutWays(t *testing.T) {
	w := way(track.Get, write(0, replicas))
	c := &Case{Fset: lines(), Way: w, Ways: func(*gate.Edited) ([]*track.Way, string) { return []*track.Way{w}, "the function is gone" }}
	if why := c.Holds(&gate.Edited{}); why != "with it, the function is gone" {
		t.Error(why)
	}
}

// A fix whose executions were not all run, or do not all get to the end, is
// refused.
func TestHoldsOnlyIfAllWasRun(t *testing.T) {
	before := way(track.Get, write(0, secret, secret, secret))
	after := way(track.Get, deep(0, 1), write(1, secret, secret, secret))
	p, _ := newProgram(after)
	key := p.renamed().String()
	for _, test := range []struct {
		o    *outcome
		want string
	}{
		{&outcome{why: "limit of 7 runs", unchanged: 5, classes: 5}, "too large to be run: limit of 7 runs"},
		{&outcome{unfinish: 1, unchanged: 4, classes: 5}, "a run does not get to the end of the way"},
		{&outcome{changed: 1, unchanged: 4, classes: 5}, "a run still fails: the object of the cache is changed"},
		{&outcome{violating: 1, unchanged: 5, classes: 5}, "a run still fails: the object of the cache is changed"},
		{&outcome{unchanged: 5, classes: 5}, ""},
	} {
		outcomes.Get(key, func() *outcome { return new(outcome) })
		*outcomes.Get(key, nil) = *test.o
		if got := right([]*track.Way{before}, []*track.Way{after}); got != test.want {
			t.Errorf("%+v: %q, want %q", test.o, got, test.want)
		}
	}
	*outcomes.Get(key, nil) = *explored(p.renamed())
}

func TestCaseWitness(t *testing.T) {
	var c gate.Case = &Case{Fset: lines(), Way: way(track.Get, write(0, replicas))}
	if w, why := c.Witness(); w == nil || why != "" {
		t.Errorf("%v %q", w, why)
	}
	c = &Case{Fset: lines(), Way: way(track.Get, deep(0, 1), write(1, replicas))}
	if w, why := c.Witness(); w != nil || why != nothing {
		t.Errorf("%v %q", w, why)
	}
}
