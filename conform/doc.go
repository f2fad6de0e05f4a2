// Package conform holds the reference runtime to real client-go.
//
// Module harness runs scripts ([Scripts]) on unmodified client-go in a
// testing/synctest bubble, against a list and watch server of ours, and compares
// what the handlers saw with what is recorded in observed/. The tests of this
// package need no client-go: they ask the reference runtime which traces each
// script allows under the profile of that version, and hold that against the
// records.
//
//	conform/run.sh                       every minor, one after the other
//	conform/run.sh 35 36                 some
//	conform/run.sh 35 -- -update         make the record, or add to it
//	conform/run.sh 35 -- -run Scripts/busy -update -runs 3000
//
// A record is what was seen in any run that added to it. To make one anew,
// delete it first. No random script is left out, but of seven the search takes
// too long for every day: of those, TestLongSearches (build tag full) asks for
// what was recorded only, and for so many executions only. What it has not found
// by then is undecided, and it says so: some traces of small-026 and small-027.
//
// # Versions
//
// Every minor since 0.20 changed tools/cache (other files than tests), so each
// has a record. Compared is the last patch that the module proxy offers, in
// harness/versions; within 0.34 and 0.36 nothing changed since v0.34.5 and
// v0.36.4. "-" means: nothing that a script could show.
//
//	v0.20.15  the first that is recorded
//	v0.21.14  a list that has a key twice counts it once until it is synced
//	v0.22.17  a watch refused with 429 is asked for again instead of a list
//	v0.23.17  a second Run is refused
//	v0.24.17  SetTransform; a relist makes tombstones also of what is only queued; an update
//	          is a resync if the resourceVersions are equal, wherever it comes from
//	v0.25.16  - (a watch that ends with an internal error may be asked for again, by option)
//	v0.26.15  AddEventHandler returns a registration or an error; RemoveEventHandler; IsStopped
//	v0.27.16  OnAdd is told of the initial list; registrations have HasSynced
//	v0.28.15  - (a run takes its lock before it makes the queue)
//	v0.29.15  - (the experimental streamed list falls back to a list after any error)
//	v0.30.14  AddIndexers after the start
//	v0.31.14  - (options, deprecations, the check of streamed lists)
//	v0.32.13  - (two accessors of Reflector)
//	v0.33.13  RealFIFO: order across keys, tombstones first, DELETED of unknown keys is told;
//	          the stop channel is a context, so that there is a moment after the closing
//	v0.34.13  after the stop what is queued is dropped
//	v0.35.10  RealFIFO in batches; lists are streamed if the server can
//	v0.36.6   a list is one item of the queue; HasSynced by channels, of registrations too;
//	          kubernetes#136509 is fixed
//	v0.37.2   - (typed handlers; a new identity at each call of Informer)
//
// # Cost
//
// One minor takes 37 seconds of processor time with an empty build cache, not
// counting the standard library, and 5 with a warm one. With client-go's package
// informers as it is it would be three minutes, most of it for the clientset and
// the API types; so run.sh compiles the factory without them, see slim. All that
// is left of informers/factory.go is as it was, and tools/cache is untouched.
// CI also runs module harness as it stands: the newest version with everything.
package conform
