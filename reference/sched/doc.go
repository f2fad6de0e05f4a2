// Package sched runs a concurrent Go program one step at a time, so that
// package explore can try its interleavings.
//
// The program is written with this package's twins of what Go and its standard
// library offer: [Go], [Chan], [Select], [Mutex], [RWMutex] (with the writer
// preference of the real one), [Cond], [Once], [WaitGroup], [Atomic], [Timer],
// [Context]. All of them are built on one primitive: a thread stands before an
// operation, the driver picks one of its alternatives, the operation is
// executed and the thread runs to its next operation. Threads are coroutines
// (iter.Pull): exactly one runs at a time and none outlives its execution. A
// thread that mostly waits can do without a stack, see [Loop].
//
// # Terms
//
//   - An operation is where a thread waits for the driver: sending, locking,
//     choosing. What a thread does between two operations is invisible to
//     others and belongs to the step before.
//   - An alternative ([Alt]) is one way to execute an operation now. A select
//     has one for each ready case; an unbuffered send has one for each receiver
//     that could take the value, and is then a step of both threads.
//   - An event is an executed alternative, with the objects that it touched and
//     how ([Touch]). Two events depend on each other if they share a thread or
//     touch one object and not both only read. What a blocked thread waits for
//     is due to writes, and to [Share], never to reads. Everything about reduction
//     rests on these touches being complete.
//   - Releases (Unlock, RUnlock, Done) are part of the step before them: they
//     can only make more possible for others, so doing them at once loses
//     nothing.
//   - [Var] is a plain shared variable. It has no operations, but unordered
//     conflicting accesses are reported as data races by vector clocks.
//
// # Not modelled
//
// Weak memory beyond the detection of races, real time (a timer may fire at any
// step, or never before others), TryLock, runtime.Gosched, unsafe sharing that
// is not behind a Var, and programs whose behaviour depends on something else
// than these choices: map order, the clock, globals left over from an earlier
// execution. The last is detected when a replay diverges.
package sched
