package goroutinestart

import (
	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/check/kind"
)

// Check is the description of this check, from which its documentation is made.
var Check = check.Check{
	Analyzer: Analyzer,
	Kind:     kind.Order,
	Summary:  "a factory is started in a goroutine, and a wait for its caches may come first; or an informer is run without one, and the wait never comes",
	Intro: "`WaitForCacheSync` of a shared informer factory looks only at informers that have been *started*. " +
		"If `Start` runs in another goroutine, nothing says which of the two comes first, and a wait that comes first has nothing to wait for. " +
		"The goroutine is not needed: `Start` never blocks. It starts one goroutine for each registered informer and returns.\n\n" +
		"This is not a rare accident of scheduling. With nothing between the two calls, the new goroutine practically always runs too late; " +
		"a log line or a short sleep in between only hides the bug.",
	Rules: []check.Rule{
		{
			Name:    "start-races-wait",
			Symptom: "`WaitForCacheSync` returns at once with an empty map, and `List` right after it returns nothing and no error. Nothing is logged, and a log line or a short sleep before the wait makes it go away.",
			Summary: "`Start` runs in a goroutine (`go`, a closure, a helper, the `Run` method of a wrapper) while the factory's own `WaitForCacheSync` " +
				"may run before it",
			Source: "The documentation of `SharedInformerFactory.Start` has warned of this order since client-go v0.31 (kubernetes/kubernetes#126405). " +
				"In an experiment with client-go v0.37.2 the wait was empty in 1,000 of 1,000 runs, on 1, 2 and 8 processors.",
		},
		{
			Name:     "redundant-go",
			Symptom:  "Nothing: the program works, and has a goroutine that serves no purpose.",
			Summary:  "`go factory.Start(...)` where nothing races: `Start` returns at once, so the goroutine serves no purpose",
			Optional: "Most such places work as they are: of 76 that we read, about five were wrong, and `start-races-wait` reports those.",
			Source:   "`Start` in client-go's `informers/factory.go` takes a lock, starts goroutines and returns; it waits for nothing.",
		},
		{
			Name:    "missing-go",
			Symptom: "The process starts without an error, handlers are called, and the controller does nothing: its workers never begin. It says `timed out waiting for caches to sync` only when it is stopped.",
			Summary: "an informer's `Run` is called without `go`, and the wait for its `HasSynced`, and what needs the same stop channel, come after it",
			Source:  "`Run` in `tools/cache/shared_informer.go` and `controller.go`, client-go v0.37.2: it returns when the stop channel is closed.",
		},
	},
	Wrong: `factory := informers.NewSharedInformerFactory(client, 0)
pods := factory.Core().V1().Pods().Lister()

go factory.Start(ctx.Done())
factory.WaitForCacheSync(ctx.Done()) // nothing has been started: returns at once

list, err := pods.List(labels.Everything()) // empty, and err is nil
`,
	Right: `factory := informers.NewSharedInformerFactory(client, 0)
pods := factory.Core().V1().Pods().Lister()

factory.Start(ctx.Done()) // does not block
factory.WaitForCacheSync(ctx.Done())

list, err := pods.List(labels.Everything())
`,
	Silent: []string{
		"The wait asks informers, not the factory: `cache.WaitForCacheSync(stop, pods.HasSynced)` blocks until they have synced, whenever they are started.",
		"The factory's wait is followed by one for the `HasSynced` of each of its informers, and nothing is read in between.",
		"`go informer.Run(stop)`, and `go cache.Start(ctx)` of controller-runtime: these block, so `go` is right. A `Start` is recognized by its type, never by its name alone.",
		"Something orders the two calls, or may order them: a channel that the goroutine closes after `Start`, one without a buffer on which both meet (before `Start` as well as after it), a `sync.WaitGroup`, a lock, an errgroup to which the function gives a limit; or an informer of the factory is awaited in between, by its `HasSynced` or by something that its handler may send.",
		"The goroutine races with a registration and not with a wait: that is `startorder/concurrent-registration`.",
		"The factory, or the function that starts it, goes where the analysis cannot follow.",
		"`informer.Run(stop)` without `go` where no wait comes right after it, with the same stop; where what is done after the wait does not wait for that stop, or get it: a function may run an informer for a while on purpose, and then look at what it has, or tidy up. " +
			"Where the package closes the stop channel before the program ends, or gives it a time; where the informer may have been started before: a second `Run` returns at once. Tests, and packages with informers of their own that embed one.",
	},
	Fix: "Drops `go`. Where the goroutine is a function literal with nothing in it but `Start`, the literal goes as well. " +
		"Where the goroutine does more, `Start` is called before it; a literal's own `Start` moves there. " +
		"No fix where it depends on something in the goroutine whether `Start` is called, and on what, or where it is in another package. " +
		"`missing-go` gets its `go`, if the function waits for its stop after that, or begins and defers nothing.",
}
