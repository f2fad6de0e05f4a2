// Package twin is the root of the packages that a rewritten program imports in
// place of client-go's and of the concurrent parts of the standard library.
// The directory of a twin, below this one, is the import path of the original;
// so is the name of its package. A twin has the types and functions that
// programs of the proof use, in the words of the original and with the
// behaviour of the reference runtime, and no more: what it lacks, the rewriter
// refuses.
//
//	world  the API server, version and informers of one execution
//	rt     what rewritten statements call
package twin
