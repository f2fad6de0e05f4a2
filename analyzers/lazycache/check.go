package lazycache

import (
	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/check/kind"
)

// Check is the description of this check, from which its documentation is made.
var Check = check.Check{
	Analyzer: Analyzer,
	Kind:     kind.Cache,
	Summary:  "a controller-runtime cache is read that nothing has started, or that has no informer",
	Intro: "Before a cache of controller-runtime is started, every read fails. That holds for `cache.New`, for the client of `cluster.New`, " +
		"and for `mgr.GetClient()`, which writes to the API server but reads from the manager's cache.\n\n" +
		"A cache has no informers until somebody asks for one. After Start, `WaitForCacheSync` waits for the informers that exist: for none, if the cache has not been asked for anything. " +
		"The first read of a kind then creates its informer and waits for its list.",
	Rules: []check.Rule{
		{
			Name:    "never-started",
			Symptom: "Every `Get` and `List` fails with `the cache is not started, can not read objects`, for as long as the process runs.",
			Summary: "a cluster or cache is made, its reader is used or handed out, and nothing can ever start it",
			Source:  "`pkg/cache/informer_cache.go` of controller-runtime v0.25.2: without Start a read returns `ErrCacheNotStarted`; `cluster.New` starts nothing.",
		},
		{
			Name:    "read-before-sync",
			Symptom: "`Get` or `List` of a manager's client fails at start-up with `the cache is not started, can not read objects`; or `WaitForCacheSync` hangs until its context ends.",
			Summary: "on every path objects are read from a manager, cluster or cache, or its sync is awaited, before the line that starts it; or it is read at once in a goroutine beside that line",
			Source: "`pkg/cache/informer_cache.go` of controller-runtime v0.25.2: without Start a read returns `ErrCacheNotStarted`. " +
				"`Start` blocks, so the lines before it have run when it begins; and a second Start is an error, so nobody else has started it. " +
				"`CreateOrUpdate` and `CreateOrPatch` of `pkg/controller/controllerutil`, and of the root package, read first. `WaitForCacheSync` first waits for Start (`pkg/cache/internal/informers.go`; since v0.5).",
		},
		{
			Name:    "unregistered-read",
			Symptom: "`WaitForCacheSync` returns true at once, and the first `Get` or `List` after it takes as long as listing all objects of that kind; if listing them is forbidden, it hangs until its context ends.",
			Summary: "a cache without informers is started in a goroutine and waited for, and then read",
			Source:  "`WaitForCacheSync` in `pkg/cache/internal/informers.go` of controller-runtime v0.25.2 looks at the informers that exist; `Get` and `List` create them.",
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
		"Reads in a Runnable, a reconciler, a webhook or any other function that is not called before Start: they may run later. The same for a goroutine that waits for anything, or soon reads again, in a loop or since its function calls itself. " +
			"(A loop that lets a minute or more pass for certain, by a constant, does not make up for a first read that fails.)",
		"A read that has failed, or has brought nothing, and whose failure is made up for: it is redone with the API reader, another client or a generated one, in place, in another function, or in a list of readers; " +
			"or what runs only then calls something that gets a context, a configuration, a client or a function, and does not just give up. One that is redone only if the object was not found is reported: a cache that is not started does not say that. " +
			"So is one that only takes a default, logs, or returns its error.",
		"A read in a goroutine whose error goes elsewhere, over a channel, in a variable or field, through a group or a function that somebody has handed in, to code that reads once more or gets in another way what it could not read, and does not just give up or log; " +
			"or that is heard of because something is not said for a while. The same for one that the goroutine, its function or whoever has begun it does once more when the cache may be started, whether the first has failed or not.",
		"A client that may be another one than the cache's: a function returns one of several, a field, variable or table has held another, or the method that reads may be one of several types'.",
		"Reads with `GetAPIReader()` or with a client that has no cache, and reads of unstructured objects, which a cached client gets from the API server.",
		"Managers and clusters whose options set a reader, or a `NewClient` that does more than to hand its options to `client.New`, make their cache in a way that is not followed, or come from another package: their client may read live. " +
			"Kinds that the options name in `DisableFor` or `ClientDisableCacheFor`, which it does read live; all kinds, if one is named by an unstructured object.",
		"A read after `go mgr.Start(ctx)` if anything stands between them that may wait, or is a call into another package: it may take its time. The same read in a loop or a poll.",
		"What goes out of sight as a manager, cluster or cache: into an exported field, an interface, or an argument of an unknown function. Somebody may have started it there. " +
			"A manager that the function itself starts later is the exception: a second Start would fail.",
		"Reads whose error is dropped, by themselves or by a helper that runs them, reads in functions that know `ErrCacheNotStarted` or ask a function that does, reads whose error is asked for anything but what the API server says of an object (whether the server knows the kind at all, by `meta.IsNoMatchError` or otherwise; by `errors.As`, its text, or a function of another package), and reads that depend on a parameter of a function that gets the cache, or may get it: its caller may know.",
		"A wait for nothing if the reads are elsewhere: lazy informers may be intended. A wait before Start with a context of `context.WithTimeout` or `WithDeadline`: it may be there to see that the cache is not started.",
		"A cluster of which only the client goes to other packages, unless its options say how its cache is made: it may be used for unstructured objects, or to write. Where it is used, the check sees what is read.",
	},
	Fix: "`unregistered-read`, if the read is in the same function: `GetInformer` before Start, with its error handled like that of the constructor. " +
		"The others take a decision: to read live or to read later, and which goroutine starts the cache, and until when.",
}
