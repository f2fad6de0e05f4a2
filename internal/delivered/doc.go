// Package delivered finds state that event handlers build and that is read
// after a wait which covers only the informer.
//
// An informer is synced when its first list is in the store and in the buffers
// of the handlers (client-go tools/cache/shared_informer.go). Handlers run in
// goroutines of their own and may not have been called by then. Since
// client-go v0.27 the registration that AddEventHandler returns has a
// HasSynced of its own, which is true when this handler has returned from
// every add of the first list. Before that nothing could be waited for, so
// nothing is said there.
//
// The package knows four shapes:
//
//   - a component: a type whose handler fills a field, whose exported methods
//     read that field, and whose HasSynced (or WaitForSync) answers from the
//     informer, or from a lister that is empty. It may embed the state, or have a
//     pointer to it;
//   - a sequence: a function that waits for the informer and then itself, or by
//     calling functions of the package, reads what the handler fills;
//   - a gate: an exported method that hands out what the handler fills, and on each
//     way to that has asked the informer, and not the handler, whether it is synced;
//   - a notice: a function that waits for the informer and then tells listeners, to
//     whom the handler passes objects on, that they have been told of all.
//
// State is symbolic: a field of a type of the package ("(T).f"), a variable
// that closures capture, or a package variable. What has no place is not state,
// and what may fill the state in another way, order the two, or ask the
// registration makes the package silent. Informers, registrations, waits and
// the order of events are those of the engine's composed programs.
package delivered
