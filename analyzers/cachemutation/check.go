package cachemutation

import (
	"github.com/informerlint/informerlint/internal/cached"
	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/check/kind"
)

// lister is what all rules rest on.
const lister = "`Store` in client-go's `tools/cache/store.go` and the listers that are generated on top of it return what the store holds, without a copy."

// Check is the description of this check, from which its documentation is made.
var Check = check.Check{
	Analyzer: Analyzer,
	Kind:     kind.Object,
	Summary:  "an object that the informer's cache hands out is changed without a copy",
	Intro: "What a lister, an informer's store or a notification hands out is the object in the *cache*: every other reader of the cache has the same pointer. " +
		"Who changes it changes it for all of them, at once, without a lock, and whether or not the API server accepts the change afterwards. " +
		"client-go can only detect this at run time, with `KUBE_CACHE_MUTATION_DETECTOR=true`, and only on a path that a test takes.",
	Rules: []check.Rule{
		{
			Name:    string(cached.CachedObject),
			Symptom: "A controller acts on a label, a condition or a finalizer that `kubectl get` does not show: the update failed with a conflict, and the next sync believes that it went through. Or the process ends with `fatal error: concurrent map writes`, and with `KUBE_CACHE_MUTATION_DETECTOR=true` with `panic: cache *v1.Pod modified`.",
			Summary: "what `Get` or `List` of a lister, or a read of an informer's store, returns is changed, here or in a function that it is handed to",
			Source:  lister,
		},
		{
			Name:    string(cached.HandlerObject),
			Symptom: "An Update handler gets an old and a new object that are equal although something has changed, or another handler and the listers see a label that no API server has. With `KUBE_CACHE_MUTATION_DETECTOR=true` the process ends with `panic: cache *v1.Pod modified`.",
			Summary: "an Add or Update handler, or a predicate or handler of controller-runtime's events, changes the object that it gets: it is the one in the cache, and other handlers get it as well",
			Source: "`ResourceEventHandler` in client-go's `tools/cache/controller.go`: \"The handlers MUST NOT modify the objects received\". " +
				"An object that OnDelete gets is in no store any more. controller-runtime's `pkg/internal/source/event_handler.go` (v0.25.2) puts the objects that it gets into its events.",
		},
		{
			Name:    string(cached.ShallowCopy),
			Symptom: "The program changes only its own copy, and yet a lister returns labels, replicas or environment variables that `kubectl get` does not show. With `KUBE_CACHE_MUTATION_DETECTOR=true` the process ends with `panic: cache *v1.Pod modified`.",
			Summary: "a structure is copied by assignment, and then a map, slice or pointer is written through that the copy shares with the object in the cache",
			Source:  "The Go specification, on assignment: a copy of a structure has the same maps, slices and pointers. " + lister,
		},
		{
			Name:    string(cached.Reordered),
			Symptom: "A lister returns an object whose containers, ports or conditions are in another order than `kubectl get` shows. With `KUBE_CACHE_MUTATION_DETECTOR=true` the process ends with `panic: cache *v1.Pod modified`.",
			Summary: "a slice that an object of the cache holds is sorted in place",
			Source:  "`sort` and `slices` sort in place. " + lister,
		},
		{
			Name:     string(cached.TypeMeta),
			Symptom:  "Nothing but `WARNING: DATA RACE` from the race detector, where `Kind` or `APIVersion` of an object from a lister is set.",
			Summary:  "only `Kind` or `APIVersion` of an object of the cache is set",
			Optional: "Every writer sets the same value, so that it is a data race that nobody can see the result of.",
			Source:   "client-go's decoder leaves `TypeMeta` of typed objects empty, and code that needs it sets it. " + lister,
		},
	},
	Wrong: `pod, err := lister.Pods(namespace).Get(name)
if err != nil {
	return err
}
pod.Labels["checked"] = "true" // in the cache, for all
_, err = client.CoreV1().Pods(namespace).Update(ctx, pod, metav1.UpdateOptions{})
return err
`,
	Right: `pod, err := lister.Pods(namespace).Get(name)
if err != nil {
	return err
}
pod = pod.DeepCopy()
pod.Labels["checked"] = "true"
_, err = client.CoreV1().Pods(namespace).Update(ctx, pod, metav1.UpdateOptions{})
return err
`,
	Silent: []string{
		"The callers of one helper of the package that changes what it is given, if none of them has a fix: one is reported, and names the lines of the others.",
		"The object was copied with DeepCopy on every way on which it is changed; a condition that is asked twice goes the same way twice.",
		"The slice that `List` returns is sorted, shortened or overwritten: it belongs to the caller. Once an element of it was replaced, nothing is said of its elements; nor of those of a slice or map of the program in which copies replace what they are copies of.",
		"A map that was nil becomes an empty one, and nothing else is changed: no reader can tell.",
		"A field of a shallow copy is set, or a map of it is replaced as a whole; a range variable that is a structure is changed.",
		"The slice of an object is appended to and kept elsewhere; it is sorted only where it is found not to be in order.",
		"A Delete handler changes its object: it is in no store any more.",
		"What a clientset or controller-runtime's client reads is changed: that is a copy.",
		"A lister that is not generated, or client-go's generic one, reads, or a type of the program behind the interface of one: it may copy. A store that the program has made and fills itself.",
		"An object of a store is asked for several types: which of them it can be is not known.",
		"A deferred function or a goroutine changes what is in a variable that may have another object, or a copy, by the time that it runs; or a deferred one changes it only after a panic.",
		"The object comes out of a field, a queue, a channel or a function that is not followed.",
		"A transform function, a test, or generated code changes it.",
	},
	Fix: "Inserts `x = x.DeepCopy()` as late as possible: before the statement that changes the object, or before the one that takes the map or slice that is changed. " +
		"An element of a list is replaced by its copy, and a shallow copy made a deep one. None is offered where the object was stored, sent or captured before, or is used later by another name: whoever has it may have to see the change. Nor where the same field is read from the cache again after the change: that read may count on it. Nor where nothing is done with the object after it was changed: the change is a mark in the cache, and one on a copy would be lost at once.",
}
