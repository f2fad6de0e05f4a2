// Package queue wraps a work queue of client-go, and knows nothing of informers.
package queue

import "k8s.io/client-go/util/workqueue"

// Queue holds names.
type Queue struct {
	inner workqueue.TypedInterface[string]
}

// New makes an empty one.
func New() *Queue { return &Queue{inner: workqueue.NewTyped[string]()} }

// Add puts a name into it.
func (q *Queue) Add(name string) { q.inner.Add(name) }

// Next waits for a name; there is none any more when the queue is shut down.
func (q *Queue) Next() (string, bool) {
	name, shutdown := q.inner.Get()
	if shutdown {
		return "", false
	}
	return name, true
}

// Done is to be called when the work is done.
func (q *Queue) Done(name string) { q.inner.Done(name) }

// ShutDown ends it.
func (q *Queue) ShutDown() { q.inner.ShutDown() }
