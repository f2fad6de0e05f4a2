package tombstone

import (
	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/check/kind"
)

// Check is the description of this check, from which its documentation is made.
var Check = check.Check{
	Analyzer: Analyzer,
	Kind:     kind.Handler,
	Summary:  "a deletion that the watch missed panics in a Delete handler, or gets lost in it",
	Intro: "An informer whose watch was interrupted learns from its next list that an object is gone. It did not see the deletion, " +
		"so it knows only the last state of the object, and passes that to the Delete handler wrapped in a *tombstone*: a `cache.DeletedFinalStateUnknown`, " +
		"always as a value, never as a pointer. A handler that asserts the type of the object without a check panics, and a panic in a handler ends the process; " +
		"one that checks and simply returns forgets the deletion.\n\n" +
		"A *Delete handler* is the `DeleteFunc` of a handler structure or the `OnDelete` of a type that is given to `AddEventHandler`; " +
		"a *filter* is the `FilterFunc` before it, which gets the tombstone first, also where there is no Delete handler. " +
		"A function that the handler pushes somewhere with the object in it, and the worker that takes the object out of a queue or channel, are parts of the handler. " +
		"A *process function* (`Process` of a `cache.Config`), which a controller made by hand calls with the `cache.Deltas` out of its queue, finds the tombstone in the `Object` of a delta that is `Deleted`. " +
		"A handler that only enqueues the object's own key, and whose worker was followed and does nothing for an object that is gone, is reported as a *note*: " +
		"it is wrong, and little comes of it.\n\n" +
		"Tests rarely see a tombstone, since the fake clientset loses no watch. In production every long watch is interrupted some day.",
	Rules: []check.Rule{
		{
			Name:    "unchecked-assertion",
			Symptom: "After hours or weeks, when a watch was interrupted, the process ends with `panic: interface conversion: interface {} is cache.DeletedFinalStateUnknown, not *v1.Pod`, or with a nil pointer dereference in a Delete handler.",
			Summary: "`obj.(*T)` without a check in a Delete handler or its filter, or a use of the nil that a failed assertion leaves: it panics on a tombstone",
			Source: "`ResourceEventHandler` in client-go's `tools/cache/controller.go` says what `OnDelete` gets. With client-go v0.37.2 the process ends: " +
				"`HandleCrash` panics again after it has logged.",
		},
		{
			Name:    "dropped",
			Symptom: "Now and then what belongs to a deleted object stays: an entry in a map, a route, an external resource. The Delete handler was called, and returned without doing anything.",
			Summary: "after a checked assertion, or a converter that returns nil or an error, the handler gives up: it does not do for a tombstone all that it does for an object",
			Source:  "`ResourceEventHandler` in client-go's `tools/cache/controller.go` says what `OnDelete` gets. The deletion is delivered once; no resync repeats it.",
		},
		{
			Name:    "pointer-assertion",
			Symptom: "Now and then what belongs to a deleted object stays, although the Delete handler has code for `DeletedFinalStateUnknown`: that code is never reached. Or the process ends with `panic: interface conversion` in such a handler.",
			Summary: "the handler looks for `*cache.DeletedFinalStateUnknown`, which never comes",
			Source:  "Client-go's queues make tombstones as values (`delta_fifo.go`, `the_real_fifo.go`), in all versions from v0.20 to v0.37 that were run.",
		},
		{
			Name:    "key-func",
			Symptom: "Now and then a deletion is never reconciled: in the Delete handler `MetaNamespaceKeyFunc` returned `object has no meta: object does not implement the Object interfaces`.",
			Summary: "the key of a deleted object is made with a function that returns an error for a tombstone, such as `MetaNamespaceKeyFunc`; and if the error is ignored, what is taken away or queued under the empty key that comes with it is nobody's",
			Source:  "`DeletionHandlingMetaNamespaceKeyFunc` in client-go's `tools/cache/controller.go` exists for this, and always has.",
		},
		{
			Name:    "filter-rejects",
			Symptom: "Now and then `OnDelete` is not called for an object that is gone, and what belongs to it stays; or what a controller owns is deleted, and not created again.",
			Summary: "the Delete handler is right, but the filter before it rejects every tombstone; or a predicate of controller-runtime, asked about objects that others own, drops every deletion whose state is unknown",
			Source: "`FilteringResourceEventHandler.OnDelete` in client-go's `tools/cache/controller.go` asks the filter first, with the tombstone. For one, " +
				"`OnDelete` in controller-runtime's `pkg/internal/source/event_handler.go` (v0.25.2) sets `DeleteStateUnknown`, and then asks the predicates with the object in it.",
		},
		{
			Name:    "mishandled",
			Symptom: "Now and then what belongs to a deleted object stays, although the Delete handler has code for `DeletedFinalStateUnknown`, and that code runs.",
			Summary: "the handler recognizes the tombstone and then uses the wrong variable, takes an entry out under another key than that of an object, or returns",
			Source:  "`ResourceEventHandler` in client-go's `tools/cache/controller.go` says what `OnDelete` gets. The deletion is delivered once; no resync repeats it.",
		},
	},
	Wrong: `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
	DeleteFunc: func(obj any) {
		pod := obj.(*corev1.Pod) // panics on a tombstone
		queue.Add(pod.Namespace + "/" + pod.Name)
	},
})
`,
	Right: `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
	DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj
		}
		pod, ok := obj.(*corev1.Pod)
		if !ok {
			return
		}
		queue.Add(pod.Namespace + "/" + pod.Name)
	},
})
`,
	Silent: []string{
		"Handlers of client-go v0.37's typed API, whose objects are never tombstones, and of controller-runtime, which unwraps them.",
		"A predicate that drops deletions of unknown state, if it is asked only about the controller's own objects, or about watched ones that are not known to be owned (by `Owns` or `EnqueueRequestForOwner`); if another may let them through (`predicate.Or`, `predicate.Not`); or if a helper or another package asks for `DeleteStateUnknown`.",
		"No Delete function, or one that does no work. Logging, counting and events are not work; to delete a metric of the object is.",
		"The object is passed to an unknown function: it may know tombstones.",
		"A queue or channel that several functions take from, or that is no field and no package variable: who gets the tombstone is not known.",
		"A process function whose queue is not made beside it by client-go's constructors, on one of client-go's stores, or has a transformer (it may unwrap); one that hands deltas to what is not followed, or fills them anew in place; one that tells deletions by a helper, a set or a variable, and not by comparing the type with a constant in a branch; and what `Pop` of a queue is called with.",
		"An empty key in a queue, if the error of the key function is ignored, or a helper returns it for a tombstone, and the worker is not seen to look up the object and to take something away under its key; one of a helper that is put together with something else, or given to a call that is not followed, which may know it.",
		"A helper that returns no name for a tombstone, if something else is done for it: that may make up for what is not done.",
		"A method of the project's own interface that gets the object, but where the Delete function does nothing else, and the function that registers it is given what is behind the interface.",
		"A queue's worker that has too many ways: the handler is looked at without it.",
		"The handler is only passed to an unknown function, which may unwrap tombstones before it calls the handler.",
		"An entry that goes by another key for a tombstone, if the map is reached by others than the handlers, or Add puts entries there under both.",
		"The handler does something else for a tombstone than for an object (enqueue all keys, sweep the state): taken to be intended.",
		"A Delete handler that expects objects of another type than the Add handler beside it, if it is not certain that Add is right: Update expects another type again, the handler may have several informers, or a function that asserts the other type, or leads there, is called or registered elsewhere in the package as well. Else it is reported, and has no fix: it fails for every object.",
		"A Delete handler after a filter that rejects every tombstone: only the filter is reported.",
		"A Delete handler after a filter that cannot be followed, or asks a function that cannot be, as one of another package: it may reject tombstones.",
		"A filter without a Delete handler that rejects tombstones, as nothing is lost by that, or that recognizes them; one filter in front of another, which may reject them.",
		"A panic that a deferred function of the package recovers from, and handlers that are wrapped in a loop by functions that are not known.",
		"A panic after a condition on what reflection, or a function that is not followed, says of the object: it may tell tombstones apart.",
		"An informer that ends with the function that lists with it: it is made there, its channel is made there and closed by `defer`, and the function returns what it has found and waits for nothing else.",
		"A test: its fake watch is never lost and listed again, or it calls the handler itself.",
	},
	Fix: "Unwraps the tombstone before the statement that does not expect it, under the import name that the file uses, adding the import if needed; " +
		"replaces a key function by the one that knows tombstones, if nothing but the key is made of the object; drops the star of a pointer assertion. " +
		"For a worker, the tombstone is unwrapped where it is put into the queue. " +
		"A predicate that returns `!e.DeleteStateUnknown` returns true, or what else it asks for. " +
		"No fix where another statement asks for that, or for `mishandled`, where the intention cannot be known, or if what is tested is not a variable of type `any`.",
}
