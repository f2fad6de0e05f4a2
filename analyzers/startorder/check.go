package startorder

import (
	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/check/kind"
)

// Check is the description of this check, from which its documentation is made.
var Check = check.Check{
	Analyzer: Analyzer,
	Kind:     kind.Order,
	Summary:  "an informer is registered after the last Start of its factory, or never started at all",
	Intro: "The informer was never started. `Start` of a shared informer factory runs what is registered at that moment and nothing else. " +
		"`factory.Core().V1().Pods()` is only an *accessor*: calling it does not register anything. " +
		"`Informer()`, `Lister()`, `ForResource` and `InformerFor` *register* an informer. " +
		"One that is registered after `Start` waits for another `Start`; if none comes, it never lists and never watches. " +
		"The factory's `WaitForCacheSync` looks only at informers that have been started.",
	Rules: []check.Rule{
		{
			Name:    "late-registration",
			Symptom: "The controller starts without an error and never reconciles: its lister returns an empty list and a nil error forever, and its handlers are never called. The factory's `WaitForCacheSync` returns at once, a wait on the informer's own `HasSynced` blocks forever, and nothing is logged.",
			Summary: "on every path a type is first registered after the factory's last `Start`; " +
				"often an accessor was called in time and mistaken for a registration",
			Source: "`Start` in client-go's `informers/factory.go` loops over the informers that `InformerFor` has put into a map by then. " +
				"In an experiment with client-go v0.37.2 the lister of a late registration stayed empty, without an error, until the factory was started again.",
		},
		{
			Name:    "concurrent-registration",
			Symptom: "On some starts of the process one lister stays empty forever and its handlers are never called, or `WaitForCacheSync` never returns; the next start may work. Nothing is logged.",
			Summary: "a type is first registered while the factory's only `Start` may run: " +
				"one of the two is in a goroutine, an errgroup, a hook or a callback, and nothing orders them",
			Source: "`Start` and `InformerFor` in client-go's `informers/factory.go` take the same lock. If `Start` gets it first, " +
				"the registration is too late, for good. In `go worker()` with `Start` right after it, `Start` practically always is first.",
		},
		{
			Name:    "never-started",
			Symptom: "`WaitForCacheSync` never returns; or nothing waits, `List` returns an empty list and a nil error forever, and handlers are never called. Nothing is logged.",
			Summary: "a factory or a stand-alone informer is created, read, waited on or given handlers, and nothing ever starts it, " +
				"though all its uses are visible; if another one was started in its place, the message names it",
			Source: "`NewSharedIndexInformer` and generated constructors such as `NewPodInformer` return an informer that belongs to no factory: " +
				"only its own `Run` runs it. A factory that is not started runs none of its informers.",
		},
	},
	Wrong: `factory := informers.NewSharedInformerFactory(client, 0)
pods := factory.Core().V1().Pods() // an accessor: registers nothing
factory.Start(ctx.Done())

lister := pods.Lister() // registers, but nothing starts it any more
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
		"The same type was registered with the same factory before `Start`, anywhere: `Informer()` and `Lister()` of one type share one informer.",
		"The factory is started again later, or the informer is run by hand with `Run` or `RunWithContext`.",
		"A goroutine registers beside `Start`, and anything is awaited between the two, also by a sleep; or the goroutine is one of several that its statement may begin.",
		"The factory comes from outside and the rest of its life is not visible, or it (or an accessor, which can register) goes where the analysis cannot follow: " +
			"an unknown function, an interface with several implementations, a type of another module, reflection.",
		"The order depends on a condition that the analysis cannot decide: every path has to be wrong.",
		"`never-started` in test files, and in files and packages that serve tests by their names (mocks, fakes, testutil), where an informer is often just a store or only passed on.",
		"`late-registration` there, of an informer of which the test reads nothing, hears nothing and awaits nothing: it calls a constructor that takes more listers than this test has a use for.",
		"Generated files: there is nobody to fix them.",
	},
	Fix: "Moves the registration before `Start` if both are in one block and nothing between them depends on it; moves `Start` after it if it is the next statement. " +
		"Elsewhere it registers early (`pods.Informer()` before `Start`) or, if the registration is in another function, starts and waits again after the call that leads there. " +
		"`go factory.Start(stop)` that races with a registration becomes a plain call after it; " +
		"a plain chain in a goroutine is registered before the go statement as well. " +
		"For `never-started` it adds a `Start` next to the one that was started instead, or where a stop channel or context is a parameter. " +
		"No fix where the function itself offers no safe edit; then the message says what to do.",
}
