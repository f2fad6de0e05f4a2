// Package across finds what packages have to tell each other of state that handlers
// fill, and of waits.
//
// Containers are the types of a package that keep what others give them: a
// map, or a sync.Map, in a hidden field, into which methods of the type put what they
// are given, and from which others hand it out. Handlers of other packages fill such
// containers.
//
// A field is told of only if the whole package is plain about it: nothing but methods
// of the type reach it, but for whoever makes an empty one, and nobody else in the
// package calls a method that fills it. So who makes one, and hands it to nobody, is
// the only one that fills it. A constructor that loads, a goroutine that clears up, a
// map that is given away: any of these, and nothing is said of the field.
package across
