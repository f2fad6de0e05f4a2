package latesetup

import (
	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/check/kind"
)

// Check is the description of this check, from which its documentation is made.
var Check = check.Check{
	Analyzer: Analyzer,
	Kind:     kind.Order,
	Summary:  "an informer is configured after its start, and the error that says so is dropped",
	Intro: "The setting came too late. An informer takes some settings only until it runs: the *transform*, which each object goes through before it is stored, " +
		"the *watch error handler*, which is told when a list or watch fails, and, before client-go v0.30, its *indexers*. " +
		"After that the methods that set them do nothing and return the error `informer has already started`, which is easily dropped.\n\n" +
		"`Start` of a factory does not wait; it starts a goroutine for each informer. A setting right after it races with that goroutine and sometimes wins. " +
		"After a wait for the caches it is always too late.",
	Rules: []check.Rule{
		{
			Name:    "late-transform",
			Symptom: "`SetTransform` has no effect: the process needs as much memory as without it, and listers return objects that were not transformed. Nothing is logged.",
			Summary: "on every path `SetTransform` comes after the start of its informer, and its error is dropped",
			Source: "The documentation of `SetTransform` in `tools/cache/shared_informer.go`: \"Must be set before starting the informer\". " +
				"In client-go v0.26.15 and v0.37.2 it then returns an error, and objects were seen to be stored untransformed.",
		},
		{
			Name:    "late-watch-error-handler",
			Symptom: "`SetWatchErrorHandler` has no effect: lists and watches fail, and the handler is never called.",
			Summary: "on every path `SetWatchErrorHandler` or `SetWatchErrorHandlerWithContext` comes after the start of its informer, and its error is dropped",
			Source: "Its documentation in `tools/cache/shared_informer.go` says that it returns an error after the start. " +
				"In client-go v0.26.15 and v0.37.2 it does, and the handler was not told of a list that failed later.",
		},
		{
			Name:    "late-indexers",
			Symptom: "`ByIndex` fails with `Index with name ... does not exist`, although `AddIndexers` was called with that name.",
			Summary: "with client-go before v0.30: on every path `AddIndexers` comes after the start of its informer, and its error is dropped",
			Source:  "`sharedIndexInformer.AddIndexers` returns an error after the start up to v0.29 and adds the indexes since v0.30 (`tools/cache/shared_informer.go` of v0.26.15 and v0.30.14).",
		},
		{
			Name:    "dropped-registration-error",
			Symptom: "An event handler is never called although it was added: its informer had been stopped by then. Nothing is logged.",
			Summary: "on every path `AddEventHandler` or a variant of it comes after the start of its informer, and its error is dropped: " +
				"if the informer has been stopped by then, the handler is never called",
			Optional: "It goes wrong only if the informer has been stopped, and a program that stops its informers is usually about to exit.",
			Source: "Since client-go v0.26 `sharedIndexInformer.AddEventHandlerWithOptions` in `tools/cache/shared_informer.go` returns \"handler was not added to shared informer because it has stopped already\"; " +
				"before, it returned nothing, and nothing is reported.",
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
		"The error is checked, returned or stored: the program gets to know. Deferred calls and go statements are not looked at.",
		"`AddIndexers` with client-go v0.30 or later (recognized by `cache.DeletionHandlingObjectToName`, which is new there), " +
			"and in packages that do not import `tools/cache` themselves, where the version is unknown.",
		"The informer is not registered before `Start`: that `Start` does not run it.",
		"The informer is started on some paths only, or comes from elsewhere and may have been started there.",
		"A goroutine starts it that may wait for something first, or that calls what cannot be followed.",
		"One of several informers, in a loop or from a map, and resources that are not constants.",
	},
	Fix: "Moves the call before the start if both are statements of one block and nothing between them sets what the call mentions; " +
		"a variable that gets the informer only in between is replaced by its value. No fix elsewhere.",
}
