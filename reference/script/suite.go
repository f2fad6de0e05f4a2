package script

import "slices"

// s is the name of the stop channel of scripts that need only one.
const s = "s"

// begin is how most scripts begin: one handler h on pods, started, and all
// that there is to see seen.
func begin(steps ...Step) []Step {
	return append([]Step{Handler(Pod, "h", Default), Start(s), Settle()}, steps...)
}

// away is what a client sees of changes made while it has no connection: the
// watch ends, the changes happen, and only then does the server answer again.
func away(changes ...Step) []Step {
	steps := append([]Step{Down(), Drop(Pod)}, changes...)
	return append(steps, Up(), Settle())
}

func join(parts ...[]Step) []Step {
	var all []Step
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// Suite returns the scripts of the conformance tests. Most wait for rest after
// each change, so that real client-go shows one and the same trace each time.
// Those marked Race do not: real client-go shows some of the traces that are
// possible, and the reference runtime must allow at least those.
func Suite() []Script {
	return slices.Concat(
		watching(), dropped(), expired(), short(), failed(),
		mistaken(), handlers(), resynced(), stopped(), factories(),
	)
}

// Refusals are about a transform that fails. They are not in the Suite: see
// TestRefusals in conform/harness.
func Refusals() []Script {
	return []Script{
		{Name: "refuse-list", Doc: "a list is done again; what of the first one is told depends on the version", Since: 24, Listed: true, Objs: []string{"a", "b"},
			Steps: []Step{Handler(Pod, "h", Default), Refuse("b"), Start(s), Settle(), Probe(Pod)}},
		{Name: "refuse-stream", Doc: "a streamed list has a hole, until another list comes", Since: 35, Objs: []string{"a", "b"},
			Steps: []Step{Handler(Pod, "h", Default), Refuse("b"), Start(s), Settle(), Probe(Pod), Fail(Pod), Settle(), Probe(Pod)}},
		{Name: "refuse-modify", Doc: "an event is lost, and the next one comes", Since: 24, Objs: []string{"a"},
			Steps: begin(Refuse("a"), Modify("a"), Settle(), Probe(Pod), Modify("a"), Settle(), Probe(Pod))},
		{Name: "refuse-delete", Doc: "a lost deletion leaves the object in the store for ever", Since: 24, Objs: []string{"a"},
			Steps: begin(Refuse("a"), Delete("a"), Settle(), Drop(Pod), Settle(), Probe(Pod))},
		{Name: "refuse-relist", Doc: "a relist is done again", Since: 24, Listed: true, Objs: []string{"a", "b"},
			Steps: begin(join([]Step{Refuse("b")}, away(Delete("a"), Create("c"), Compact()), []Step{Probe(Pod)})...)},
	}
}

// watching is about the first list and the watch.
func watching() []Script {
	return []Script{
		{Name: "empty", Doc: "an empty list is a list: synced, and nobody is called",
			Steps: begin(Probe(Pod))},
		{Name: "list", Doc: "objects that exist are added, flagged as initial", Objs: []string{"a", "b"},
			Steps: begin(Probe(Pod))},
		{Name: "add", Doc: "an object created under watch is added without the flag",
			Steps: begin(Create("a"), Settle(), Probe(Pod))},
		{Name: "modify", Doc: "a modification is an update", Objs: []string{"a"},
			Steps: begin(Modify("a"), Settle(), Probe(Pod))},
		{Name: "delete", Doc: "a deletion under watch brings the object itself", Objs: []string{"a"},
			Steps: begin(Delete("a"), Settle(), Probe(Pod))},
		{Name: "life", Doc: "create, modify twice, delete",
			Steps: begin(Create("a"), Settle(), Modify("a"), Settle(), Modify("a"), Settle(), Delete("a"), Settle())},
		{Name: "recreate", Doc: "both halves of a recreation seen", Objs: []string{"a"},
			Steps: begin(Delete("a"), Settle(), Create("a"), Settle())},
		{Name: "recreate-modify", Doc: "a recreated object lives on", Objs: []string{"a"},
			Steps: begin(Delete("a"), Settle(), Create("a"), Settle(), Modify("a"), Settle())},
		{Name: "modify-delete", Doc: "the deleted object is the last modified", Objs: []string{"a"},
			Steps: begin(Modify("a"), Settle(), Delete("a"), Settle())},
		{Name: "two-keys", Doc: "two objects, one after the other", Objs: []string{"a"},
			Steps: begin(Create("b"), Settle(), Modify("a"), Settle(), Delete("b"), Settle())},
		{Name: "recreate-race", Race: true, Doc: "delete and create at once", Objs: []string{"a"},
			Steps: begin(Delete("a"), Create("a"))},
		{Name: "modify-race", Race: true, Doc: "two modifications at once are two updates: the queue does not merge", Objs: []string{"a"},
			Steps: begin(Modify("a"), Modify("a"))},
		{Name: "create-delete-race", Race: true, Doc: "created and deleted at once: both are told",
			Steps: begin(Create("a"), Delete("a"))},
		{Name: "start-race", Race: true, Doc: "a modification while the first list is under way", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Start(s), Modify("a")}},
		{Name: "start-create-race", Race: true, Doc: "a creation while the first list is under way",
			Steps: []Step{Handler(Pod, "h", Default), Start(s), Create("a")}},
		{Name: "start-delete-race", Race: true, Doc: "a deletion while the first list is under way", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Start(s), Delete("a")}},
	}
}

// dropped is about a watch that ends normally, and is taken up again from the log.
func dropped() []Script {
	return []Script{
		{Name: "drop", Doc: "a watch ends and is taken up again: nobody is called", Objs: []string{"a"},
			Steps: begin(Drop(Pod), Settle(), Modify("a"), Settle())},
		{Name: "drop-modify", Doc: "the log has what was missed", Objs: []string{"a"},
			Steps: begin(away(Modify("a"))...)},
		{Name: "drop-recreate", Doc: "the log has both halves of a recreation", Objs: []string{"a"},
			Steps: begin(away(Delete("a"), Create("a"))...)},
		{Name: "drop-delete", Doc: "a deletion from the log brings the object itself", Objs: []string{"a"},
			Steps: begin(away(Delete("a"))...)},
		{Name: "compact", Doc: "an open watch does not care for compaction", Objs: []string{"a"},
			Steps: begin(Compact(), Modify("a"), Settle())},
	}
}

// expired is about 410 Expired: a list instead of what was missed.
func expired() []Script {
	return []Script{
		{Name: "expired-unchanged", Doc: "a relist tells of an unchanged object, as an update", Objs: []string{"a"},
			Steps: begin(away(Create("node/x"), Compact())...)},
		{Name: "expired-modify", Doc: "two missed modifications are one update", Objs: []string{"a"},
			Steps: begin(away(Modify("a"), Modify("a"), Compact())...)},
		{Name: "expired-create", Doc: "an object found by a relist is not initial",
			Steps: begin(away(Create("a"), Compact())...)},
		{Name: "expired-delete", Doc: "a missed deletion is a tombstone with the last known state", Objs: []string{"a"},
			Steps: begin(away(Delete("a"), Compact())...)},
		{Name: "expired-modify-delete", Doc: "the tombstone's state is stale", Objs: []string{"a"},
			Steps: begin(join([]Step{Modify("a"), Settle()}, away(Modify("a"), Delete("a"), Compact()))...)},
		{Name: "expired-recreate", Doc: "a missed recreation is one update with two UIDs", Objs: []string{"a"},
			Steps: begin(join(away(Delete("a"), Create("a"), Compact()), []Step{Probe(Pod)})...)},
		{Name: "expired-recreate-modify", Doc: "and then life goes on", Objs: []string{"a"},
			Steps: begin(join(away(Delete("a"), Create("a"), Compact()), []Step{Modify("a"), Settle()})...)},
		{Name: "expired-between", Doc: "a relist between deletion and creation: tombstone, then add", Objs: []string{"a"},
			Steps: begin(join(away(Delete("a"), Compact()), []Step{Create("a"), Settle()})...)},
		{Name: "expired-compact-first", Doc: "what comes after the compaction is in the log, but out of reach", Objs: []string{"a"},
			Steps: begin(away(Delete("a"), Compact(), Create("a"))...)},
		{Name: "expired-mixed", Doc: "one recreated, one deleted, one unchanged, one new: who comes first?", Objs: []string{"a", "b", "c"},
			Steps: begin(away(Delete("a"), Create("a"), Delete("b"), Create("e"), Compact())...)},
		{Name: "expired-twice", Doc: "two relists", Objs: []string{"a"},
			Steps: begin(join(away(Delete("a"), Create("a"), Compact()), away(Delete("a"), Compact()))...)},
		{Name: "expired-race", Race: true, Doc: "a drop, a recreation and a compaction at once", Objs: []string{"a"},
			Steps: begin(Drop(Pod), Delete("a"), Compact(), Create("a"))},
		{Name: "drop-race", Race: true, Doc: "a drop and a recreation at once", Objs: []string{"a"},
			Steps: begin(Drop(Pod), Delete("a"), Create("a"))},
	}
}

// short is about a very short watch: a list without any 410.
func short() []Script {
	return []Script{
		{Name: "short", Doc: "a watch that ends at once makes the reflector list again", Objs: []string{"a"},
			Steps: begin(Short(Pod), Settle(), Modify("a"), Settle())},
		{Name: "short-recreate", Doc: "so a recreation is one update although the log is complete", Objs: []string{"a"},
			Steps: begin(Down(), Short(Pod), Delete("a"), Create("a"), Up(), Settle())},
		{Name: "short-delete", Doc: "and a deletion is a tombstone", Objs: []string{"a"},
			Steps: begin(Down(), Short(Pod), Delete("a"), Up(), Settle())},
		{Name: "short-create", Doc: "and an object created meanwhile comes with the list",
			Steps: begin(Down(), Short(Pod), Create("a"), Up(), Settle())},
		{Name: "short-first", Doc: "the very first watch is very short", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Short(Pod), Start(s), Settle(), Modify("a"), Settle()}},
		{Name: "short-race", Race: true, Doc: "the list falls before, between or after the halves of a recreation", Objs: []string{"a"},
			Steps: begin(Short(Pod), Delete("a"), Create("a"))},
		{Name: "young-drop-race", Race: true, Doc: "a drop right after the start may be very short", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Start(s), Drop(Pod), Settle(), Modify("a"), Settle()}},
	}
}

// failed is about an error event other than 410.
func failed() []Script {
	return []Script{
		{Name: "fail", Doc: "an error event makes the reflector list again", Objs: []string{"a"},
			Steps: begin(Fail(Pod), Settle(), Delete("a"), Settle())},
		{Name: "fail-recreate", Doc: "and hides a recreation", Objs: []string{"a"},
			Steps: begin(Down(), Fail(Pod), Delete("a"), Create("a"), Up(), Settle())},
	}
}

// mistaken is about events with a verb that does not fit.
func mistaken() []Script {
	return []Script{
		{Name: "added-known", Doc: "ADDED for a known key is an update, other UID or not", Objs: []string{"a"},
			Steps: begin(Inject("added", "a"), Settle())},
		{Name: "modified-unknown", Doc: "MODIFIED for an unknown key is an add",
			Steps: begin(Inject("modified", "a"), Settle())},
		{Name: "deleted-unknown", Doc: "DELETED for an unknown key: silence, or a delete from client-go 0.33 on",
			Steps: begin(Inject("deleted", "a"), Settle(), Probe(Pod))},
		{Name: "deleted-twice", Doc: "DELETED again for a key that is gone", Objs: []string{"a"},
			Steps: begin(Delete("a"), Settle(), Inject("deleted", "a"), Settle())},
	}
}

// handlers is about several handlers, late ones, removed ones.
func handlers() []Script {
	return []Script{
		{Name: "two-handlers", Doc: "each sees all", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Handler(Pod, "i", Default), Start(s), Settle(), Modify("a"), Settle(), Delete("a"), Settle()}},
		{Name: "late", Doc: "a late handler gets the store as initial adds", Objs: []string{"a", "b"},
			Steps: begin(Modify("a"), Settle(), Handler(Pod, "i", Default), Settle(), Modify("a"), Settle(), Probe(Pod))},
		{Name: "late-created", Doc: "initial for a late handler: also what was created long after the first list",
			Steps: begin(Create("a"), Settle(), Handler(Pod, "i", Default), Settle(), Create("b"), Settle())},
		{Name: "late-empty", Doc: "a late handler of an empty store is synced", Objs: []string{"a"},
			Steps: begin(Delete("a"), Settle(), Handler(Pod, "i", Default), Settle(), Probe(Pod))},
		{Name: "late-race", Race: true, Doc: "a modification around the joining: neither lost nor told twice", Objs: []string{"a"},
			Steps: begin(Modify("a"), Handler(Pod, "i", Default), Modify("a"))},
		{Name: "late-create-race", Race: true, Doc: "an object may be initial or not, but comes once",
			Steps: begin(Create("a"), Handler(Pod, "i", Default))},
		{Name: "late-delete-race", Race: true, Doc: "added and deleted, or never heard of", Objs: []string{"a"},
			Steps: begin(Delete("a"), Handler(Pod, "i", Default))},
		{Name: "late-start-race", Race: true, Doc: "joining while the first list is under way", Objs: []string{"a"},
			Steps: []Step{Register(Pod), Start(s), Handler(Pod, "h", Default), Settle(), Probe(Pod)}},
		{Name: "late-expired", Doc: "both handlers see a relist alike", Objs: []string{"a"},
			Steps: begin(join([]Step{Handler(Pod, "i", Default), Settle()}, away(Delete("a"), Create("a"), Compact()))...)},
		{Name: "slow", Doc: "a slow handler delays itself only; the store is ahead", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Handler(Pod, "i", Default), Hold("h"), Start(s), Settle(),
				Modify("a"), Settle(), Delete("a"), Settle(), Probe(Pod), Release("h"), Settle(), Probe(Pod)}},
		{Name: "slow-late", Doc: "a late handler is synced when it has returned from each initial add", Objs: []string{"a", "b"},
			Steps: begin(Hold("i"), Handler(Pod, "i", Default), Settle(), Probe(Pod), Release("i"), Settle(), Probe(Pod))},
		{Name: "remove", Doc: "a removed handler hears nothing more, the other goes on", Since: 26, Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Handler(Pod, "i", Default), Start(s), Settle(), Remove("h"), Settle(), Modify("a"), Settle()}},
		{Name: "remove-early", Doc: "removed before the start", Since: 26, Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Handler(Pod, "i", Default), Remove("h"), Start(s), Settle()}},
		{Name: "remove-twice", Doc: "removing again does no harm", Since: 26, Objs: []string{"a"},
			Steps: begin(Remove("h"), Settle(), Remove("h"), Settle(), Modify("a"), Settle())},
		{Name: "remove-pending", Race: true, Doc: "what is pending at the removal may be lost, in order", Since: 26, Objs: []string{"a"},
			Steps: begin(Hold("h"), Modify("a"), Settle(), Modify("a"), Settle(), Modify("a"), Settle(), Remove("h"), Release("h"))},
		{Name: "remove-race", Race: true, Doc: "a modification and the removal at once", Since: 26, Objs: []string{"a"},
			Steps: begin(Modify("a"), Remove("h"))},
		{Name: "remove-unsynced", Race: true, Listed: true, Doc: "a handler removed before it was synced never is", Since: 26, Objs: []string{"a", "b"},
			Steps: []Step{Handler(Pod, "h", Default), Hold("h"), Start(s), Settle(), Remove("h"), Release("h"), Settle(), Probe(Pod)}},
		{Name: "again", Doc: "removed and another one added", Since: 26, Objs: []string{"a"},
			Steps: begin(Remove("h"), Settle(), Modify("a"), Settle(), Handler(Pod, "i", Default), Settle(), Modify("a"), Settle())},
	}
}

// resynced is about resyncs.
func resynced() []Script {
	return []Script{
		{Name: "resync", Doc: "a resync tells of each object, the same pointer twice", Resync: 1, Objs: []string{"a", "b"},
			Steps: begin(Tick(), Modify("a"), Settle(), Tick())},
		{Name: "resync-periods", Doc: "each handler has its own period", Resync: 1, Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Handler(Pod, "i", 0), Handler(Pod, "j", 2), Start(s), Settle(), Tick(), Tick(), Tick()}},
		{Name: "resync-expired", Doc: "an unchanged object at a relist goes to those whose last tick was due", Resync: 1, Objs: []string{"a", "b"},
			Steps: join([]Step{Handler(Pod, "h", Default), Handler(Pod, "i", 0), Handler(Pod, "j", 2), Start(s), Settle(), Tick()}, away(Modify("b"), Compact()))},
		{Name: "resync-early-expired", Doc: "before the first tick all count as due", Resync: 1, Objs: []string{"a"},
			Steps: join([]Step{Handler(Pod, "h", Default), Handler(Pod, "i", 0), Start(s), Settle()}, away(Create("b"), Compact()))},
		{Name: "resync-late", Doc: "a late handler's clock runs from its joining", Resync: 1, Objs: []string{"a"},
			Steps: begin(Tick(), Handler(Pod, "i", Default), Settle(), Tick(), Tick())},
		{Name: "resync-deleted", Doc: "nothing to resync", Resync: 1, Objs: []string{"a"},
			Steps: begin(Delete("a"), Settle(), Tick(), Create("a"), Settle(), Tick())},
		{Name: "quiet-expired", Doc: "without resync a handler of period 0 hears of unchanged objects at a relist", Objs: []string{"a"},
			Steps: join([]Step{Handler(Pod, "h", 0), Start(s), Settle()}, away(Create("b"), Compact()))},
	}
}

// stopped is about the end.
func stopped() []Script {
	return []Script{
		{Name: "stop", Doc: "after the stop nothing is told and the store keeps what it had; synced for ever", Objs: []string{"a"},
			Steps: begin(Stop(s), Settle(), Modify("a"), Settle(), Probe(Pod))},
		{Name: "stop-pending", Race: true, Doc: "what is pending at the stop may be lost, in order", Objs: []string{"a"},
			Steps: begin(Hold("h"), Modify("a"), Settle(), Modify("a"), Settle(), Modify("a"), Settle(), Stop(s), Release("h"))},
		{Name: "stop-race", Race: true, Doc: "a modification and the stop at once", Objs: []string{"a"},
			Steps: begin(Modify("a"), Stop(s), Settle(), Probe(Pod))},
		{Name: "stop-unsynced", Race: true, Listed: true, Doc: "a handler stopped before it was synced never is", Objs: []string{"a", "b"},
			Steps: []Step{Handler(Pod, "h", Default), Hold("h"), Start(s), Settle(), Stop(s), Settle(), Release("h"), Settle(), Probe(Pod)}},
		{Name: "stop-late", Doc: "a handler for a stopped informer is refused, or, before client-go 0.26, dropped", Objs: []string{"a"},
			Steps: begin(Stop(s), Settle(), Handler(Pod, "i", Default), Settle(), Probe(Pod))},
		{Name: "stop-start", Doc: "a stopped informer never starts again", Objs: []string{"a"},
			Steps: begin(Stop(s), Settle(), Start("t"), Settle(), Modify("a"), Settle(), Probe(Pod))},
		{Name: "stop-first", Race: true, Doc: "stopped before the server ever answered", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Start(s), Stop(s), Settle(), Wait(s)}},
	}
}

// factories is about the factory: what it starts, and what it waits for.
func factories() []Script {
	return []Script{
		{Name: "wait", Race: true, Doc: "synced means: the store is full", Objs: []string{"a", "b"},
			Steps: []Step{Handler(Pod, "h", Default), Start(s), Wait(s), Probe(Pod)}},
		{Name: "wait-register", Doc: "no handler is needed", Objs: []string{"a"},
			Steps: []Step{Register(Pod), Start(s), Wait(s), Probe(Pod)}},
		{Name: "two-kinds", Doc: "one Start, two informers", Objs: []string{"a", "node/n"},
			Steps: []Step{Handler(Pod, "h", Default), Handler(Node, "n", Default), Start(s), Wait(s), Settle(), Modify("node/n"), Settle(), Delete("a"), Settle()}},
		{Name: "two-kinds-expired", Doc: "compaction hits only the kind whose watch is gone", Objs: []string{"a", "node/n"},
			Steps: join([]Step{Handler(Pod, "h", Default), Handler(Node, "n", Default), Start(s), Wait(s), Settle()}, away(Modify("node/n"), Delete("a"), Compact()))},
		{Name: "start-early", Doc: "Start before the registration: nothing to wait for, nothing ever comes", Objs: []string{"a"},
			Steps: []Step{Start(s), Handler(Pod, "h", Default), Wait(s), Settle(), Probe(Pod)}},
		{Name: "start-again", Doc: "a second Start is the mend", Objs: []string{"a"},
			Steps: []Step{Start(s), Handler(Pod, "h", Default), Start(s), Wait(s), Settle(), Probe(Pod)}},
		{Name: "start-between", Doc: "Start takes what is registered, the rest stays empty", Objs: []string{"a", "node/n"},
			Steps: []Step{Handler(Pod, "h", Default), Start(s), Handler(Node, "n", Default), Wait(s), Settle(), Probe(Node)}},
		{Name: "start-new", Doc: "a second Start takes the new ones only", Objs: []string{"a", "node/n"},
			Steps: []Step{Handler(Pod, "h", Default), Start(s), Wait(s), Handler(Node, "n", Default), Start(s), Wait(s), Settle(), Modify("a"), Settle()}},
		{Name: "start-twice", Doc: "Start is idempotent", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Start(s), Start(s), Wait(s), Settle(), Modify("a"), Settle()}},
		{Name: "start-other", Doc: "another stop channel does not reach those that run", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Start(s), Start("t"), Settle(), Stop("t"), Settle(), Modify("a"), Settle(), Stop(s), Settle(), Modify("a"), Settle(), Probe(Pod)}},
		{Name: "never", Doc: "no Start, no end", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Settle(), Probe(Pod)}},
		{Name: "gostart-race", Race: true, Doc: "go Start: the wait may find nothing to wait for", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), GoStart(s), Wait(s)}},
		{Name: "gostart-settled", Doc: "go Start with a pause", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), GoStart(s), Settle(), Wait(s), Probe(Pod)}},
		{Name: "down", Doc: "no answer, no sync", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Down(), Start(s), Settle(), Probe(Pod), Up(), Settle(), Probe(Pod)}},
		{Name: "shutdown", Doc: "after Shutdown the factory starts nothing any more", Since: 26, Objs: []string{"a", "node/n"},
			Steps: begin(Stop(s), Shutdown(), Handler(Node, "n", Default), Start("t"), Wait("t"), Settle(), Probe(Node))},
		{Name: "shutdown-pending", Doc: "Shutdown waits for the call in progress", Since: 26, Objs: []string{"a"},
			Steps: begin(Modify("a"), Settle(), Stop(s), Shutdown(), Probe(Pod))},
	}
}
