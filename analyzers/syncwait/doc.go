// Package syncwait finds waits for informer caches that wait for nothing, come
// too early, or come too late.
//
// A lister answers from the informer's store, which the first list fills. Until
// then it says that nothing exists, without an error. HasSynced tells when it is
// filled; cache.WaitForCacheSync waits for the HasSynced functions that it is
// given, and a factory's own WaitForCacheSync for the informers that have been
// started (tools/cache/shared_informer.go and informers/factory.go, v0.37.2).
// Given nothing, and before anything is started, both say true at once.
//
// WRONG:
//
//	factory.Start(stop)
//	if !cache.WaitForCacheSync(stop) { // this waits for nothing
//		return
//	}
//	list, err := lister.List(labels.Everything())
//
// RIGHT:
//
//	factory.Start(stop)
//	if !cache.WaitForCacheSync(stop, informer.HasSynced) {
//		return
//	}
//	list, err := lister.List(labels.Everything())
//
// The rules about one call are here (calls.go): nothing-awaited,
// duplicate-synced, and the optional unchecked-result. Those about an order are
// decided by package flow (judge_wait.go): wait-before-start, read-before-wait
// and worker-before-wait. All ways of waiting count, so that any call of
// HasSynced, any other wait, a receive from a channel or the Get of a work queue
// before a read silences them.
//
// Not reported: factories and informers from elsewhere, which may have been
// started and awaited there; reads that can be repeated; a second, superfluous
// wait; what goroutinestart or startorder say of the same informer; tests.
package syncwait
