// Package reference is the root of the reference informer runtime: a model of
// client-go's informers that is ordinary Go code, run by a scheduler that tries
// all interleavings. It imports only the standard library.
//
//	sched      threads, channels, locks, timers: one step at a time
//	explore    all executions, up to the order of independent steps
//	apiserver  objects, resourceVersions, event log, LIST and WATCH
//	tree       objects with parts that are shared
//	cache      reflector, queues, store, shared informer, listeners: start reading here
//	factory    shared informer factories
//	lazycache  the informer map of controller-runtime
//	script     environment scripts and traces, shared with the conformance tests
//	model      scripts on the runtime: which traces are allowed
//	trace      executions as tables and sequence diagrams
//
// What the runtime shows about a program is: "N execution classes within bound
// B, of which V violate P". It is about that program, sequentially consistent
// executions, and this model; each package says what it leaves out.
package reference
