package analyzers

var latesetupRow = Check{
	Name:    "latesetup",
	Summary: "a setting of an informer comes after its start, and is lost without a word",
	Intro: "Some settings of an informer work only as long as it does not run: the *transform*, which each object goes through before it is stored, " +
		"the *watch error handler*, which is told when a list or watch fails, and, before client-go v0.30, its *indexers*. " +
		"Once the informer has begun to run, the methods that set them do nothing and return the error `informer has already started`.\n\n" +
		"Where that error is dropped, nobody hears of it: the objects are stored as they come and need the memory that the transform was to save, " +
		"watch errors go to the default handler, `ByIndex` knows no such index. " +
		"`Start` of a factory does not wait; it begins a goroutine for each informer. A setting right behind it is in a race with that goroutine, and sometimes wins. " +
		"Behind a wait for the caches it is always too late.",
	Rules: []Rule{
		{
			Name:    "late-transform",
			Summary: "`SetTransform` comes after the start of its informer on every path, and its error is dropped",
			Source: "The documentation of `SetTransform` in `tools/cache/shared_informer.go`: \"Must be set before starting the informer\". " +
				"In client-go v0.26.15 and v0.37.2 it returns an error afterwards, and objects were seen to stay as they came.",
		},
		{
			Name:    "late-watch-error-handler",
			Summary: "`SetWatchErrorHandler` or `SetWatchErrorHandlerWithContext` comes after the start of its informer on every path, and its error is dropped",
			Source: "Its documentation in `tools/cache/shared_informer.go` says that it returns an error after the start. " +
				"In client-go v0.26.15 and v0.37.2 it does, and the handler was seen not to be told of a list that failed later.",
		},
		{
			Name:    "late-indexers",
			Summary: "with client-go before v0.30: `AddIndexers` comes after the start of its informer on every path, and its error is dropped",
			Source:  "`sharedIndexInformer.AddIndexers` returns an error after the start up to v0.29, and adds the indexes since v0.30 (`tools/cache/shared_informer.go` of v0.26.15 and v0.30.14).",
		},
		{
			Name: "dropped-registration-error",
			Summary: "`AddEventHandler` or a variant of it comes after the start of its informer on every path, and its error is dropped: " +
				"if the informer was stopped meanwhile, the handler is never called",
			Optional: "It goes wrong only if the informer is stopped before, and a program that stops its informers often ends as well.",
			Source: "`sharedIndexInformer.AddEventHandlerWithOptions` in `tools/cache/shared_informer.go` returns \"handler was not added to shared informer because it has stopped already\" since client-go v0.26; " +
				"before, it returns nothing, and nothing is reported.",
		},
	},
	Wrong: `factory := informers.NewSharedInformerFactory(client, 0)
informer := factory.Core().V1().Pods().Informer()

factory.Start(ctx.Done())
factory.WaitForCacheSync(ctx.Done())
informer.SetTransform(trim) // an error, and nobody looks at it
`,
	Right: `factory := informers.NewSharedInformerFactory(client, 0)
informer := factory.Core().V1().Pods().Informer()
informer.SetTransform(trim)

factory.Start(ctx.Done())
factory.WaitForCacheSync(ctx.Done())
`,
	Silent: []string{
		"The error is looked at, returned or stored: then the program hears of it. A deferred call, or one in a go statement, is not looked at.",
		"`AddIndexers` with client-go v0.30 or later, known by `cache.DeletionHandlingObjectToName`, which is new there; " +
			"and in packages that do not import `tools/cache` themselves, where this is not known.",
		"The informer is not registered before the `Start`: that `Start` does not run it.",
		"The informer is started on some paths only, or may have been started by whoever it comes from.",
		"A goroutine starts it that may wait for something first, or calls what cannot be followed.",
		"One of several informers, in a loop or from a map, and resources that are not constant.",
	},
	Fix: "Moves the call in front of the start where both are statements of one block and nothing between them sets what the call mentions; " +
		"a name that the informer got only between is replaced by what it stands for. No fix elsewhere.",
}
