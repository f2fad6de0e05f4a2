package analyzers

// This file is the text of the checks, once: docs/checks, the table in the
// README, and the command's explain and list are all made from it (see
// render.go). To add a check, add its analyzer to All and a row here, and run
// go generate ./analyzers.

//go:generate go run ./internal/gendocs

// A Check is one row of the catalogue.
type Check struct {
	Name    string
	Summary string // one sentence, for tables
	// Intro says what goes wrong at run time, in paragraphs of Markdown, and
	// defines the terms that the rest uses.
	Intro string
	Rules []Rule
	Wrong string // a program that is reported
	Right string // and its mend
	// Silent lists what is not reported, and why not.
	Silent []string
	// Fix says what the suggested fixes do, and where none is offered.
	Fix string
}

// A Rule is one kind of report of a check.
type Rule struct {
	Name    string // the Category of its diagnostics
	Summary string // one sentence: what is reported
	// Optional is why the rule is off by default, and empty if it is on. An
	// optional rule has a flag, -CHECK.RULE.
	Optional string
	// Source is what the rule rests on: upstream's own documentation or
	// source, or an experiment.
	Source string
}

// On reports whether the rule is on by default.
func (r Rule) On() bool { return r.Optional == "" }

// Catalogue returns the checks, sorted by name.
func Catalogue() []Check {
	return []Check{
		goroutinestartRow,
		handlersyncRow,
		ignorecommentRow,
		startorderRow,
		syncwaitRow,
		tombstoneRow,
		uidcheckRow,
	}
}

var goroutinestartRow = Check{
	Name:    "goroutinestart",
	Summary: "a factory is started in a goroutine, and a wait for its caches may come first",
	Intro: "`Start` of a shared informer factory never blocks: it starts one goroutine for each informer that is registered and returns. " +
		"`WaitForCacheSync` of the same factory looks only at informers that have been *started*. " +
		"If the two run in different goroutines, nothing says which comes first, and a wait that comes first has nothing to wait for: " +
		"it returns at once, with an empty map, and the program goes on with listers that are still empty.\n\n" +
		"This is no rare accident of scheduling. With nothing between the two, the new goroutine gets its turn too late every time; " +
		"a log line or a short sleep in between hides the mistake until the day it does not.",
	Rules: []Rule{
		{
			Name: "start-races-wait",
			Summary: "`Start` runs in a goroutine (`go`, a closure, a helper, the `Run` of a wrapper type) while the factory's own `WaitForCacheSync` " +
				"may run before it",
			Source: "The documentation of `SharedInformerFactory.Start` warns of this order since client-go v0.31 (kubernetes/kubernetes#126405). " +
				"In an experiment with client-go v0.37.2 the wait was empty in 1,000 of 1,000 runs, on 1, 2 and 8 processors.",
		},
		{
			Name:     "redundant-go",
			Summary:  "`go factory.Start(...)` where nothing races: `Start` returns at once, so the goroutine is for nothing",
			Optional: "Most places where it is found work as they are: of 76 that were read, about five were wrong, and those the other rule reports.",
			Source:   "`Start` in client-go's `informers/factory.go` holds a lock, starts goroutines and returns; it waits for nothing.",
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
		"The wait asks informers and not the factory: `cache.WaitForCacheSync(stop, pods.HasSynced)` blocks until they have run, whenever that begins.",
		"`go informer.Run(stop)`, and `go cache.Start(ctx)` of controller-runtime: those block, so `go` is right. A `Start` is known by its type, never by its name alone.",
		"Something orders the two: a channel that the goroutine closes after `Start`, a `sync.WaitGroup`, a lock. Where it may order them, nothing is said.",
		"The registration races with the goroutine and no wait does: that is `startorder/concurrent-registration`.",
		"The factory, or the function that starts it, goes where the analysis cannot follow.",
	},
	Fix: "Drops `go`; where the goroutine is a function literal with nothing but the `Start`, the literal goes as well. " +
		"No fix where the literal does more, or where the `Start` is in another package.",
}

var startorderRow = Check{
	Name:    "startorder",
	Summary: "an informer is registered after the last Start of its factory, or never started at all",
	Intro: "A shared informer factory starts only what it knows. `factory.Core().V1().Pods()` is an *accessor*: taking it makes nothing known. " +
		"Only `Informer()`, `Lister()`, `ForResource` and `InformerFor` *register*, and `Start` then runs what is registered at that moment. " +
		"What is registered later waits for a further `Start`; if none comes, that informer never lists and never watches.\n\n" +
		"Nothing fails when this happens. The lister answers every question with an empty list and a nil error, " +
		"the handlers are never called, `WaitForCacheSync` of the factory returns at once, since it knows only started informers, " +
		"and there is no line in any log. A wait on the informer's own `HasSynced` blocks for ever instead.",
	Rules: []Rule{
		{
			Name: "late-registration",
			Summary: "on every path the first registration of a type comes after the factory's last `Start`, " +
				"and nothing starts it afterwards; often an accessor was taken in time and taken for a registration",
			Source: "`Start` in client-go's `informers/factory.go` loops over the informers that `InformerFor` has put into a map by then. " +
				"In an experiment with client-go v0.37.2 the lister of a late registration was empty, without an error, until the factory was started again.",
		},
		{
			Name: "concurrent-registration",
			Summary: "the first registration of a type may run at the same time as the factory's only `Start`: " +
				"one of them is in a goroutine, an errgroup, a hook or a callback, and nothing orders them",
			Source: "`Start` and `InformerFor` in client-go's `informers/factory.go` take one lock in turn. Where the scheduler lets `Start` have it first, " +
				"the registration is late, for good.",
		},
		{
			Name: "never-started",
			Summary: "a factory or an informer of its own that is created here, and whose whole life is seen, is read, waited on or given handlers, " +
				"and nothing starts it; a sibling that was started in its place is named",
			Source: "`NewSharedIndexInformer` and the generated `NewPodInformer` and its like return an informer that belongs to no factory: " +
				"only its own `Run` runs it. A factory that is not started runs none of its informers.",
		},
	},
	Wrong: `factory := informers.NewSharedInformerFactory(client, 0)
pods := factory.Core().V1().Pods() // an accessor: registers nothing
factory.Start(ctx.Done())

lister := pods.Lister() // registers, but nobody starts it any more
factory.WaitForCacheSync(ctx.Done())

list, err := lister.List(labels.Everything()) // empty, and err is nil
`,
	Right: `factory := informers.NewSharedInformerFactory(client, 0)
pods := factory.Core().V1().Pods()
lister := pods.Lister() // registers

factory.Start(ctx.Done())
factory.WaitForCacheSync(ctx.Done())

list, err := lister.List(labels.Everything())
`,
	Silent: []string{
		"The same type was registered on the same factory before `Start`, in whatever place: `Informer()` and `Lister()` of one type share one informer.",
		"The factory is started again later, or the informer is run by hand with `Run` or `RunWithContext`.",
		"The factory came from outside and the rest of its life is not seen, or it (or an accessor, which can register) goes where the analysis cannot follow: " +
			"an unknown function, an interface with several implementations, somebody else's structure, reflection.",
		"The order depends on a condition that the analysis cannot decide: a report needs every path to be wrong.",
		"`never-started` in test files, and in files and packages that serve tests by their names (mocks, fakes, testutil), where an informer is often a plain store or only handed on.",
		"Generated files, whose author is a program.",
	},
	Fix: "Moves the registration before `Start` where both stand in one block and nothing between depends on it. " +
		"Elsewhere it registers early (`pods.Informer()` before `Start`), or, where the registration hides in another function, starts and waits again after the call that leads there; " +
		"`go factory.Start(stop)` beside a registration becomes a plain call after it. " +
		"For `never-started` it adds the `Start` beside the sibling that is started, or where a stop channel or a context is a parameter. " +
		"No fix where no safe edit is known in the function itself: then the message says what to do.",
}
