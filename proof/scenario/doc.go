// Package scenario says what is proved about which program, and explores the
// rewritten programs.
//
// A scenario is a program below testdata that a check reports, worlds around it
// ([World]: objects, writes, faults, a stop) and a property. The program is
// explored in each of them, as it is and as the check's own fix leaves it. Some
// scenarios are right programs, which show that their worlds are not what goes
// wrong.
//
//   - A protocol program starts informers or caches, waits for them and counts
//     what there is.
//   - A handler program keeps a view of the pods with its handlers. (Before
//     client-go 0.24 the store itself can keep an object forever that a relist
//     should have removed; there the view is compared with it.)
//
// Which of the two a check's programs are, and the property, follows from the
// check's kind (internal/check/kind).
//
// What the answer is worth: "N execution classes in the worlds W, of which V
// violate the property", for this program, sequentially consistent executions
// and the reference runtime, whose packages say what they leave out (see also
// docs/assumptions.md). Beyond
// that, a scenario has no other program beside it, no resync, no namespaces and
// other options of a factory, no list that comes as a stream, and in a range
// over a map the order of the keys.
package scenario
