// Package handlersync finds state that an event handler builds and that is read
// after a wait that covers only the informer. State is a field, map, slice, set
// or package variable that the Add function of a handler fills, itself or
// through functions of its package; a queue, a flag or a counter is none. Check
// has what a user reads about it, with examples and what is not reported:
// informerlint explain handlersync.
package handlersync
