// Package apiserver is the part of a Kubernetes API server that informers talk
// to: objects with resourceVersions, a log of their changes, LIST and WATCH.
//
// # Terms
//
//   - Each write adds 1 to one resourceVersion counter, gives it to the object
//     and appends an [Event] to the log of the kind.
//   - A LIST returns the objects of a kind and the counter. A WATCH from a
//     resourceVersion delivers the events of the log after it, first those that
//     are there, then each new one.
//   - Compaction forgets the log. A WATCH from before that ends at once with
//     410 Gone; open watches go on, and a watch knows nothing about what it did
//     not deliver when it was dropped.
//   - A watch may be dropped at any time. If it has delivered nothing and is not
//     older than a moment, the client takes that for an error ("very short
//     watch"). Time is abstract: a watch is old after a settlement, see
//     [Server.Age].
//   - A WatchList request ([Server.Stream]) is a watch that begins with a list.
//
// What a write and a LIST touch is modelled as exactly as the explorer can use:
// a write conflicts with LISTs of its kind, with other writes and with
// compaction, but not with the delivery of earlier events.
//
// # Not modelled
//
// HTTP, authentication, several API servers or a watch cache that lags behind
// (a LIST is always of the present), paging, bookmarks other than the one that
// ends a streamed list, selectors and namespaces, 429 and other errors of single
// calls (a LIST never fails; it can hang), admission, finalizers and graceful
// deletion.
package apiserver
