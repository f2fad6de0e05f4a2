package handlersync

import (
	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/check/kind"
)

// Check is the description of this check, from which its documentation is made.
var Check = check.Check{
	Analyzer: Analyzer,
	Kind:     kind.State,
	Summary:  "state that a handler builds is read after a wait that covers only the informer",
	Intro: "An informer is *synced* when its first list is in the store and has been queued for its handlers. " +
		"Handlers are called from goroutines of their own, so when the informer's `HasSynced` turns true, a handler may not have been called yet.\n\n" +
		"`AddEventHandler` returns a *registration*. Its own `HasSynced` (client-go v0.27 and later) turns true when this handler has returned from every add of the first list. " +
		"Code that reads what a handler builds has to wait for that. A *component* is a type that has such a handler and tells others whether it is synced.\n\n" +
		"With few objects and a quick handler the gap is microseconds. It grows with the number of objects, with the time that a handler takes, and with the locks it needs.",
	Rules: []check.Rule{{
		Name:    "state-before-delivered",
		Symptom: "A map, an index or a field that an event handler fills is empty or incomplete right after `HasSynced` or `WaitForCacheSync` has returned true, mostly with many objects or a slow handler. No error, no log line.",
		Summary: "a type's `HasSynced` or `WaitForSync` answers from the informer, or waits for it alone (or answers from an empty lister, or from another handler's registration alone) although its exported methods read what its handler fills; " +
			"or one of these methods fails until the informer is synced, and then answers; or a function waits for the informer, be it in a poll or in a loop that asks it, and then reads what a handler fills, or calls `...Synced()` of the listeners that the handler passes objects on to. The wait, the container that is filled and what registers the handler may be another package's",
		Source: "The documentation of `SharedInformer.AddEventHandler` and of `ResourceEventHandlerRegistration` in client-go's `tools/cache/shared_informer.go`. " +
			"In an experiment with client-go v0.37.2, three objects and a handler that takes a second, the informer was synced at once and the registration after three seconds.",
	}},
	Wrong: `func NewTracker(nodes coreinformers.NodeInformer) *Tracker {
	t := &Tracker{nodes: nodes, ips: map[string]string{}}
	nodes.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.onAdd}) // fills t.ips
	return t
}

func (t *Tracker) HasSynced() bool {
	return t.nodes.Informer().HasSynced() // t.ips may still be empty
}
`,
	Right: `func NewTracker(nodes coreinformers.NodeInformer) *Tracker {
	t := &Tracker{nodes: nodes, ips: map[string]string{}}
	t.registration, _ = nodes.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.onAdd})
	return t
}

func (t *Tracker) HasSynced() bool {
	return t.registration != nil && t.registration.HasSynced()
}
`,
	Silent: []string{
		"The package is built with client-go before v0.27, where a registration cannot be asked.",
		"The registration is kept, passed on, or returned by a function that others may call or of whose callers one keeps it: somebody may wait for it.",
		"The handler only adds to a queue, sets flags or counts, or passes objects on to listeners whose interface has no `...Synced()` without arguments and results, or that are told so elsewhere as well.",
		"The method also asks the state itself or a flag that the handler sets, or fills the state from the lister before it answers; or its answer depends on a condition that the analysis cannot decide.",
		"The method, or another one that it calls, also receives, sleeps, polls or waits for something else: that may be the handler. Methods that wait and are not called `Wait...Sync...`, such as a `Start` that returns.",
		"The reader also looks into a lister, a store or the API, as does who calls it where it has found nothing; or it blocks, or only logs: what is missing may be found in another way.",
		"Reads in workers and other goroutines: a later event may bring them to the same point again.",
		"A read in a loop, and a method that waits, reads and only tells whether something is there, where it is called from outside: whoever asks may do so until it is.",
		"The reader takes out what it reads, as a method that drains a list: the next call gets what is missing.",
		"Something other than handlers also fills the state: a constructor that lists, a method that reloads.",
		"State in a type of another package: unless it keeps what its methods get in a hidden map, is made in this package and handed to nobody; or registers the handler itself, and is asked by a method that only hands out what is there. A wait in a function of another package that also does something else that may block, or that is not known.",
		"Two objects of one type, where the registration of one of their handlers is kept: whose state is read after the wait is not known.",
		"A wait and a read in one function, with a handler that is registered with several informers in a loop, or with an informer that a package variable holds; a handler that a helper gets as a parameter.",
	},
	Fix: "Keeps the registration, in a new field of the type or, within one function, in a variable, and asks its `HasSynced`: instead of the informer's in a component, next to it in a wait of the same function. " +
		"A field that is still nil counts as not synced; two registrations get a field each, and a question of another one stays. No fix where the handler is not registered once for each value of the type that the package makes, where a lister, a poll or a loop asks, where the wait or the registration is in another package, where the handler goes through a wrapper or its registration is returned, where more than one variable of the type is in scope, where the registration's error is dropped in a function that returns none and the wait is in the same function, " +
		"or where the fixed package turns out to be still wrong when it is analyzed again in memory.",
}
