// Package factory is the reference runtime of client-go's shared informer
// factories (informers/factory.go, and dynamicinformer and metadatainformer,
// which work alike).
//
// A factory is three things under one lock: which kinds are registered, which
// of them are started, and whether it is shutting down.
//
//   - Registering is what Informer(), Lister() and ForResource do. An accessor
//     alone, without one of these calls, registers nothing.
//   - Start looks once: it starts what is registered and not yet started. It
//     returns at once, so "go factory.Start(stop)" leaves open whether it has
//     looked yet.
//   - WaitForCacheSync looks at what is started when it is called. An informer
//     that is registered and not started is not waited for, and an empty result
//     is not an error.
//   - Shutdown closes nothing. After it, Start does nothing.
//
// Not modelled: tweaks of list options, namespaces, transforms, names, and the
// client. The kind stands for the type of the object, and two API versions of a
// kind are two kinds.
package factory
