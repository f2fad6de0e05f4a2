// Package latesetup finds settings of an informer that come after its start,
// and are lost without a word.
//
// SetTransform, SetWatchErrorHandler and, before client-go v0.30, AddIndexers
// work only as long as the informer does not run. Afterwards they return the
// error "informer has already started" and do nothing. Start does not wait: it
// begins a goroutine for each informer, and a setting behind it is in a race
// with that goroutine.
//
// WRONG:
//
//	factory.Start(stop)
//	informer.SetTransform(trim) // refused as soon as the informer runs, and the error is dropped
//
// RIGHT:
//
//	informer.SetTransform(trim)
//	factory.Start(stop)
//
// Not reported: an error that is looked at, for then the program hears of it;
// an informer that is started on some paths only, by somebody else, or in a
// goroutine that may wait first; AddIndexers since client-go v0.30, which takes
// indexes at any time.
//
// An optional rule is about handlers that are added after the start: an
// informer that was stopped meanwhile refuses them, with an error.
//
// The rules rest on sharedIndexInformer.SetTransform,
// SetWatchErrorHandlerWithContext and AddIndexers in tools/cache/shared_informer.go,
// client-go v0.26.15 and v0.37.2.
package latesetup
