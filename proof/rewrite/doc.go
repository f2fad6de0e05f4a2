// Package rewrite turns a program that is written for client-go into the same
// program for the reference runtime.
//
// The program is read with its types and printed again with some of its text
// replaced: imports by their twins (package twin), go statements, channels,
// select and range by what the scheduler offers for them. The statements and
// their order stay; each one begins by telling the runtime its line, so that an
// execution can be shown on the program's own lines.
//
// Reads and writes of variables that goroutines may share (fields of the
// program's own types, elements, map entries, local variables that a function
// literal captures and somebody assigns) are announced to the race detector:
// an execution in which two of them are not ordered is a violation, so that a
// search without one has not missed interleavings of plain memory.
//
// Rewriting fails closed. What has no twin and what is not known to be without
// concurrency is an [Error] with its position, never passed through. The
// compiler is the second gate: a twin lacks what it does not model.
//
// # Not seen
//
// The race detector does not see the write of append beyond a slice's length,
// nor that a copy of a whole structure reads its fields. A range over a map goes
// by the order of its keys, one of those that the language allows.
package rewrite
