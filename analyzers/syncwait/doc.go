// Package syncwait finds waits for informer caches that wait for nothing, come
// too early, or come too late. The rules about one call (nothing-awaited,
// duplicate-synced, forgotten-synced, unchecked-result, partial-wait) are decided here; the engine decides those
// about an order. Check has what a user reads about it, with examples and what
// is not reported: informerlint explain syncwait.
package syncwait
