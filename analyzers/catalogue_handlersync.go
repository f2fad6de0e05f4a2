package analyzers

var handlersyncRow = Check{
	Name:    "handlersync",
	Summary: "state that a handler builds is read after a wait that covers only the informer",
	Intro: "An informer is *synced* when its first list is in the store and has been put into the buffers of its handlers. " +
		"Handlers are called from goroutines of their own: when the informer's `HasSynced` turns true, a handler may not have been called yet. " +
		"A map, index or field that a handler fills is then still empty, or has a part of what exists, and nothing says so.\n\n" +
		"`AddEventHandler` returns a *registration*. Its own `HasSynced` (client-go v0.27 and later) is true when this handler has returned from every add of the first list. " +
		"Code that reads what a handler builds has to wait for that. A *component* is a type with such a handler that others ask whether it is synced.\n\n" +
		"With few objects and a quick handler the gap is microseconds. It grows with the number of objects, with the time that a handler takes, and with the locks it needs.",
	Rules: []Rule{{
		Name: "state-before-delivered",
		Summary: "a type's `HasSynced` or `WaitForSync` answers from the informer (or from a lister that is empty) although its exported methods read what its handler fills; " +
			"or a function waits for the informer and then reads what a handler fills",
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
		"The client-go that the package is built with is older than v0.27: registrations cannot be asked there.",
		"The registration is kept, returned or handed on: somebody may wait for it.",
		"The handler only adds to a queue, sets flags or counts.",
		"The method also asks the state itself or a flag that the handler sets, or fills the state from the lister before it answers; or it depends on a condition that the analysis cannot decide.",
		"The reader looks into a lister, a store or the API as well, blocks, or only logs: what is missing may be found in another way.",
		"Reads in workers and other goroutines, which a later event may bring to the same point again.",
		"Something other than handlers fills the state as well: a constructor that lists, a method that loads again.",
		"Handlers that fill the state of another package's types.",
	},
	Fix: "Keeps the registration, in a new field of the type or, within one function, in a variable, and asks its `HasSynced`: in place of the informer's in a component, beside it in a wait of the same function. " +
		"A field that is still nil counts as not synced. " +
		"No fix where a lister is asked, where the handler goes through a wrapper, where more than one variable of the type is in scope, where the registration's error is dropped in a function that returns none and the wait is in the same function, " +
		"or where the edited package does not hold when it is tried in memory.",
}
