package analyzers

var syncwaitRow = Check{
	Name:    "syncwait",
	Summary: "a wait for informer caches waits for nothing, comes too early, or comes too late",
	Intro: "A *lister* answers from the informer's *store*, and the store is filled by the informer's first list. Until then it says that nothing exists, " +
		"and says so without an error. `HasSynced` tells whether the first list is in the store; programs wait for it with `cache.WaitForCacheSync`, " +
		"which takes the functions to wait for, or with the factory's own `WaitForCacheSync`, which asks the informers that have been *started*.\n\n" +
		"A wait that is given nothing, or that comes before anything is started, returns at once and says true. " +
		"What is read then is empty, or a part of the truth: controllers have removed labels and deleted objects because of it. " +
		"With a fast API server the order is right by luck nearly every time, and after a restart of a large cluster it is not.",
	Rules: []Rule{
		{
			Name:    "nothing-awaited",
			Summary: "`cache.WaitForCacheSync(stop)`, or one of its forms, is given no functions, though the function or its receiver has something that could be awaited",
			Source:  "`WaitForCacheSync` in `tools/cache/shared_informer.go`, client-go v0.37.2: it is true when all of the functions are, and of none all are.",
		},
		{
			Name: "wait-before-start",
			Summary: "the factory's own `WaitForCacheSync` comes before its `Start` on every path, and waits for nothing; or `cache.WaitForCacheSync` comes before anything " +
				"that could let its informer run, and blocks for ever",
			Source: "`WaitForCacheSync` in `informers/factory.go`, client-go v0.37.2: it collects the informers of `startedInformers`.",
		},
		{
			Name:    "duplicate-synced",
			Summary: "one `HasSynced` is given twice, while a sibling of it is used and is awaited nowhere in the package",
			Source:  "The second time asks nothing new; it stands where the sibling was meant.",
		},
		{
			Name:    "read-before-wait",
			Summary: "a lister or store is read in the flow that starts its informer, before the wait that follows, or without any wait",
			Source:  "The documentation of `HasSynced` in `tools/cache/shared_informer.go`, client-go v0.37.2: true if the store has been informed by at least one full list.",
		},
		{
			Name:    "worker-before-wait",
			Summary: "a goroutine that reads a lister begins before the wait that follows in the same flow, and nothing in it waits before the read",
			Source:  "As read-before-wait.",
		},
		{
			Name:     "unchecked-result",
			Summary:  "the result of a wait is dropped, though its stop channel can be closed: then what follows runs with caches that are not synced",
			Optional: "Most programs that drop it are on their way out when it is false, and only some do harm in between: 242 places in about 200 repositories, most of them harmless.",
			Source:   "`WaitForCacheSync` says false when the stop channel was closed first.",
		},
	},
	Wrong: `factory := informers.NewSharedInformerFactory(client, 0)
pods := factory.Core().V1().Pods()
lister, informer := pods.Lister(), pods.Informer()
factory.Start(ctx.Done())

if !cache.WaitForCacheSync(ctx.Done()) { // waits for nothing: true at once
	return errors.New("not synced")
}
list, err := lister.List(labels.Everything()) // empty, or not all
`,
	Right: `if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
	return errors.New("not synced")
}
`,
	Silent: []string{
		"A factory or informer that the package gets from elsewhere: whoever made it may have started and awaited it (all rules about an order).",
		"A read behind anything that may be a wait: a call of `HasSynced`, another `WaitForCacheSync`, a receive from a channel, a call that gets the informer and is not followed.",
		"A read that can be repeated: it may poll until something is there.",
		"A goroutine that waits for something, a queue for example, before it reads: then it works on what handlers have been told.",
		"A factory's wait before `Start` with another wait behind it: it is superfluous, and nothing is lost.",
		"`cache.WaitForCacheSync` without functions where the function and its receiver hold nothing that has `HasSynced`: there is nothing to be read too early.",
		"One `HasSynced` twice where no sibling was forgotten, or where the package waits for all of a factory as well.",
		"What another check reports of the same informer: `goroutinestart` and `startorder` come first.",
		"Tests, fakes and mocks.",
	},
	Fix: "`nothing-awaited` gets the only `HasSynced` that can be meant, `duplicate-synced` the only sibling that was forgotten. A wait that comes too early is moved behind `Start`, " +
		"one that comes too late is moved in front of the read, right behind `Start`, or a wait is put there if there is none; a goroutine that begins too early is moved behind the wait. " +
		"All of them within one block, and only if the function's results show how to leave it where that is needed. `unchecked-result` leaves the function in its own idiom (`return`, or an error).",
}
