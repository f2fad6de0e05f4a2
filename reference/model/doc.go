// Package model runs environment scripts (package script) on the reference
// runtime and says which traces it allows.
//
// [Allowed] explores a script completely: a trace that is not in its answer
// cannot happen in the reference runtime, whatever the interleaving. The
// conformance tests hold that against what unmodified client-go shows: each
// observed trace must be allowed. That the set is not merely large is their
// other half: each allowed trace should be observed.
//
// The tests of this package are the litmus tests of the runtime. Their names
// begin with the line of the checklist that they are about:
//
//  1. The factory: registered, started, shutting down.
//  2. The informer: new, running, stopped.
//  3. The queue modes and what sets them apart.
//  4. A relist is one step from the server's state to the store's.
//  5. The store before the handlers; each handler's order; what stop drops.
//  6. Late handlers: the store, then everything after.
//  7. A registration is synced when its initial adds have returned.
//  8. A panic in a handler is the end.
//  9. What waiting returns.
//  10. The lazy cache (package lazycache).
//
// # Bounds
//
// A script is finite: it says how many writes, drops, compactions and ticks
// there are. Nothing else bounds the exploration; "complete" means all
// interleavings of the script's own steps with all threads of the runtime. In a
// script that is marked as a race, any time may pass between two steps.
package model
