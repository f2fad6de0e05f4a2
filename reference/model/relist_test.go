package model

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	. "github.com/informerlint/informerlint/reference/script"
)

// relists are scripts in which a list comes while what the watch before it has
// brought may still be queued.
var relists = []Script{
	{Name: "created and gone", Steps: begun(Create("b"), Short(Pod), Delete("b"), Settle(), Probe(Pod))},
	{Name: "modified and gone", Objs: []string{"a"}, Steps: begun(Modify("a"), Short(Pod), Delete("a"), Settle(), Probe(Pod))},
	{Name: "deleted and back", Objs: []string{"a"}, Steps: begun(Delete("a"), Short(Pod), Create("a"), Settle(), Probe(Pod))},
	{Name: "two lists", Objs: []string{"a"}, Steps: begun(Short(Pod), Delete("a"), Short(Pod), Settle(), Probe(Pod))},
	{Name: "first list still queued", Objs: []string{"a", "b"}, Steps: steps(Handler(Pod, "h", Default), Start(s), Short(Pod), Delete("b"), Settle(), Probe(Pod))},
}

// Whatever is still queued when a list comes, at rest stores and handlers agree
// with the server, and each handler is told a life that fits: since the last
// patches of 0.24 (Profile.TombstonesForQueued). The white-box test of the
// same is in package cache.
func TestRelistsWithKeysStillQueuedAreLawful(t *testing.T) {
	for _, minor := range []int{20, 24, 30, 33, 34, 35, 37} {
		for _, sc := range relists {
			set, res := Allowed(sc, cache.ProfileFor(minor), explore.Options{})
			if !res.Complete || res.Violating > 0 {
				t.Errorf("0.%d, %s: %v", minor, sc.Name, res)
			}
			var broken error
			for text := range set {
				if err := lawful(text); err != nil {
					broken = err
				}
			}
			// Before, an object that was only queued stays for ever; handlers
			// and store agree on that.
			if broken != nil {
				t.Errorf("0.%d, %s: %v\n%s", minor, sc.Name, broken, Text(set))
			}
			if stays := staysFor(sc, set); stays != "" && minor >= 24 || stays == "" && minor < 24 && sc.Name == "created and gone" {
				t.Errorf("0.%d, %s: the store has %q at rest\n%s", minor, sc.Name, stays, Text(set))
			}
		}
	}
}

// staysFor is what some trace has in the store at rest and the server has not.
func staysFor(sc Script, set map[string]int) string {
	objs := NewObjects()
	for _, r := range sc.Objs {
		objs.Create(Split(r))
	}
	for _, step := range sc.Steps {
		switch step.Op {
		case OpCreate, OpModify, OpDelete:
			objs.Do(step)
		}
	}
	want := ""
	for i, state := range objs.List(Pod) {
		if i > 0 {
			want += ","
		}
		want += state.String()
	}
	for text := range set {
		if got := stored(text); got != want {
			return got
		}
	}
	return ""
}

// stored is what the last probe of a trace has seen in the store.
func stored(text string) string {
	_, store, _ := strings.Cut(text, "store=")
	store, _, _ = strings.Cut(store, "\n")
	store, _, _ = strings.Cut(store, " ")
	return store
}

// What the scripts whose transform fails show in each version. Real client-go
// is held against the same sets by conform/harness, Refusals.
func TestRefusals(t *testing.T) {
	for _, sc := range Refusals() {
		for _, minor := range minors {
			if minor < sc.Since {
				continue
			}
			set, res := Allowed(sc, cache.ProfileFor(minor), explore.Options{})
			want := 1
			if sc.Name == "refuse-stream" {
				want = 2 // the server may also refuse to stream
			}
			if !res.Complete || res.Violating > 0 || len(set) != want {
				t.Errorf("0.%d, %s: %v\n%s", minor, sc.Name, res, Text(set))
			}
		}
	}
}
