// Package startorder finds informers that are registered but never started.
//
// Terms:
//
//   - A factory is anything with the shape of client-go's shared informer
//     factory: Start, WaitForCacheSync, ForResource.
//   - An accessor is factory.Core().V1().Pods(). Taking it registers nothing.
//   - Informer(), TypedInformer(), Lister(), ForResource and InformerFor
//     register a resource with the factory.
//   - A resource is started if a later Start of the same factory has seen its
//     registration, or if its informer's own Run was called.
//
// WRONG: nothing starts the Pod informer, and nothing says so.
//
//	pods := factory.Core().V1().Pods()
//	factory.Start(stop) // factory.Start runs before Lister() registers the Pod informer
//	lister := pods.Lister()
//
// RIGHT:
//
//	pods := factory.Core().V1().Pods()
//	lister := pods.Lister()
//	factory.Start(stop)
//
// The rule rests on informers/factory.go of client-go v0.37.2: Start loops
// over the registered informers and returns, and its documentation says that
// informers created later need another Start.
//
// A report needs that the bad order is certain: on every path, with no later
// Start or Run that could repair it, and for an object whose whole life is
// visible. Package flow decides that; this package only words it and mends it.
// What is not reported is listed on the check's page (analyzers.Catalogue).
package startorder
