package model

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	. "github.com/informerlint/informerlint/reference/script"
)

// What client-go takes from a map comes in any order, which shows if a handler
// is cut off in the middle: thread_safe_store.go, List and ListKeys, all
// versions, for a late handler, a resync and the tombstones of a relist; for a
// streamed list the store that collects it (reflector.go, watchList, on by
// default since v0.35.0).
func TestMapsAreWalkedThroughInAnyOrder(t *testing.T) {
	for _, test := range []struct {
		name   string
		script Script
		since  int
	}{
		{"late handler", Script{Objs: []string{"a", "b"},
			Steps: begun(Hold("i"), Handler(Pod, "i", Default), Settle())}, 20},
		{"resync", Script{Objs: []string{"a", "b"}, Resync: 1,
			Steps: steps(Handler(Pod, "i", Default), Start(s), Settle(), Hold("i"), Tick())}, 20},
		{"tombstones", Script{Objs: []string{"a", "b"},
			Steps: steps(Handler(Pod, "i", Default), Start(s), Settle(), Hold("i"), missed(Delete("a"), Delete("b")))}, 20},
		{"streamed list", Script{Objs: []string{"a", "b"},
			Steps: steps(Hold("i"), Handler(Pod, "i", Default), Start(s), Settle())}, 35},
	} {
		for _, minor := range minors {
			set, res := Allowed(test.script, cache.ProfileFor(minor), explore.Options{})
			seen := map[string]bool{}
			for trace := range set {
				seen[life(trace, "i")] = true
			}
			want := 2
			if minor < test.since {
				want = 1 // a list is in the order of the server
			}
			if !res.Complete || res.Violating > 0 || len(seen) != want {
				t.Errorf("%s, 0.%d: %v\n%v", test.name, minor, res, slices.Sorted(maps.Keys(seen)))
			}
		}
	}
}

// Three objects: each of them may be the first, and all six orders are there.
func TestThreeObjectsHaveSixOrders(t *testing.T) {
	sc := Script{Objs: []string{"a", "b", "c"}, Since: 26, Steps: begun(Handler(Pod, "i", Default), Remove("i"))}
	set, res := Allowed(sc, cache.ProfileFor(37), explore.Options{})
	seen := map[string]bool{}
	for trace := range set {
		seen[life(trace, "i")] = true
	}
	// Nothing, one of three, two of three, or all: the text has them by key.
	if !res.Complete || len(seen) != 1+3+3+1 {
		t.Errorf("%v %v", res, slices.Sorted(maps.Keys(seen)))
	}
}

// life is what a handler was told in a trace.
func life(trace, handler string) string {
	for line := range strings.SplitSeq(trace, "\n") {
		if name, life, _ := strings.Cut(line, ":"); name == handler {
			return life
		}
	}
	return ""
}

// Looking for one trace finds what the complete search allows, and nothing else.
func TestShowsFindsWhatIsAllowed(t *testing.T) {
	sc := Script{Objs: []string{"a", "b"}, Steps: begun(Hold("i"), Handler(Pod, "i", Default), Settle(), Modify("a"))}
	for _, minor := range []int{20, 34, 37} {
		p := cache.ProfileFor(minor)
		set, res := Allowed(sc, p, explore.Options{})
		if !res.Complete || len(set) < 2 {
			t.Fatalf("0.%d: %v\n%s", minor, res, Text(set))
		}
		for text := range set {
			if ok, res := Shows(sc, p, text, explore.Options{}); !ok {
				t.Errorf("0.%d: %v\n%s", minor, res, text)
			}
		}
		if ok, res := Shows(sc, p, "h:", explore.Options{}); ok || !res.Complete {
			t.Errorf("0.%d: %v", minor, res)
		}
	}
}
