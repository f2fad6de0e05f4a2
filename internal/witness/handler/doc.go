// Package handler runs what the analysis extracted about a group of event
// handlers (interp.Program) on the reference runtime, to find out whether a
// deletion or a recreation really goes wrong, and whether a fix is right.
//
// The program's functions are the handler of an informer of the reference
// runtime, with one object on the API server. The object is deleted and may be
// created again under its name; the watch may be interrupted once and the event
// log compacted once; every interleaving is explored. Each call takes one of the
// ways through the function, and an execution is an interleaving with a way for
// each call in it; that is what a witness counts. A way that panics ends the
// process. Nothing else that a handler does has influence on what it is told, so
// programs that end the process by the same calls share the exploration.
//
// At rest, two things are looked at:
//
//   - deletions ([Deletions]): no call has panicked, and each deletion has done
//     what Delete does for an object, also if it came as a tombstone;
//   - recreations ([Recreations]): for each UID that is gone Delete's work was
//     done, and for each UID that exists Add's work was done, or its key was
//     queued after its creation.
//
// # State
//
// What the functions put into maps that their package has for itself, and take
// away there, is a store: entries by the UID or the name, each with the UID of the
// object whose it is. The calls of an execution play on it in turn, and at rest it
// has no entry of a UID that is gone, which Delete would have taken away, and one
// of the UID that exists, which Add would have put there. Nobody has to have
// looked for a fault before: that Update compares UIDs is no excuse, nor does it
// matter what the comparison says. A finding of work that is an entry of such a map
// is counted in executions that end with the wrong store.
//
// This asks for a store that is known: a map, or a set that is one, in an unexported
// field, a package variable or a variable that closures share, which nobody gets
// as a value, all of whose puts and frees are in functions that are reached by the
// calls that were followed and by nothing else ([effect.Sites], [effect.Reach]),
// and under keys that are the name, the UID, or made of the UID. All other work is
// only calls: what counts as wrong there is below.
//
// # Workers
//
// Where Add or Update puts the object's key into a queue or channel from which one
// function takes it that somebody may call, everything is run a second time with
// that function: it runs at once, and a lister has the new object, or none after a
// deletion. What is true of a worker that is slower is not asked.
//
// An Update that leaves something behind that is kept by UID may leave it to what
// runs later ([aftermath.Aftermath]): to what takes out what it has put into a queue,
// from there to the next queue, and to goroutines and function values. What is done
// there for the UID that is gone, or under a key that is not known, is done in time.
// If all of it was run, it is known; if not, as where items are not the object's own
// key, several functions take them out, or another package does, nothing that may
// be done there counts as left behind.
//
// # Fixes
//
// What is found goes wrong whichever way conditions go that are not known. A fix
// is the other way round: it has to be right whichever way they go. So it is not
// enough that nothing of the above goes wrong. The edited functions are run
// beside the original ones, with the same object and with one that is changed
// and deleted while the watch misses nothing, and do in each execution what the
// original ones do if the watch misses nothing: for a tombstone what they do for
// the object in it; for an update of two UIDs what Delete does for the one and
// then Add for the other, or what Update does for any change if nothing that
// Delete does by UID, and nothing that Add does, is left out then; for all other
// calls the same as ever. To do it in a goroutine, or deferred, is not the same.
//
// A tombstone has to come to what the object comes to if conditions go the same
// way, for each way they may go: package deed. Without that a fix under a condition
// would pass where both of its ways were there before.
//
// # What counts as wrong
//
// The program is an abstraction with free choices: conditions that the input
// does not decide. A violation must not depend on what is not known, so choices
// go the way that helps the handler:
//
//   - A call has done a piece of work if any way through it does, among the
//     ways that agree with what has been chosen. What something unknown does,
//     which was given the tombstone or both objects, is the work that is
//     missing, and so is work of a kind that nobody does otherwise.
//   - Whether a tombstone has done a piece of work is asked of what is there after
//     the call: of the store, or else of what was called. It is compared with the
//     object in it under the same choices: a
//     choice that the two ways have in common went one way. For each way with
//     the object, all ways with the tombstone that agree with it must lack the
//     work. Only a panic counts if one way leads to it, for it is certain from
//     the line on where it happens; if something unknown was given the
//     tombstone before, all ways from there must panic.
//   - Where all that is done with an object is done with a tombstone, too, the run
//     is asked whether it is done on each way ([Trial.Tombs]), if the ways are few.
//   - In an Update of two UIDs, nothing is kept under the new one. The world
//     chooses, and may choose the worst, whether the generations are equal; after
//     they were found equal, whether what else is compared is equal; and what the
//     new object contains, where the handler leaves by that alone before it has
//     looked at the old one, or where Add would do its work whatever the object
//     contains.
//   - Work under the object's name that the new object's own replaces was
//     not needed. So for a UID that is gone only work that is keyed by the UID
//     is asked for, and entries under the name that the new object finds in
//     place of its own.
//
// [Assume] makes the world worse; the opt-in rules ask for that.
package handler
