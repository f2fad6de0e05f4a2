package syncwait

import (
	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/check/kind"
)

// Check is the description of this check, from which its documentation is made.
var Check = check.Check{
	Analyzer: Analyzer,
	Kind:     kind.Order,
	Summary:  "a wait for informer caches waits for nothing, comes too early, or comes too late",
	Intro: "A *lister* answers from the informer's *store*, which the informer's first list fills. Until then it says, without an error, that nothing exists. " +
		"`HasSynced` tells whether the first list is in the store. Programs wait for it with `cache.WaitForCacheSync`, " +
		"which takes the functions to wait for, or with the factory's own `WaitForCacheSync`, which asks the informers that have been *started*.\n\n" +
		"Either of them returns true at once if it has nothing to wait for: no functions, or no started informers. What is read then is empty or incomplete. " +
		"With a fast API server that practically never happens; in a large cluster it does.",
	Rules: []check.Rule{
		{
			Name:    "nothing-awaited",
			Symptom: "`cache.WaitForCacheSync` returns true at once, and a lister that is read next is empty or incomplete: after a restart the controller believes that nothing exists, and removes what it should keep.",
			Summary: "`cache.WaitForCacheSync(stop)` or a variant of it is given no functions, or a list in a field that nothing fills, though the function or its receiver has something to wait for",
			Source:  "`WaitForCacheSync` in `tools/cache/shared_informer.go`, client-go v0.37.2: it returns true when all functions do, and with no functions that is at once.",
		},
		{
			Name:    "wait-before-start",
			Symptom: "The process hangs at start-up in `WaitForCacheSync`; or, with the factory's own, it goes on at once, and the lister that is read next is empty.",
			Summary: "on every path the factory's own `WaitForCacheSync` comes before its `Start` and waits for nothing; or `cache.WaitForCacheSync` comes before anything " +
				"that could start its informer, and blocks until it is stopped",
			Source: "`WaitForCacheSync` in `informers/factory.go`, client-go v0.37.2: it collects the informers in `startedInformers`.",
		},
		{
			Name:    "duplicate-synced",
			Symptom: "After a restart the objects of one kind seem not to exist for a moment, though the program waits for its caches; those of the other kinds are all there.",
			Summary: "one `HasSynced` is passed twice, while a similar one is used nearby and nothing in the package waits for it; or a list or condition that a constructor makes of its informers asks one twice, and another, which is read, never; or two fields that a wait asks are of one informer, and the name of one of them is that of another, whose lister stands beside it",
			Source:  "The second one asks nothing new; it stands where the other was intended.",
		},
		{
			Name:    "forgotten-synced",
			Symptom: "After a restart the objects of one kind seem not to exist for a moment, though the controller waits for its caches; those of the other kinds are all there.",
			Summary: "a controller keeps the `HasSynced` of several informers in fields and waits for some of them; another is read, has no handler there, and nothing asks whether it has synced",
			Source:  "The documentation of `HasSynced` in `tools/cache/shared_informer.go`, client-go v0.37.2: true if the store has been informed by at least one full list.",
		},
		{
			Name:    "read-before-wait",
			Symptom: "`List` right after the start returns nothing or only a part, or `Get` says `not found` for an object that exists; a moment later both are right.",
			Summary: "the code that starts an informer reads its lister or store before it waits, or without any wait",
			Source:  "The documentation of `HasSynced` in `tools/cache/shared_informer.go`, client-go v0.37.2: true if the store has been informed by at least one full list.",
		},
		{
			Name:    "never-awaited",
			Symptom: "After a restart one lister is empty or incomplete for a moment, or says `not found` for an object that exists; the program waits for its other caches, or for none.",
			Summary: "an informer is started and read, and nothing in the program asks whether it has synced: the wait beside it names others, or is that of a factory that has not started it; " +
				"or there is none, and a worker lists it for work that comes from another informer, or a goroutine reads it once",
			Source: "The documentation of `HasSynced` in `tools/cache/shared_informer.go`, client-go v0.37.2: true if the store has been informed by at least one full list.",
		},
		{
			Name:    "handler-before-wait",
			Symptom: "After a restart an Add handler looks up another object in a lister and does not find it, though it exists; nothing makes up for it later.",
			Summary: "the Add handler of one informer reads the store of another that nothing waits for, and that has no Add handler of its own, " +
				"which could make up for what the first has missed",
			Source: "`AddEventHandler` and `NewInformer` in `tools/cache`, client-go v0.37.2: a handler is told of an object as soon as its own informer has listed it.",
		},
		{
			Name:    "worker-before-wait",
			Symptom: "Right after the start a worker reads a lister that is still empty, and treats what exists as gone, although the program waits for its caches.",
			Summary: "a goroutine that reads a lister is started before the wait, and nothing in it waits before the read",
			Source: "The documentation of `HasSynced` in `tools/cache/shared_informer.go`, client-go v0.37.2: true if the store has been informed by at least one full list. " +
				"A goroutine does not wait for what comes after its go statement.",
		},
		{
			Name:     "unchecked-result",
			Symptom:  "A process that is stopped while it starts goes on for a moment with empty or incomplete listers.",
			Summary:  "the result of a wait is dropped, though its stop channel can be closed: the code after it then runs with caches that have not synced",
			Optional: "Most programs that drop it are exiting when it is false, and few do harm in between: 242 places in about 200 repositories, most of them harmless.",
			Source:   "`WaitForCacheSync` returns false if the stop channel was closed first.",
		},
		{
			Name:    "partial-wait",
			Symptom: "The first objects that a controller works on after a restart fail, or are treated as if what they refer to were gone; a retry, if there is one, puts it right.",
			Summary: "a controller waits for two or more of the informers that its constructor is given; another is read, has no handler there, and nothing in the package asks whether it has synced",
			Optional: "Whoever calls the constructor may wait for all of its informers: of six such places that were read to the end, two were right for that reason. " +
				"Where the caller is followed, `never-awaited` and `forgotten-synced` tell, without this rule.",
			Source: "The documentation of `HasSynced` in `tools/cache/shared_informer.go`, client-go v0.37.2: true if the store has been informed by at least one full list.",
		},
	},
	Wrong: `factory := informers.NewSharedInformerFactory(client, 0)
pods := factory.Core().V1().Pods()
lister, informer := pods.Lister(), pods.Informer()
factory.Start(ctx.Done())

if !cache.WaitForCacheSync(ctx.Done()) { // waits for nothing: true at once
	return errors.New("not synced")
}
list, err := lister.List(labels.Everything()) // empty or incomplete
`,
	Right: `if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
	return errors.New("not synced")
}
`,
	Silent: []string{
		"For all rules about an order: a factory or informer that the package gets from elsewhere. Whoever made it may have started it and waited for it.",
		"A read after anything that may be a wait: a call of `HasSynced` whose answer is more than logged, another `WaitForCacheSync`, a receive from a channel, a call that gets the informer and is not followed. A read or a wait where one call goes to one of several functions, of which another one starts the informer.",
		"A read that can be repeated: it may poll until something is there. One after which the function asks the API for the same kind of objects, and not about those that it has found.",
		"A goroutine that waits for something, such as a work queue, before it reads: it works on what handlers have been told.",
		"An informer that nothing waits for, if no other is awaited either: in the function that starts it or one or two calls below, or in the one that begins what reads it. What reads it may poll, or do with what is there. " +
			"Two forms are reported nevertheless: a worker that lists it for work that the handler of another informer has put into a queue, and a goroutine that reads it once, right after the start. " +
			"A worker that uses `Get` is told that something is missing, and most put the key back then; so does one that puts its work back, fails or hands the list on where it is empty, or whose work comes again by a resync, also where a wait leaves the informer out. " +
			"It is not reported if it is read in a loop, or by a function that is run again and again, without work from a queue: the next time makes up for it. " +
			"Nor if its own Add handler, which does more than log, is told of what it lists, and what reads it is a handler or takes work from a queue; nor if the informer or its factory leaves the program.",
		"A factory's wait before `Start` with another wait after it: it is superfluous, but nothing is lost.",
		"A wait that is given no functions, or one twice, where what it leaves out is waited for later, before anything reads it: it is needless, and does no harm.",
		"`cache.WaitForCacheSync` without functions, or with a list that nothing fills, if neither the function nor its receiver has anything with `HasSynced`: there is nothing to read too early.",
		"What `partial-wait` would report, without that rule; with it, an informer that is handed on, that nothing reads, or that has a handler in the package.",
		"One `HasSynced` twice if no other was forgotten, or more than one, or if the package also waits for the whole factory. In a constructor: if the one that is forgotten has a handler in the package, or is handed on.",
		"A `HasSynced` that is kept in a field and asked nowhere, if the package has a handler on the informer, which is told of what a read has missed; " +
			"if the informer is handed on; if nothing reads it; if the package also waits for the whole factory; or if it starts no informer: whoever does may wait for all of them first.",
		"What another check reports about the same informer: `goroutinestart` and `startorder` come first.",
		"Tests, fakes and mocks.",
	},
	Fix: "`nothing-awaited` gets the `HasSynced` if only one can be intended, or those that the receiver keeps in fields; `duplicate-synced` the one that was forgotten if there is only one; " +
		"`forgotten-synced` the field, if it is set wherever the one beside it is; " +
		"`partial-wait` asks the informer after the last of the others, in the wait's arguments, the list or the condition. " +
		"A wait that comes too early is moved after `Start`; one that comes too late is moved before the read, right after `Start`, or added there if there is none; " +
		"a goroutine that starts too early is moved after the wait. " +
		"An informer that a wait leaves out is added to it, if it is run before in the same block; one that a handler reads is awaited before the handler's informer is run; where there is no wait, one is added before the goroutine begins. " +
		"All of this within one block, and only if the function's results show how to leave it where that is needed. " +
		"`unchecked-result` leaves the function in its own idiom (`return`, or an error); where nothing comes after the wait there is nothing to leave, and no fix.",
}
