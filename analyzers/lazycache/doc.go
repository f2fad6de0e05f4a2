// Package lazycache finds reads of controller-runtime's caches that nothing has
// started, or that have no informer. A report needs that the object's life is
// visible from its constructor to the read, that its options leave open where it
// reads, and that the extracted program goes wrong on the reference runtime in
// every execution. Check has what a user reads about it, with examples and what
// is not reported: informerlint explain lazycache.
package lazycache
