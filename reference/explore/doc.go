// Package explore tries the executions of a program written for package sched:
// all of them up to the order of independent events, or as many as a stated
// bound allows.
//
// # What a result says
//
// Two executions belong to one class (a Mazurkiewicz trace) if they have the
// same events and the same order between dependent ones. [Run] counts classes,
// not schedules. With Complete set, every class of the program was seen; with
// violations at zero, that is a statement about all executions of this program
// and this program only. A search that a bound, a limit or an early stop made
// smaller says so and is never called complete.
//
// # How
//
// The search is stateless: it runs the program again from the start for each
// execution, and keeps nothing but the current path. For each state on it, it
// knows which transitions are possible, which were tried and which are to be; of
// what an execution has in common with the one before, it also keeps the order of
// the events.
//
// Sleep sets: what was tried from a state need not be tried again after an
// independent step. They avoid seeing a class twice.
//
// Source sets: which transitions are to be tried is not all, but what races
// ask for. When an event depends directly on an earlier one of another thread,
// the opposite order must be possible to see: let v be the later event with all
// that does not depend on the earlier one; then from the state before the
// earlier, something that can begin v has to be tried. This is the rule of
// source-DPOR (Abdulla, Aronis, Jonsson, Sagonas 2014), with one thing taken from
// optimal DPOR, in the same paper: v is kept as a plan, and the search follows it
// as far as it goes, since a search that only began it would mostly run into what
// is asleep. Plans choose among what may be tried next; which of it has to be tried
// is left to the rule. The rest is for what Go programs do:
//
//   - A transition may belong to two threads, and a thread may have several
//     alternatives. Whenever a transition is tried, so are all others that
//     share a thread with it, directly or by others.
//   - An event of two threads is checked for races once for both and once for
//     each of them, for each could have met somebody else.
//   - A thread that is blocked leaves no event. It is checked for races by what
//     it waits for, when it gets there and whenever that is touched.
//   - What such a thread would do is not fully known. If its turn is asleep in
//     the state where it could have come earlier, it is tried all the same.
//   - A select reads the channels that it did not choose: what becomes ready
//     later could have been chosen.
//   - An event that an earlier one made possible has no opposite order to it, and a
//     plan for one would come to nothing. That is known where the thread stood
//     before its event when the earlier one came, could not take it yet, and
//     nothing that the plan keeps is about the same things; of a select it is never
//     known, since it also depends on where others stand.
//
// None of this is argued here; it is compared, on generated programs, with a
// search that tries every schedule, by a definition of classes that shares
// nothing with the search. The tests also make known mistakes in the search and
// require that the comparison notices them.
//
// # Several workers
//
// With Options.Workers a complete search is shared out: a worker that has
// nothing to do takes over what another is doing, and that one goes on with
// something else that is left to try, as far up in the tree as possible. What
// either finds that has to be tried from a state that both descend from is left
// there; the last of those who work below it takes it up. What was tried first, or
// is being tried, sleeps in what is tried later. Classes, outcomes and the schedules
// of failures do not depend on the number of workers; the number of runs does.
// Tests divide searches of generated programs at moments of their own choice.
// Programs do not say in which world they run; package sched/local finds out, and
// has to be imported.
//
// # Bounds and strategies
//
// A search within a bound is for finding, not for showing absence: what the
// bound leaves out is not covered, and with sleep sets even a class that has a
// schedule within the bound may be left to another one beyond it. Such a result
// is never Complete, unless the bound left nothing out.
//
// [Preemption] and [Delay] bounds look for simple counterexamples first. [PCT]
// samples with random priorities where a complete search is out of reach.
// [Replay] repeats a published [Schedule]; [Minimise] simplifies one.
package explore
