package analyzers

var tombstoneRow = Check{
	Name:    "tombstone",
	Summary: "a deletion that the watch missed panics in a Delete handler, or is lost by it",
	Intro: "An informer whose watch was interrupted learns from its next list that an object is gone. It never saw the deletion, " +
		"so it has only the last state it knew of, and gives that to the Delete handler wrapped in a *tombstone*: a `cache.DeletedFinalStateUnknown`, " +
		"always as a value, never as a pointer. A *Delete handler* is the `DeleteFunc` of a handler structure or the `OnDelete` of a type that is given to `AddEventHandler`; " +
		"a *filter* is the `FilterFunc` in front of one, and gets the tombstone first.\n\n" +
		"Tests rarely see one: the fake clientset loses no watch. In production every long watch ends some day, and then an unchecked assertion ends the process, " +
		"since a panic in a handler is not recovered, and a checked one that simply returns leaves what Delete should have cleaned up, for good.",
	Rules: []Rule{
		{
			Name:    "unchecked-assertion",
			Summary: "`obj.(*T)` without a check in a Delete handler or its filter, or the nil that a failed assertion leaves is used: it panics on a tombstone",
			Source: "`ResourceEventHandler` in client-go's `tools/cache/controller.go` says what `OnDelete` gets. With client-go v0.37.2 the process ends: " +
				"`HandleCrash` panics again after it has logged.",
		},
		{
			Name:    "dropped",
			Summary: "a checked assertion, or a converter that returns nil or an error, and the handler goes no further: what it does for an object it does not for a tombstone, or not all of it",
			Source:  "As above: the delete is delivered once, and not again by a resync.",
		},
		{
			Name:    "pointer-assertion",
			Summary: "the handler looks for `*cache.DeletedFinalStateUnknown`: there are none",
			Source:  "Client-go's queues make tombstones as values (`delta_fifo.go`, `the_real_fifo.go`), in all versions from v0.20 to v0.37 that were run.",
		},
		{
			Name:    "key-func",
			Summary: "the key of a deleted object is made with a function that returns an error for a tombstone, such as `MetaNamespaceKeyFunc`",
			Source:  "`DeletionHandlingMetaNamespaceKeyFunc` in client-go's `tools/cache/controller.go` exists for this, since the first versions.",
		},
		{
			Name:    "filter-rejects",
			Summary: "the filter in front of a Delete handler that works rejects every tombstone",
			Source:  "`FilteringResourceEventHandler.OnDelete` in client-go's `tools/cache/controller.go` asks the filter first, with the tombstone.",
		},
		{
			Name:    "mishandled",
			Summary: "the tombstone is recognised, and then the wrong variable is used, or the function returns",
			Source:  "As above.",
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
		"No Delete function, or one that does no work. Logging, counting and events are no work.",
		"The object is handed to a function of which nothing is known: it may know tombstones.",
		"The handler is only given to a function of which nothing is known: it may unwrap tombstones before it calls the handler.",
		"Something else is done for a tombstone than for an object (all keys are enqueued, the state is swept): that is taken to be meant.",
		"A Delete handler behind a filter that rejects every tombstone: the filter is the one report.",
	},
	Fix: "Unwraps the tombstone in front of the statement that does not expect it, under the name that the file uses elsewhere and with the import that it needs; " +
		"replaces a key function by the one that knows tombstones; drops the star of a pointer assertion. " +
		"No fix for `mishandled`, where the author's intention cannot be told, and where what is tested is no variable of type `any`.",
}

var uidcheckRow = Check{
	Name:    "uidcheck",
	Summary: "an Update handler takes an object that was deleted and created again for the old one",
	Intro: "For an informer an object is its namespace and name. One that was deleted and *recreated* under its name while the watch was down " +
		"arrives as a single update: the Update handler gets an old and a new object with different UIDs, and neither Delete nor Add is called. " +
		"A *handler pair* is the Add, Update and Delete functions that are registered together.\n\n" +
		"Where Update goes by a field that starts anew with each object, or the pair keeps something under the object's UID, " +
		"the new object is overlooked or the old one's entry stays for ever.",
	Rules: []Rule{
		{
			Name: "generation-dropped",
			Summary: "the generations are equal, and Update returns or a predicate says no, though Delete of the old and Add of the new object would have done something: " +
				"each new object has generation 1",
			Source: "`SharedInformer` in client-go's `tools/cache/shared_informer.go`: the UID \"has no role in identifying objects\", and `OnUpdate` may compare it. " +
				"In an experiment the same one update came from client-go v0.20 to v0.37.",
		},
		{
			Name: "uid-keyed-state",
			Summary: "Add or Delete keep something by UID (a map, an index, a queue), and Update neither compares the UIDs nor does anything about the old object; " +
				"or it does, but returns before by what the new object says",
			Source: "As above.",
		},
		{
			Name: "entry-inherited",
			Summary: "Update keeps the first value under a name (`LoadOrStore`), only Delete clears it, and the value is of one object's life: " +
				"the new object gets the old one's",
			Source: "As above.",
		},
		{
			Name:     "delete-work-skipped",
			Summary:  "Update only enqueues, Delete takes state away, and nothing in the package handles finalizers: what Delete takes away stays",
			Optional: "Often the worker that gets the key finds out by itself, and whether it does cannot be told from the handlers.",
			Source:   "As above; Kubernetes' own ReplicaSet controller calls its Delete handler from Update when the UIDs differ.",
		},
		{
			Name:     "equality-dropped",
			Summary:  "a field, the spec or the labels of both are equal, and Update returns",
			Optional: "An equal spec is often all that matters: a wrong skip needs state that belongs to the old object.",
			Source:   "As above.",
		},
		{
			Name:     "no-update",
			Summary:  "Add has side effects, and there is no Update function",
			Optional: "Right wherever nothing of the object but its name is used.",
			Source:   "As above.",
		},
	},
	Wrong: `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
	UpdateFunc: func(old, new any) {
		o, n := old.(*appsv1.Deployment), new.(*appsv1.Deployment)
		if o.Generation == n.Generation {
			return // also if n is another object
		}
		enqueue(n)
	},
})
`,
	Right: `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
	UpdateFunc: func(old, new any) {
		o, n := old.(*appsv1.Deployment), new.(*appsv1.Deployment)
		if o.Generation == n.Generation && o.UID == n.UID {
			return
		}
		enqueue(n)
	},
})
`,
	Silent: []string{
		"UIDs are compared, with each other or with one that was kept, before it matters: in Update, in a function that it calls, or in a wrapper around the handler.",
		"A function that cannot be looked into gets both objects: it may compare them.",
		"The objects, or their metadata, are compared as wholes: the UID takes part.",
		"Equal resource versions: a recreated object has another one.",
		"Update does something with the old object on the way, such as removing it.",
		"Both sides of a comparison of generations do work, or what is left out is no work of Add or Delete.",
		"The handler pair goes by names or derived keys, or only enqueues.",
	},
	Fix: "Adds the comparison of the UIDs to that of the generations. For `uid-keyed-state`, where the three functions are methods of one type, " +
		"it puts in front that different UIDs are a Delete of the old and an Add of the new object. Elsewhere the message says what to do.",
}
