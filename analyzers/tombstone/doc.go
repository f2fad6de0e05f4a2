// Package tombstone finds Delete handlers that a missed deletion breaks. What a
// Delete handler does for an object it must do for a tombstone with that object
// in it: each handler is run twice in the abstract, once with either, through
// the functions it calls. Check has what a user reads about it, with examples
// and what is not reported: informerlint explain tombstone.
package tombstone
