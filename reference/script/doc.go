// Package script is the common language of the reference runtime and of its
// conformance tests: environment scripts, and what handlers saw while one ran.
//
// A [Script] says what the world around an informer does: objects that exist
// before anything starts, then [Step]s of the API server (write, drop a watch,
// compact), of the program (register, add a handler, start, wait, stop) and of
// time (settle, tick). It is run twice. The conformance modules run it against
// unmodified client-go and record one [Trace] per run; the reference runtime
// runs it under a version profile and computes the set of all traces that it
// allows. Both sides write a trace down with [Trace.Text], and conformance is
// that each observed text is in the allowed set.
//
// # How a script runs
//
// One environment thread takes the steps in order. Nothing but [Settle],
// [Tick], [Wait] and [Shutdown] waits: between two other steps every thread of
// the client may take any number of steps, or none. After the last step comes
// an implicit Settle, and there the trace ends; what the clean-up afterwards
// (release all holds, server up, close all stop channels) makes happen is not
// part of it.
//
// There is one factory, one server, and the kinds [Pod] and [Node]. A
// reference such as "a" names pod a, "node/a" names node a.
//
// Time is abstract. A step takes no time except these, unless the script is a
// Race: there each step may take any time.
//
//   - Settle waits until every thread is blocked, and gives retry and backoff
//     timers the time to fire (but no resync timer). In the bubble it takes
//     five minutes of virtual time.
//   - Tick is a Settle during which exactly one resync period passes: the
//     resync timer of each running reflector that has one fires once. A
//     handler's period is counted in ticks; one with period n is due at the
//     n-th tick after it was last due or, at first, after it was added. A
//     period of 0 means never. If a Settle or Tick came between the start of
//     its informer and the adding of the handler, then its clock is behind that
//     of the reflector and it is first due one tick later than that.
//   - Wait and Shutdown block as their originals do. So may Remove: from the
//     moment at which an informer stops until the handler calls in progress
//     have returned, it waits for them.
//
// # The server
//
// Each write adds 1 to one resourceVersion counter shared by all kinds and
// appends to the event log of its kind. LIST gives the objects of the kind in
// key order and the current resourceVersion. WATCH from a resourceVersion
// replays the log after it and then follows it; if the log no longer goes back
// that far it answers 410 Expired. Calls do not fail, unless the script says so
// ([Faulty]). Client-go may ask for the
// first list, and for a relist, as a stream of events (0.35); the server may
// answer that or refuse it, and there is no difference but the order of objects.
// If the script is Listed, it refuses.
//
// [Drop] ends the current watch of a kind in the normal way. If that watch has
// delivered no event and no time has passed since it was asked for (no Settle,
// no Tick), then client-go calls it "very short", which is an error: it lists
// again, after a pause. A watch that delivered an event, or lived through a
// Settle, is taken up again from the last resourceVersion without a list. Events that were not yet
// delivered when the watch ended are not lost: they are in the log. [Short]
// makes for a very short watch: it ends the current one if there is one, and
// the next watch of that kind ends as soon as it is open and without an event,
// whatever the log holds. [Fail] ends
// the current watch by an error event that is not 410: it lists again. Drop
// and Fail do nothing if there is no watch at that moment. [Compact] forgets
// the log up to now and leaves open watches alone. While the server is [Down],
// LIST and WATCH calls hang until it is [Up]; an open watch goes on.
//
// [Inject] is a write that is announced with a verb that does not fit, see its
// comment.
//
// # States
//
// The text names an object's state by key, incarnation and revision: "a1.0" is
// the first object named a as created, "a1.2" after two modifications, "a2.0"
// the object that was created in its place after a deletion. Incarnations stand
// for UIDs; a revision is not a resourceVersion but determines it. Objects that
// exist before the script are "x1.0". A DELETED event carries the state that
// was deleted.
//
// # Observers
//
// A trace has one line per observer: one per handler, in the order in which
// that handler was called, and one named "env" for what the program's own calls
// returned. Nothing is said about the order between observers. An event is
// recorded when the handler is entered.
//
//	env: wait pod=true; probe pod synced=true stopped=false store=a1.0 h1=true
//	h1: add a1.0 init; update a1.0 a1.1; sync a1.1; delete a1.1
//
// The verbs are
//
//	add a1.0         OnAdd;  "add a1.0 init" if isInInitialList (client-go 0.27)
//	update a1.0 a1.1 OnUpdate(old, new)
//	sync a1.0        OnUpdate with one and the same pointer twice: a resync
//	delete a1.0      OnDelete with an object
//	tomb a1.0        OnDelete with a DeletedFinalStateUnknown that holds a1.0
//
// An unchanged object at a relist is "update a1.0 a1.0": equal, but another
// pointer. Some orders are left open by client-go and differ from run to run
// (the adds replayed to a late handler, a streamed list, a resync), so events of
// one handler that are neighbours and about different keys count as unordered
// if they are of the same group: initial adds; other adds and updates; syncs;
// deletes; tombs. The text has them in the order of their keys (EventsText).
package script
