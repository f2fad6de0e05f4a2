// Package lazycache is the reference runtime of controller-runtime's cache
// (pkg/cache/internal/informers.go and pkg/cache/informer_cache.go, v0.25.2): a
// map of informers that grows as it is read.
//
// The first read of a kind creates its informer. Before [Cache.Start] the read
// fails, but the informer is there and will be started; afterwards the informer
// is started at once and the read waits until it is synced, or until its context
// ends. Each kind has up to three informers, one for each [Form] in which it is
// read. After stop, kinds that were synced still answer, and others never will.
//
// Not modelled: indexes, namespaces and selectors of the cache, its options by
// object, deep copies (values are shared; objects are copied), and the manager.
package lazycache
