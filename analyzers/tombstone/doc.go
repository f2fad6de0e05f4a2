// Package tombstone reports Delete handlers that a missed deletion breaks.
//
// # Terms
//
// A tombstone is a cache.DeletedFinalStateUnknown. An informer whose watch was
// interrupted learns from its next list that an object is gone. It never saw
// the deletion, so it has only the last state it knew of, and gives that to the
// Delete handler wrapped in a tombstone: always as a value, never as a pointer.
//
// A Delete handler is the DeleteFunc of a handler structure, or the OnDelete
// method of a type that is given to AddEventHandler. A filter is the
// FilterFunc in front of one: it gets the tombstone first.
//
// # The rule
//
// What a Delete handler does for an object it must do for a tombstone with that
// object in it. Each handler is run twice in the abstract, once with either,
// through the functions it calls; what happens only with the object is lost,
// and what panics only with the tombstone ends the process.
//
// WRONG
//
//	DeleteFunc: func(obj any) {
//		pod := obj.(*corev1.Pod) // panics on a tombstone
//		queue.Add(pod.Namespace + "/" + pod.Name)
//	},
//
// RIGHT
//
//	DeleteFunc: func(obj any) {
//		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
//			obj = tombstone.Obj
//		}
//		pod, ok := obj.(*corev1.Pod)
//		if !ok {
//			return
//		}
//		queue.Add(pod.Namespace + "/" + pod.Name)
//	},
//
// # Not reported
//
// Handlers of v0.37's typed API, which get no tombstones as objects, and of
// controller-runtime, which unwraps them. A Delete function that is nil or does
// no work. An object that is handed to a function of which nothing is known:
// it may know tombstones. Handlers that are only given to such a function. A
// tombstone for which something else is done than for an object: that is taken
// to be on purpose. Logging, counting and events are no work.
//
// # Source
//
// ResourceEventHandler in client-go v0.37.2, tools/cache/controller.go: "OnDelete
// will get the final state of the item if it is known, otherwise it will get an
// object of type DeletedFinalStateUnknown. This can happen if the watch is closed
// and misses the delete event and we don't notice the deletion until the
// subsequent re-list."
package tombstone
