// Package queue wraps a work queue of client-go that gives nothing away before it is
// opened.
package queue

import "k8s.io/client-go/util/workqueue"

// Queue holds names.
type Queue struct {
	inner workqueue.TypedInterface[string]
	open  chan struct{}
}

// New makes an empty one, which is not open.
func New() *Queue { return &Queue{inner: workqueue.NewTyped[string](), open: make(chan struct{})} }

// Add puts a name into it.
func (q *Queue) Add(name string) { q.inner.Add(name) }

// Open lets it give away what it has.
func (q *Queue) Open() { close(q.open) }

// Next waits for a name, but first until the queue is open.
func (q *Queue) Next() (string, bool) {
	<-q.open
	name, shutdown := q.inner.Get()
	return name, !shutdown
}

// ShutDown ends it.
func (q *Queue) ShutDown() { q.inner.ShutDown() }
