// This file has the table of the programs, and what each must have seen. proof/gates copies
// it as it is and takes out the programs that it cannot run.

package handlerprograms

import (
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/added"
	"example.com/informers/tombstone/alike"
	"example.com/informers/tombstone/bare"
	"example.com/informers/tombstone/blank"
	"example.com/informers/tombstone/cleanup"
	"example.com/informers/tombstone/converted"
	"example.com/informers/tombstone/convertedaway"
	"example.com/informers/tombstone/derefs"
	"example.com/informers/tombstone/dropped"
	"example.com/informers/tombstone/enqueue"
	"example.com/informers/tombstone/filter"
	"example.com/informers/tombstone/filteralone"
	"example.com/informers/tombstone/filterboth"
	"example.com/informers/tombstone/filterpanic"
	"example.com/informers/tombstone/generic"
	"example.com/informers/tombstone/handedon"
	"example.com/informers/tombstone/idiom"
	"example.com/informers/tombstone/ignored"
	"example.com/informers/tombstone/imports"
	"example.com/informers/tombstone/keyed"
	"example.com/informers/tombstone/keyfunc"
	"example.com/informers/tombstone/lent"
	"example.com/informers/tombstone/listed"
	"example.com/informers/tombstone/lookup"
	"example.com/informers/tombstone/mishandled"
	"example.com/informers/tombstone/nilkey"
	okacts "example.com/informers/tombstone/ok/acts"
	"example.com/informers/tombstone/ok/apart"
	okbare "example.com/informers/tombstone/ok/bare"
	"example.com/informers/tombstone/ok/chained"
	"example.com/informers/tombstone/ok/dispatch"
	"example.com/informers/tombstone/ok/filtered"
	"example.com/informers/tombstone/ok/helpers"
	"example.com/informers/tombstone/ok/keys"
	"example.com/informers/tombstone/ok/layers"
	oklent "example.com/informers/tombstone/ok/lent"
	okprocessed "example.com/informers/tombstone/ok/processed"
	okqueued "example.com/informers/tombstone/ok/queued"
	"example.com/informers/tombstone/ok/rebuilt"
	"example.com/informers/tombstone/ok/recovered"
	"example.com/informers/tombstone/ok/reflected"
	"example.com/informers/tombstone/ok/scratch"
	"example.com/informers/tombstone/ok/synthetic"
	oktasks "example.com/informers/tombstone/ok/tasks"
	tombtyped "example.com/informers/tombstone/ok/typed"
	okunnamed "example.com/informers/tombstone/ok/unnamed"
	"example.com/informers/tombstone/ok/value"
	"example.com/informers/tombstone/otherkey"
	"example.com/informers/tombstone/partial"
	"example.com/informers/tombstone/pointer"
	"example.com/informers/tombstone/pointercase"
	"example.com/informers/tombstone/processed"
	"example.com/informers/tombstone/series"
	"example.com/informers/tombstone/unchecked"
	"example.com/informers/tombstone/unnamed"
	"example.com/informers/tombstone/wrapped/acts"
	"example.com/informers/tombstone/wrapped/constructor"
	"example.com/informers/tombstone/wrapped/convert"
	"example.com/informers/tombstone/wrapped/fields"
	"example.com/informers/tombstone/wrapped/filters"
	"example.com/informers/tombstone/wrapped/kinds"
	"example.com/informers/tombstone/wrapped/methods"
	"example.com/informers/tombstone/wrapped/mistaken"
	"example.com/informers/tombstone/wrapped/must"
	"example.com/informers/tombstone/wrapped/named"
	"example.com/informers/tombstone/wrapped/pointers"
	wrapprocessed "example.com/informers/tombstone/wrapped/processed"
	"example.com/informers/tombstone/wrapped/queued"
	"example.com/informers/tombstone/wrapped/returns"
	"example.com/informers/tombstone/wrapped/tasks"
	"example.com/informers/uidcheck/behind"
	"example.com/informers/uidcheck/both"
	"example.com/informers/uidcheck/changed"
	"example.com/informers/uidcheck/deep"
	"example.com/informers/uidcheck/deleting"
	"example.com/informers/uidcheck/departed"
	"example.com/informers/uidcheck/early"
	"example.com/informers/uidcheck/equal"
	"example.com/informers/uidcheck/expected"
	"example.com/informers/uidcheck/filed"
	"example.com/informers/uidcheck/filled"
	"example.com/informers/uidcheck/generation"
	"example.com/informers/uidcheck/identity"
	"example.com/informers/uidcheck/ignoring"
	"example.com/informers/uidcheck/index"
	"example.com/informers/uidcheck/indexed"
	"example.com/informers/uidcheck/inherited"
	"example.com/informers/uidcheck/inverted"
	"example.com/informers/uidcheck/missing"
	"example.com/informers/uidcheck/ok/additional"
	"example.com/informers/uidcheck/ok/after"
	"example.com/informers/uidcheck/ok/always"
	"example.com/informers/uidcheck/ok/batched"
	okbehind "example.com/informers/uidcheck/ok/behind"
	okbranches "example.com/informers/uidcheck/ok/branches"
	"example.com/informers/uidcheck/ok/chosen"
	"example.com/informers/uidcheck/ok/entries"
	okexpected "example.com/informers/uidcheck/ok/expected"
	okfilled "example.com/informers/uidcheck/ok/filled"
	okindexes "example.com/informers/uidcheck/ok/indexes"
	"example.com/informers/uidcheck/ok/kept"
	okknown "example.com/informers/uidcheck/ok/known"
	oklayered "example.com/informers/uidcheck/ok/layered"
	"example.com/informers/uidcheck/ok/looked"
	okmaps "example.com/informers/uidcheck/ok/maps"
	"example.com/informers/uidcheck/ok/names"
	"example.com/informers/uidcheck/ok/namespaced"
	"example.com/informers/uidcheck/ok/owners"
	okpiped "example.com/informers/uidcheck/ok/piped"
	"example.com/informers/uidcheck/ok/pruned"
	okreasons "example.com/informers/uidcheck/ok/reasons"
	"example.com/informers/uidcheck/ok/recursive"
	"example.com/informers/uidcheck/ok/replaced"
	"example.com/informers/uidcheck/ok/rereads"
	okseen "example.com/informers/uidcheck/ok/seen"
	oksettings "example.com/informers/uidcheck/ok/settings"
	"example.com/informers/uidcheck/ok/split"
	oksweeping "example.com/informers/uidcheck/ok/sweeping"
	oktracked "example.com/informers/uidcheck/ok/tracked"
	"example.com/informers/uidcheck/ok/uid"
	"example.com/informers/uidcheck/ok/version"
	"example.com/informers/uidcheck/ok/versioned"
	"example.com/informers/uidcheck/ok/whole"
	okwrites "example.com/informers/uidcheck/ok/writes"
	"example.com/informers/uidcheck/onlyadd"
	"example.com/informers/uidcheck/onlydelete"
	"example.com/informers/uidcheck/reasons"
	"example.com/informers/uidcheck/seen"
	"example.com/informers/uidcheck/settings"
	"example.com/informers/uidcheck/tracked"
	"example.com/informers/uidcheck/typed"
	"example.com/informers/uidcheck/wrapped/awaited"
	wrappedfiled "example.com/informers/uidcheck/wrapped/filed"
	"example.com/informers/uidcheck/wrapped/fills"
	"example.com/informers/uidcheck/wrapped/first"
	"example.com/informers/uidcheck/wrapped/generations"
	"example.com/informers/uidcheck/wrapped/given"
	wrappedhelper "example.com/informers/uidcheck/wrapped/helper"
	"example.com/informers/uidcheck/wrapped/layered"
	"example.com/informers/uidcheck/wrapped/marks"
	"example.com/informers/uidcheck/wrapped/notfound"
	"example.com/informers/uidcheck/wrapped/observed"
	"example.com/informers/uidcheck/wrapped/patches"
	"example.com/informers/uidcheck/wrapped/piped"
	"example.com/informers/uidcheck/wrapped/podindex"
	"example.com/informers/uidcheck/wrapped/renews"
	wrappedsplit "example.com/informers/uidcheck/wrapped/split"
	"example.com/informers/uidcheck/wrapped/stored"
	"example.com/informers/uidcheck/wrapped/swapped"
	"example.com/informers/uidcheck/wrapped/sweeps"
	"example.com/informers/uidcheck/wrapped/tracks"
	"example.com/informers/uidcheck/writes"
	"example.com/informers/uidcheck/wrongkey"
	"example.com/informers/uidcheck/wrongone"
)

type watcher func(cache.SharedIndexInformer) (*apiserver.View, error)

// A processor has no informer, but a queue of its own, and a function that processes what
// comes out of it.
type processor func(cache.ListerWatcher) (*apiserver.View, cache.Store, cache.Controller)

type program struct {
	dir     string
	watch   watcher
	process processor
	want    []string // what a right program has seen in the end
	bad     []string // what the bad one has seen instead
	panic   string   // or how it ends
	host    bool     // the recreated pod is on the host network
}

// The pods at the end are a, with the UID a2, and c.
var (
	inNames  = []string{"a", "c"}
	inUIDs   = []string{"a2", "c1"}
	inPairs  = []string{"a=a2", "c=c1"}
	inKeys   = []string{"default/a", "default/c"}
	goneToo  = []string{"a", "b", "c"}
	goneKeys = []string{"default/a", "default/b", "default/c"}
	stale    = []string{"a=a1", "c=c1"}
	leaked   = []string{"a1", "a2", "c1"}
)

const (
	notAPod = "panic: interface conversion: interface {} is cache.DeletedFinalStateUnknown, not *v1.Pod"
	isNil   = "panic: runtime error: invalid memory address or nil pointer dereference"
)

var programs = []program{
	{dir: "tombstone/added", watch: added.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/cleanup", watch: cleanup.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/converted", watch: converted.Watch, want: goneToo, bad: goneToo}, // as its note says
	{dir: "tombstone/convertedaway", watch: convertedaway.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/derefs", watch: derefs.Watch, want: inNames, panic: isNil},
	{dir: "tombstone/dropped", watch: dropped.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/handedon", watch: handedon.Watch, want: inKeys, bad: goneKeys},
	{dir: "tombstone/enqueue", watch: enqueue.Watch, want: inKeys, bad: goneKeys},
	{dir: "tombstone/filter", watch: filter.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/filterboth", watch: filterboth.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/filteralone", watch: filteralone.Watch, want: goneToo, panic: notAPod}, // it keeps them all
	{dir: "tombstone/filterpanic", watch: filterpanic.Watch, want: inNames, panic: notAPod},
	{dir: "tombstone/alike", watch: alike.Watch, want: inNames, panic: notAPod},
	{dir: "tombstone/generic", watch: generic.Watch, want: inNames, panic: notAPod},
	{dir: "tombstone/idiom", watch: idiom.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/imports", watch: imports.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/ignored", watch: ignored.Watch, want: inKeys, bad: goneKeys},
	{dir: "tombstone/blank", watch: blank.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/ok/rebuilt", watch: rebuilt.Watch, want: inNames},
	{dir: "tombstone/ok/scratch", watch: scratch.Watch, want: goneToo}, // it keeps them all
	{dir: "tombstone/keyed", watch: keyed.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/keyfunc", watch: keyfunc.Watch, want: inKeys, bad: goneKeys},
	{dir: "tombstone/listed", watch: listed.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/lookup", watch: lookup.Watch, want: goneToo, bad: goneToo}, // as its note says
	{dir: "tombstone/mishandled", watch: mishandled.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/nilkey", watch: nilkey.Watch, want: inKeys, panic: isNil},
	{dir: "tombstone/otherkey", watch: otherkey.Watch, want: inUIDs, bad: []string{"a2", "b1", "c1"}},
	{dir: "tombstone/partial", watch: partial.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/pointer", watch: pointer.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/pointercase", watch: pointercase.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/processed", process: processed.Watch, want: inNames, panic: notAPod},
	{dir: "tombstone/series", watch: series.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/unnamed", watch: unnamed.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/ok/unnamed", watch: okunnamed.Watch, want: inNames},
	{dir: "tombstone/lent", watch: lent.Watch, want: inKeys, panic: notAPod},
	{dir: "tombstone/bare", watch: bare.Watch, want: inNames, panic: notAPod},
	{dir: "tombstone/unchecked", watch: unchecked.Watch, want: inNames, panic: notAPod},
	{dir: "tombstone/wrapped/acts", watch: acts.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/wrapped/constructor", watch: constructor.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/wrapped/convert", watch: convert.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/wrapped/filters", watch: filters.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/wrapped/kinds", watch: kinds.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/wrapped/methods", watch: methods.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/wrapped/mistaken", watch: mistaken.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/wrapped/named", watch: named.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/wrapped/pointers", watch: pointers.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/wrapped/processed", process: wrapprocessed.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/wrapped/queued", watch: queued.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/wrapped/returns", watch: returns.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/wrapped/tasks", watch: tasks.Watch, want: inNames, bad: goneToo},
	{dir: "tombstone/wrapped/fields", watch: fields.Watch, want: inNames, panic: notAPod},
	{dir: "tombstone/wrapped/must", watch: must.Watch, want: inNames, panic: notAPod},
	{dir: "tombstone/ok/dispatch", watch: dispatch.Watch, want: inNames},
	{dir: "tombstone/ok/apart", watch: apart.Watch, want: inNames},
	{dir: "tombstone/ok/chained", watch: chained.Watch, want: inNames},
	{dir: "tombstone/ok/filtered", watch: filtered.Watch, want: inNames},
	{dir: "tombstone/ok/helpers", watch: helpers.Watch, want: inNames},
	{dir: "tombstone/ok/keys", watch: keys.Watch, want: inKeys},
	{dir: "tombstone/ok/layers", watch: layers.Watch, want: inNames},
	{dir: "tombstone/ok/recovered", watch: recovered.Watch, want: inNames},
	{dir: "tombstone/ok/reflected", watch: reflected.Watch, want: inNames},
	{dir: "tombstone/ok/acts", watch: okacts.Watch, want: inNames},
	{dir: "tombstone/ok/bare", watch: okbare.Watch, want: inNames},
	{dir: "tombstone/ok/lent", watch: oklent.Watch, want: inKeys},
	{dir: "tombstone/ok/processed", process: okprocessed.Watch, want: inNames},
	{dir: "tombstone/ok/queued", watch: okqueued.Watch, want: inNames},
	{dir: "tombstone/ok/synthetic", watch: synthetic.Watch, want: inNames},
	{dir: "tombstone/ok/tasks", watch: oktasks.Watch, want: inNames},
	{dir: "tombstone/ok/typed", watch: tombtyped.Watch, want: inNames},
	{dir: "tombstone/ok/value", watch: value.Watch, want: inNames},

	{dir: "uidcheck/both", watch: both.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/changed", watch: changed.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/deep", watch: deep.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/deleting", watch: deleting.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/early", watch: early.Watch, want: []string{"c1"}, bad: []string{"a1", "c1"}, host: true},
	{dir: "uidcheck/generation", watch: generation.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/identity", watch: identity.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/missing", watch: missing.Watch, want: inUIDs, bad: []string{"a1", "c1"}},
	{dir: "uidcheck/reasons", watch: reasons.Watch, want: inUIDs, bad: []string{"a1", "c1"}},
	{dir: "uidcheck/ok/reasons", watch: okreasons.Watch, want: inUIDs},
	{dir: "uidcheck/index", watch: index.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/settings", watch: settings.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/ok/settings", watch: oksettings.Watch, want: inPairs},
	{dir: "uidcheck/wrapped/layered", watch: layered.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/ok/layered", watch: oklayered.Watch, want: inPairs},
	{dir: "uidcheck/wrapped/piped", watch: piped.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/ok/piped", watch: okpiped.Watch, want: inUIDs},
	{dir: "uidcheck/wrapped/stored", watch: stored.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/ok/chosen", watch: chosen.Watch, want: inPairs},
	{dir: "uidcheck/behind", watch: behind.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/indexed", watch: indexed.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/inherited", watch: inherited.Watch, want: inUIDs, bad: []string{"a1", "c1"}},
	{dir: "uidcheck/seen", watch: seen.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/tracked", watch: tracked.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/filled", watch: filled.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/departed", watch: departed.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/expected", watch: expected.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/ok/expected", watch: okexpected.Watch, want: inPairs},
	{dir: "uidcheck/wrapped/awaited", watch: awaited.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/wrapped/notfound", watch: notfound.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/ok/looked", watch: looked.Watch, want: inPairs},
	{dir: "uidcheck/writes", watch: writes.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/wrapped/patches", watch: patches.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/ok/writes", watch: okwrites.Watch, want: inPairs},
	{dir: "uidcheck/ok/owners", watch: owners.Watch, want: inPairs},
	{dir: "uidcheck/ok/seen", watch: okseen.Watch, want: inPairs},
	{dir: "uidcheck/wrapped/observed", watch: observed.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/ok/entries", watch: entries.Watch, want: inUIDs},
	{dir: "uidcheck/typed", watch: typed.Watch, want: inUIDs, bad: []string{"a1", "c1"}},
	{dir: "uidcheck/ok/additional", watch: additional.Watch, want: inPairs},
	{dir: "uidcheck/ok/versioned", watch: versioned.Watch, want: inPairs},
	{dir: "uidcheck/ok/after", watch: after.Watch, want: inPairs},
	{dir: "uidcheck/ok/always", watch: always.Watch, want: inUIDs},
	{dir: "uidcheck/ok/batched", watch: batched.Watch, want: inPairs},
	{dir: "uidcheck/ok/behind", watch: okbehind.Watch, want: inUIDs},
	{dir: "uidcheck/ok/kept", watch: kept.Watch, want: inPairs},
	{dir: "uidcheck/ok/namespaced", watch: namespaced.Watch, want: inPairs},
	{dir: "uidcheck/ok/names", watch: names.Watch, want: inPairs},
	{dir: "uidcheck/ok/recursive", watch: recursive.Watch, want: inUIDs},
	{dir: "uidcheck/ok/split", watch: split.Watch, want: inUIDs},
	{dir: "uidcheck/ok/uid", watch: uid.Watch, want: inPairs},
	{dir: "uidcheck/ok/version", watch: version.Watch, want: inPairs},
	{dir: "uidcheck/ok/whole", watch: whole.Watch, want: inPairs},
	{dir: "uidcheck/wrapped/first", watch: first.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/wrapped/generations", watch: generations.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/wrapped/given", watch: given.Watch, want: inUIDs},
	{dir: "uidcheck/wrapped/marks", watch: marks.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/wrapped/podindex", watch: podindex.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/wrapped/renews", watch: renews.Watch, want: inUIDs},
	{dir: "uidcheck/wrapped/sweeps", watch: sweeps.Watch, want: inUIDs},
	{dir: "uidcheck/wrapped/helper", watch: wrappedhelper.Watch, want: inPairs},
	{dir: "uidcheck/wrapped/split", watch: wrappedsplit.Watch, want: inUIDs},
	{dir: "uidcheck/equal", watch: equal.Watch, want: inUIDs, bad: []string{"a1", "c1"}},
	{dir: "uidcheck/filed", watch: filed.Watch, want: inUIDs, bad: []string{"a1", "a2", "b1", "c1"}},
	{dir: "uidcheck/ignoring", watch: ignoring.Watch, want: inPairs, bad: stale},
	{dir: "uidcheck/inverted", watch: inverted.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/onlyadd", watch: onlyadd.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/onlydelete", watch: onlydelete.Watch, want: inUIDs, bad: []string{"c1"}},
	{dir: "uidcheck/wrongkey", watch: wrongkey.Watch, want: inUIDs, bad: []string{"a1", "a2", "b1", "c1"}},
	{dir: "uidcheck/wrongone", watch: wrongone.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/wrapped/filed", watch: wrappedfiled.Watch, want: inUIDs, bad: []string{"a1", "a2", "b1", "c1"}},
	{dir: "uidcheck/wrapped/swapped", watch: swapped.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/wrapped/tracks", watch: tracks.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/wrapped/fills", watch: fills.Watch, want: inUIDs, bad: leaked},
	{dir: "uidcheck/ok/branches", watch: okbranches.Watch, want: inUIDs},
	{dir: "uidcheck/ok/indexes", watch: okindexes.Watch, want: inUIDs},
	{dir: "uidcheck/ok/known", watch: okknown.Watch, want: inUIDs},
	{dir: "uidcheck/ok/maps", watch: okmaps.Watch, want: inUIDs},
	{dir: "uidcheck/ok/sweeping", watch: oksweeping.Watch, want: inUIDs},
	{dir: "uidcheck/ok/pruned", watch: pruned.Watch, want: inUIDs},
	{dir: "uidcheck/ok/rereads", watch: rereads.Watch, want: inUIDs},
	{dir: "uidcheck/ok/tracked", watch: oktracked.Watch, want: inUIDs},
	{dir: "uidcheck/ok/filled", watch: okfilled.Watch, want: inUIDs},
	{dir: "uidcheck/ok/replaced", watch: replaced.Watch, want: inUIDs},
}
