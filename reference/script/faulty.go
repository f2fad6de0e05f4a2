package script

// Faulty returns the scripts in which something fails that does not fail in
// those of [Suite], or is later than it can be there:
//
//   - A LIST or WATCH is answered by an error that is not 410. The server fails
//     any of the calls, but no more than the script says.
//   - The transform of the informer fails for a state, the first time that it
//     sees it, or as often as the script names the state. A list is then done again, and an event of a watch is lost; in a
//     streamed list, so is the object.
//   - The process loop is Busy: it is with the first object of the first list
//     when the second list comes, so that all others are still queued. No step
//     can do that, for time does not pass before the loop has come to rest. In
//     the harness an index function holds it up until then, and the runtime
//     does not need to know: it explores each pace.
func Faulty() []Script {
	return []Script{
		{Name: "list-fails", Race: true, FailedLists: 1, Doc: "a list that fails is done again", Objs: []string{"a"},
			Steps: begin(Probe(Pod))},
		{Name: "list-fails-delete", Race: true, FailedLists: 1, Doc: "what is deleted before the list is done again was never there", Objs: []string{"a"},
			Steps: []Step{Handler(Pod, "h", Default), Start(s), Delete("a"), Settle(), Probe(Pod)}},
		{Name: "relist-fails", Race: true, FailedLists: 1, Doc: "a relist that fails is done again, and says no less", Objs: []string{"a", "b"},
			Steps: begin(join(away(Delete("a"), Modify("b"), Compact()), []Step{Probe(Pod)})...)},
		{Name: "watch-fails", Race: true, FailedWatches: 1, Doc: "a watch that is refused makes the reflector list again", Objs: []string{"a"},
			Steps: begin(join(away(Delete("a"), Create("a")), []Step{Probe(Pod)})...)},

		{Name: "transform-event", Since: 24, Untransformed: []string{"a1.1"}, Doc: "an event that cannot be transformed is lost, and the next one tells of both", Objs: []string{"a"},
			Steps: begin(Modify("a"), Settle(), Probe(Pod), Modify("a"), Settle(), Probe(Pod))},
		{Name: "transform-created", Since: 24, Untransformed: []string{"a1.0"}, Doc: "a creation that is lost is made up for by the next modification",
			Steps: begin(Create("a"), Settle(), Probe(Pod), Modify("a"), Settle())},
		{Name: "transform-modified-deleted", Since: 24, Untransformed: []string{"a1.1"}, Doc: "a deletion tells of the modification that was lost", Objs: []string{"a"},
			Steps: begin(Modify("a"), Settle(), Delete("a"), Settle(), Probe(Pod))},
		{Name: "transform-deleted", Since: 24, Untransformed: []string{"a1.1", "a1.1"}, Doc: "an object whose deletion is lost stays until a relist finds it gone", Objs: []string{"a"},
			Steps: begin(join([]Step{Modify("a"), Settle(), Delete("a"), Settle(), Probe(Pod)}, away(Create("b"), Compact()), []Step{Probe(Pod)})...)},
		{Name: "transform-list", Since: 24, Listed: true, Race: true, Untransformed: []string{"b1.0"}, Doc: "a list with an object that cannot be transformed is done again; what comes before it may be told", Objs: []string{"a", "b", "c"},
			Steps: begin(Probe(Pod))},
		{Name: "transform-relist", Since: 24, Listed: true, Race: true, Untransformed: []string{"b1.1"}, Doc: "and so is a relist", Objs: []string{"a", "b"},
			Steps: begin(join(away(Delete("a"), Modify("b"), Compact()), []Step{Probe(Pod)})...)},
		{Name: "transform-stream", Since: 35, Race: true, Untransformed: []string{"b1.0"}, Doc: "in a streamed list the object is lost", Objs: []string{"a", "b"},
			Steps: begin(Probe(Pod), Modify("b"), Settle(), Probe(Pod))},

		{Name: "busy-unchanged", Race: true, Busy: true, Doc: "a relist while the first list is queued", Objs: []string{"a", "b", "c"},
			Steps: busy()},
		{Name: "busy-delete", Race: true, Busy: true, Doc: "an object is gone before it was more than queued", Objs: []string{"a", "b", "c"},
			Steps: busy(Delete("c"))},
		{Name: "busy-modify", Race: true, Busy: true, Doc: "an object is queued twice", Objs: []string{"a", "b", "c"},
			Steps: busy(Modify("c"))},
		{Name: "busy-recreate", Race: true, Busy: true, Doc: "an object and the one in its place are queued", Objs: []string{"a", "b", "c"},
			Steps: busy(Delete("c"), Create("c"))},
		{Name: "busy-create", Race: true, Busy: true, Doc: "an object is found by the second list only", Objs: []string{"a", "b"},
			Steps: busy(Create("c"))},
	}
}

// busy is a start whose first watch ends at once, with changes before the list
// that follows.
func busy(changes ...Step) []Step {
	return join([]Step{Handler(Pod, "h", Default), Short(Pod), Start(s)}, changes, []Step{Settle(), Probe(Pod)})
}
