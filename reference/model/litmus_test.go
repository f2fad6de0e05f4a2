package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	. "github.com/informerlint/informerlint/reference/script"
)

// minors has one client-go version of each kind: M1 with and without later
// corrections, M2, M2b, M3.
var minors = []int{20, 26, 30, 34, 35, 37}

// A litmus is a script with all the traces that are allowed, for each version.
// The lines are those of the checklist that the runtime follows: what an
// informer must do, by number.
type litmus struct {
	line   int
	name   string
	script Script
	want   func(minor int) []string
}

func same(traces ...string) func(int) []string { return func(int) []string { return traces } }

// lines joins the lines of a trace.
func lines(all ...string) string { return strings.Join(all, "\n") }

// flags removes what old versions do not show.
func flags(minor int, text string) string {
	if minor < 27 {
		text = strings.ReplaceAll(text, " init", "")
		for _, h := range []string{" h=true", " h=false", " i=true", " i=false"} {
			text = strings.ReplaceAll(text, h, "")
		}
	}
	if minor < 26 {
		text = strings.ReplaceAll(text, " stopped=true", "")
		text = strings.ReplaceAll(text, " stopped=false", "")
	}
	return text
}

const s = "s"

func steps(parts ...any) (all []Step) {
	for _, p := range parts {
		switch p := p.(type) {
		case Step:
			all = append(all, p)
		case []Step:
			all = append(all, p...)
		}
	}
	return all
}

func begun(more ...any) []Step {
	return steps(Handler(Pod, "h", Default), Start(s), Settle(), steps(more...))
}

// missed is what happens while the client has no connection and the log is
// compacted, so that it must list again.
func missed(changes ...any) []Step {
	return steps(Down(), Drop(Pod), steps(changes...), Compact(), Up(), Settle())
}

var litmuses = []litmus{
	{1, "Start takes one look", Script{Objs: []string{"a"},
		Steps: steps(Start(s), Handler(Pod, "h", Default), Wait(s), Settle(), Probe(Pod), Start(s), Wait(s), Settle())},
		same(lines("env: wait none; probe pod synced=false stopped=false store= h=false; wait pod=true", "h: add a1.0 init"))},
	{1, "Wait looks at what is started", Script{Objs: []string{"a"},
		Steps: steps(Register(Pod), GoStart(s), Wait(s))},
		same("env: wait none", "env: wait pod=true")},
	{1, "one kind may be started and another not", Script{
		Steps: steps(Register(Pod), Start(s), Register(Node), Wait(s), Probe(Node))},
		same("env: wait pod=true; probe node synced=false stopped=false store=")},
	{1, "nothing starts after Shutdown", Script{Since: 26,
		Steps: steps(Register(Pod), Start(s), Settle(), Stop(s), Shutdown(), Register(Node), Start("t"), Wait("t"), Settle(), Probe(Node))},
		func(int) []string {
			return []string{"env: wait pod=true; probe node synced=false stopped=false store="}
		}},
	{1, "another stop channel is for those started with it", Script{
		Steps: steps(Register(Pod), Start(s), Register(Node), Start("t"), Settle(), Stop("t"), Settle(), Probe(Pod), Probe(Node))},
		same("env: probe pod synced=true stopped=false store=; probe node synced=true stopped=true store=")},

	{2, "nobody runs it: like slow, for ever", Script{Objs: []string{"a"},
		Steps: steps(Handler(Pod, "h", Default), Settle(), Probe(Pod))},
		same(lines("env: probe pod synced=false stopped=false store= h=false", "h:"))},
	{2, "slow: like one that nobody runs", Script{Objs: []string{"a"},
		Steps: steps(Handler(Pod, "h", Default), Down(), Start(s), Settle(), Probe(Pod))},
		same(lines("env: probe pod synced=false stopped=false store= h=false", "h:"))},
	{2, "synced means that the store has the first list", Script{Objs: []string{"a", "b"},
		Steps: steps(Register(Pod), Start(s), Wait(s), Probe(Pod))},
		same("env: wait pod=true; probe pod synced=true stopped=false store=a1.0,b1.0")},
	{2, "synced outlives stop, and the store answers", Script{Objs: []string{"a"},
		Steps: begun(Stop(s), Settle(), Create("b"), Settle(), Probe(Pod))},
		same(lines("env: probe pod synced=true stopped=true store=a1.0 h=true", "h: add a1.0 init"))},
	{2, "a stopped informer takes no handlers and never runs again", Script{Since: 20, Objs: []string{"a"},
		Steps: begun(Stop(s), Settle(), Handler(Pod, "i", Default), Start("t"), Create("b"), Settle())},
		func(minor int) []string {
			if minor >= 26 {
				return []string{lines("env: handler i refused", "h: add a1.0 init")}
			}
			return []string{lines("h: add a1.0 init", "i:")}
		}},

	{3, "deltas of one key are together only in DeltaFIFO", Script{
		Steps: begun(Create("a"), Create("b"), Delete("a"))},
		func(minor int) []string {
			if minor < 33 {
				return []string{"h: add a1.0; add b1.0; delete a1.0", "h: add a1.0; delete a1.0; add b1.0"}
			}
			return []string{"h: add a1.0; add b1.0; delete a1.0"}
		}},
	{3, "a relist tells deletions last in DeltaFIFO and else first", Script{Objs: []string{"a", "b", "c"},
		Steps: begun(missed(Delete("a"), Create("a"), Delete("b"), Create("e")))},
		func(minor int) []string {
			if minor < 33 {
				return []string{"h: add a1.0 init; add b1.0 init; add c1.0 init; update a1.0 a2.0; update c1.0 c1.0; add e1.0; tomb b1.0"}
			}
			return []string{"h: add a1.0 init; add b1.0 init; add c1.0 init; tomb b1.0; update a1.0 a2.0; update c1.0 c1.0; add e1.0"}
		}},
	{3, "deletion of an unknown key", Script{
		Steps: begun(Inject("deleted", "a"), Settle())},
		func(minor int) []string {
			if minor < 33 {
				return []string{"h:"}
			}
			return []string{"h: delete a1.0"}
		}},

	{4, "unchanged", Script{Objs: []string{"a"}, Steps: begun(missed(Create("node/x")))},
		same("h: add a1.0 init; update a1.0 a1.0")},
	{4, "recreated: one update, two UIDs", Script{Objs: []string{"a"}, Steps: begun(missed(Delete("a"), Create("a")))},
		same("h: add a1.0 init; update a1.0 a2.0")},
	{4, "deleted: a tombstone with the last known state", Script{Objs: []string{"a"}, Steps: begun(missed(Modify("a"), Delete("a")))},
		same("h: add a1.0 init; tomb a1.0")},
	{4, "created: not initial", Script{Steps: begun(missed(Create("a")))},
		same("h: add a1.0")},
	{4, "a very short watch is followed by a list, without any 410", Script{Objs: []string{"a"},
		Steps: begun(Down(), Short(Pod), Delete("a"), Create("a"), Up(), Settle())},
		same("h: add a1.0 init; update a1.0 a2.0")},
	{4, "a watch that ends normally is not", Script{Objs: []string{"a"},
		Steps: begun(Down(), Drop(Pod), Delete("a"), Create("a"), Up(), Settle())},
		same("h: add a1.0 init; delete a1.0; add a2.0")},
	{4, "an unchanged object is a resync: not for a handler that takes no part", Script{Objs: []string{"a"}, Resync: 1,
		Steps: steps(Handler(Pod, "h", 0), Handler(Pod, "i", 1), Start(s), Settle(), Tick(), missed(Create("node/x")))},
		same(lines("h: add a1.0 init", "i: add a1.0 init; sync a1.0; update a1.0 a1.0"))},

	{5, "stop drops what is pending and lets the call finish", Script{Objs: []string{"a"},
		Steps: steps(Hold("h"), begun(Modify("a"), Modify("a"), Settle(), Stop(s), Settle(), Release("h"), Settle(), Probe(Pod)))},
		same(lines("env: probe pod synced=true stopped=true store=a1.2 h=true", "h: add a1.0 init"))},
	{5, "removal drops what is pending", Script{Since: 26, Objs: []string{"a"},
		Steps: steps(Hold("h"), begun(Modify("a"), Settle(), Remove("h"), Release("h"), Settle()))},
		same("h: add a1.0 init")},
	{5, "a slow handler delays only itself", Script{Objs: []string{"a"},
		Steps: steps(Hold("h"), Handler(Pod, "h", Default), Handler(Pod, "i", Default), Start(s), Settle(), Modify("a"), Settle(), Probe(Pod))},
		same(lines("env: probe pod synced=true stopped=false store=a1.1 h=false i=true", "h: add a1.0 init", "i: add a1.0 init; update a1.0 a1.1"))},

	{6, "a late handler: the store, then everything", Script{Objs: []string{"a"},
		Steps: begun(Create("b"), Settle(), Handler(Pod, "i", Default), Modify("a"), Settle())},
		same(lines("h: add a1.0 init; add b1.0; update a1.0 a1.1", "i: add a1.0 init; add b1.0 init; update a1.0 a1.1"))},
	{6, "no gap and no duplicate", Script{Objs: []string{"a"},
		Steps: begun(Modify("a"), Handler(Pod, "i", Default))},
		same(lines("h: add a1.0 init; update a1.0 a1.1", "i: add a1.0 init; update a1.0 a1.1"),
			lines("h: add a1.0 init; update a1.0 a1.1", "i: add a1.1 init"))},

	{7, "synced is not handled", Script{Objs: []string{"a", "b"},
		Steps: steps(Hold("h"), begun(Probe(Pod), Release("h"), Settle(), Probe(Pod)))},
		same(lines("env: probe pod synced=true stopped=false store=a1.0,b1.0 h=false; probe pod synced=true stopped=false store=a1.0,b1.0 h=true",
			"h: add a1.0 init; add b1.0 init"))},
	{7, "stopped before: never", Script{Objs: []string{"a", "b"},
		Steps: steps(Hold("h"), begun(Stop(s), Settle(), Release("h"), Settle(), Probe(Pod)))},
		func(minor int) []string {
			const never = "env: probe pod synced=true stopped=true store=a1.0,b1.0 h=false"
			if minor < 35 {
				return []string{lines(never, "h: add a1.0 init")}
			}
			// A streamed list comes in any order.
			return []string{lines(never, "h: add a1.0 init"), lines(never, "h: add b1.0 init")}
		}},
	{7, "no objects: synced with the informer", Script{Steps: begun(Probe(Pod))},
		same(lines("env: probe pod synced=true stopped=false store= h=true", "h:"))},
	{7, "the flag of an object created later is not set", Script{Objs: []string{"a"},
		Steps: begun(Create("b"), Settle())},
		same("h: add a1.0 init; add b1.0")},

	{9, "wait is false only if stopped before", Script{Objs: []string{"a"},
		Steps: steps(Register(Pod), Down(), Start(s), Settle(), Up(), Stop(s), Settle(), Wait(s))},
		same("env: wait pod=false", "env: wait pod=true")},
	{9, "and true afterwards, if it was synced", Script{Objs: []string{"a"},
		Steps: begun(Stop(s), Settle(), Wait(s))},
		same(lines("env: wait pod=true", "h: add a1.0 init"))},
}

// run compares a litmus with what the runtime allows under a profile.
func (l litmus) run(p cache.Profile) error {
	set, res := Allowed(l.script, p, explore.Options{})
	if !res.Complete || res.Violating > 0 {
		return fmt.Errorf("%v %+v", res, res.Violations)
	}
	var want []string
	for _, text := range l.want(p.Minor) {
		want = append(want, canonical(flags(p.Minor, text)))
	}
	slices.Sort(want)
	want = slices.Compact(want)
	var got []string
	for text := range set {
		got = append(got, text)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		return fmt.Errorf("allowed:\n\t%s\nwant:\n\t%s", indent(got), indent(want))
	}
	return nil
}

// canonical puts commuting neighbours into the order that traces have.
func canonical(text string) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		name, life, _ := strings.Cut(line, ":")
		if name != Env {
			line = strings.TrimSpace(name + ": " + EventsText(parse(life)))
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// parse reads the events of a handler.
func parse(life string) (events []Event) {
	for _, text := range strings.Split(life, ";") {
		w := strings.Fields(text)
		if len(w) == 0 {
			continue
		}
		e := Event{Verb: w[0]}
		if w = w[1:]; e.Verb == Update {
			e.Old = parseState(w[0])
			w = w[1:]
		}
		e.Obj = parseState(w[0])
		e.Init = len(w) > 1
		events = append(events, e)
	}
	return events
}

func parseState(text string) (s State) {
	i := strings.IndexAny(text, "0123456789")
	s.Key = text[:i]
	if _, err := fmt.Sscanf(text[i:], "%d.%d", &s.Inc, &s.Rev); err != nil {
		panic(text)
	}
	return s
}

func indent(traces []string) string {
	return strings.ReplaceAll(strings.Join(traces, "\nor\n"), "\n", "\n\t")
}

func TestLitmus(t *testing.T) {
	for _, l := range litmuses {
		t.Run(fmt.Sprintf("line %d: %s", l.line, l.name), func(t *testing.T) {
			for _, minor := range minors {
				if minor < l.script.Since {
					continue
				}
				if err := l.run(cache.ProfileFor(minor)); err != nil {
					t.Errorf("0.%d: %v", minor, err)
				}
			}
		})
	}
}

// Each known mistake in the runtime must be noticed by a litmus test, named
// here, in every version.
func TestMutantsOfTheRuntimeAreKilled(t *testing.T) {
	for _, m := range []struct {
		name    string
		mistake cache.Mistake
		litmus  string
		from    int // the first version that can show it
	}{
		{"a list follows only a 410", cache.RelistOnlyOnGone, "a very short watch is followed by a list, without any 410", 20},
		{"a list brings no tombstones", cache.NoTombstones, "deleted: a tombstone with the last known state", 20},
		{"synced before the first list is in the store", cache.SyncedTooEarly, "synced means that the store has the first list", 20},
		{"every add is initial", cache.InitialFlagAlways, "the flag of an object created later is not set", 27},
		{"a late handler is not told the store", cache.LateHandlerMissesStore, "no gap and no duplicate", 20},
		{"stop delivers what is pending", cache.StopDeliversAll, "stop drops what is pending and lets the call finish", 20},
	} {
		t.Run(m.name, func(t *testing.T) {
			l := find(m.litmus)
			for _, minor := range minors {
				if minor < max(m.from, l.script.Since) {
					continue
				}
				p := cache.ProfileFor(minor)
				if err := l.run(p); err != nil {
					t.Fatalf("0.%d, without the mistake: %v", minor, err)
				}
				p.Mistake = m.mistake
				if err := l.run(p); err == nil {
					t.Errorf("0.%d: %q does not notice", minor, m.litmus)
				}
			}
		})
	}
}

func find(name string) litmus {
	for _, l := range litmuses {
		if l.name == name {
			return l
		}
	}
	panic("no litmus " + name)
}
