// Package lazycache finds reads of controller-runtime's caches that cannot be
// answered from a cache that has been synced.
//
// Terms:
//
//   - A cache is what cache.New makes, or what is inside of a cluster or
//     manager. It has no informers until somebody asks for one: GetInformer, an
//     index, a controller, or the first read of a kind.
//   - A cached client is what GetClient of a manager or cluster returns, or
//     client.New with a Cache.Reader. It writes to the API server and reads from
//     the cache, all but unstructured objects.
//   - Start runs the informers, and blocks. WaitForCacheSync waits for those
//     that there are.
//
// WRONG: nothing starts the manager's cache before the read, which fails.
//
//	mgr, err := ctrl.NewManager(config, ctrl.Options{})
//	...
//	err = mgr.GetClient().List(ctx, &nodes)
//	...
//	err = mgr.Start(ctx)
//
// RIGHT:
//
//	err = mgr.GetAPIReader().List(ctx, &nodes)
//
// The rules rest on pkg/cache/informer_cache.go and
// pkg/cache/internal/informers.go of controller-runtime v0.25.2: a read before
// Start returns ErrCacheNotStarted, the first read of a kind makes its informer
// and waits for it, WaitForCacheSync looks at the informers that there are, and
// a second Start is an error.
//
// A report needs that the object's life is visible from its constructor to the
// read, that its options leave open where it reads, and that the extracted
// program goes wrong on the reference runtime in every execution. What is not
// reported is listed on the check's page (analyzers.Catalogue).
package lazycache
