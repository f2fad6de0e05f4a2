// Package uidcheck reports Update handlers that take an object for the one it
// has replaced.
//
// # Terms
//
// A handler pair is the Add, Update and Delete functions that are registered
// together. An object is recreated if it was deleted and created again under
// its name while the watch was down: the informer then sees one change, and
// gives Update the old and the new object, which have different UIDs. Neither
// Delete nor Add is called.
//
// # The rule
//
// An Update that may get two objects must notice, where it matters: before it
// goes by a field that starts anew with each object (Generation starts at 1),
// where the pair keeps something under the object's UID, and where it writes an
// entry only if there is none under the object's name.
//
// WRONG
//
//	UpdateFunc: func(old, new any) {
//		if old.(*appsv1.Deployment).Generation == new.(*appsv1.Deployment).Generation {
//			return // also if new is another object
//		}
//		enqueue(new)
//	},
//
// RIGHT
//
//	UpdateFunc: func(old, new any) {
//		o, n := old.(*appsv1.Deployment), new.(*appsv1.Deployment)
//		if o.Generation == n.Generation && o.UID == n.UID {
//			return
//		}
//		enqueue(new)
//	},
//
// # Not reported
//
// UIDs that are compared, with each other or with one that was kept, anywhere
// before it matters: in Update, in a function it calls, or in a wrapper around
// the handler. A function that gets both objects and cannot be looked into: it
// may compare them. Comparing the objects as wholes, or their metadata. Equal
// resource versions: a recreated object has another one. Both sides of a
// comparison do work. Update does something with the old object, too. Keys that
// are derived from the name, and handlers that only enqueue.
//
// # Source
//
// SharedInformer in client-go v0.37.2, tools/cache/shared_informer.go: an
// object's UID plays no part in its identity there, so a deletion and a
// creation under the same name may come as one update, and "comparing the
// ObjectMeta.UID" in OnUpdate is how to tell.
package uidcheck
