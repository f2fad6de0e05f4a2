// Package cached runs what the analysis extracted about one object of an
// informer's cache (track.Way) on the reference runtime, to find out whether
// others see it change, and whether a fix is right.
//
// The program is an API server with one object, and an informer at rest. One
// thread goes the way, or it is a handler of the informer, which goes it once;
// another one reads the object from the store; another handler looks at what it
// is given; somebody else may update the object. A source hands out the very
// object that the store holds, or what a handler is given. Objects are trees
// (reference/tree), so that a copy shares what it shares in Go, and resourceVersions
// are compared when one is sent: the server accepts it, or there is a
// conflict, or it was not reached. All interleavings and answers are explored
// within the [Bound]. A watch may fail once, and the object be listed again, if
// the way has at most one request.
//
// # What must hold
//
//   - P1: whoever gets the object from the store, or as the new one in a handler,
//     sees whenever he looks what the server sent for its resourceVersion.
//   - P2: so does a handler with the old object of an update: it is what he last
//     got as the new one, unchanged.
//
// # What counts
//
// A way is shown if, in every execution, the object that its source has handed
// out is in the end not what the server sent for it, and if somebody sees that in
// some execution. In the others nobody has looked in time: another state of the
// object was in the store before, or the reader was first. No write is ever taken
// back, so that is the same as: every execution changes an object that others may
// have. If an execution does not get to the end of the way, or if not all of them
// were run, nothing is shown.
//
// A fix holds if, on each way that there is now, no execution breaks P1 or P2 or
// leaves the object changed; if each does what one of the ways before did, and
// each of those is still there: the same writes, requests and returned objects in
// the same order, each to an object that looks the same afterwards, and so with
// the same tree on the way to the server or the caller.
//
// # What is assumed
//
//   - A write changes something: it stores what was not there before, and that is
//     shared with nothing. Who writes a structure or a map replaces all of it.
//   - What a way comes by is there: no pointer is nil, no map is empty. All
//     elements of a map or slice are one place, so that to replace one replaces
//     what is later written to.
//   - Whoever sends an object sends its resourceVersion, in a patch as well, and a
//     part of one replaces that part. What the answer holds is thrown away. An
//     object that is created is taken for an update.
//   - Writes with no request between them are one step. Who looked between two of
//     them would see the first one.
//
// What becomes of a copy that is neither sent nor returned is not known: that a fix
// has it used in the place of the object is for the edit to see to.
package cached
