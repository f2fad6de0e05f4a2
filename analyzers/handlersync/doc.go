// Package handlersync reports state that an event handler builds and that is
// read after a wait which covers only the informer.
//
// # Terms
//
// An informer is synced when its first list is in the store and has been put
// into the buffers of its handlers. A handler is called from a goroutine of its
// own, and may not have been called by then. The registration is what
// AddEventHandler returns; its HasSynced (client-go v0.27 and later) is true
// when this handler has returned from every add of the first list. State is a
// field, map, slice, set or package variable that the Add function of a
// handler fills, itself or through functions of its package. A queue, a flag
// or a counter is none.
//
// # The rule
//
// A component is a type whose handler fills a field that its exported methods
// read. Its HasSynced, or its WaitForSync that returns a bool, must not say
// true of the informer, or of a lister that is empty, alone. The same holds
// within one function: what a handler fills must not be read behind a wait
// that covers only the informer.
//
// WRONG
//
//	func NewTracker(nodes coreinformers.NodeInformer) *Tracker {
//		t := &Tracker{nodes: nodes, ips: map[string]string{}}
//		nodes.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.onAdd})
//		return t
//	}
//
//	func (t *Tracker) HasSynced() bool { return t.nodes.Informer().HasSynced() }
//
// RIGHT
//
//	t.registration, _ = nodes.Informer().AddEventHandler(...)
//
//	func (t *Tracker) HasSynced() bool { return t.registration != nil && t.registration.HasSynced() }
//
// # Not reported
//
// A package whose client-go is older than v0.27: there is nothing to wait for.
// A registration that is kept, or that goes anywhere. A handler that only adds
// to a queue. A method that also asks the state itself, or a flag that the
// handler sets, or fills the state from the lister. Readers that look into a
// store, a lister or the API as well, that block, or that only log. State that
// something other than handlers fills as well. Reads in workers and other goroutines. Conditions that the analysis cannot decide.
//
// # Source
//
// SharedInformer.AddEventHandler in client-go v0.37.2, tools/cache/shared_informer.go,
// says that the registration's HasSynced tells when the handler has received
// the whole initial list, and the comment on SharedInformer.HasSynced that the
// informer's own does not. In an experiment with three objects and a handler
// of a second, the informer was synced at once and the registration after
// three seconds.
package handlersync
