// Package goroutinestart finds factories that are started in a goroutine while
// the factory's own wait may come first.
//
// Start does not block: it starts one goroutine for each registered informer
// and returns. WaitForCacheSync of a factory waits for those informers only
// that have been started. In a goroutine, Start comes after the wait more
// often than not, and the wait then returns at once, with nothing synced.
//
// WRONG:
//
//	go factory.Start(stop) // factory.Start runs in a goroutine, so WaitForCacheSync may come first
//	factory.WaitForCacheSync(stop)
//
// RIGHT:
//
//	factory.Start(stop)
//	factory.WaitForCacheSync(stop)
//
// Not reported: a wait on the informers' own HasSynced, which blocks until
// they have run; "go informer.Run" and controller-runtime's "go cache.Start",
// which block, so that go is right; and whatever orders the two by a channel,
// a WaitGroup or a lock. The rule rests on the warning in the documentation of
// Start in informers/factory.go, client-go v0.31 and later.
package goroutinestart
