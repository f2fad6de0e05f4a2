// Package cache is the reference runtime of client-go's informers (its package
// tools/cache): small enough to read, and explorable in all interleavings.
//
// # How an informer works
//
//	API server --LIST, WATCH--> reflector --> queue --> process loop --> store
//	                                                         |
//	                                                         +--> buffer --> handler
//	                                                         +--> buffer --> handler
//
// A reflector lists the objects of a kind, and then watches from the
// resourceVersion of the list. If the watch ends in the normal way it opens the
// next one from the last event. If the server does not know that place any more
// (410 Gone), if the watch ends with an error, or if it was very short, the
// reflector lists again (a relist). See [apiserver].
//
// What the reflector learns goes into a queue: added, updated, deleted from
// watch events; replaced, for each object of a list; and a deletion with a
// tombstone ([DeletedFinalStateUnknown]) for each object that is known and not
// in the list, for its deletion was missed. How the queue orders and groups
// this changed over time, see [QueueMode].
//
// The process loop takes from the queue, changes the store and then puts
// notifications into the buffers of the handlers. The store alone decides what
// a notification is: OnUpdate if the key was there, OnAdd if not. UIDs have no
// meaning here. An object that was deleted and created again while the
// reflector could not see it is therefore one OnUpdate, with two UIDs.
//
// Each handler has a thread and an unbounded buffer of its own. It is told
// everything in order, but when it is told, the store may be far ahead; and
// handlers among themselves have no order.
//
// A resync queues the whole store again, by a timer and without the server.
// Handlers see it as updates from an object to itself. An update whose two
// objects have one resourceVersion counts as a resync wherever it comes from,
// and goes only to handlers that take part in resyncs at that moment: all of
// them, until the first tick of the timer decides who is due.
//
// # Synced
//
// The first list counts. The queue is synced when all of the first list has
// been processed; the informer is synced then ([SharedIndexInformer.HasSynced]),
// or a moment later. It stays synced for ever, even after it was stopped. An
// informer that nobody runs is not synced, and nothing tells it from one that is
// slow. A handler's registration is synced when the informer is and the handler
// has returned from each of the initial adds; that is later, and never happens
// if it is stopped or removed before.
//
// # Threads and steps
//
// Reading the code, each call of sched.Do, Await and AwaitAny is one step that
// nothing can interrupt; everything else belongs to the step before. A running
// informer has these threads:
//
//	KIND.run        client-go's processLoop; later it closes the listeners and waits for them
//	KIND.reflector  LIST, WATCH, one step for each event: receive it and queue it
//	KIND.resync     only with a resync period: one step for each tick
//	KIND.sync       since 0.36: notices that the queue is synced
//	HANDLER         one step for each notification: take it and call the handler
//	HANDLER.pop     notices that the listener was closed, and drops its buffer
//	HANDLER.watchSynced  since 0.36: notices that the informer is synced
//
// Steps are coarser than client-go's wherever nobody can tell. This is checked,
// not argued: with Profile.Fine the listener is two goroutines with two
// channels, the process loop sends under a lock, and the reflector receives and
// queues in two steps; a test explores every script of the conformance suite
// both ways, and exactly the same traces are allowed. One abstraction is not
// covered by it: deltas of one key that DeltaFIFO processes together change the
// store in one step.
//
// # Where it is in client-go
//
// Paths below tools/cache, as of v0.37.2. What sets versions apart is in
// [Profile], each with its first version; the functions named there were compared
// in the first and the last patch of every minor from 0.20 to 0.37.
//
//	reflector.go    reflector.go: ListAndWatchWithContext, watch, handleAnyWatch
//	queue.go        delta_fifo.go (to 0.32), the_real_fifo.go (from 0.33)
//	controller.go   controller.go: processLoop, processDeltas, processDeltasInBatch, processReplacedAllInfo
//	informer.go     shared_informer.go: sharedIndexInformer, sharedProcessor
//	listener.go     shared_informer.go: processorListener; synctrack
//	indexer.go      thread_safe_store.go, store.go
//	handler.go      controller.go: ResourceEventHandler and its adapters
//	wait.go         shared_informer.go: WaitForCacheSync, WaitFor
//	profile.go      features/known_features.go, and the history of the above
//
// # Not modelled
//
// Backoff and rates (a failed call is repeated at once; after a transform has
// refused two lists in a row, when time passes), transforms of tombstones and of
// resyncs (see SetTransform), what watch error handlers are told (only when they
// are taken), changes of objects in the store except of their Value (see
// apiserver.Copier), the mutation detector, metrics, names of informers, typed
// informers and the new identity that informers have at each
// call since 0.37, index functions that fail, batches of more than 1,000, orders
// of maps with more than three entries but two of them ([Profile].AnyOrder),
// patches of a minor other than the last, and a process that survives a panic in
// a handler. Resync periods are whole ticks of a [Clock]; the period of an
// informer is not lowered by its handlers.
//
// Of the locks only two are modelled beyond [Profile].Locks, and only while
// somebody who removes a handler waits for the calls of an informer that stops,
// see [SharedIndexInformer.RemoveEventHandler].
package cache
