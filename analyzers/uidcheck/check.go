package uidcheck

import (
	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/check/kind"
)

// Check is the description of this check, from which its documentation is made.
var Check = check.Check{
	Analyzer: Analyzer,
	Kind:     kind.Handler,
	Summary:  "an Update handler takes an object that was deleted and created again for the old one",
	Intro: "An informer identifies an object by namespace and name. One that was *recreated* under its name while the watch was down " +
		"arrives as a single update: the Update handler gets an old and a new object with different UIDs, and neither Delete nor Add is called. " +
		"If Update compares a field that starts over with each object, it overlooks the new one; " +
		"if the handlers keep something under the object's UID, nothing removes what belongs to the old one.\n\n" +
		"A *handler pair* is the Add, Update and Delete functions that are registered together.",
	Rules: []check.Rule{
		{
			Name:    "generation-dropped",
			Symptom: "Now and then an object that was deleted and created again under the same name is not reconciled: the controller goes on with what the old one said.",
			Summary: "Update returns, or a predicate says no, because the generations are equal, though Delete of the old and Add of the new object would have done something: " +
				"each new object has generation 1. What else is asked beside, such as a deletion timestamp, does not save an object of which it is not so, nor does how the program was set up",
			Source: "`SharedInformer` in client-go's `tools/cache/shared_informer.go`: the UID \"has no role in identifying objects\", and `OnUpdate` may compare it. " +
				"In an experiment client-go v0.20 to v0.37 delivered the same single update.",
		},
		{
			Name:    "uid-keyed-state",
			Symptom: "What is kept for a deleted object stays forever, and a map or index grows: now and then, after an object was deleted and created again under the same name.",
			Summary: "Add or Delete keep something by UID (a map, a map in a map, a slice that is searched by it, an index, a queue), here or in a type of a package that this one imports, or by a key made of UID and name, and Update neither compares the UIDs nor does anything about the old object; " +
				"or it does, but may return before, because of what the new object says, because the specs are equal, or because nothing is found under its UID",
			Source: "`SharedInformer` in client-go's `tools/cache/shared_informer.go`: the UID \"has no role in identifying objects\", so one update may bring two of them.",
		},
		{
			Name:    "entry-inherited",
			Symptom: "Now and then an object that was deleted and created again under the same name goes on with what was kept for the old one: its UID, timestamp or counter.",
			Summary: "Update keeps the first value under a name (`LoadOrStore`), only Delete clears it, and the value belongs to one object: " +
				"the new object inherits that of the old one",
			Source: "`SharedInformer` in client-go's `tools/cache/shared_informer.go`: the UID \"has no role in identifying objects\", so no Delete comes between the two.",
		},
		{
			Name:    "generation-remembered",
			Symptom: "Now and then an object that was deleted and created again under the same name is passed over, until it has been changed as often as the old one.",
			Summary: "the Generation of each object is kept under its name, what works on the queue passes over an object that is not above it, Update only enqueues, and only Delete forgets what is kept",
			Source: "`SharedInformer` in client-go's `tools/cache/shared_informer.go`: the UID \"has no role in identifying objects\", so no Delete comes between the two; " +
				"each new object has generation 1.",
		},
		{
			Name:    "uids-mishandled",
			Symptom: "Now and then, after an object was deleted and created again under the same name, something of the old one is still kept, or the new one is not noticed, though the Update handler compares their UIDs.",
			Summary: "Update compares the UIDs, and where they differ it does not do what it should: the comparison is the wrong way round, or only one of Delete's and Add's halves is done, or Delete's for the new object. " +
				"What the handlers keep in a map or set of the package's own is run with them, and looked at in the end",
			Source: "`SharedInformer` in client-go's `tools/cache/shared_informer.go`: the UID \"has no role in identifying objects\", so one update may bring two of them.",
		},
		{
			Name:    "wrong-key",
			Symptom: "A map of objects only grows: what is kept of an object is still there after the object was deleted.",
			Summary: "Add puts something into a map under the object's UID, and Delete takes it away under the name, or the other way round: it never finds it",
			Source:  "`ResourceEventHandler` in client-go's `tools/cache/controller.go`: `OnDelete` gets the final state of an object, after which the handler hears nothing more of it.",
		},
		{
			Name:    "expectations-remembered",
			Symptom: "Now and then an object that was deleted and created again under the same name is not worked on for minutes, until expectations of the old one expire.",
			Summary: "what a controller expects to see is kept under an object's name, what was seen counts only for the owner's UID, Update only enqueues, and only Delete, or the work on an object that is not found, forgets what is expected",
			Source: "`SharedInformer` in client-go's `tools/cache/shared_informer.go`: the UID \"has no role in identifying objects\", so neither is the object missed. " +
				"Kubernetes' own ReplicaSet and DaemonSet controllers delete the expectations in Update since v1.19.",
		},
		{
			Name:    "written-once",
			Symptom: "Now and then an object that was deleted and created again under the same name lacks what is written into every object of its kind.",
			Summary: "Add changes the object itself through the API, and neither its handler nor another one of the package has an Update function for such objects",
			Source:  "`SharedInformer` in client-go's `tools/cache/shared_informer.go`: a recreated object may come as an update, without an add.",
		},
		{
			Name:     "delete-work-skipped",
			Symptom:  "Now and then, after an object was deleted and created again under the same name, what the Delete handler would have removed is still there.",
			Summary:  "Update only enqueues, Delete removes state, and nothing in the package handles finalizers: what Delete would remove stays",
			Optional: "Often the worker that gets the key finds out for itself, and the handlers do not show whether it does.",
			Source:   "Kubernetes' own ReplicaSet controller calls its Delete handler from Update if the UIDs differ.",
		},
		{
			Name:     "equality-dropped",
			Symptom:  "Now and then an object that was deleted and created again with the same spec is not reconciled, and the controller goes on with what it knew of the old one.",
			Summary:  "Update returns because a field, the spec or the labels of both objects are equal",
			Optional: "An equal spec is often all that matters: skipping is wrong only if there is state of the old object.",
			Source:   "`SharedInformer` in client-go's `tools/cache/shared_informer.go`: the UID \"has no role in identifying objects\", so a new object may come as an update that changes nothing else.",
		},
		{
			Name:     "no-update",
			Symptom:  "Now and then an object that was deleted and created again under the same name is never noticed: no handler is called for the new one.",
			Summary:  "Add has side effects, and there is no Update function",
			Optional: "It is right wherever only the object's name is used.",
			Source:   "`SharedInformer` in client-go's `tools/cache/shared_informer.go`: a recreated object may come as an update, without an add.",
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
		"A predicate that drops equal generations, if it is asked only about a controller's own objects (`For`), to which the package adds a finalizer by `controllerutil.AddFinalizer`: none is gone before its deletion was seen, which has raised its generation (`BeforeDelete` in Kubernetes' `registry/rest/delete.go`).",
		"Generations that count only while something else is so that changes at run time; or beside which annotations, a status or owners are compared: an object begins anew with those.",
		"Expectations that are also deleted elsewhere, or that are observed without a comparison of UIDs.",
		"A generation that is kept under a name, where the function that compares it mentions a UID, or where a worker forgets it rather than the Delete handler.",
		"A test: its fake watch is never lost and listed again.",
		"UIDs are compared, with each other or with one that was kept, before it matters: in Update, in a function that it calls, or in a wrapper around the handler.",
		"An unknown function gets both objects: it may compare them. A method of an interface is one, unless the package alone can implement the interface, and does so with one type.",
		"The whole objects, or their metadata, are compared: that includes the UID.",
		"Resource versions are compared: a recreated object has another one.",
		"Update does something with the old object before, such as removing it; or the package, other than by its Delete handler alone, makes or clears the whole map, or takes entries away in a loop over it. Of a slice it is silent if anything else is done to it than to append and to take out what has the UID.",
		"Generations of objects for which the API server counts none, such as Secrets and Nodes: they are always 0.",
		"Both outcomes of comparing the generations do work, or what is skipped is no work of Add or Delete.",
		"State in a type of another package, if anything there takes entries away but under the UID of an object that it gets, if this package takes some away in a loop, or if Update gives the object to a third package.",
		"Where only a run shows it: packages that handle finalizers, and a map that is handed on, that other code also takes away from, or from which something is taken under a key that is not known; for `uids-mishandled` and `wrong-key` also one that other code puts into.",
		"A function makes the handler of functions that it gets, and does more than call them: it looks at the objects, works itself, or gives the functions to others as well.",
		"The handler pair goes by names or derived keys, or only enqueues.",
		"What runs after Update, because of what it has put into a queue or channel, may take the old object's entry away; also where that is not followed: several functions or another package take the items, or they are not the object's own key.",
	},
	Fix: "Adds the comparison of the UIDs to that of the generations. For `uid-keyed-state`, if the three functions are methods of one type, " +
		"it makes Update begin by treating different UIDs as a Delete of the old and an Add of the new object. Elsewhere the message says what to do.",
}
