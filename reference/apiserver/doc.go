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
//   - A server answers each call, with the present, unless [Server.Allow] says
//     what may go wrong: LISTs that fail or are of the past, WATCHes that are
//     refused. An [Environment] is what may happen beside a program, each part of
//     it opt-in: writes, drops, compactions, such faults, a stop.
//   - An update of an object that was read before ([Server.Submit]) is refused if
//     it has another resourceVersion by now. What the server has sent as a state
//     can be asked for ever after ([Server.Sent]).
//   - A WatchList request ([Server.Stream]) is a watch that begins with a list.
//
// What a write and a LIST touch is modelled as exactly as the explorer can use:
// a write conflicts with LISTs of its kind, with other writes and with
// compaction, but not with the delivery of earlier events.
//
// # Not modelled
//
// HTTP, authentication, several API servers (one that lags behind is a server
// whose LISTs may be stale; that a watch lags is that its events are received
// late), paging, bookmarks other than the one that ends a streamed list, selectors
// and namespaces, errors by their kinds (410 in answer to a LIST, "too large
// resource version", 429, a refused connection: each is a call that fails and is
// repeated, as a list), admission, finalizers and graceful deletion.
package apiserver
