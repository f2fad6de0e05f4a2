package script

import (
	"strings"
	"testing"
)

func TestRandom(t *testing.T) {
	used := map[Op]int{}
	for seed := range uint64(60) {
		s := Random(seed, 200)
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		if again := Random(seed, 200); again.String() != s.String() {
			t.Fatalf("seed %d gives two scripts", seed)
		}
		for _, step := range s.Steps {
			used[step.Op]++
		}
	}
	for _, op := range []Op{OpCreate, OpModify, OpDelete, OpDrop, OpShort, OpFail, OpCompact, OpDown, OpHandler, OpHold, OpSettle} {
		if used[op] < 60 {
			t.Errorf("%s: only %d times in 60 scripts", op, used[op])
		}
	}
}

func TestSmall(t *testing.T) {
	used := map[Op]int{}
	for seed := range uint64(300) {
		s := Small(seed)
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		if again := Small(seed); again.String() != s.String() {
			t.Fatalf("seed %d gives two scripts", seed)
		}
		for _, step := range s.Steps {
			used[step.Op]++
		}
	}
	for _, op := range []Op{OpCreate, OpModify, OpDelete, OpInject, OpDrop, OpShort, OpFail, OpCompact, OpDown, OpUp,
		OpHandler, OpRemove, OpStop, OpHold, OpRelease, OpSettle, OpTick} {
		if used[op] < 5 {
			t.Errorf("%s: only %d times in 300 scripts", op, used[op])
		}
	}
}

// Each law is broken once.
func TestLaws(t *testing.T) {
	a := func(inc, rev int) State { return State{Kind: Pod, Key: "a", Inc: inc, Rev: rev} }
	create := Event{Verb: Add, Obj: a(1, 0)}
	s := Script{Objs: []string{"a"}, Steps: []Step{Handler(Pod, "h", Default), Modify("a"), Delete("a"), Create("a")}}
	for _, test := range []struct {
		want   string
		events []Event
	}{
		{"", []Event{create, {Verb: Update, Old: a(1, 0), Obj: a(2, 0)}}},
		{"", []Event{create, {Verb: Deleted, Obj: a(1, 1)}, {Verb: Add, Obj: a(2, 0)}}},
		{"", []Event{create, {Verb: Tomb, Obj: a(1, 0)}, {Verb: Add, Obj: a(2, 0)}, {Verb: Sync, Obj: a(2, 0)}}},
		{"is present", []Event{create, {Verb: Add, Obj: a(2, 0)}}},
		{"not the last", []Event{{Verb: Update, Old: a(1, 0), Obj: a(2, 0)}}},
		{"not the last", []Event{create, {Verb: Update, Old: a(1, 1), Obj: a(2, 0)}}},
		{"not the last", []Event{create, {Verb: Sync, Obj: a(2, 0)}}},
		{"not the last", []Event{create, {Verb: Tomb, Obj: a(1, 1)}, {Verb: Add, Obj: a(2, 0)}}},
		{"does not follow", []Event{{Verb: Deleted, Obj: a(1, 1)}, {Verb: Add, Obj: a(2, 0)}}},
		{"does not follow", []Event{create, {Verb: Deleted, Obj: a(2, 0)}, {Verb: Add, Obj: a(2, 0)}}},
		{"at rest", []Event{create}},
		{"at rest", nil},
		{"nothing", []Event{create, {Verb: Update, Old: a(1, 0), Obj: a(2, 0)}, {Verb: Add, Obj: State{Kind: Pod, Key: "b", Inc: 1}}}},
	} {
		errs := Laws(s, &Trace{Handlers: map[string][]Event{"h": test.events}})
		if test.want == "" && len(errs) > 0 || test.want != "" && (len(errs) != 1 || !strings.Contains(errs[0].Error(), test.want)) {
			t.Errorf("%s: got %v, want %q", EventsText(test.events), errs, test.want)
		}
	}
}
