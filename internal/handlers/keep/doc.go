// Package keep finds functions that keep or free state by the UID of an object
// that they get, for handlers in other packages that call them.
//
// A place is a map, a set or a sync.Map in a hidden field of a structure of the
// package, or the maps in such a map, taken as one. It is told of only if the whole package is plain about it: an entry
// goes only under the UID of an object that some function gets and hands on to
// no other. So whoever does not call such a function with an object keeps its
// entry. A loop that clears up, a map that is given away or replaced, an entry that
// is looked for by something else and then removed: any of these, anywhere in the
// package, and nothing is said of the place.
package keep
