package analyzers

var lazycacheRow = Check{
	Name:    "lazycache",
	Summary: "a controller-runtime cache is read that nothing has started, or that has no informer",
	Intro: "A cache of controller-runtime has no informers until somebody asks for one. " +
		"Before it is started, each read fails with `the cache is not started, can not read objects`; that holds for `cache.New`, for the client of `cluster.New`, " +
		"and for `mgr.GetClient()`, which writes to the API server but reads from the manager's cache. " +
		"After Start, `WaitForCacheSync` waits for those informers that there are: in a cache that nobody has asked for anything, for none. " +
		"Then the first read of a kind makes its informer, lists the whole collection, and blocks its caller for as long as that takes; " +
		"if the list is forbidden, until the caller's context ends.",
	Rules: []Rule{
		{
			Name:    "never-started",
			Summary: "a cluster or cache is made, its reader is used or handed out, and nothing can ever start it",
			Source:  "`pkg/cache/informer_cache.go` of controller-runtime v0.25.2: without Start a read returns `ErrCacheNotStarted`; `cluster.New` starts nothing.",
		},
		{
			Name:    "read-before-sync",
			Summary: "a manager's, cluster's or cache's objects are read before the line that starts it, on every way there",
			Source:  "As above; and `Start` blocks, so that what stands before it has run when it begins. A second Start is an error, so nobody else has started it.",
		},
		{
			Name:    "unregistered-read",
			Summary: "a cache is started in a goroutine and awaited without an informer in it, and read after that",
			Source:  "`WaitForCacheSync` in `pkg/cache/internal/informers.go` of controller-runtime v0.25.2 looks at the informers that have been made; `Get` and `List` make them.",
		},
	},
	Wrong: `mgr, err := ctrl.NewManager(config, ctrl.Options{})
if err != nil {
	return err
}
var nodes corev1.NodeList
if err := mgr.GetClient().List(ctx, &nodes); err != nil { // the cache is not started
	return err
}
return mgr.Start(ctx)
`,
	Right: `mgr, err := ctrl.NewManager(config, ctrl.Options{})
if err != nil {
	return err
}
var nodes corev1.NodeList
if err := mgr.GetAPIReader().List(ctx, &nodes); err != nil { // asks the API server
	return err
}
return mgr.Start(ctx)
`,
	Silent: []string{
		"Reads in a Runnable, a reconciler, a webhook or any other function that is not called before Start: they may run later; in a goroutine that waits for anything, or reads again.",
		"Reads with `GetAPIReader()`, with a client that has no cache, and of unstructured objects, which a cached client reads from the API server.",
		"Managers and clusters whose options set `NewClient`, `NewCache`, `Client.Cache` or the like, or come from elsewhere: their client may read live.",
		"What has gone out of sight as a manager, cluster or cache: in an exported field, an interface, or an argument of a function that is not known. Somebody may have started it there. " +
			"An exception is a manager that the function itself starts later: a second Start would fail.",
		"Reads whose error is dropped, or in functions that know `ErrCacheNotStarted`, and reads that depend on a parameter.",
		"A wait for nothing whose reads are elsewhere: lazy informers may be what is wanted.",
	},
	Fix: "`unregistered-read`, where the read is in the same function: `GetInformer` before Start, with the error handled as that of the constructor. " +
		"For the others it takes a decision, to read live or later, and to start in which goroutine until when.",
}
